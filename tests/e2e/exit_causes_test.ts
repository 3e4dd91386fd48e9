import { assertEquals, assertNotEquals } from "@std/assert";
import type { Code } from "../../lib/model/problem.ts";
import { exitStatus } from "../../lib/model/problem.ts";
import { fakeModel, type ScriptedReply } from "../support/fake_model.ts";
import { Fixture, linesOf, type QwenEnd, type QwenOptions, runQwen, startQwen } from "../support/qwen.ts";
import { assertFits } from "../support/validate.ts";

interface Cause {
  name: string;
  code: Code | null;
  replies?: ScriptedReply[];
  args?: string[];
  prompt?: string | null;
  env?: Record<string, string>;
  files?: Record<string, string>;
  /** Settings of the user. */
  settings?: string;
  /** Sent once the model was asked. */
  signal?: Deno.Signal;
}

const CALL = [{ call: "list_directory", input: { path: "." } }];
const HURRY = ["--max-retries", "0"];
const SCHEMA = ["--json-schema", '{"type":"object","properties":{"n":{"type":"number"}},"required":["n"]}'];
const REFUSED = (status: number): ScriptedReply => ({ status, body: { error: { message: "no" } } });

const CAUSES: Cause[] = [
  { name: "success", code: null, replies: ["hello"] },
  { name: "a refused request", code: "provider_error", replies: [REFUSED(400)] },
  { name: "a refused key", code: "provider_auth", replies: [REFUSED(401)] },
  { name: "throttling", code: "provider_rate_limited", replies: [REFUSED(429)], args: HURRY },
  { name: "an overloaded provider", code: "provider_overloaded", replies: [REFUSED(500)], args: HURRY },
  { name: "a cut stream", code: "provider_stream_cut", replies: [[{ text: "a" }, { cut: true }]], args: HURRY },
  {
    name: "an unreachable provider",
    code: "provider_unreachable",
    args: HURRY,
    env: { OPENAI_BASE_URL: "http://127.0.0.1:1/v1" },
  },
  {
    name: "no first byte in time",
    code: "timeout.first_byte",
    replies: [{ hold: "never" }],
    args: [...HURRY, "--timeout-first-byte", "200ms"],
  },
  {
    name: "a stream that falls silent",
    code: "timeout.idle",
    replies: [[{ text: "a" }, { wait: "never" }]],
    args: [...HURRY, "--timeout-idle", "200ms"],
  },
  {
    name: "an answer that takes too long",
    code: "timeout.total",
    replies: [[{ text: "a" }, { wait: "never" }]],
    args: [...HURRY, "--timeout-total", "200ms"],
  },
  { name: "the turn limit", code: "turn_limit", replies: [CALL, CALL], args: ["--max-session-turns", "1"] },
  { name: "the tool-call budget", code: "budget.tool_calls", replies: [CALL, CALL], args: ["--max-tool-calls", "1"] },
  {
    name: "the time budget",
    code: "budget.wall_time",
    replies: [[{ text: "a" }, { wait: "never" }]],
    args: ["--max-wall-time", "1s"],
  },
  { name: "the token budget", code: "budget.tokens", replies: [CALL, CALL], args: ["--max-total-tokens", "10"] },
  {
    name: "no structured output",
    code: "structured_output_missing",
    replies: ["plain", "plain", "plain", "plain"],
    args: SCHEMA,
  },
  { name: "a bad schema", code: "config_invalid", args: ["--json-schema", '{"type":"nonsense"}'] },
  { name: "no key", code: "no_auth", env: { OPENAI_API_KEY: "", OPENAI_BASE_URL: "", OPENAI_MODEL: "" } },
  { name: "a bad settings file", code: "config_invalid", settings: "{ this is no JSON" },
  { name: "an unknown flag", code: "usage_error", args: ["--nonsense"] },
  { name: "no input", code: "no_input", prompt: null },
  { name: "a prompt file that is not there", code: "input_error", prompt: null, args: ["--prompt-file", "absent.txt"] },
  { name: "an unknown dialect", code: "usage_error", args: ["--dialect", "klingon"] },
  {
    name: "a session that is not there",
    code: "session_not_found",
    args: ["--resume", "00000000-0000-4000-8000-000000000000"],
  },
  { name: "a failed slash command", code: "command_failed", prompt: "/chat resume nothing" },
  { name: "SIGINT", code: "cancelled", replies: [[{ text: "a" }, { wait: "never" }]], signal: "SIGINT" },
  { name: "SIGTERM", code: "terminated", replies: [[{ text: "a" }, { wait: "never" }]], signal: "SIGTERM" },
];

