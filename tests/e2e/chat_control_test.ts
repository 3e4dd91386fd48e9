import { assert, assertEquals, assertMatch } from "@std/assert";
import { ChatHost, contentOf, isSummary, isType, type Line } from "../support/chat_host.ts";

async function question(host: ChatHost, text: string): Promise<Line> {
  await host.prompt("S", text);
  return await host.next(isType("control_request"));
}

function controlErrors(lines: Line[]): Record<string, unknown>[] {
  return lines.flatMap(({ metadata }) => (metadata?.control_errors ?? []) as Record<string, unknown>[]);
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}

Deno.test("chat asks nested and flat at once, with what a person needs to decide", async () => {
  await using host = await ChatHost.open(["--approval-mode", "default"], { files: { "a.txt": "one\ntwo\n" } });
  const edit = await question(host, "read a.txt\nthen\nedit a.txt: two => three");
  const input = { file_path: `${host.cwd}/a.txt`, old_string: "two", new_string: "three" };
  assertEquals([edit.subtype, edit.session_id, edit.prompt_id], ["can_use_tool", "S", "S########1"]);
  assertEquals(edit.tool, { name: "edit", arguments: input });
  const request = edit.request as Record<string, unknown> & { confirmation: Record<string, unknown> };
  assertEquals([request.subtype, request.tool_name, request.input], ["can_use_tool", "edit", input]);
  const { confirmation } = request;
  assertEquals([confirmation.type, confirmation.original_content, confirmation.new_content], [
    "edit",
    "one\ntwo\n",
    "one\nthree\n",
  ]);
  assertMatch(String(confirmation.file_diff), /-two\n\+three/);
  await host.answer(edit, { behavior: "approve" });
  await host.next((line) => isSummary(line, "S"));
  const exec = await question(host, "run: touch b.txt");
  const shown = (exec.request as { confirmation: object }).confirmation;
  assertEquals(shown, { type: "exec", title: "Run a command", command: "touch b.txt", root_command: "touch" });
  await host.answer(exec, { behavior: "deny" });
  await host.next((line) => isSummary(line, "S"));
  const info = await question(host, "fetch https://example.com/");
  assertEquals((info.request as { confirmation: { type: string } }).confirmation.type, "info");
  await host.answer(info, { behavior: "deny" });
  await host.next((line) => isSummary(line, "S"));
});

Deno.test("chat reads every spelling of an answer, with changed input and a scope", async () => {
  await using host = await ChatHost.open(["--approval-mode", "default"]);
  const first = await question(host, "write a.txt: one");
  const changed = { file_path: `${host.cwd}/a.txt`, content: "changed\n" };
  await host.answer(first, { behavior: "allow", updated_input: changed });
  await host.next((line) => isSummary(line, "S"));
  assertEquals(await Deno.readTextFile(`${host.cwd}/a.txt`), "changed\n");
  const second = await question(host, "run: echo $((1 + 1)) > b.txt");
  const result = { behavior: "approve", scope: "session" };
  await host.send({
    type: "control_response",
    response: { subtype: "success", request_id: second.request_id, response: result },
  });
  await host.next((line) => isSummary(line, "S"));
  assertEquals(await Deno.readTextFile(`${host.cwd}/b.txt`), "2\n");
  await Deno.remove(`${host.cwd}/b.txt`);
  const before = host.lines.filter(isType("control_request")).length;
  await host.ask("S", "run: echo $((1 + 1)) > b.txt");
  assertEquals(host.lines.filter(isType("control_request")).length, before);
  assertEquals(await exists(`${host.cwd}/b.txt`), true);
  await host.answer(await question(host, "run: echo $((1 + 2)) > b.txt"), { behavior: "deny" });
  await host.next((line) => isSummary(line, "S"));
});

