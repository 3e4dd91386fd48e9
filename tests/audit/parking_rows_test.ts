import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { type FakeModel, fakeModel, type Step } from "../support/fake_model.ts";
import { Fixture, linesOf, type QwenEnd, runQwen, startQwen } from "../support/qwen.ts";

const ASKING = ["--approval-mode", "default", "--sandbox=off"];
const PARKING = [...ASKING, "--park", "q.json"];

// deno-lint-ignore no-explicit-any -- tests look deep into what they know the shape of.
async function ticketOf(fixture: Fixture): Promise<any> {
  return JSON.parse(await Deno.readTextFile(`${fixture.cwd}/q.json`));
}

function touch(name: string): Step {
  return { call: "run_shell_command", input: { command: `touch ${name}`, description: "x", is_background: false } };
}

async function isThere(fixture: Fixture, name: string): Promise<boolean> {
  return await Deno.stat(`${fixture.cwd}/${name}`).then(() => true, () => false);
}

/** A run that stops at the question whether it may run a command. */
async function parked(fixture: Fixture, { model, args = [] }: { model: FakeModel; args?: string[] }): Promise<QwenEnd> {
  return await runQwen([...PARKING, ...args, "-p", "Work"], { fixture, env: model.env });
}

async function answer(fixture: Fixture, { model, args }: { model: FakeModel; args: string[] }): Promise<QwenEnd> {
  return await runQwen(["answer", "q.json", ...args, ...ASKING], { fixture, env: model.env });
}

Deno.test("Parking: a question that nobody answers is written to FILE with mode 0600, and the run ends with 59", async () => {
  await using model = fakeModel([[touch("a")]]);
  await using fixture = await Fixture.open();
  const end = await parked(fixture, { model, args: ["-o", "stream-json"] });
  assertEquals(end.code, 59);
  const ticket = await ticketOf(fixture);
  assertEquals(Object.keys(ticket), ["ticket", "session_id", "tool", "input", "input_sha256", "question"]);
  assertEquals([ticket.tool, ticket.input.command], ["run_shell_command", "touch a"]);
  assertMatch(ticket.question, /touch a/);
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(ticket.input)));
  assertEquals(ticket.input_sha256, new Uint8Array(hash).toHex());
  assertEquals(((await Deno.stat(`${fixture.cwd}/q.json`)).mode ?? 0) & 0o777, 0o600);
  const result = linesOf(end.stdout).at(-1);
  assertEquals([result.type, result.is_error, result.error.code], ["result", true, "question_parked"]);
  assertEquals(result.session_id, ticket.session_id);
  assertStringIncludes(end.stderr, "q.json");
  assertEquals(await isThere(fixture, "a"), false);
});

Deno.test("Parking: the results of claude and chat name question_parked too, and their runs can be answered", async () => {
  for (const dialect of ["claude", "chat"]) {
    await using model = fakeModel([[touch("a")], "Done."]);
    await using fixture = await Fixture.open();
    const end = await parked(fixture, { model, args: ["--dialect", dialect, "-o", "stream-json"] });
    assertEquals(end.code, 59);
    assertMatch(end.stdout, /"question_parked"/);
    const answered = await answer(fixture, { model, args: ["allow", "--dialect", dialect, "-o", "stream-json"] });
    assertEquals([answered.code, await isThere(fixture, "a")], [0, true]);
  }
});

Deno.test("Parking: qwen answer allow runs the call and goes on; a ticket counts once", async () => {
  await using model = fakeModel([[touch("a"), touch("b")], "Done."]);
  await using fixture = await Fixture.open();
  await parked(fixture, { model });
  const end = await answer(fixture, { model, args: ["allow", "--allowed-tools", "Bash(touch b)"] });
  assertEquals([end.code, end.stdout], [0, "Done.\n"]);
  assertEquals([await isThere(fixture, "a"), await isThere(fixture, "b")], [true, true]);
  const results = model.requests[1].body.messages.filter(({ role }: { role: string }) => role === "tool");
  assertEquals(results.length, 2);
  await Deno.remove(`${fixture.cwd}/a`);
  const again = await answer(fixture, { model, args: ["allow"] });
  assertEquals(again.code, 1);
  assertMatch(again.stderr, /answered before/);
  assertEquals([await isThere(fixture, "a"), model.requests.length], [false, 2]);
});

Deno.test("Parking: qwen answer deny tells the model the reason", async () => {
  await using model = fakeModel([[touch("a")], "As you wish."]);
  await using fixture = await Fixture.open();
  await parked(fixture, { model });
  const end = await answer(fixture, { model, args: ["deny", "--message", "Not on a Friday."] });
  assertEquals([end.code, end.stdout], [0, "As you wish.\n"]);
  assertStringIncludes(JSON.stringify(model.requests[1].body.messages.at(-1)), "Not on a Friday.");
  assertEquals(await isThere(fixture, "a"), false);
});

Deno.test("Parking: --input runs the call with another input, and the result has it", async () => {
  await using model = fakeModel([[touch("a")], "Done."]);
  await using fixture = await Fixture.open();
  await parked(fixture, { model });
  const input = JSON.stringify({ command: "touch c", description: "x", is_background: false });
  const end = await answer(fixture, { model, args: ["allow", "--input", input, "-o", "stream-json"] });
  assertEquals(end.code, 0);
  assertEquals([await isThere(fixture, "a"), await isThere(fixture, "c")], [false, true]);
  assertEquals(linesOf(end.stdout).at(-1).result, "Done.");
});

