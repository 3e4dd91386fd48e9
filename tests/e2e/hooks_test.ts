import { assertEquals, assertMatch } from "@std/assert";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen, startQwen } from "../support/qwen.ts";
import { assertFits } from "../support/validate.ts";
import { survivors, withProc } from "../support/proc.ts";

async function fixtureWith(hooks: Record<string, unknown>): Promise<Fixture> {
  const fixture = await Fixture.open();
  await Deno.mkdir(`${fixture.home}/.qwen`);
  await Deno.writeTextFile(`${fixture.home}/.qwen/settings.json`, JSON.stringify({ hooks }));
  return fixture;
}

function command(
  text: string,
  { matcher, timeout = 20_000 }: { matcher?: string; timeout?: number } = {},
): Record<string, unknown>[] {
  return [{ ...(matcher ? { matcher } : {}), hooks: [{ type: "command", command: text, timeout }] }];
}

const ARGS = ["-p", "go", "-y", "-o", "stream-json"];
const TOUCH = [{ call: "run_shell_command", input: { command: "touch made.txt", description: "make" } }];

// deno-lint-ignore no-explicit-any -- tests look deep into what they know the shape of.
function resultsIn(lines: any[]): string[] {
  return lines.flatMap((line) => line.type === "user" ? line.message.content : [])
    // deno-lint-ignore no-explicit-any -- see above.
    .flatMap((block: any) => block.type === "tool_result" ? [block.content] : []);
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}

Deno.test("a command hook that exits with 2 keeps a shell command from running", async () => {
  const script = `grep -q '"tool_name":"run_shell_command"' && { echo "not here" >&2; exit 2; }`;
  await using fixture = await fixtureWith({ PreToolUse: command(script, { matcher: "Bash" }) });
  await using model = fakeModel([TOUCH, "Then not."]);
  const { code, stdout } = await runQwen(ARGS, { fixture, env: model.env });
  const lines = linesOf(stdout);
  assertEquals([code, resultsIn(lines), await exists(`${fixture.cwd}/made.txt`)], [0, ["not here"], false]);
  assertEquals(lines.at(-1).permission_denials.length, 1);
  assertMatch(JSON.stringify(model.requests[1].body.messages.at(-1).content), /not here/);
});

Deno.test("a command hook changes the input of a call", async () => {
  const answer = JSON.stringify({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      updatedInput: { command: "touch other.txt", description: "make" },
    },
  });
  await using fixture = await fixtureWith({ PreToolUse: command(`echo '${answer}'`) });
  await using model = fakeModel([TOUCH, "Made."]);
  await runQwen(ARGS, { fixture, env: model.env });
  assertEquals([await exists(`${fixture.cwd}/made.txt`), await exists(`${fixture.cwd}/other.txt`)], [false, true]);
});

Deno.test(withProc("a command hook that does not end denies within its time and leaves nothing behind", async () => {
  await using fixture = await fixtureWith({
    PreToolUse: command("trap '' TERM; while :; do sleep 1; done", { timeout: 600 }),
  });
  await using model = fakeModel([TOUCH, "Then not."]);
  const { code, stdout } = await runQwen(ARGS, { fixture, env: model.env });
  assertEquals([code, await exists(`${fixture.cwd}/made.txt`)], [0, false]);
  assertMatch(resultsIn(linesOf(stdout))[0], /did not answer within 600 ms/);
  assertEquals(await survivors(`HOME=${fixture.home}`), []);
}));

Deno.test("hooks of an untrusted project are not run, those of a trusted one are", async () => {
  for (const [flags, isMade] of [[[], true], [["--trust-project"], false]] as const) {
    await using fixture = await Fixture.open();
    await fixture.write(".qwen/settings.json", JSON.stringify({ hooks: { PreToolUse: command("exit 2") } }));
    await using model = fakeModel([TOUCH, "Done."]);
    await runQwen([...ARGS, ...flags], { fixture, env: model.env });
    assertEquals(await exists(`${fixture.cwd}/made.txt`), isMade);
  }
});

Deno.test("command hooks hear of the session's start, the prompt, the stop and the end, and their context is sent", async () => {
  const note = (event: string): Record<string, unknown>[] => command(`cat >> "$QWEN_PROJECT_DIR/${event}.log"`);
  await using fixture = await fixtureWith({
    SessionStart: command("cat >> SessionStart.log; echo 'Mind the gap.'"),
    UserPromptSubmit: note("UserPromptSubmit"),
    Stop: note("Stop"),
    SessionEnd: note("SessionEnd"),
  });
  await using model = fakeModel(["Hi."]);
  await runQwen(["-p", "go", "-o", "stream-json"], { fixture, env: model.env });
  const told = await Promise.all(
    ["SessionStart", "UserPromptSubmit", "Stop", "SessionEnd"].map(async (event) =>
      JSON.parse(await Deno.readTextFile(`${fixture.cwd}/${event}.log`))
    ),
  );
  assertEquals(told.map((one) => one.hook_event_name), ["SessionStart", "UserPromptSubmit", "Stop", "SessionEnd"]);
  const [start, prompt, stop] = told;
  assertEquals([start.source, prompt.prompt, stop.last_assistant_message], ["startup", "go", "Hi."]);
  assertMatch(start.transcript_path, new RegExp(`/chats/${start.session_id}\\.jsonl$`));
  assertMatch(JSON.stringify(model.requests[0].body.messages.at(-1).content), /go.*Mind the gap\./);
});

