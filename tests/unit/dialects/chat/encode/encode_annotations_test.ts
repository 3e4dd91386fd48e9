import { assertEquals } from "@std/assert";
import type { Denial } from "../../../../../lib/model/ports/access.ts";
import { problem } from "../../../../../lib/model/problem.ts";
import { event, reply, toolCompleted, turnCompleted, turnStarted } from "../../../../support/say.ts";
import { display, encode, FINISHED, metadata, sessionEvent, STAMP } from "../expected_lines.ts";

Deno.test("chat annotates shell output with its escape sequences and what undoes them", () => {
  const output = "\u001b[31mred\u001b[?25l";
  const [, line] = encode([
    event(turnStarted()),
    toolCompleted("c1", { tool: "run_shell_command", toolKind: "exec", output: [{ kind: "text", text: output }] }),
  ]) as { choices: { message: { annotations: object[] } }[] }[];
  assertEquals(line.choices[0].message.annotations, [
    display("Success", {
      tool_name: "run_shell_command",
      result_display: { kind: "string", text: output, log_scope: "tool" },
    }),
    {
      type: "x-qwen-terminal",
      channel: "stdout",
      source: "tool",
      text: "red",
      spans: [{ start_index: 0, end_index: 3, style: { theme_token: "AccentRed", bold: false } }],
      ansi: [{ offset: 0, sequence: "\u001b[31m" }, { offset: 3, sequence: "\u001b[?25l" }],
      tool_call_id: "c1",
      log_scope: "tool",
      ...STAMP,
    },
    { type: "x-qwen-ansi", value: "\u001b[?25h\u001b[0m", log_scope: "tool", ...STAMP },
  ]);
});

Deno.test("chat marks calls that ended because the turn was cancelled", () => {
  const lines = encode([
    event(turnStarted()),
    event({ type: "reply", result: { kind: "interrupted", wasRunning: true, promptId: "p1", queued: [] } }),
    toolCompleted("c1", { isError: true }),
  ]) as { choices: { message: { annotations: { status: string }[] } }[] }[];
  assertEquals(lines.at(-1)?.choices[0].message.annotations[0].status, "Canceled");
});

Deno.test("chat tells refused and cancelled calls apart", () => {
  const denial: Denial = {
    callId: "c1",
    tool: "read_file",
    input: {},
    source: "rule",
    message: "Denied by a rule",
    hint: "Allow it.",
  };
  const statuses = (["rule", "cancel"] as const).map((source) => {
    const [, line] = encode([
      event(turnStarted()),
      toolCompleted("c1", { isError: true, denial: { ...denial, source } }),
    ]) as { choices: { message: { annotations: { status: string }[] } }[] }[];
    return line.choices[0].message.annotations[0].status;
  });
  assertEquals(statuses, ["Error", "Canceled"]);
});

Deno.test("chat carries notices and retries on the next line, and tells a compaction at once", () => {
  const lines = encode([
    event(turnStarted()),
    event({ type: "notice", level: "warning", code: "tool_slow", text: "Slow tool" }),
    event({
      type: "retry.scheduled",
      attempt: 1,
      maxAttempts: 5,
      delayMs: 200,
      problem: problem("provider_overloaded", "Busy"),
      discardedCalls: 0,
    }),
    event({ type: "history.compacted", trigger: "auto", tokensBefore: 12_000, tokensAfter: 8_000, durationMs: 9 }),
    event(turnCompleted()),
  ]);
  const last = lines.at(-1) as { choices: { message: { annotations: object[] } }[] };
  assertEquals(lines.at(-2), {
    type: "x-qwen-session-event",
    session_id: "SID",
    prompt_id: "p1",
    event: "ChatCompressed",
    message: "The conversation was compressed to fit the model's context.",
    metrics: { original_tokens: 12_000, compressed_tokens: 8_000, duration_ms: 9 },
  });
  assertEquals(last.choices[0].message.annotations, [
    {
      type: "x-qwen-terminal",
      channel: "stderr",
      source: "console",
      text: "Slow tool",
      spans: [],
      ansi: [],
      console_level: "warn",
      log_scope: "tool",
      ...STAMP,
    },
    sessionEvent("Retry", "Trying again: Busy", {
      metrics: { attempt: 1, max_attempts: 5, delay_ms: 200, discarded_calls: 0 },
    }),
    FINISHED,
  ]);
});

Deno.test("chat trims annotations to tools or to none", () => {
  const events = [
    event(turnStarted()),
    ...reply([{ kind: "thinking", text: "Hm." }, { kind: "text", text: "Hi." }]),
    toolCompleted("c1"),
    event(turnCompleted()),
  ];
  const counts = (["all", "tools", "none"] as const).map((annotations) =>
    encode(events, { annotations }).flatMap((line) => {
      const { message } = (line as { choices: { message: { annotations?: { type: string }[] } }[] }).choices[0];
      return message.annotations?.map(({ type }) => type) ?? [];
    })
  );
  assertEquals(counts, [
    ["x-qwen-thought", "x-qwen-tool-display", "x-qwen-session-event"],
    ["x-qwen-tool-display"],
    [],
  ]);
});

Deno.test("chat names the call of a sub-agent on its lines", () => {
  const lines = encode([event(turnStarted()), ...reply([{ kind: "text", text: "Sub" }], { agent: "call_a" })]);
  assertEquals((lines[1] as { metadata: object }).metadata, metadata(2, { parent_tool_call_id: "call_a" }));
});
