import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { agentRun, toolResults } from "../support/agent_run.ts";
import { fakeModel, type ReceivedRequest, type ScriptedReply } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen, startQwen } from "../support/qwen.ts";

const HOST = ["--input-format", "stream-json", "--output-format", "stream-json", "--dialect", "claude"];
const PROMPT = { type: "user", message: { role: "user", content: "go" }, parent_tool_use_id: null, session_id: "" };
const FREE = [...HOST, "--permission-mode", "bypassPermissions"];

/** The messages of a request without the system prompt, as `role: text`. */
function said({ body }: ReceivedRequest): string[] {
  return body.messages.filter(({ role }: { role: string }) => role !== "system").map((
    { role, content }: { role: string; content: unknown },
  ) => `${role}: ${typeof content === "string" ? content : JSON.stringify(content)}`);
}

for (
  const [given, shown] of Object.entries(
    {
      '{"pattern":"alpha","type":"py"}': /^(?!.*a\.txt).*b\.py.*alpha/s,
      '{"pattern":"alpha","glob":"*.txt"}': /^(?!.*b\.py).*a\.txt/s,
      '{"pattern":"alpha","output_mode":"files_with_matches"}': /^(?!.*alpha two).*a\.txt/s,
      '{"pattern":"alpha","output_mode":"count"}': /2/,
      '{"pattern":"alpha two","-A":1}': /after/,
      '{"pattern":"alpha two","-B":1}': /before/,
      '{"pattern":"alpha two","-C":1}': /before.*after/s,
      '{"pattern":"ALPHA","-i":true}': /alpha/,
      '{"pattern":"alpha two","-n":false}': /^(?!.*:3:)/s,
      '{"pattern":"two\\\\nafter","multiline":true}': /a\.txt.*alpha two/s,
      '{"pattern":"alpha","glob":"*.txt","head_limit":1}': /^(?!.*alpha two).*alpha one/s,
    } satisfies Record<string, RegExp>,
  )
) {
  Deno.test(`Claude 45: Grep honours ${given}`, async () => {
    const run = await agentRun(() => [[{ call: "Grep", input: JSON.parse(given) }], "Done."], {
      files: { "a.txt": "alpha one\nbefore\nalpha two\nafter\n", "b.py": "alpha = 1\n" },
    });
    assertMatch(run.results[0], shown);
  });
}

Deno.test("Claude 45: what Grep does not search for is not in its answer", async () => {
  const calls = [{ pattern: "ALPHA", "-i": false }, { pattern: "alpha", type: "py" }, {
    pattern: "alpha",
    head_limit: 1,
  }];
  const run = await agentRun(() => [calls.map((input) => ({ call: "Grep", input })), "Done."], {
    files: { "a.txt": "alpha one\nalpha two\n", "b.py": "alpha = 1\n" },
  });
  const [sensitive, typed, limited] = run.results;
  assertEquals([/alpha one/.test(sensitive), /alpha one/.test(typed), /alpha two/.test(limited)], [
    false,
    false,
    false,
  ]);
});

const TASK = { description: "look", prompt: "Find it." };

Deno.test("Claude 46: Task takes a model and names its agentId", async () => {
  const run = await agentRun(() => [
    [{ call: "Task", id: "call_a", input: { ...TASK, model: "other-model" } }],
    "Found.",
    "Done.",
  ]);
  assertEquals(run.requests.map(({ body }) => body.model), ["fake-model", "other-model", "fake-model"]);
  assertMatch(run.results[0], /Found\.[\s\S]*agentId: call_a/);
});

Deno.test("Claude 46: Task resumes an agent by its agentId with all that it knew", async () => {
  const run = await agentRun(() => [
    [{ call: "Task", id: "call_a", input: TASK }],
    "Found it in a.txt.",
    (request) => {
      const agentId = /agentId: (\S+)/.exec(toolResults(request)[0])?.[1] ?? "";
      return [{ call: "Task", id: "call_b", input: { ...TASK, prompt: "Where?", resume: agentId } }];
    },
    "In a.txt.",
    "Done.",
  ]);
  assertEquals(said(run.requests[3]), ["user: Find it.", "assistant: Found it in a.txt.", "user: Where?"]);
  assertMatch(run.results.at(-1) ?? "", /In a\.txt\.[\s\S]*agentId: call_a/);
});

