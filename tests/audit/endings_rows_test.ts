/** The endings that have an exit status and a code of their own, in runs and in host sessions. */
import { assert, assertEquals } from "@std/assert";
import { fakeModel, type ScriptedReply } from "../support/fake_model.ts";
import { commitAll } from "../support/git.ts";
import { Fixture, linesOf, runQwen } from "../support/qwen.ts";
import { assertFits } from "../support/validate.ts";

interface Ending {
  status: number;
  flags: (fixture: Fixture) => string[];
  replies: (fixture: Fixture) => ScriptedReply[];
  otherwise?: ScriptedReply;
  /** The names of the result in claude, where they are not those of an error during execution. */
  claude?: { subtype?: string; reason: string };
  /** Whether a batch has it too. */
  isOfOneRun?: true;
}

const write = (fixture: Fixture): ScriptedReply => [{
  call: "write_file",
  input: { file_path: `${fixture.cwd}/made.txt`, content: "x" },
}];

const ENDINGS: Readonly<Record<string, Ending>> = {
  "budget.usd": {
    status: 55,
    flags: () => ["--model", "gpt-4o", "--max-budget-usd", "1", "--approval-mode", "yolo"],
    replies: (fixture) => [
      [{ call: "read_file", input: { file_path: `${fixture.cwd}/a.txt` } }, {
        usage: { prompt_tokens: 1_000_000, completion_tokens: 10 },
      }],
    ],
    claude: { subtype: "error_max_budget_usd", reason: "budget_exhausted" },
  },
  answer_truncated: {
    status: 56,
    flags: () => [],
    replies: () => [],
    otherwise: [{ text: "more " }, { stop: "length" }],
  },
  verify_failed: {
    status: 57,
    flags: () => ["--verify", "exit 3", "--verify-attempts", "1", "--approval-mode", "yolo"],
    replies: () => [],
  },
  permission_denied: {
    status: 58,
    flags: () => ["--fail-on-denied", "--approval-mode", "default"],
    replies: (fixture) => [write(fixture)],
  },
  question_parked: {
    status: 59,
    flags: (fixture) => ["--park", `${fixture.home}/ticket.json`, "--approval-mode", "default"],
    replies: (fixture) => [write(fixture)],
    claude: { reason: "tool_deferred" },
    isOfOneRun: true,
  },
  none_accepted: {
    status: 57,
    flags: () => ["--best-of", "2", "--select", "exit 1", "--approval-mode", "yolo"],
    replies: () => [],
    isOfOneRun: true,
  },
  provider_rate_limited: {
    status: 75,
    flags: () => ["--max-retries", "0"],
    replies: () => [],
    otherwise: { status: 429, body: { error: { message: "You exceeded your current quota" } } },
    // Claude Code reports a failure of the provider as an answer.
    claude: { subtype: "success", reason: "api_error" },
  },
};

for (const [code, { status, flags, replies, otherwise = "Done.", claude, isOfOneRun }] of Object.entries(ENDINGS)) {
  for (const dialect of ["qwen", "claude"]) {
    Deno.test(`Endings: ${code} is exit ${status} and named by the result in ${dialect}`, async () => {
      await using fixture = await Fixture.open({ "a.txt": "alpha\n" });
      if (code === "none_accepted") await commitAll(fixture.cwd, "first");
      await using model = fakeModel(replies(fixture), { otherwise });
      const args = ["-p", "go", "--dialect", dialect, "-o", "stream-json", "--verbose", ...flags(fixture)];
      const { code: exit, stdout, stderr } = await runQwen(args, { fixture, env: model.env });
      const result = linesOf(stdout).findLast(({ type }) => type === "result");
      assertEquals([exit, result?.is_error], [status, true], stderr);
      assertFits(result, `${dialect}/out`);
      const names: Ending["claude"] | Record<string, undefined> = dialect === "claude"
        ? claude ?? { reason: "model_error" }
        : {};
      assertEquals([result.subtype, result.error.code, result.terminal_reason], [
        ...[names.subtype ?? "error_during_execution", code, names.reason],
      ]);
    });
  }

  if (isOfOneRun) continue;
  Deno.test(`Endings: ${code} in a batch is the exit_code of its result`, async () => {
    await using fixture = await Fixture.open({ "a.txt": "alpha\n" });
    await using model = fakeModel(replies(fixture), { otherwise });
    const jobs = `${fixture.home}/jobs.ndjson`;
    await Deno.writeTextFile(jobs, `${JSON.stringify({ id: "a", prompt: "go" })}\n`);
    const args = ["batch", jobs, "--retries", "0", ...flags(fixture)];
    const { stdout, stderr } = await runQwen(args, { fixture, env: model.env });
    const [result] = linesOf(stdout);
    assertEquals([result?.status, result?.exit_code, result?.error?.code], ["failed", status, code], stderr);
  });
}

Deno.test("Endings: a host session keeps exit 0 in qwen, and ends with 1 after an error result in claude", async () => {
  const { flags, replies } = ENDINGS.verify_failed;
  for (const { dialect, expected } of [{ dialect: "qwen", expected: 0 }, { dialect: "claude", expected: 1 }]) {
    await using fixture = await Fixture.open();
    await using model = fakeModel(replies(fixture), { otherwise: "Done." });
    const line = { type: "user", message: { role: "user", content: "go" }, parent_tool_use_id: null, session_id: "" };
    const args = ["--input-format", "stream-json", "-o", "stream-json", "--dialect", dialect, ...flags(fixture)];
    const { code, stdout } = await runQwen(args, { fixture, env: model.env, stdin: `${JSON.stringify(line)}\n` });
    const result = linesOf(stdout).findLast(({ type }) => type === "result");
    assertEquals([code, result.error.code], [expected, "verify_failed"], dialect);
  }
});

Deno.test("Endings: verify and work are fields of the result in qwen and claude, and of the summary's metadata in chat", async () => {
  for (const dialect of ["qwen", "claude", "chat"]) {
    await using fixture = await Fixture.open();
    await using model = fakeModel([write(fixture)], { otherwise: "Done." });
    const args = ["-p", "go", "--dialect", dialect, "-o", "stream-json", "--approval-mode", "yolo", "--verify", "true"];
    const { code, stdout, stderr } = await runQwen(args, { fixture, env: model.env });
    assertEquals(code, 0, stderr);
    const records = linesOf(stdout);
    const fields = dialect === "chat"
      ? records.find(({ metadata }) => metadata?.event === "summary")?.metadata
      : records.findLast(({ type }) => type === "result");
    assertEquals([fields.verify?.passed, fields.work?.files.map(({ path }: { path: string }) => path)], [
      true,
      ["made.txt"],
    ], dialect);
    assert(Array.isArray(fields.work.commands));
  }
});