const FORMATS = ["text", "json", "stream-json", "stream-chunk-json"] as const;

for (const cause of CAUSES) {
  const status = cause.code === null ? 0 : exitStatus(cause.code);
  Deno.test(`exactly one terminal record on every path: ${cause.name}, exit ${status}`, async () => {
    const ends = await Promise.all(FORMATS.map((format) => runCause(cause, format)));
    for (const [index, format] of FORMATS.entries()) {
      const end = ends[index];
      const where = `${format}: ${JSON.stringify(end)}`;
      assertEquals(end.code, status, where);
      if (format === "text") {
        assertEquals(end.stdout, cause.code === null ? "hello\n" : "", where);
        if (cause.code !== null) assertNotEquals(end.stderr, "", where);
      } else assertEquals(terminals(end, format), [cause.code], where);
    }
  });
}

/** The error codes of all terminal records; null is a success. Every record fits its schema. */
function terminals(end: QwenEnd, format: "json" | "stream-json" | "stream-chunk-json"): (string | null)[] {
  const lines = linesOf(end.stdout);
  const records = format === "json" ? lines.flat() : lines;
  const dialect = format === "stream-chunk-json" ? "chat" : "qwen";
  for (const record of records) assertFits(record, `${dialect}/out`);
  const ends = records.filter((record) =>
    record.type === "result" || record.metadata?.event === "summary" || (dialect === "chat" && record.error)
  );
  // In the chat dialect the exit code of the process follows the terminal record.
  const last = records.findLast((record) => !isExitCode(record));
  assertEquals(last === ends.at(-1), true);
  return ends.map((record) => {
    const code: string | null = (record.error ?? record.metadata?.error)?.code ?? null;
    // A run that could not begin is an error object in the chat dialect, whose codes are spelled its own way.
    return code?.replace(/^QWEN_/, "").toLowerCase() ?? null;
  });
}

// deno-lint-ignore no-explicit-any -- records of a known shape.
function isExitCode({ choices }: any): boolean {
  const { message, delta } = choices?.[0] ?? {};
  const notes: { exit_code?: number }[] = (message ?? delta)?.annotations ?? [];
  return notes.some(({ exit_code }) => typeof exit_code === "number");
}

async function runCause(cause: Cause, format: string): Promise<QwenEnd> {
  await using fixture = await Fixture.open(cause.files);
  await using model = fakeModel(cause.replies ?? []);
  if (cause.settings !== undefined) {
    await Deno.mkdir(`${fixture.home}/.qwen`);
    await Deno.writeTextFile(`${fixture.home}/.qwen/settings.json`, cause.settings);
  }
  const prompt = cause.prompt === null ? [] : ["-p", cause.prompt ?? "go"];
  const options: QwenOptions = { fixture, env: { ...model.env, ...cause.env } };
  await using run = startQwen([...prompt, "-o", format, ...(cause.args ?? [])], options);
  if (cause.signal) {
    await model.request(0);
    run.kill(cause.signal);
  }
  return await run.end;
}

Deno.test("a denial is immediate where nobody can answer, and the run goes on to a success", async () => {
  await using fixture = await Fixture.open();
  const input = { file_path: `${fixture.cwd}/a.txt`, content: "a" };
  await using model = fakeModel([[{ call: "write_file", input }], "I may not."]);
  const args = ["-p", "go", "-o", "stream-json", "--approval-mode", "default"];
  const { code, stdout } = await runQwen(args, { fixture, env: model.env });
  const result = linesOf(stdout).at(-1);
  assertEquals([code, result.subtype, result.permission_denials.length], [0, "success", 1]);
});

Deno.test("a home that cannot be written does not end the run", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel(["hello"]);
  // Not even the administrator can write there.
  const { code, stdout } = await runQwen(["-p", "go"], { fixture, env: { ...model.env, HOME: "/proc" } });
  assertEquals([code, stdout], [0, "hello\n"]);
});

Deno.test("twenty runs with the same home at the same time do not disturb each other", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([], { otherwise: "hello" });
  const runs = Array.from(
    { length: 20 },
    () => runQwen(["-p", "go", "-o", "stream-json"], { fixture, env: model.env }),
  );
  const ends = await Promise.all(runs);
  assertEquals(ends.map(({ code, stderr }) => [code, stderr]), ends.map(() => [0, ""]));
  assertEquals(new Set(ends.map(({ stdout }) => linesOf(stdout).at(-1).session_id)).size, 20);
});
