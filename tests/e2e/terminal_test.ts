import { assert, assertEquals, assertMatch } from "@std/assert";
import { fakeModel } from "../support/fake_model.ts";
import { hasPty, screenOf, soon, startOnPty } from "../support/pty.ts";
import { processesWith, withProc } from "../support/proc.ts";
import { Fixture, runQwen } from "../support/qwen.ts";

const ignore = !hasPty();

function definition(name: string, fn: () => Promise<void>): Deno.TestDefinition {
  return { name: `On a terminal: ${name}`, ignore, fn };
}

function terminalTest(name: string, run: () => Promise<void>): void {
  Deno.test(definition(name, run));
}

terminalTest("the answer streams, calls are short dim lines, and no spinner is left behind", async () => {
  await using fixture = await Fixture.open({ "a.txt": "alpha\n" });
  await using model = fakeModel([
    [
      { text: "Let me look." },
      { call: "read_file", input: { file_path: `${fixture.cwd}/a.txt` } },
      { call: "read_file", input: { file_path: `${fixture.cwd}/b.txt` } },
    ],
    [{ wait: "spinner" }, { text: ["It says ", "alpha."] }, { wait: "seen" }, { text: " Done." }],
  ]);
  await using run = startOnPty(["look"], { fixture, env: model.env });
  await soon(run.until(/waiting for the model/), "the output");
  model.release("spinner");
  await soon(run.until(/alpha\./), "the output");
  model.release("seen");
  const { code, stdout } = await soon(run.end, "the end of the program");
  const screen = await screenOf(stdout);
  assertEquals(code, 0);
  assertMatch(screen[2], /^✗ Read b\.txt · File not found/);
  assertEquals([...screen.slice(0, 2), ...screen.slice(3)], ["Let me look.", "✓ Read a.txt", "It says alpha. Done."]);
  assert(stdout.includes("\x1b[2m✓ Read a.txt\x1b[0m"));
});

terminalTest("escapes of model and tools never reach it", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([
    [{ text: "a\x1b]0;evil\x07b\r\x1b[2J" }, {
      call: "run_shell_command",
      input: { command: "printf '\\033]52;c;evil\\007' >&2; exit 3 # \x1b[8m" },
    }],
    [{ text: ["c\x1b", "[1", "5;1Hd"] }],
  ]);
  await using run = startOnPty(["--yolo", "go"], { fixture, env: { ...model.env, NO_COLOR: "1" } });
  const { stdout } = await soon(run.end, "the end of the program");
  const rest = stdout.replaceAll("\r\x1b[K", "");
  assert(!rest.includes("\x1b") && !rest.includes("\x07"), JSON.stringify(rest));
  const screen = await screenOf(stdout);
  assertEquals([screen[0], screen.at(-1)], ["ab", "cd"]);
});

terminalTest("no colour with NO_COLOR, and neither colour nor spinner with TERM=dumb", async () => {
  await using fixture = await Fixture.open({ "a.txt": "alpha\n" });
  const args = ["--provider", "demo", "wait 1\nread a.txt"];
  await using plain = startOnPty(args, { fixture, env: { NO_COLOR: "1" } });
  const { stdout } = await soon(plain.end, "the end of the program");
  assert(stdout.includes("\r\x1b[K⠋ 0s"));
  assert(!stdout.includes("\x1b[2m"));
  await using dumb = startOnPty(args, { fixture, env: { TERM: "dumb" } });
  assert(!(await soon(dumb.end, "the end of the program")).stdout.includes("\x1b"));
});

terminalTest("piped stdout is the answer and nothing else; lines and spinner stay on stderr", async () => {
  await using fixture = await Fixture.open({ "a.txt": "alpha\n" });
  await using run = startOnPty(["--provider", "demo", "wait 1\nread a.txt"], { fixture, line: '"$@" > out.txt' });
  const { stdout } = await soon(run.end, "the end of the program");
  const answer = await Deno.readTextFile(`${fixture.cwd}/out.txt`);
  assertEquals(answer, "`read_file` says:\n\n    1\talpha\n\nThat was one tool call.\n");
  assertEquals(await screenOf(stdout), ["✓ Read a.txt"]);
});

terminalTest("piped stderr has no calls and no spinner; the answer still streams", async () => {
  await using fixture = await Fixture.open({ "a.txt": "alpha\n" });
  await using run = startOnPty(["--provider", "demo", "read a.txt"], { fixture, line: '"$@" 2> err.txt' });
  const { stdout } = await soon(run.end, "the end of the program");
  assertEquals(await Deno.readTextFile(`${fixture.cwd}/err.txt`), "");
  assertEquals(stdout.replaceAll("\r\n", "\n"), "`read_file` says:\n\n    1\talpha\n\nThat was one tool call.\n");
});