Deno.test("Claude 46: Task resumes an agent of an earlier process", async () => {
  await using fixture = await Fixture.open();
  const replies: ScriptedReply[] = [
    [{ call: "Task", id: "call_a", input: TASK }],
    "Found it.",
    "Done.",
    [{ call: "Task", id: "call_b", input: { ...TASK, prompt: "Where?", resume: "call_a" } }],
    "There.",
    "Done.",
  ];
  await using model = fakeModel(replies);
  const sessionId = "0b0c2f0e-1111-4222-8333-944445555666";
  for (const which of ["--session-id", "--resume"]) {
    const stdin = `${JSON.stringify(PROMPT)}\n`;
    const { code, stderr } = await runQwen([...FREE, which, sessionId], { fixture, env: model.env, stdin });
    assertEquals([code, stderr], [0, ""]);
  }
  assertEquals(said(model.requests[4]), ["user: Find it.", "assistant: Found it.", "user: Where?"]);
});

Deno.test("Claude 46: Task refuses to resume an agent that does not exist", async () => {
  const run = await agentRun(() => [[{ call: "Task", input: { ...TASK, resume: "nobody" } }], "Done."]);
  assertMatch(run.results[0], /There is no agent "nobody" to resume/);
});

Deno.test("Claude 46: Task works in the background and tells its end", async () => {
  const run = await agentRun(() => [
    [{ call: "Task", id: "call_a", input: { ...TASK, run_in_background: true } }],
  ], { otherwise: "Found." });
  const texts = run.requests.map(({ body }) => JSON.stringify(body.messages)).join("\n");
  assertStringIncludes(texts, "Background agent launched successfully");
  assertMatch(texts, /agentId: call_a/);
});

Deno.test("Claude 47: TaskOutput with block waits for the end, at most timeout, and without it does not wait", async () => {
  const background = { command: "sleep 30", run_in_background: true };
  const id = (request: ReceivedRequest): string =>
    /(?:task_id|ID|id):? *(\S+?)[.\s]/.exec(toolResults(request)[0])?.[1] ?? "";
  const run = await agentRun(() => [
    [{ call: "Bash", input: background }],
    (request) => [
      { call: "TaskOutput", input: { task_id: id(request), block: false, timeout: 60_000 } },
      { call: "TaskOutput", input: { task_id: id(request), block: true, timeout: 300 } },
    ],
    "Done.",
  ]);
  assertEquals(run.results.slice(-2).map((text) => /State: running/.test(text)), [true, true]);
});

Deno.test("Claude 47: TaskOutput with block returns when the command has ended", async () => {
  const id = (request: ReceivedRequest): string =>
    /(?:task_id|ID|id):? *(\S+?)[.\s]/.exec(toolResults(request)[0])?.[1] ?? "";
  const run = await agentRun(() => [
    [{ call: "Bash", input: { command: "sleep 0.3; echo heron", run_in_background: true } }],
    (request) => [{ call: "TaskOutput", input: { task_id: id(request), block: true } }],
    "Done.",
  ]);
  assertMatch(run.results.at(-1) ?? "", /heron[\s\S]*State: ended/);
});

for (
  const [form, input, shown] of [
    ["the plan", { plan: "1. Look" }, "1. Look"],
    ["allowedPrompts", { allowedPrompts: [{ tool: "Bash", prompt: "run tests" }], pushToRemote: false }, "run tests"],
  ] as const
) {
  Deno.test(`Claude 48: ExitPlanMode takes ${form}`, async () => {
    await using fixture = await Fixture.open();
    await using model = fakeModel([[{ call: "ExitPlanMode", input }], "Done."]);
    const options = { fixture, env: model.env, stdin: { open: true } as const };
    const args = [...HOST, "--permission-mode", "plan", "--permission-prompt-tool", "stdio"];
    await using run = startQwen(args, options);
    await run.send(PROMPT);
    await run.until(/"can_use_tool"/);
    const question = linesOf(run.stdout.slice(0, run.stdout.lastIndexOf("\n"))).find(({ type }) =>
      type === "control_request"
    );
    assertEquals(question.request.tool_name, "ExitPlanMode");
    assertStringIncludes(JSON.stringify(question.request.input), shown);
    const response = { subtype: "success", request_id: question.request_id, response: { behavior: "allow" } };
    await run.send({ type: "control_response", response });
    await run.until(/"type":"result"/);
    await run.closeInput();
    const lines = linesOf((await run.end).stdout);
    const mode = lines.find(({ subtype }) => subtype === "status");
    assertEquals(mode?.permissionMode, "default");
    assertMatch(toolResults(model.requests[1])[0], /approved your plan/);
  });
}
