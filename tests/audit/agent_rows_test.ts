import { assertEquals, assertMatch } from "@std/assert";
import { decodeText, encodeText } from "../../lib/stream/text_file.ts";
import { fakeModel, type Step } from "../support/fake_model.ts";
import { Fixture, linesOf, type QwenEnd, runQwen, startQwen } from "../support/qwen.ts";

const HOST = ["--input-format", "stream-json", "--output-format", "stream-json", "--approval-mode", "default"];
const INITIALIZE = { type: "control_request", request_id: "i", request: { subtype: "initialize" } };
const PROMPT = { type: "user", message: { role: "user", content: "Write" }, parent_tool_use_id: null, session_id: "" };

/** A run in which the host answers one permission question. */
async function answering(dialect: "qwen" | "claude", answer: object): Promise<QwenEnd & { written: string }> {
  await using fixture = await Fixture.open();
  const input = { file_path: `${fixture.cwd}/a.txt`, content: "new\n" };
  const write: Step[] = [{ call: "write_file", input }];
  await using model = fakeModel([write, "Done."]);
  const prompts = dialect === "claude" ? ["--permission-prompt-tool", "stdio"] : [];
  await using run = startQwen([...HOST, "--dialect", dialect, ...prompts], {
    fixture,
    env: model.env,
    stdin: { open: true },
  });
  await run.send(INITIALIZE, PROMPT);
  await run.until(/"can_use_tool"/);
  const question = linesOf(run.stdout.slice(0, run.stdout.lastIndexOf("\n"))).find((line) =>
    line.type === "control_request" && line.request.subtype === "can_use_tool"
  );
  await run.send({
    type: "control_response",
    response: { subtype: "success", request_id: question.request_id, response: answer },
  });
  await run.until(/"type":"result"/);
  const written = await Deno.readTextFile(`${fixture.cwd}/a.txt`).catch(() => "");
  await run.closeInput();
  return { ...await run.end, written };
}

Deno.test("Claude 51: permission_denials list a host's denial in claude, not in qwen", async () => {
  const denial = { behavior: "deny", message: "No." };
  const claude = linesOf((await answering("claude", denial)).stdout).find(({ type }) => type === "result");
  assertEquals(claude.permission_denials.map(({ tool_name }: { tool_name: string }) => tool_name), ["Write"]);
  const qwen = linesOf((await answering("qwen", denial)).stdout).find(({ type }) => type === "result");
  assertEquals(qwen.permission_denials, []);
});

Deno.test("Real clients 6: an empty updatedInput in an allow keeps the input in qwen", async () => {
  const end = await answering("qwen", { behavior: "allow", updatedInput: {} });
  assertEquals(end.written, "new\n");
});

Deno.test("Real clients 8: commands of other programs are usage errors and cost no tokens", async () => {
  await using model = fakeModel([]);
  await using fixture = await Fixture.open();
  const lines = ["config list", "extensions install x", "auth status", "version"];
  for (const line of lines) {
    const { code, stderr } = await runQwen(line.split(" "), { fixture, env: model.env });
    assertEquals(code, 1, line);
    assertMatch(stderr, /There is no subcommand/);
  }
  assertEquals(model.requests.length, 0);
});

Deno.test("Structured output 59: --bare offers read_file, edit and run_shell_command", async () => {
  await using model = fakeModel(["Hi."]);
  await using fixture = await Fixture.open();
  await runQwen(["--bare", "-p", "Hi"], { fixture, env: model.env });
  const names = model.requests[0].body.tools.map((tool: { function: { name: string } }) => tool.function.name);
  assertEquals(names.sort(), ["edit", "read_file", "run_shell_command"]);
});

for (const dialect of ["qwen", "claude"] as const) {
  Deno.test(`Steering: priority "now" joins the running turn in ${dialect}, is acknowledged and has no result`, async () => {
    await using fixture = await Fixture.open();
    const look: Step[] = [{ wait: "go" }, { call: "list_directory", input: { path: fixture.cwd } }];
    await using model = fakeModel([look, "Done."]);
    const options = { fixture, env: model.env, stdin: { open: true } as const };
    await using run = startQwen([...HOST, "--dialect", dialect], options);
    await run.send(INITIALIZE, PROMPT);
    while (model.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    const uuid = "11111111-2222-4333-8444-555555555555";
    await run.send({ ...PROMPT, message: { role: "user", content: "Be brief" }, priority: "now", uuid });
    await run.until(new RegExp(`"uuid":"${uuid}"`));
    model.release("go");
    await run.until(/"type":"result"/);
    await run.closeInput();
    const { stdout } = await run.end;
    assertEquals(linesOf(stdout).filter(({ type }) => type === "result").length, 1);
    assertEquals(model.requests.length, 2);
    assertMatch(JSON.stringify(model.requests[1].body.messages.at(-1)), /Be brief/);
  });
}

Deno.test("Real clients 3: hooks.enabled, hooks.disabled and hooks.notifications are no events", async () => {
  await using model = fakeModel([], { otherwise: "Hi." });
  await using fixture = await Fixture.open();
  await Deno.mkdir(`${fixture.home}/.qwen`);
  const write = (more: object): Promise<void> => {
    const hook = { type: "command", command: `touch ${fixture.cwd}/ran` };
    const hooks = { UserPromptSubmit: [{ hooks: [hook] }], notifications: true, ...more };
    return Deno.writeTextFile(`${fixture.home}/.qwen/settings.json`, JSON.stringify({ hooks }));
  };
  const ran = async (more: object): Promise<[number, boolean]> => {
    await write(more);
    const { code } = await runQwen(["-p", "Hi"], { fixture, env: model.env });
    const isThere = await Deno.remove(`${fixture.cwd}/ran`).then(() => true, () => false);
    return [code, isThere];
  };
  assertEquals(await ran({ enabled: true, disabled: [] }), [0, true]);
  assertEquals(await ran({ enabled: false }), [0, false]);
  assertEquals(await ran({ disabled: [`touch ${fixture.cwd}/ran`] }), [0, false]);
});

Deno.test("Real clients 11: UTF-32 with a BOM is read as UTF-32 and written back", () => {
  for (const encoding of ["utf-32le", "utf-32be"] as const) {
    const bytes = encodeText("Grüße 🐦\n", encoding);
    assertEquals(bytes && decodeText(bytes), { text: "Grüße 🐦\n", encoding });
  }
  const utf16 = new Uint8Array([0xff, 0xfe, 0x41, 0x00]);
  assertEquals(decodeText(utf16), { text: "A", encoding: "utf-16le" });
});
