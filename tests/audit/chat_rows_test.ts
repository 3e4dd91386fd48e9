import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { ChatHost, contentOf, isSummary, isType, type Line } from "../support/chat_host.ts";
import { fakeModel, type Step } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen } from "../support/qwen.ts";

const isCommand = isType("result/command");

function annotationsOf(lines: readonly Line[]): Record<string, unknown>[] {
  return lines.flatMap(({ choices }) =>
    (choices?.[0]?.message?.annotations ?? choices?.[0]?.delta?.annotations ?? []) as Record<string, unknown>[]
  );
}

Deno.test("RFC 5: @ references have a result/command that names what was read and what was not found", async () => {
  await using model = fakeModel(["Seen.", "Seen.", "Seen."]);
  await using host = await ChatHost.open([], { model, files: { "a.txt": "A" } });
  await host.prompt("S", "Look at @a.txt and @gone.txt");
  const implicit = await host.next(isCommand);
  assertEquals((implicit.command as Record<string, unknown>).kind, "at");
  assertEquals((implicit.result as Record<string, unknown>).content, "Read: a.txt\nNot found: gone.txt");
  await host.next((line) => isSummary(line, "S"));
  const references = [{ original: "@x", resolved: "gone.txt" }, { original: "@y", resolved: "a.txt" }];
  const parts = [{ text: "Read @x and @y" }];
  await host.send({ session_id: "S", input: { command: { kind: "at", references }, parts } });
  const explicit = await host.next(isCommand);
  assertEquals((explicit.command as Record<string, unknown>).kind, "at");
  assertEquals((explicit.result as Record<string, unknown>).content, "Read: a.txt\nNot found: gone.txt");
  await host.next((line) => isSummary(line, "S"));
  // A file outside the workspace is neither read nor said to be missing.
  await host.prompt("S", "Look at @/etc/passwd");
  const refused = (await host.next(isCommand)).result as Record<string, unknown>;
  assertEquals([refused.level, /^Left out: \/etc\/passwd: /.test(String(refused.content))], ["error", true]);
  await host.next((line) => isSummary(line, "S"));
});

Deno.test("RFC 6: the program goes on with submit_prompt unless the host says that it continues", async () => {
  await using model = fakeModel(["First.", "Second."]);
  await using host = await ChatHost.open([], { model });
  await host.prompt("S", "/submit Say something");
  assertEquals(((await host.next(isCommand)).result as Record<string, unknown>).type, "submit_prompt");
  assertEquals(contentOf(await host.next((line) => isSummary(line, "S"))), "First.");
  await host.prompt("S", "/submit Say more", { prompt_id: "p2", options: { host_continues: true } });
  await host.next(isCommand);
  await host.send({ type: "heartbeat_request", session_id: "S" });
  assertEquals((await host.next(isType("result/heartbeat"))).state, "idle");
  assertEquals(model.requests.length, 1);
  const receipt = host.lines.find((line) => line.metadata?.event === "init");
  assertEquals((receipt?.metadata?.capabilities as Record<string, boolean>).host_continues, true);
  await host.prompt("S", "Say more", { prompt_id: "p2", continuation: true });
  assertEquals(contentOf(await host.next((line) => isSummary(line, "S"))), "Second.");
});

Deno.test("RFC 7: a chat host registers hooks by initialize and is asked by hook_callback", async () => {
  await using model = fakeModel([[{ call: "list_directory", input: { path: "." } }], "Listed."]);
  await using host = await ChatHost.open([], { model });
  const hooks = { PreToolUse: [{ matcher: "list_directory", hookCallbackIds: ["cb1"] }] };
  await host.send({
    type: "control_request",
    request_id: "r1",
    session_id: "S",
    request: { subtype: "initialize", hooks },
  });
  const answer = await host.next(isType("control_response"));
  assertEquals([answer.request_id, (answer.response as Record<string, unknown>).subtype], ["r1", "success"]);
  await host.prompt("S", "List");
  const asked = await host.next(isType("control_request"));
  assertEquals([asked.subtype, (asked.request as Record<string, unknown>).callback_id], ["hook_callback", "cb1"]);
  await host.answer(asked, {});
  await host.next((line) => isSummary(line, "S"));
});

