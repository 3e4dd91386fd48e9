import { assert, assertEquals, assertMatch } from "@std/assert";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture, linesOf, startQwen } from "../support/qwen.ts";
import { processesWith, procPath, withProc } from "../support/proc.ts";

const SIGNALS: [Deno.Signal, number][] = [["SIGINT", 130], ["SIGTERM", 143], ["SIGHUP", 129]];

for (const [signal, code] of SIGNALS) {
  Deno.test(`${signal} once while the model answers: one result, exit ${code}, the request is aborted`, async () => {
    await using fixture = await Fixture.open();
    await using model = fakeModel([[{ text: "one " }, { wait: "never" }]]);
    await using run = startQwen(["-p", "go", "-o", "stream-json", "--include-partial-messages"], {
      fixture,
      env: model.env,
    });
    await run.until(/"one "/);
    run.kill(signal);
    const { code: status, stdout } = await run.end;
    const lines = linesOf(stdout);
    assertEquals(status, code);
    assertEquals(lines.filter((line) => line.type === "result").length, 1);
    assertEquals(lines.at(-1).type, "result");
    assertEquals(lines.at(-1).is_error, true);
    assertEquals(lines[0].session_id, lines.at(-1).session_id);
    await model.requests[0].aborted;
  });
}

Deno.test("SIGINT before there is a session: one result, exit 130", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel(["never asked"]);
  await using run = startQwen(["-o", "stream-json", "--stdin-timeout", "60s"], {
    fixture,
    env: model.env,
    stdin: { open: true },
  });
  // More than a pipe holds: once it is written, the program is reading.
  await run.send("x".repeat(200_000));
  run.kill("SIGINT");
  const { code, stdout, stderr } = await run.end;
  assertEquals(code, 130);
  assertEquals(linesOf(stdout).map((line) => [line.type, line.is_error]), [["result", true]]);
  assertMatch(stderr, /Operation cancelled\./);
  assertEquals(model.requests.length, 0);
});

Deno.test("SIGTERM while a host has not yet said a good word: exit 143 and one result", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([]);
  await using run = startQwen(["--input-format", "stream-json"], { fixture, env: model.env, stdin: { open: true } });
  await run.send("nonsense");
  await run.until(/nonsense|protocol/);
  run.kill("SIGTERM");
  const { code, stdout } = await run.end;
  assertEquals([code, linesOf(stdout).filter((line) => line.type === "result").length], [143, 1]);
});

Deno.test(
  withProc(
    "SIGINT in a tool: a child that ignores SIGTERM and a backgrounded grandchild are gone at the end",
    async () => {
      await using fixture = await Fixture.open();
      const command = "trap '' TERM; sleep 600 & (setsid sleep 601 &) ; echo up; while :; do sleep 0.1; done";
      await using model = fakeModel([[{ call: "run_shell_command", input: { command, description: "stubborn" } }]]);
      await using run = startQwen(["-p", "go", "-o", "stream-json", "--yolo"], { fixture, env: model.env });
      await running(fixture, "sleep\x00601");
      run.kill("SIGINT");
      const { code, stdout } = await run.end;
      assertEquals(code, 130);
      assertEquals(linesOf(stdout).filter((line) => line.type === "result").length, 1);
      assertEquals(await processesWith(fixture.home), []);
    },
  ),
);

Deno.test(withProc("SIGINT twice ends the process at once, and its children with it", async () => {
  await using fixture = await Fixture.open();
  const command = "trap '' TERM; echo up; while :; do sleep 0.05; done; : 602";
  await using model = fakeModel([[{ call: "run_shell_command", input: { command, description: "stubborn" } }]]);
  await using run = startQwen(["-p", "go", "-o", "stream-json", "--yolo"], { fixture, env: model.env });
  await running(fixture, ": 602");
  run.kill("SIGINT");
  run.kill("SIGTERM");
  const before = performance.now();
  await run.end;
  assert(performance.now() - before < 1_500);
  await gone(fixture);
}));

Deno.test(withProc("a reader that stops reading: after a signal the run is left with a word on stderr", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([[{ text: "x".repeat(2_000_000) }, { wait: "never" }]]);
  // What the reader has not taken is far more than a pipe holds, so the program cannot get rid of it.
  const via = `"$@" 2>"$HOME/err" | { head -c 20000 >/dev/null; touch "$HOME/seen"; exec sleep 30; }; exit 0`;
  const args = ["-p", "go", "-o", "stream-json", "--include-partial-messages", "--max-line-bytes", "16777216"];
  await using run = startQwen(args, { fixture, env: model.env, via });
  await exists(`${fixture.home}/seen`);
  const pid = await qwenIn(fixture);
  Deno.kill(pid, "SIGTERM");
  const before = performance.now();
  while ((await processesWith(fixture.home)).includes(pid)) await new Promise((resolve) => setTimeout(resolve, 50));
  assert(performance.now() - before < 15_000);
  assertMatch(await Deno.readTextFile(`${fixture.home}/err`), /stdout is not read/);
  for (const rest of await processesWith(fixture.home)) Deno.kill(rest, "SIGKILL");
  await run.end;
}));

async function exists(path: string): Promise<void> {
  while (!await Deno.stat(path).catch(() => null)) await new Promise((resolve) => setTimeout(resolve, 10));
}

async function commandLine(pid: number): Promise<string> {
  return await Deno.readTextFile(procPath(`${pid}/cmdline`)).catch(() => "");
}

async function running(fixture: Fixture, words: string): Promise<void> {
  for (;;) {
    for (const pid of await processesWith(fixture.home)) if ((await commandLine(pid)).includes(words)) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function qwenIn(fixture: Fixture): Promise<number> {
  for (const pid of await processesWith(fixture.home)) {
    const words = await commandLine(pid);
    if (words.includes("--include-partial-messages") && !words.includes("sleep 30")) return pid;
  }
  throw new Error("The program is not running");
}

async function gone(fixture: Fixture): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if ((await processesWith(fixture.home)).length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assertEquals(await processesWith(fixture.home), []);
}
