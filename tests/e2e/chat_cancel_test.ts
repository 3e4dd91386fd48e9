import { assert, assertEquals, assertMatch } from "@std/assert";
import { ChatHost, isSummary, isType, type Line } from "../support/chat_host.ts";
import { fakeModel } from "../support/fake_model.ts";
import { processesWith, withProc } from "../support/proc.ts";

// The contract says 300 ms, and 2.3 s for a shell; a loaded machine that runs many tests at once gets some slack.
const SLACK_MS = 1_500;

/** Every file below a folder with its content. */
async function tree(folder: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  try {
    for await (const entry of Deno.readDir(folder)) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory) Object.assign(files, await tree(path));
      else files[path] = await Deno.readTextFile(path);
    }
  } catch (error) {
    // The placeholders of a sandbox are removed with the command that needed them.
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return files;
}

/** Resolves when a file is there. */
async function existing(path: string): Promise<void> {
  while (!await Deno.stat(path).then(() => true, () => false)) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Cancels what runs: acknowledged first, then stopped within the time, nothing written after it, and a next prompt works. */
async function cancels(host: ChatHost, options: { maxMs?: number; end?: (line: Line) => boolean } = {}): Promise<Line> {
  const { maxMs = 300, end = (line) => isSummary(line, "S") } = options;
  const from = host.lines.length;
  const sentAt = performance.now();
  await host.send({ type: "control/cancel", session_id: "S", reason: "escape" });
  const word = await host.next(isType("result/cancel"));
  const before = await tree(host.cwd);
  assertEquals([word.status, word.message], ["ok", "Request cancelled."]);
  const last = await host.next(end);
  const tookMs = performance.now() - sentAt;
  assert(tookMs < maxMs + SLACK_MS, `it took ${Math.round(tookMs)} ms`);
  assertEquals(host.lines.slice(from).filter((line) => line.type === "result/cancel" || end(line)).length, 2);
  assertEquals(await tree(host.cwd), before);
  return last;
}

/** Cancels a turn and checks what it says. */
async function cancelsTurn(host: ChatHost, options: { maxMs?: number } = {}): Promise<void> {
  const last = await cancels(host, options);
  assertEquals(last.metadata?.subtype, "cancelled");
  const told = host.lines.filter(isType("x-qwen-session-event"));
  assertEquals(told.map(({ event, message }) => [event, message]), [["USER_CANCELLED", "User cancelled the request."]]);
  const next = await host.ask("S", "Hello again");
  assertEquals(next.metadata?.subtype, "success");
}

Deno.test("chat cancels before the request has an answer", async () => {
  await using model = fakeModel([{ hold: "never" }, "Hello."]);
  await using host = await ChatHost.open([], { model });
  await host.prompt("S", "Hi");
  await model.request(0);
  await cancelsTurn(host);
});

Deno.test("chat cancels a prompt that was sent a moment before", async () => {
  await using model = fakeModel(["Hello."], { otherwise: { hold: "never" } });
  await using host = await ChatHost.open([], { model });
  // The start of the program is no part of the time that a cancel may take.
  await host.prompt("S", "Hi");
  await host.next((line) => isSummary(line, "S"));
  await host.prompt("S", "Hi again");
  const last = await cancels(host);
  assertEquals(last.metadata?.subtype, "cancelled");
  model.release("never");
});

Deno.test("chat cancels while the answer streams, and keeps what was said", async () => {
  await using model = fakeModel([[{ text: "Half an" }, { wait: "never" }], "Hello."]);
  await using host = await ChatHost.open(["--output-format", "stream-chunk-json"], { model });
  await host.prompt("S", "Hi");
  await host.next((line) => line.choices?.[0]?.delta?.content === "Half an");
  await cancelsTurn(host);
  const said = model.requests[1].body.messages.map(({ content }: { content: unknown }) => JSON.stringify(content));
  assertMatch(said.join("\n"), /Half an/);
});

Deno.test("chat cancels while a question is open, and the tool does not run", async () => {
  await using host = await ChatHost.open(["--approval-mode", "default"]);
  await host.prompt("S", "write notes.txt: some text");
  const question = await host.next(isType("control_request"));
  await cancelsTurn(host);
  await host.answer(question, { behavior: "approve" });
  const { error } = await host.next((line) => "error" in line) as { error?: { code: string; param: string } };
  assertEquals([error?.code, error?.param], ["QWEN_INVALID_VALUE", "request_id"]);
  assertEquals(await tree(host.cwd), {});
});

Deno.test("chat cancels while a hook is open", async () => {
  const command = 'if grep -q "the long way"; then touch "$HOME/hook"; sleep 60; touch "$HOME/late"; fi';
  const settings = { hooks: { UserPromptSubmit: [{ hooks: [{ type: "command", command, timeout: 120_000 }] }] } };
  await using host = await ChatHost.open([], { files: { "~/.qwen/settings.json": JSON.stringify(settings) } });
  await host.prompt("S", "Go the long way");
  await existing(`${host.folder}/home/hook`);
  await cancelsTurn(host, { maxMs: 2_300 });
});

Deno.test(withProc("chat cancels a running shell with all that it started", async () => {
  await using host = await ChatHost.open(["--approval-mode", "yolo", "--output-format", "stream-chunk-json"]);
  await host.prompt(
    "S",
    "run: trap '' TERM; (sleep 2; echo late > late.txt) & echo started; sleep 60; echo never > never.txt",
  );
  await host.next(({ choices }) => JSON.stringify(choices ?? []).includes('"started\\n"'));
  const before = await processesWith(host.folder);
  assert(before.length > 1);
  await cancelsTurn(host, { maxMs: 2_300 });
  assertEquals((await processesWith(host.folder)).length, 1);
  assertEquals(await tree(host.cwd), {});
}));

Deno.test("chat cancels a call of an MCP server", async () => {
  const server = new URL("../support/mcp_server.ts", import.meta.url).pathname;
  const entry = { command: Deno.execPath(), args: ["run", "-A", "--quiet", "--no-config", server, "plain"] };
  const config = JSON.stringify({ mcpServers: { slow: entry } });
  const args = ["--approval-mode", "yolo", "--mcp-config", config, "--output-format", "stream-chunk-json"];
  await using host = await ChatHost.open(args);
  await host.prompt("S", "call mcp__slow__wait {}");
  await host.next(({ choices }) => JSON.stringify(choices ?? []).includes('"Executing"'));
  await cancelsTurn(host);
});

Deno.test("chat cancels the sleep before a retry", async () => {
  const busy = { status: 503, body: { error: { message: "busy" } }, headers: { "retry-after": "30" } };
  await using model = fakeModel([busy, "Hello."]);
  await using host = await ChatHost.open(["--output-format", "stream-chunk-json"], { model });
  await host.prompt("S", "Hi");
  const isRetry = ({ choices }: Line): boolean => JSON.stringify(choices ?? []).includes('"event":"Retry"');
  await host.next(isRetry);
  await host.send({ type: "heartbeat_request", session_id: "S" });
  assertEquals((await host.next(isType("result/heartbeat"))).state, "retry_sleep");
  await cancelsTurn(host);
});

Deno.test("chat cancels a compaction and keeps the conversation", async () => {
  await using model = fakeModel(["First.", [{ text: "In sum" }, { wait: "never" }], "Hello."]);
  await using host = await ChatHost.open([], { model });
  await host.ask("S", "Remember the word heron");
  await host.prompt("S", "/compress");
  await model.request(1);
  const last = await cancels(host, { end: isType("result/command") });
  assertEquals(last.result, { type: "message", level: "error", content: "The command was cancelled." });
  assertEquals((await host.ask("S", "Hello")).metadata?.subtype, "success");
  assertMatch(JSON.stringify(model.requests[2].body.messages), /heron/);
});

Deno.test("chat cancels a compaction that began by itself, and begins it again", async () => {
  const long = [{ repeat: "heron ", times: 75_000 }];
  await using model = fakeModel([long, "Yes.", [{ text: "In sum" }, { wait: "never" }], "Herons.", "Hello."]);
  await using host = await ChatHost.open([], { model });
  await host.ask("S", "Name birds");
  await host.ask("S", "More?");
  await host.prompt("S", "And now?");
  await model.request(2);
  await cancelsTurn(host);
  const sent = JSON.stringify(model.requests[4].body.messages);
  assertEquals([sent.includes("Herons."), sent.includes("heron heron")], [true, false]);
});

Deno.test("chat says what runs when a cancel means something else", async () => {
  await using model = fakeModel(["Hello.", { hold: "go" }]);
  await using host = await ChatHost.open([], { model });
  await host.ask("S", "Hello");
  await host.send({ type: "control/cancel", session_id: "S", reason: "escape" });
  const idle = await host.next(isType("result/cancel"));
  assertEquals(idle, { type: "result/cancel", session_id: "S", status: "noop", message: "Nothing is running." });
  await host.prompt("S", "Hi", { prompt_id: "mine" });
  await model.request(1);
  await host.send({ type: "control/cancel", session_id: "S", prompt_id: "other", reason: "escape" });
  const { status, prompt_id, message } = await host.next(isType("result/cancel"));
  assertEquals([status, prompt_id], ["noop", "other"]);
  assertEquals(message, 'The prompt "other" is not running: the running one is "mine".');
  await host.send({ type: "control/cancel", session_id: "S", prompt_id: "mine", request_id: "r9", reason: "escape" });
  assertEquals((await host.next(isType("result/cancel"))).status, "ok");
  assertEquals((await host.next(isType("control_response"))).request_id, "r9");
  await host.next((line) => isSummary(line, "S"));
});

Deno.test("chat opens no session for a cancel or a heartbeat, and says that there is none", async () => {
  await using host = await ChatHost.open();
  await host.ask("S", "Hello");
  const from = host.lines.length;
  await host.send({ type: "control/cancel", session_id: "T", request_id: "r1", reason: "escape" });
  await host.send({ type: "heartbeat_request", session_id: "T" });
  await host.send({ type: "command_hint_cancel", session_id: "T", prompt_id: "p" });
  await host.send({ type: "heartbeat_request", session_id: "S" });
  await host.next(isType("result/heartbeat"));
  const unknown = {
    error: {
      message: 'No session "T" is open here. A prompt opens it.',
      type: "invalid_request_error",
      param: "session_id",
      code: "QWEN_UNKNOWN_SESSION",
    },
  };
  const refused = { message: 'No session "T" is open here', retryable: false };
  assertEquals(host.lines.slice(from, -1), [
    unknown,
    { type: "control_response", request_id: "r1", response: { subtype: "error", error: refused } },
    unknown,
    unknown,
  ]);
  assertEquals((await host.ask("T", "Hello")).metadata?.session_id, "T");
});