Deno.test("RFC 8, 9: before the first prompt a heartbeat answers idle and a cancel answers noop", async () => {
  await using host = await ChatHost.open();
  await host.send({ type: "heartbeat_request", session_id: "S" });
  const beat = await host.next(isType("result/heartbeat"));
  assertEquals([beat.session_id, beat.status, beat.state], ["S", "ok", "idle"]);
  await host.send({ type: "control/cancel", session_id: "S", request_id: "r1", reason: "escape" });
  assertEquals((await host.next(isType("result/cancel"))).status, "noop");
  assertEquals((await host.next(isType("control_response"))).request_id, "r1");
});

Deno.test("RFC 10: the question of a command carries the command's own prompt id", async () => {
  await using host = await ChatHost.open([], { files: { "QWEN.md": "x" } });
  await host.ask("S", "Hello", { prompt_id: "before" });
  await host.prompt("S", "/init", { prompt_id: "mine" });
  const asked = await host.next(isType("control_request"));
  assertEquals([asked.subtype, asked.prompt_id], ["confirm_action", "mine"]);
  await host.answer(asked, { behavior: "deny" });
  assertEquals((await host.next(isCommand)).prompt_id, "mine");
});

Deno.test("RFC 11, 12, 24: whole lines show Confirming, Executing and Canceled, and diffs as git writes them", async () => {
  const write = (name: string): Step[] => [{ call: "write_file", input: { file_path: name, content: "new\n" } }];
  let cwd = "";
  await using model = fakeModel([() => write(`${cwd}/a.txt`), () => write(`${cwd}/b.txt`), "Done."]);
  await using host = await ChatHost.open(["--approval-mode", "default"], { model });
  cwd = host.cwd;
  await host.prompt("S", "Write");
  await host.answer(await host.next(isType("control_request")), { behavior: "approve" });
  await host.answer(await host.next(isType("control_request")), { behavior: "deny", message: "No." });
  await host.next((line) => isSummary(line, "S"));
  const shown = annotationsOf(host.lines).filter(({ type }) => type === "x-qwen-tool-display");
  assertEquals(shown.map(({ status }) => status), [
    ...["Pending", "Confirming", "Executing", "Success"],
    ...["Pending", "Confirming", "Canceled"],
  ]);
  assertEquals((shown[1].confirmation as Record<string, unknown>).type, "edit");
  const { diff, file_name } = shown[3].result_display as Record<string, string>;
  assertEquals(file_name, "a.txt");
  assertMatch(diff, /^diff --git a\/a\.txt b\/a\.txt\nnew file mode 100644\n--- \/dev\/null\n\+\+\+ b\/a\.txt\n@@ /);
});

Deno.test("RFC 13: dialogs bring their choices, and a value given is applied", async () => {
  await using host = await ChatHost.open();
  const dialog = await host.command("S", "/theme");
  assert((dialog.choices as string[]).includes("Dracula"));
  assertEquals(dialog.current, null);
  assertEquals((await host.command("S", "/theme Dracula")).content, "Theme set to Dracula.");
  assertEquals((await host.command("S", "/theme")).current, "Dracula");
  assertEquals((await host.command("S", "/editor vim")).content, "Editor set to vim.");
  assertEquals((await host.command("S", "/theme Nonsense")).level, "error");
  assertEquals((await host.command("S", "/auth")).current, "demo");
  assertEquals((await host.command("S", "/auth openai")).level, "error");
  await using model = fakeModel([]);
  await using other = await ChatHost.open([], { model });
  const auth = await other.command("S", "/auth");
  assertEquals([auth.type, auth.dialog, auth.current], ["dialog", "auth", "openai"]);
  assert((auth.choices as string[]).includes("openai"));
  assertEquals((await other.command("S", "/auth openai")).level, "info");
  assertEquals((await other.command("S", "/auth nonsense")).level, "error");
});

Deno.test("RFC 14: /copy answers with the text to copy", async () => {
  await using model = fakeModel(["A fine answer."]);
  await using host = await ChatHost.open([], { model });
  await host.ask("S", "Hello");
  assertEquals(await host.command("S", "/copy"), { type: "message", level: "info", content: "A fine answer." });
});

