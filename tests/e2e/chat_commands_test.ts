import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { ChatHost, contentOf, isSummary, isType, type Line } from "../support/chat_host.ts";
import { fakeModel } from "../support/fake_model.ts";
import { MCP_SERVER } from "../support/sdk_stage.ts";

function info(content: string): object {
  return { type: "message", level: "info", content };
}

async function says(host: ChatHost, text: string): Promise<string> {
  const { type, level, content } = await host.command("S", text);
  assertEquals([type, level], ["message", "info"], String(content));
  return String(content);
}

Deno.test("chat knows every command of the contract and answers each with a type of the table", async () => {
  await using host = await ChatHost.open();
  const names = [
    ...[
      "about",
      "agents",
      "auth",
      "chat",
      "clear",
      "compress",
      "copy",
      "corgi",
      "directory",
      "docs",
      "editor",
      "export",
    ],
    ...["help", "init", "mcp", "memory", "model", "permissions", "privacy", "quit", "restore", "settings", "stats"],
    ...["summary", "theme", "tools"],
  ];
  const types: Record<string, unknown> = {};
  for (const name of names) types[name] = (await host.command("S", `/${name}`)).type;
  const of = (type: string): string[] => names.filter((name) => types[name] === type);
  assertEquals(of("dialog"), ["auth", "editor", "help", "model", "privacy", "settings", "theme"]);
  assertEquals(of("handled"), ["clear", "corgi"]);
  assertEquals(of("quit"), ["quit"]);
  assertEquals(of("submit_prompt"), ["init"]);
  assertEquals(of("message").length, names.length - 11);
  // The prompt that /init has made is worked on beside the other commands.
  assertEquals(await host.close(), 0);
  assertEquals(host.lines.filter((line) => isSummary(line)).length, 1);
});

Deno.test("chat saves, lists, resumes and deletes conversations", async () => {
  await using model = fakeModel(["Noted.", "It was heron."]);
  await using host = await ChatHost.open([], { model });
  await host.ask("S", "Remember the word heron");
  assertEquals(await says(host, "/chat list"), "No saved conversation checkpoints found.");
  assertEquals(await says(host, "/chat save birds"), "Conversation checkpoint saved with tag: birds.");
  assertMatch(await says(host, "/chat list"), /^Saved conversation checkpoints \(1, oldest first\):\n- birds /);
  const cleared = await host.command("S", "/clear");
  assertEquals(cleared, { type: "handled", text: "The conversation history was cleared." });
  const loaded = await host.command("S", "/chat resume birds");
  assertEquals(loaded, {
    type: "load_history",
    history: [{ role: "user", content: "Remember the word heron" }, { role: "assistant", content: "Noted." }],
  });
  await host.ask("S", "Which word was it?");
  assertMatch(JSON.stringify(model.requests[1].body.messages), /Remember the word heron/);
  assertEquals(await says(host, "/chat delete birds"), 'Conversation checkpoint "birds" has been deleted.');
  assertEquals((await host.command("S", "/chat resume birds")).level, "error");
});

Deno.test("chat asks before a saved conversation is overwritten, and takes an outcome sent along", async () => {
  await using host = await ChatHost.open();
  await host.ask("S", "Hello");
  await says(host, "/chat save mine");
  for (const [behavior, level] of [["deny", "error"], ["approve", "info"]]) {
    await host.prompt("S", "/chat save mine");
    const question = await host.next(isType("control_request"));
    assertEquals([question.subtype, question.metadata], ["confirm_action", { reason: "/chat save mine" }]);
    await host.answer(question, { behavior, message: "No, keep it" });
    assertEquals(
      (await host.next(isType("result/command"))).result,
      level === "info"
        ? info("Conversation checkpoint saved with tag: mine.")
        : { type: "message", level, content: "The command was not run: No, keep it" },
    );
  }
  const command = { kind: "slash", path: ["chat", "save"], args: "mine", confirmationOutcome: "proceed_once" };
  await host.send({ session_id: "S", input: { origin: "user", parts: [{ type: "text", text: "" }], command } });
  const { result } = await host.next(isType("result/command"));
  assertEquals(result, info("Conversation checkpoint saved with tag: mine."));
});