Deno.test("chat denies after an answer that is none, and tells what was wrong with it", async () => {
  await using host = await ChatHost.open(["--approval-mode", "default"]);
  const answers: [unknown, RegExp, boolean][] = [
    [{ subtype: "error", error: { message: "The hook crashed", retryable: true } }, /The hook crashed/, true],
    [{ subtype: "success", result: { behavior: "perhaps" } }, /neither "approve" nor "deny"/, false],
    [{ subtype: "success" }, /no result/, false],
    ["yes", /no response/, false],
  ];
  for (const [response, message, retryable] of answers) {
    const from = host.lines.length;
    const { request_id } = await question(host, "write a.txt: one");
    await host.send({ type: "control_response", request_id, response });
    await host.next((line) => isSummary(line, "S"));
    const [told, ...more] = controlErrors(host.lines.slice(from));
    assertEquals([more, told.request_id, told.subtype, told.retryable], [[], request_id, "can_use_tool", retryable]);
    assertMatch(String(told.message), message);
    assertEquals(await exists(`${host.cwd}/a.txt`), false);
  }
});

Deno.test("chat gives up on a question in time, and refuses the answer that comes late", async () => {
  await using host = await ChatHost.open(["--approval-mode", "default", "--ask-timeout", "200ms"]);
  const asked = await question(host, "write a.txt: one");
  await host.next((line) => isSummary(line, "S"));
  assertEquals(controlErrors(host.lines).map(({ message }) => message), ["No answer came in time"]);
  await host.answer(asked, { behavior: "approve" });
  const late = await host.next((line) => "error" in line) as unknown as { error: { code: string; param: string } };
  assertEquals([late.error.code, late.error.param], ["QWEN_INVALID_VALUE", "request_id"]);
  assertEquals(await exists(`${host.cwd}/a.txt`), false);
});

Deno.test("chat denies at once where nobody answers questions, and says what would allow it", async () => {
  await using host = await ChatHost.open(["--approval-mode", "default", "--permission-prompts", "none"]);
  const summary = await host.ask("S", "write a.txt: one");
  assertEquals(host.lines.filter(isType("control_request")), []);
  const [denial] = summary.metadata?.permission_denials as { tool_name: string; hint: string; source: string }[];
  assertEquals(denial.tool_name, "write_file");
  assert(denial.hint.length > 0, denial.source);
  assertMatch(String(contentOf(summary)), /did not work/);
});

Deno.test("chat keeps asking out of the conversation", async () => {
  await using host = await ChatHost.open(["--approval-mode", "default"]);
  await host.answer(await question(host, "write a.txt: one"), { behavior: "approve" });
  await host.next((line) => isSummary(line, "S"));
  const seqs = host.lines.flatMap(({ metadata, object }) => object ? [metadata?.seq] : []);
  assertEquals(seqs, seqs.map((_, index) => index + 1));
  assertEquals(String((await host.command("S", "/export json talk.json")).content).includes("(4 messages)"), true);
});

Deno.test("chat asks before it quits where a command wants it, and goes on until the input ends", async () => {
  await using host = await ChatHost.open();
  for (const [behavior, type] of [["deny", "message"], ["approve", "quit"]]) {
    await host.prompt("S", "/quit-confirm");
    const asked = await host.next(isType("control_request"));
    assertEquals([asked.subtype, asked.request], ["quit_confirmation", { subtype: "quit_confirmation" }]);
    await host.answer(asked, { behavior });
    assertEquals(((await host.next(isType("result/command"))).result as Line).type, type);
  }
  assertEquals(await host.command("S", "/quit"), { type: "quit" });
  assertEquals(contentOf(await host.ask("S", "say still here")), "still here");
  assertEquals(await host.close(), 0);
});

Deno.test("chat asks for a tool of a server as such", async () => {
  const server = new URL("../support/mcp_server.ts", import.meta.url).pathname;
  const entry = { command: Deno.execPath(), args: ["run", "-A", "--quiet", server, "plain"] };
  const config = JSON.stringify({ mcpServers: { calc: entry } });
  await using host = await ChatHost.open(["--approval-mode", "default", "--mcp-config", config]);
  const asked = await question(host, "call mcp__calc__fail {}");
  const { confirmation } = asked.request as { confirmation: Record<string, unknown> };
  assertEquals([confirmation.type, confirmation.server_name, confirmation.tool_name], ["mcp", "calc", "fail"]);
  await host.answer(asked, { behavior: "approve" });
  assertMatch(String(contentOf(await host.next((line) => isSummary(line, "S")))), /it went wrong/);
});