Deno.test("RFC 15: text mode prints the help for /help and ?", async () => {
  await using fixture = await Fixture.open();
  for (const words of [["/help"], ["-p", "?"]]) {
    const { code, stdout } = await runQwen(["--provider", "demo", ...words], { fixture });
    assertEquals(code, 0, words.join(" "));
    assertMatch(stdout, /^- \/about: /m);
  }
});

Deno.test("RFC 16: file_data parts are read inside the fences, or refused by name", async () => {
  await using model = fakeModel(["Read."]);
  await using host = await ChatHost.open([], { model, files: { "a.txt": "forty-two" } });
  const parts = (file_uri: string): object => ({
    input: { parts: [{ type: "text", text: "Read" }, { type: "file_data", file_data: { file_uri } }] },
  });
  await host.send({ session_id: "S", ...parts("a.txt") });
  await host.next((line) => isSummary(line, "S"));
  assertStringIncludes(JSON.stringify(model.requests[0].body.messages), "forty-two");
  await host.send({ session_id: "S", ...parts("/etc/passwd") });
  const refused = await host.next((line) => isSummary(line, "S"));
  assertMatch(String((refused.metadata?.error as Record<string, unknown>).message), /attached file \/etc\/passwd/);
  assertEquals(model.requests.length, 1);
});

Deno.test("RFC 17: bad arguments of a tool_request get QWEN_INVALID_TOOL_ARGS", async () => {
  await using host = await ChatHost.open();
  await host.send({ session_id: "S", input: { parts: [] }, tool_request: { name: "read_file", args: "no object" } });
  const refused = await host.next((line) => "error" in line);
  const { code, param } = refused.error as Record<string, unknown>;
  assertEquals([code, param], ["QWEN_INVALID_TOOL_ARGS", "tool_request.args"]);
});

Deno.test("RFC 18: a recoverable error in chunks ends with stop and has its text in content", async () => {
  await using model = fakeModel([{ status: 400, body: { error: { message: "No such model" } } }]);
  await using host = await ChatHost.open(["--output-format", "stream-chunk-json"], { model });
  const summary = await host.ask("S", "Hello");
  const last = host.lines.findLast((line) => line.choices?.[0]?.finish_reason);
  assertEquals(last?.choices?.[0].finish_reason, "stop");
  assertMatch(String(last?.choices?.[0].delta?.content), /No such model/);
  assertEquals((summary.metadata?.error as Record<string, unknown>).code, "provider_error");
});

Deno.test("RFC 19: every end tells the exit code in one x-qwen-terminal", async () => {
  const host = await ChatHost.open();
  await host.ask("S", "Hello");
  await host[Symbol.asyncDispose]();
  assertEquals(annotationsOf(host.exits).map(({ type, source, exit_code }) => [type, source, exit_code]), [
    ["x-qwen-terminal", "system", 0],
  ]);
  await using fixture = await Fixture.open();
  const args = ["--provider", "demo", "--dialect", "chat", "--output-format", "json", "-p", "Hello"];
  const { stdout } = await runQwen(args, { fixture });
  assertEquals(annotationsOf(linesOf(stdout).flat()).filter((note) => note.exit_code === 0).length, 1);
});

Deno.test("RFC 21: a command without output shows no terminal text", async () => {
  await using model = fakeModel([[{ call: "run_shell_command", input: { command: "true" } }], "Done."]);
  await using host = await ChatHost.open(["--yolo"], { model });
  await host.ask("S", "Run");
  assertEquals(annotationsOf(host.lines).filter(({ source }) => source === "tool"), []);
});

Deno.test("RFC 25: ChatCompressed is told at once", async () => {
  const long = "A long answer. ".repeat(4_000);
  await using model = fakeModel([long, long, "Bye.", "A summary."]);
  await using host = await ChatHost.open([], { model });
  for (const word of ["Hello", "Again", "Bye"]) await host.ask("S", word);
  assertMatch(String((await host.command("S", "/compress")).content), /compressed/);
  const at = host.lines.findIndex((line) => line.event === "ChatCompressed");
  assert(at >= 0 && at < host.lines.findIndex(isCommand));
});