Deno.test("chat returns the question itself where nobody can answer it", async () => {
  await using host = await ChatHost.open();
  await host.ask("S", "Hello");
  await says(host, "/chat save mine");
  await host.prompt("S", "/chat save mine");
  assertEquals(await host.close(), 0);
  const results = host.lines.filter(isType("result/command")).map(({ result }) => result as Record<string, string>);
  assert(["confirm_action", "message"].includes(results[1].type));
  if (results[1].type === "message") assertMatch(results[1].content, /^The command was not run/);
});

Deno.test("chat clears a conversation for the system and keeps the session", async () => {
  await using model = fakeModel(["Noted.", "Hello."]);
  await using host = await ChatHost.open([], { model });
  await host.ask("S", "Remember the word heron");
  const parts = [{ type: "instruction", text: "/clear" }];
  await host.send({ session_id: "S", input: { origin: "system", parts } });
  const { session_id, command, result } = await host.next(isType("result/command"));
  assertEquals([session_id, command], ["S", { kind: "slash", path: ["clear"], args: "" }]);
  assertEquals(result, { type: "handled", text: "The conversation history was cleared." });
  const next = await host.ask("S", "Hello");
  assertEquals(next.id, "chatcmpl-S");
  assertEquals(JSON.stringify(model.requests[1].body.messages).includes("heron"), false);
  assertEquals(await host.close(), 0);
  await using later = await ChatHost.open([], { folder: host.folder });
  await later.ask("S", "say done");
  assertStringIncludes(await says(later, "/export json later.json"), "(4 messages)");
});

Deno.test("chat takes words of the system into the conversation and says so", async () => {
  for (const format of ["stream-json", "stream-chunk-json"]) {
    await using model = fakeModel(["A heron."]);
    await using host = await ChatHost.open(["--output-format", format], { model });
    const parts = [{ type: "instruction", text: "The bird of the day is the heron." }];
    await host.send({ session_id: "S", prompt_id: "note", input: { origin: "system", parts } });
    const noted = await host.next((line) => isSummary(line, "S"));
    assertEquals([noted.metadata?.subtype, noted.metadata?.prompt_id, noted.metadata?.num_turns], [
      "success",
      "note",
      0,
    ]);
    assertEquals(host.lines[0].metadata?.event, "init");
    await host.ask("S", "Which bird is it?");
    assertMatch(JSON.stringify(model.requests[0].body.messages), /the heron\..*Which bird is it/);
    assertEquals(model.requests.length, 1);
  }
});

Deno.test("chat compresses a conversation into a summary that the model goes on from", async () => {
  const long = "heron ".repeat(400);
  await using model = fakeModel([long, "Birds were named.", "Hello."]);
  await using host = await ChatHost.open([], { model });
  await host.ask("S", "Name birds");
  assertMatch(await says(host, "/compress"), /^Chat history compressed from \d+ to \d+ tokens\.$/);
  await host.ask("S", "Hello");
  const sent = JSON.stringify(model.requests[2].body.messages);
  assertEquals([sent.includes("Birds were named."), sent.includes("heron heron")], [true, false]);
  const told = host.lines.find(({ event }) => event === "ChatCompressed");
  assertEquals(Object.keys(told?.metrics ?? {}), ["original_tokens", "compressed_tokens", "duration_ms"]);
});

Deno.test("chat leaves a conversation alone that a summary would not make shorter", async () => {
  await using model = fakeModel(["Hi.", "A very long summary. ".repeat(50), "Hello."]);
  await using host = await ChatHost.open([], { model });
  await host.ask("S", "Short word heron");
  assertMatch(await says(host, "/compress"), /^The conversation was left as it is/);
  await host.ask("S", "Hello");
  assertMatch(JSON.stringify(model.requests[2].body.messages), /Short word heron/);
});

