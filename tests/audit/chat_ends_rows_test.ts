import { assertEquals } from "@std/assert";
import { fakeModel, type ScriptedReply, type Step } from "../support/fake_model.ts";
import { Fixture, linesOf, type QwenEnd, runQwen, startQwen } from "../support/qwen.ts";
import { assertFits } from "../support/validate.ts";

const REQUEST = { session_id: "S", input: { parts: [{ type: "text", text: "go" }] } };
const HOST = ["--dialect", "chat", "--input-format", "stream-json"];

interface TerminalNote {
  type?: string;
  source?: string;
  exit_code?: number;
}

/** Every note of the terminal that carries an exit code, as an annotation or as a line. */
function exitsOf(stdout: string): TerminalNote[] {
  const lines = linesOf(stdout).flat();
  for (const line of lines) assertFits(line, "chat/out");
  const notes: TerminalNote[] = lines.flatMap((line) => [
    line,
    ...line.annotations ?? [],
    ...line.choices?.[0]?.message?.annotations ?? line.choices?.[0]?.delta?.annotations ?? [],
  ]);
  return notes.filter(({ exit_code: code }) => code !== undefined);
}

/** One note says the status with which the process really ended. */
function assertTold({ code, stdout, stderr }: QwenEnd, status: number): void {
  assertEquals(code, status, stderr);
  assertEquals(exitsOf(stdout).map(({ type, source, exit_code }) => [type, source, exit_code]), [
    ["x-qwen-terminal", "system", status],
  ], stdout.slice(-2_000));
}

const LOOK: Step[] = [{ call: "list_directory", input: { path: "." } }];
const DENIED: ScriptedReply = { status: 401, body: { error: { message: "Who are you?" } } };

/** One-shot runs and how they end. */
const RUNS: Readonly<Record<string, { args: string[]; replies: ScriptedReply[]; status: number }>> = {
  "an answer": { args: [], replies: ["Hi."], status: 0 },
  "the limit of turns": { args: ["--max-session-turns", "1"], replies: [LOOK, LOOK], status: 53 },
  "the limit of tool calls": { args: ["--max-tool-calls", "1"], replies: [LOOK, LOOK], status: 55 },
  "a refused key": { args: ["--max-retries", "0"], replies: [DENIED], status: 1 },
  "a parked question": {
    args: ["--approval-mode", "default", "--park", "q.json"],
    replies: [[{ call: "write_file", input: { file_path: "a.txt", content: "a" } }]],
    status: 59,
  },
};

for (const format of ["stream-json", "stream-chunk-json", "json"]) {
  Deno.test(`RFC 19: every end of a run tells its exit code once in ${format}`, async () => {
    for (const [name, { args, replies, status }] of Object.entries(RUNS)) {
      await using fixture = await Fixture.open();
      await using model = fakeModel(replies);
      const flags = ["--dialect", "chat", "-o", format, ...args, "-p", "go"];
      const end = await runQwen(flags, { fixture, env: model.env });
      try {
        assertTold(end, status);
      } catch (error) {
        throw new Error(`${name}: ${error instanceof Error ? error.message : error}`);
      }
    }
  });
}

for (const [signal, status] of [["SIGTERM", 143], ["SIGINT", 130], ["SIGHUP", 129]] as const) {
  for (const format of ["stream-json", "stream-chunk-json"]) {
    Deno.test(`RFC 19: ${signal} in a turn and between turns tells ${status} in ${format}`, async () => {
      for (const isWorking of [true, false]) {
        await using fixture = await Fixture.open();
        await using model = fakeModel([isWorking ? [{ text: "Well" }, { wait: "never" }] : "Hi."]);
        const options = { fixture, env: model.env, stdin: { open: true } as const };
        await using run = startQwen([...HOST, "-o", format], options);
        await run.send(REQUEST);
        if (isWorking) await model.request(0);
        else await run.until(/"event":"summary"/);
        run.kill(signal);
        assertTold(await run.end, status);
      }
    });
  }
}

Deno.test("RFC 19: the end of input, a hundred bad lines and a later protocol tell their exit codes", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([], { otherwise: "Hi." });
  const options = { fixture, env: model.env };
  for (const format of ["stream-json", "stream-chunk-json"]) {
    const host = [...HOST, "-o", format];
    const line = JSON.stringify(REQUEST);
    assertTold(await runQwen(host, { ...options, stdin: `${line}\n` }), 0);
    assertTold(await runQwen(host, { ...options, stdin: "nonsense\n".repeat(100) }), 1);
    const later = JSON.stringify({ ...REQUEST, protocol_version: 99 });
    assertTold(await runQwen(host, { ...options, stdin: `${later}\n` }), 1);
    assertTold(await runQwen(host, { ...options, stdin: `${line}\n${later}\n` }), 1);
  }
});

Deno.test("RFC 19: a run that cannot start tells its exit code", async () => {
  await using fixture = await Fixture.open();
  for (const format of ["stream-json", "stream-chunk-json", "json"]) {
    const run = ["--dialect", "chat", "-o", format];
    assertTold(await runQwen([...run, "--provider", "openai", "-p", "go"], { fixture }), 1);
    assertTold(await runQwen([...run, "--provider", "demo", "--max-session-turns", "x", "-p", "go"], { fixture }), 52);
  }
});