Deno.test("RFC 27: the reason of a cancel is a known word", async () => {
  await using host = await ChatHost.open();
  await host.send({ type: "control/cancel", session_id: "S", reason: "because" });
  const { code, param } = (await host.next((line) => "error" in line)).error as Record<string, unknown>;
  assertEquals([code, param], ["QWEN_INVALID_VALUE", "reason"]);
});

Deno.test("RFC 28: docs/ipc has the schema of requests", async () => {
  const read = (path: string): Promise<string> => Deno.readTextFile(new URL(`../../${path}`, import.meta.url));
  const name = "qwen-chat-request-schema.json";
  assertEquals(await read(`docs/ipc/${name}`), await read(`schemas/chat/${name}`));
});

Deno.test("RFC 29: unsupported_protocol names the asker's session and prompt, and the process ends", async () => {
  await using host = await ChatHost.open();
  await host.prompt("mine", "Hello", { prompt_id: "p7", protocol_version: 99 });
  const refused = await host.next((line) => line.choices?.[0]?.finish_reason === "error");
  assertEquals([refused.metadata?.session_id, refused.metadata?.prompt_id], ["mine", "p7"]);
  assertEquals(await host.ended(), 1);
});

Deno.test("RFC 30: receipt, hints and registry list the same commands", async () => {
  await using host = await ChatHost.open();
  await host.ask("S", "Hello");
  const receipt = host.lines.find((line) => line.metadata?.event === "init")?.metadata?.commands as string[];
  await host.send({ type: "command_hint_request", session_id: "S", trigger: "slash", text: "/", cursor: 1 });
  const hint = await host.next(isType("result/command_hint"));
  assertEquals((hint.suggestions as { value: string }[]).map(({ value }) => value), receipt);
  assert(receipt.includes("theme") && receipt.includes("effort"));
});

Deno.test("RFC 31: /submit sends its text to the model", async () => {
  await using model = fakeModel(["Yes."]);
  await using host = await ChatHost.open([], { model });
  await host.prompt("S", "/submit /not a command");
  await host.next((line) => isSummary(line, "S"));
  assertStringIncludes(JSON.stringify(model.requests[0].body.messages.at(-1)), "/not a command");
});

Deno.test("RFC: tool_overrides are enforced when a tool is called", async () => {
  await using model = fakeModel([[{ call: "list_directory", input: { path: "." } }], "Refused."]);
  await using host = await ChatHost.open([], { model });
  await host.ask("S", "List", { options: { tool_overrides: ["read_file"] } });
  const result = host.lines.find((line) => line.choices?.[0]?.message?.role === "tool");
  assertEquals(result && contentOf(result), "The tool list_directory is not offered for this prompt.");
});

Deno.test("RFC: the receipt has the id of its prompt in stream-json", async () => {
  await using host = await ChatHost.open();
  await host.ask("S", "Hello", { prompt_id: "p1" });
  assertEquals(host.lines.find((line) => line.metadata?.event === "init")?.metadata?.prompt_id, "p1");
});

Deno.test("RFC: the process ends after 100 bad lines while its input is open", async () => {
  await using host = await ChatHost.open();
  await host.write("nonsense\n".repeat(100));
  assertEquals(await host.ended(), 1);
});

Deno.test("RFC 20: what goes to stderr is also an annotation with the source console", async () => {
  await using fixture = await Fixture.open();
  for (const format of ["stream-json", "stream-chunk-json"]) {
    const args = ["--provider", "demo", "--dialect", "chat", "--input-format", "stream-json", "-o", format];
    const request = { session_id: "S", input: { parts: [{ type: "text", text: "say Hi" }] } };
    const stdin = `${JSON.stringify(request)}\n`;
    const { stdout, stderr } = await runQwen([...args, "--no-such-flag", "--debug=turn"], { fixture, stdin });
    assertMatch(stderr, /no-such-flag/);
    assertMatch(stderr, /turn\.started/);
    const logs = annotationsOf(linesOf(stdout)).filter(({ source }) => source === "console");
    const shown = logs.map(({ console_level, channel, text }) => `${console_level} ${channel} ${text}`);
    assert(shown.some((text) => /^warn stderr .*no-such-flag/.test(text)), shown.join("\n"));
    assert(shown.some((text) => /^debug stderr .*turn\.started/.test(text)), shown.join("\n"));
  }
});