Deno.test("chat refuses to change a conversation that is being worked on", async () => {
  await using model = fakeModel([{ hold: "go", steps: [{ text: "Done." }] }]);
  await using host = await ChatHost.open([], { model });
  await host.prompt("S", "Hi");
  await model.request(0);
  const { level, content } = await host.command("S", "/clear");
  assertEquals(level, "error");
  assertMatch(String(content), /cannot be changed while a prompt is being worked on/);
  model.release("go");
  assertEquals((await host.next((line) => isSummary(line, "S"))).metadata?.subtype, "success");
});

Deno.test("chat tells stats, tools, servers, permissions and itself", async () => {
  await using host = await ChatHost.open(["--approval-mode", "yolo"]);
  await host.ask("S", "write a.txt: one\nread a.txt");
  assertMatch(await says(host, "/stats"), /Prompts: 1\n.*Tool calls: 2 \(0 failed\)\nLines changed: \+1 -0$/s);
  assertMatch(await says(host, "/stats model"), /^demo\n- Requests: 2 \(0 failed\)/);
  assertMatch(await says(host, "/stats tools"), /write_file: 1 calls, 0 failed/);
  assertMatch(await says(host, "/tools"), /\n- read_file\n/);
  assertMatch(await says(host, "/tools desc"), /\n- read_file: \S/);
  assertEquals(await says(host, "/mcp"), "No MCP servers are configured.");
  assertMatch(await says(host, "/about"), /^qwen \d.*Model: demo\nApproval mode: yolo\n/s);
  assertMatch(await says(host, "/docs"), /README\.md and docs\//);
  assertEquals(await says(host, "/permissions deny read_file"), "Added to deny: read_file");
  assertMatch(await says(host, "/permissions"), /deny:\n- read_file$/);
  assertEquals((await says(host, "/tools")).includes("- read_file\n"), false);
  const copied = await host.command("S", "/copy");
  assertEquals([copied.type, String(copied.content).startsWith("`write_file` says:")], ["message", true]);
  assertEquals(await says(host, "/permissions mode default"), "Approval mode set to default.");
  await host.prompt("S", "write b.txt: two");
  await host.answer(await host.next(isType("control_request")), { behavior: "deny" });
  await host.next((line) => isSummary(line, "S"));
});

Deno.test("chat shows settings by their names, and no secret of them", async () => {
  const settings = {
    general: { chatRecording: true },
    env: { SOME_TOKEN: "hush" },
    permissions: { ask: ["WebFetch"] },
  };
  await using host = await ChatHost.open([], { files: { "~/.qwen/settings.json": JSON.stringify(settings) } });
  assertEquals(JSON.parse(await says(host, "/config")), { ...settings, env: { SOME_TOKEN: "***" } });
  assertEquals(await says(host, "/config general.chatRecording"), "general.chatRecording = true");
  assertEquals(await says(host, "/config get permissions.ask"), 'permissions.ask = ["WebFetch"]');
});

Deno.test("chat answers in the language that was chosen", async () => {
  await using model = fakeModel(["Hallo.", "Hello."]);
  await using host = await ChatHost.open([], { model });
  assertEquals(await says(host, "/language output German"), "Answers will be in German.");
  await host.ask("S", "Hello");
  assertMatch(model.requests[0].body.messages[0].content, /Write your answers in this language: German\.$/);
  assertEquals(await says(host, "/language default"), "The model chooses the language of its answers.");
  await host.ask("S", "Hello");
  assertEquals(model.requests[1].body.messages[0].content.includes("German"), false);
});

Deno.test("chat runs the prompts of MCP servers as commands", async () => {
  await using model = fakeModel(["Hello, Ada."]);
  const server = { command: Deno.execPath(), args: ["run", "-A", "--quiet", "--no-config", MCP_SERVER] };
  const config = JSON.stringify({ mcpServers: { ext: server } });
  await using host = await ChatHost.open(["--mcp-config", config], { model });
  const made = await host.command("S", "/mcp__ext__greet Ada");
  assertEquals(made, { type: "submit_prompt", parts: [{ type: "text", text: "Greet Ada" }] });
  await host.send({ session_id: "S", continuation: true, input: { parts: made.parts } });
  assertEquals((await host.next((line) => isSummary(line, "S"))).metadata?.subtype, "success");
  assertMatch(JSON.stringify(model.requests[0].body.messages.at(-1)), /Greet Ada/);
  assertMatch(String((await host.command("S", "/mcp__ext__greet")).content), /^Missing argument "who"/);
  // The program has sent the prompt on by itself: the one that the host sends on is refused, not sent again.
  assertEquals(model.requests.length, 1);
});

Deno.test("chat exports a conversation into the workspace", async () => {
  await using host = await ChatHost.open();
  await host.ask("S", "say heron");
  for (const format of ["md", "html", "json", "jsonl"]) {
    assertStringIncludes(await says(host, `/export ${format} talk.${format}`), `talk.${format}`);
    assertStringIncludes(await Deno.readTextFile(`${host.cwd}/talk.${format}`), "heron");
  }
  assertEquals((await host.command("S", "/export /etc/talk.md")).level, "error");
});

Deno.test("chat adds to memory, shows it, reads it again, and the model knows", async () => {
  await using model = fakeModel(["Yes."]);
  await using host = await ChatHost.open([], { model });
  assertEquals(await says(host, "/memory show"), "Memory is currently empty.");
  assertMatch(await says(host, "/memory add Herons are blue"), /QWEN\.md: Herons are blue$/);
  assertMatch(await says(host, "/memory add --global Owls are brown"), /Owls are brown$/);
  assertMatch(await Deno.readTextFile(`${host.cwd}/QWEN.md`), /Herons are blue/);
  await Deno.writeTextFile(`${host.cwd}/QWEN.md`, "Herons are grey\n");
  assertMatch(await says(host, "/memory refresh"), /2 files/);
  assertMatch(await says(host, "/memory show"), /Owls are brown[\s\S]*Herons are grey/);
  await host.ask("S", "Hello");
  const { content } = model.requests[0].body.messages[0];
  assertMatch(JSON.stringify(content), /Owls are brown.*Herons are grey/);
});

Deno.test("chat opens a further folder for tools once the host approves", async () => {
  await using host = await ChatHost.open(["--approval-mode", "yolo"], { files: { "~/other/note.txt": "heron\n" } });
  const other = `${host.folder}/home/other`;
  const before = contentOf(await host.ask("S", `read ${other}/note.txt`));
  assertMatch(String(before), /did not work/);
  await host.prompt("S", `/directory add ${other}`);
  const question = await host.next(isType("control_request"));
  assertEquals(question.subtype, "confirm_action");
  await host.answer(question, { behavior: "approve" });
  assertEquals((await host.next(isType("result/command"))).result, info(`Added ${other}`));
  assertStringIncludes(await says(host, "/directory show"), `- ${other}`);
  assertMatch(String(contentOf(await host.ask("S", `read ${other}/note.txt`))), /heron/);
  await host.ask("S", `write ${other}/more.txt: owl`);
  assertEquals(await Deno.readTextFile(`${other}/more.txt`), "owl\n");
});

Deno.test("chat changes the model of the session, and of one request only", async () => {
  await using model = fakeModel([], { otherwise: "Hello." });
  await using host = await ChatHost.open([], { model });
  assertEquals(await says(host, "/model other-one"), "Model set to other-one.");
  await host.ask("S", "Hello");
  await host.ask("S", "Hello", { model: "just-now" });
  await host.ask("S", "Hello");
  assertEquals(model.requests.map(({ body }) => body.model), ["other-one", "just-now", "other-one"]);
});

Deno.test("chat lists and switches MCP servers", async () => {
  const server = new URL("../support/mcp_server.ts", import.meta.url).pathname;
  const entry = { command: Deno.execPath(), args: ["run", "-A", "--quiet", "--no-config", server, "plain"] };
  const config = JSON.stringify({ mcpServers: { calc: entry } });
  await using host = await ChatHost.open(["--approval-mode", "yolo", "--mcp-config", config]);
  assertMatch(String(contentOf(await host.ask("S", 'call mcp__calc__add {"a":1,"b":2}'))), /3/);
  assertMatch(await says(host, "/mcp"), /^MCP servers \(1\):\n- calc: connected, from flag\n {2}- /);
  assertEquals(await says(host, "/mcp disable calc"), "MCP server calc is now disabled.");
  assertEquals((await says(host, "/tools")).includes("mcp__calc__add"), false);
  assertEquals(await says(host, "/mcp enable calc"), "MCP server calc is now connected.");
  assertEquals((await says(host, "/tools")).includes("mcp__calc__add"), true);
});

Deno.test("chat puts files and conversation back to before a prompt", async () => {
  await using host = await ChatHost.open(["--approval-mode", "yolo"], { files: { "a.txt": "first\n" } });
  await host.ask("S", "say hello");
  await host.ask("S", "read a.txt\nthen\nwrite a.txt: second");
  assertEquals(await Deno.readTextFile(`${host.cwd}/a.txt`), "second\n");
  const listed = await says(host, "/restore");
  const [, id] = /- (\S+): Before edits of a\.txt/.exec(listed) ?? [];
  const { type, history } = await host.command("S", `/restore ${id}`);
  assertEquals([type, (history as object[]).length], ["load_history", 2]);
  assertEquals(await Deno.readTextFile(`${host.cwd}/a.txt`), "first\n");
});

Deno.test("chat hands a command's prompt to the host, which sends it on once", async () => {
  await using model = fakeModel([], { otherwise: "It is a project." });
  await using host = await ChatHost.open([], { model });
  await host.prompt("S", "/init", { prompt_id: "p1" });
  const { prompt_id, result } = await host.next(isType("result/command")) as Line & { result: { parts: object[] } };
  assertEquals([prompt_id, model.requests.length], ["p1", 0]);
  await host.send({
    session_id: "S",
    prompt_id: "p1",
    continuation: true,
    input: { origin: "user", parts: result.parts },
  });
  const summary = await host.next((line) => isSummary(line, "S"));
  assertEquals([summary.metadata?.prompt_id, contentOf(summary)], ["p1", "It is a project."]);
  assertEquals(await host.close(), 0);
  assertEquals(model.requests.length, 1);
  assertMatch(
    JSON.stringify(model.requests[0].body.messages.at(-1)),
    /Analyze this project and write the file QWEN\.md/,
  );
});

Deno.test("chat runs a command's prompt itself where the input ends, and forgets it where the host went on", async () => {
  await using model = fakeModel([], { otherwise: "Hello." });
  await using host = await ChatHost.open([], { model });
  await host.prompt("S", "/init");
  assertEquals(await host.close(), 0);
  assertEquals(host.lines.filter((line) => isSummary(line)).length, 1);
  assertMatch(JSON.stringify(model.requests[0].body.messages.at(-1)), /Analyze this project/);
  await using other = await ChatHost.open([], { model });
  await other.prompt("S", "/init", { options: { host_continues: true } });
  await other.next((line) => line.type === "result/command");
  await other.ask("S", "Something else");
  assertEquals(await other.close(), 0);
  assertEquals(model.requests.length, 2);
});

Deno.test("chat keeps the model's summary of the project, and the conversation as it was", async () => {
  await using model = fakeModel(["Hello.", "# Project Summary\nHerons.", "Yes."]);
  await using host = await ChatHost.open([], { model });
  await host.ask("S", "Hello");
  assertEquals(await says(host, "/summary"), "The project summary was saved to .qwen/PROJECT_SUMMARY.md.");
  assertEquals(await Deno.readTextFile(`${host.cwd}/.qwen/PROJECT_SUMMARY.md`), "# Project Summary\nHerons.\n");
  await host.ask("S", "And now?");
  assertEquals(JSON.stringify(model.requests[2].body.messages).includes("Summarise this conversation"), false);
});