Deno.test("Parking: a ticket is void when its input was changed, with or without its hash", async () => {
  await using model = fakeModel([[touch("a")]]);
  await using fixture = await Fixture.open();
  await parked(fixture, { model });
  const ticket = await ticketOf(fixture);
  const input = { ...ticket.input, command: "touch evil" };
  await fixture.write("q.json", JSON.stringify({ ...ticket, input }));
  assertEquals((await answer(fixture, { model, args: ["allow"] })).code, 1);
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(input)));
  await fixture.write("q.json", JSON.stringify({ ...ticket, input, input_sha256: new Uint8Array(hash).toHex() }));
  const end = await answer(fixture, { model, args: ["allow"] });
  assertEquals(end.code, 1);
  assertMatch(end.stderr, /differs/);
  assertEquals([await isThere(fixture, "a"), await isThere(fixture, "evil"), model.requests.length], [false, false, 1]);
});

Deno.test("Parking: a ticket is void when the call in the journal was changed, or the session went on", async () => {
  await using model = fakeModel([[touch("a")], "Never mind."]);
  await using fixture = await Fixture.open();
  await parked(fixture, { model });
  const { session_id } = await ticketOf(fixture);
  const path = await sessionFile(fixture, session_id);
  const text = await Deno.readTextFile(path);
  await Deno.writeTextFile(path, text.replaceAll("touch a", "touch evil"));
  const changed = await answer(fixture, { model, args: ["allow"] });
  assertEquals([changed.code, await isThere(fixture, "evil"), model.requests.length], [1, false, 1]);
  await Deno.writeTextFile(path, text);
  await runQwen([...ASKING, "--resume", session_id, "-p", "Forget it"], { fixture, env: model.env });
  assertEquals((await answer(fixture, { model, args: ["allow"] })).code, 1);
  assertEquals([await isThere(fixture, "a"), model.requests.length], [false, 2]);
});

Deno.test("Parking: each copy of the session takes the ticket once, also on another machine", async () => {
  await using model = fakeModel([[touch("a")], "First.", "Second."]);
  await using fixture = await Fixture.open();
  await parked(fixture, { model });
  const { session_id } = await ticketOf(fixture);
  await runQwen(["sessions", "export", session_id, "s.jsonl"], { fixture });
  assertEquals((await answer(fixture, { model, args: ["allow"] })).stdout, "First.\n");
  await using other = await Fixture.open();
  for (const name of ["s.jsonl", "q.json"]) await Deno.copyFile(`${fixture.cwd}/${name}`, `${other.cwd}/${name}`);
  assertEquals((await runQwen(["sessions", "import", "s.jsonl"], { fixture: other })).code, 0);
  assertEquals((await answer(other, { model, args: ["allow"] })).stdout, "Second.\n");
  assert(await isThere(other, "a"));
  assertEquals((await answer(other, { model, args: ["allow"] })).code, 1);
});

Deno.test("Parking: a host that goes away leaves its open question in FILE", async () => {
  await using model = fakeModel([[touch("a")], "Done."]);
  await using fixture = await Fixture.open();
  const host = ["--input-format", "stream-json", "--output-format", "stream-json", "--dialect", "qwen"];
  await using run = startQwen([...PARKING, ...host], { fixture, env: model.env, stdin: { open: true } });
  const prompt = { type: "user", message: { role: "user", content: "Work" }, parent_tool_use_id: null, session_id: "" };
  await run.send({ type: "control_request", request_id: "i", request: { subtype: "initialize" } }, prompt);
  await run.until(/"can_use_tool"/);
  await run.closeInput();
  const { stdout } = await run.end;
  assertEquals(linesOf(stdout).find(({ type }) => type === "result").error.code, "question_parked");
  assertEquals((await answer(fixture, { model, args: ["allow"] })).stdout, "Done.\n");
  assert(await isThere(fixture, "a"));
});

Deno.test("Parking: a further question is parked again, and --park is refused where nothing is saved", async () => {
  await using model = fakeModel([[touch("a")], [touch("b")], "Done."]);
  await using fixture = await Fixture.open();
  await parked(fixture, { model });
  const first = await ticketOf(fixture);
  const second = await answer(fixture, { model, args: ["allow", "--park", "q.json"] });
  assertEquals([second.code, await isThere(fixture, "a")], [59, true]);
  assert((await ticketOf(fixture)).ticket !== first.ticket);
  assertEquals((await answer(fixture, { model, args: ["allow"] })).stdout, "Done.\n");
  const refused = await parked(fixture, { model, args: ["--no-session-persistence"] });
  assertEquals(refused.code, 1);
  assertEquals((await runQwen(["answer", "q.json", "perhaps"], { fixture })).code, 1);
});

async function sessionFile(fixture: Fixture, id: string): Promise<string> {
  const root = `${fixture.home}/.qwen/projects`;
  for await (const entry of Deno.readDir(root)) {
    const path = `${root}/${entry.name}/chats/${id}.jsonl`;
    if (await Deno.stat(path).then(() => true, () => false)) return path;
  }
  throw new Error("The session has no file.");
}