Deno.test("callbacks of a host of Claude Code: a denial, a changed input, and a late one that is called off", async () => {
  await using fixture = await Fixture.open();
  const touch = (name: string): { call: string; input: unknown; id: string } => ({
    call: "run_shell_command",
    input: { command: `touch ${name}`, description: "make" },
    id: `call_${name}`,
  });
  await using model = fakeModel([[touch("a")], [touch("b")], [touch("c")], "Done."]);
  const flags = ["--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];
  await using run = startQwen([...flags, "--permission-mode", "bypassPermissions"], {
    fixture,
    env: { ...model.env, CLAUDE_CODE_ENTRYPOINT: "sdk-ts" },
    stdin: { open: true },
  });
  const hooks = { PreToolUse: [{ matcher: "Bash|Write", hookCallbackIds: ["hook_0"], timeout: 1 }] };
  await run.send({ type: "control_request", request_id: "r1", request: { subtype: "initialize", hooks } });
  await run.until(/"request_id":"r1"/);
  await run.send({ type: "user", message: { role: "user", content: "go" }, parent_tool_use_id: null, session_id: "" });
  const asked = async (callId: string): Promise<Record<string, unknown>> => {
    await run.until(new RegExp(`"hook_callback".*"tool_use_id":"${callId}"`));
    return linesOf(run.stdout).find((line) => line.type === "control_request" && line.request.tool_use_id === callId);
  };
  const answer = async (request: Record<string, unknown>, hookSpecificOutput: unknown): Promise<void> => {
    const response = { subtype: "success", request_id: request.request_id, response: { hookSpecificOutput } };
    await run.send({ type: "control_response", response });
  };
  const first = await asked("call_a");
  const { input } = first.request as { input: Record<string, unknown> };
  assertEquals(
    [input.hook_event_name, input.tool_name, input.tool_input, input.permission_mode, input.cwd],
    [
      "PreToolUse",
      "Bash",
      { command: "touch a", description: "make" },
      "bypassPermissions",
      await Deno.realPath(fixture.cwd),
    ],
  );
  await answer(first, { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: "no a" });
  const updatedInput = { command: "touch bb", description: "make" };
  await answer(await asked("call_b"), { hookEventName: "PreToolUse", permissionDecision: "allow", updatedInput });
  const late = await asked("call_c");
  await run.until(/"type":"result"/);
  await run.closeInput();
  const { code, stdout } = await run.end;
  const lines = linesOf(stdout);
  for (const line of lines) assertFits(line, "claude/out");
  const isMade = await Promise.all(["a", "b", "bb", "c"].map((name) => exists(`${fixture.cwd}/${name}`)));
  assertEquals([code, isMade], [0, [false, false, true, false]]);
  assertEquals(
    lines.filter((line) => line.type === "control_cancel_request").map((line) => line.request_id),
    [late.request_id],
  );
});

function prompt(text: string, matcher?: string): Record<string, unknown>[] {
  return [{ ...(matcher ? { matcher } : {}), hooks: [{ type: "prompt", prompt: text }] }];
}

Deno.test("a prompt hook has the model refuse a command, and what it used is counted", async () => {
  await using fixture = await fixtureWith({ PreToolUse: prompt("Refuse what makes files: $ARGUMENTS", "Bash") });
  await using model = fakeModel([TOUCH, '{"ok":false,"reason":"It makes a file."}', "Then not."]);
  const { code, stdout } = await runQwen(ARGS, { fixture, env: model.env });
  const lines = linesOf(stdout);
  for (const line of lines) assertFits(line, "qwen/out");
  assertEquals([code, resultsIn(lines), await exists(`${fixture.cwd}/made.txt`)], [0, ["It makes a file."], false]);
  const [system, asked] = model.requests[1].body.messages;
  assertMatch(system.content, /^You decide for a coding agent/);
  assertMatch(JSON.stringify(asked.content), /Refuse what makes files: .*touch made\.txt/);
  assertEquals(model.requests[1].body.tools ?? [], []);
  // Three requests of fifteen tokens each.
  assertEquals(lines.at(-1).usage.total_tokens, 45);
});

Deno.test("a prompt hook lets pass what the model agrees to, and denies where its answer is none", async () => {
  await using fixture = await fixtureWith({ PreToolUse: prompt("Is it safe?", "Bash") });
  await using model = fakeModel([TOUCH, '{"ok":true}', "Made."]);
  await runQwen(ARGS, { fixture, env: model.env });
  assertEquals(await exists(`${fixture.cwd}/made.txt`), true);
  await Deno.remove(`${fixture.cwd}/made.txt`);
  await using vague = fakeModel([TOUCH, "I think so.", "Then not."]);
  const { stdout } = await runQwen(ARGS, { fixture, env: vague.env });
  assertEquals(await exists(`${fixture.cwd}/made.txt`), false);
  assertMatch(resultsIn(linesOf(stdout))[0], /is not valid: it is not a JSON object/);
});

Deno.test("a prompt hook at the stop sends the model back to work", async () => {
  await using fixture = await fixtureWith({ Stop: prompt("Is all done?") });
  await using model = fakeModel(["Almost.", '{"ok":false,"reason":"Finish it."}', "Finished.", '{"ok":true}']);
  const { code, stdout } = await runQwen(ARGS, { fixture, env: model.env });
  assertEquals([code, linesOf(stdout).at(-1).result], [0, "Finished."]);
  assertMatch(JSON.stringify(model.requests[2].body.messages.at(-1).content), /Finish it\./);
});