terminalTest("Ctrl-C once cancels the turn, says so, and exits with 130", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([[{ text: "one " }, { wait: "never" }]]);
  await using run = startOnPty(["go"], { fixture, env: model.env, line: '"$@"; echo "exit $?"' });
  await soon(run.until(/one /), "the output");
  await run.send("\x03");
  const { stdout } = await soon(run.end, "the end of the program");
  const screen = await screenOf(stdout.replace("^C", ""));
  assertEquals([screen[0].trimEnd(), screen.at(-1)], ["one", "exit 130"]);
  assertMatch(screen.join("\n"), /Operation cancelled\./);
  await soon(model.requests[0].aborted, "the end of the request");
});

terminalTest("Ctrl-C twice leaves at once, also when a command does not want to end", async () => {
  await using fixture = await Fixture.open();
  const command = "trap '' TERM INT; echo up > up; while :; do sleep 0.05; done";
  await using model = fakeModel([[{ call: "run_shell_command", input: { command } }]]);
  await using run = startOnPty(["--yolo", "go"], { fixture, env: model.env, line: '"$@"; echo "exit $?"' });
  await soon(run.until(/Run trap/), "the output");
  await run.send("\x03");
  await run.send("\x03");
  const { stdout } = await soon(run.end, "the end of the program");
  assertMatch(stdout, /exit 130/);
});

Deno.test(withProc(definition("nothing is left running when it goes away", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([[{ text: "one " }, { wait: "never" }]]);
  await using run = startOnPty(["go"], { fixture, env: model.env, line: '"$@"; echo "exit $?" > left' });
  await soon(run.until(/one /), "the output");
  run.kill("SIGKILL");
  await soon(model.requests[0].aborted, "the end of the request");
  for (let tries = 0; tries < 200 && (await processesWith(fixture.home)).length > 0; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assertEquals(await processesWith(fixture.home), []);
})));

terminalTest("retries and denials are one line each", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([
    { status: 503, body: { error: { message: "busy \x1b[5m now" } }, headers: { "retry-after": "0" } },
    [{ call: "write_file", input: { file_path: `${fixture.cwd}/b.txt`, content: "b" } }],
    "Then not.",
  ]);
  await using run = startOnPty(["--no-ask", "--approval-mode", "default", "go"], {
    fixture,
    env: { ...model.env, NO_COLOR: "1" },
  });
  const { stdout } = await soon(run.end, "the end of the program");
  // Of what stands between two line ends only the last counts: the spinner takes back what it draws.
  const lines = stdout.split("\r\n").map((line) => line.split("\r\x1b[K").at(-1) ?? "");
  assertMatch(lines.find((line) => line.includes("busy")) ?? "", /busy {1,2}now.* Trying again in .* \(1 of 4\)\.$/);
  assertMatch(
    lines.find((line) => line.startsWith("Denied")) ?? "",
    /^Denied write_file: nobody is there to be asked\. Allow it with/,
  );
  assertEquals(lines.filter((line) => line !== "").at(-1), "Then not.");
});

Deno.test("Through pipes: retries and denials are one line each on stderr, and stdout is the answer", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([
    { status: 503, body: { error: { message: "busy" } }, headers: { "retry-after": "0" } },
    [{ call: "write_file", input: { file_path: `${fixture.cwd}/b.txt`, content: "b" } }],
    "Then not.",
  ]);
  const run = await runQwen(["--approval-mode", "default", "go"], { fixture, env: model.env });
  assertEquals([run.code, run.stdout], [0, "Then not.\n"]);
  assertMatch(run.stderr, /^qwen: .*busy.* Trying again in .* \(1 of 4\)\.\nqwen: Denied write_file: [^\n]*\n$/);
});

Deno.test("Through pipes: an error is one line with the next step, and stdout is empty", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([{ status: 401, body: { error: { message: "bad \x1b[31mkey" } } }]);
  const run = await runQwen(["go"], { fixture, env: model.env });
  assertEquals([run.code, run.stdout], [1, ""]);
  assertEquals(run.stderr.trimEnd().split("\n").length, 1);
  assert(!run.stderr.includes("\x1b"), run.stderr);
  assertMatch(run.stderr, /OPENAI_API_KEY|key/i);
});

Deno.test("Through pipes: the log of a CI server gets no escape sequences; other readers get the answer as it is", async () => {
  await using fixture = await Fixture.open();
  for (const env of [{ CI: "true" }, {}] as Record<string, string>[]) {
    await using model = fakeModel(["a\x1b]0;evil\x07b\x1b[2Jc"]);
    const run = await runQwen(["go"], { fixture, env: { ...model.env, ...env } });
    assertEquals([run.code, run.stdout.includes("\x1b")], [0, !("CI" in env)]);
  }
});
