import { assert, assertEquals, assertMatch } from "@std/assert";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen, startQwen } from "../support/qwen.ts";
import { survivors, withProc } from "../support/proc.ts";

const KIB = 1024;
const SIZES: [string, number][] = [
  ["64 KiB-1", 64 * KIB - 1],
  ["64 KiB", 64 * KIB],
  ["64 KiB+1", 64 * KIB + 1],
  ["1 MiB", KIB * KIB],
  ["16 MiB", 16 * KIB * KIB],
];
const WIDE = ["--max-line-bytes", String(64 * KIB * KIB)];

for (const [name, size] of SIZES) {
  for (const fails of [false, true]) {
    Deno.test(`no byte is lost: ${name} into a slow reader equals the file, exit ${fails ? 53 : 0}`, async () => {
      await using fixture = await Fixture.open({ "a.txt": "a" });
      const answer = "0123456789abcdef".repeat(Math.ceil(size / 16)).slice(0, size);
      const replies = fails
        ? [[{ text: answer }, { call: "read_file", input: { file_path: `${fixture.cwd}/a.txt` } }]]
        : [[{ text: answer }]];
      await using model = fakeModel([...replies, ...replies]);
      const args = ["-p", "go", "-o", "stream-json", ...WIDE, ...(fails ? ["--max-session-turns", "1"] : [])];
      const file = await runQwen(args, { fixture, env: model.env, via: `"$@" > "$HOME/out"` });
      // The reader sleeps first, so the program has long ended its work when the first byte is taken.
      const via = `set -o pipefail; "$@" | { sleep 0.3; cat; }`;
      const slow = await runQwen(args, { fixture, env: model.env, via });
      assertEquals([file.code, slow.code], fails ? [53, 53] : [0, 0]);
      const expected = await Deno.readTextFile(`${fixture.home}/out`);
      assertEquals(firstDifference(plain(slow.stdout), plain(expected)), null);
      const lines = linesOf(slow.stdout);
      assertEquals(lines.at(-1).type, "result");
      assertEquals(slow.stdout.endsWith("}\n"), true);
      if (!fails) assertEquals(lines.at(-1).result === answer, true);
    });
  }
}

/** Where two texts part, in a few words: they are too long to be shown. */
function firstDifference(actual: string, expected: string): string | null {
  if (actual === expected) return null;
  let at = 0;
  while (actual[at] === expected[at]) at++;
  return `at ${at}: ${actual.slice(at - 40, at + 40)} | ${expected.slice(at - 40, at + 40)}`;
}

/** What two runs have in common: ids, times and whether the confinement was tried out in time are left out. */
function plain(text: string): string {
  const varying = [
    /[0-9a-f]{8}-[0-9a-f-]{27}/g,
    /"duration(_api)?_ms":\d+/g,
    /call_\d+/g,
    /"verified":(true|false)/g,
  ];
  return varying.reduce((rest, pattern) => rest.replace(pattern, ""), text);
}

Deno.test("the reader goes away: the request is aborted within a second, one line on stderr, exit 141", async () => {
  await using fixture = await Fixture.open();
  const flood = { repeat: "word ", times: 1_000 };
  await using model = fakeModel([[flood, { wait: "never" }, flood, { wait: "never" }]]);
  const via = `"$@" 2>"$HOME/err" | head -1; echo "\${PIPESTATUS[0]}"`;
  const args = ["-p", "go", "-o", "stream-json", "--include-partial-messages"];
  const started = performance.now();
  const { stdout } = await runQwen(args, { fixture, env: model.env, via });
  assert(performance.now() - started < 5_000);
  const [first, code] = stdout.trim().split("\n");
  assertEquals([JSON.parse(first).type, code], ["system", "141"]);
  await model.requests[0].aborted;
  assertMatch(await Deno.readTextFile(`${fixture.home}/err`), /^qwen: The reader of stdout went away: stopped\.\n$/);
});

Deno.test(withProc("the reader goes away while a tool runs: the tool is gone as well", async () => {
  await using fixture = await Fixture.open();
  const command = "for i in $(seq 600); do echo line $i; sleep 0.05; done";
  await using model = fakeModel([[{ call: "run_shell_command", input: { command, description: "talks" } }]]);
  const via = `"$@" 2>/dev/null | head -2 >/dev/null; echo "\${PIPESTATUS[0]}"`;
  const args = ["-p", "go", "-o", "stream-json", "--include-partial-messages", "--yolo"];
  const { stdout } = await runQwen(args, { fixture, env: model.env, via });
  assertEquals(stdout, "141\n");
  assertEquals(await survivors(fixture.home), []);
}));

Deno.test("the reader goes away while the model is silent: that is noticed without a write", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([{ hold: "never" }]);
  const via = `"$@" 2>"$HOME/err" | head -1; echo "\${PIPESTATUS[0]}"`;
  const { stdout } = await runQwen(["-p", "go", "-o", "stream-json"], { fixture, env: model.env, via });
  assertEquals(stdout.trim().split("\n").at(-1), "141");
  assertMatch(await Deno.readTextFile(`${fixture.home}/err`), /^qwen: The reader of stdout went away: stopped\.\n$/);
});

Deno.test("a full disk is told on stderr, exit 1", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel(["hello"]);
  const { code, stderr } = await runQwen(["-p", "go", "-o", "stream-json"], {
    fixture,
    env: model.env,
    via: `"$@" > /dev/full`,
  });
  assertEquals(code, 1);
  assertMatch(stderr, /^qwen: Cannot write to stdout: .*\n$/);
});

Deno.test("stdout closed, stdin closed, stderr closed: the run ends as it would otherwise", async () => {
  for (const redirect of [">&-", "<&-", "2>&-"]) {
    await using fixture = await Fixture.open();
    await using model = fakeModel(["hello"]);
    const { code, stdout } = await runQwen(["-p", "go", "-o", "text"], {
      fixture,
      env: model.env,
      via: `"$@" ${redirect}`,
    });
    assertEquals([redirect, code, stdout], [redirect, 0, redirect === ">&-" ? "" : "hello\n"]);
  }
});

Deno.test("a non-blocking stdout loses nothing", async () => {
  await using fixture = await Fixture.open();
  const answer = "0123456789abcdef".repeat(64 * KIB);
  await using model = fakeModel([[{ text: answer }]]);
  const script = "import fcntl,os,sys\n" +
    "fl=fcntl.fcntl(1,fcntl.F_GETFL); fcntl.fcntl(1,fcntl.F_SETFL,fl|os.O_NONBLOCK)\n" +
    "os.execvp(sys.argv[1],sys.argv[1:])";
  const via = `python3 -c '${script}' "$@" | { sleep 0.3; cat; }`;
  const { stdout } = await runQwen(["-p", "go", "-o", "text"], { fixture, env: model.env, via });
  assertEquals(stdout === `${answer}\n`, true);
});

Deno.test("after the result the process ends within two seconds, with stdin open and a job left in the background", async () => {
  await using fixture = await Fixture.open();
  const input = { command: "sleep 600", is_background: true, description: "waits" };
  await using model = fakeModel([[{ call: "run_shell_command", input }], "done"]);
  await using run = startQwen(["-p", "go", "-o", "stream-json", "--yolo"], {
    fixture,
    env: model.env,
    stdin: { open: true },
  });
  await run.until(/"type":"result"/);
  const before = performance.now();
  const { code } = await run.end;
  assert(performance.now() - before < 2_000);
  assertEquals(code, 0);
});

Deno.test("a prompt on the command line does not wait for an open silent stdin", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel(["hello"]);
  const before = performance.now();
  await using run = startQwen(["-p", "go"], { fixture, env: model.env, stdin: { open: true } });
  await model.request(0);
  assert(performance.now() - before < 2_000);
  assertEquals((await run.end).stdout, "hello\n");
});

Deno.test("the reader of a page goes away: no word, no stack, exit 141", async () => {
  await using fixture = await Fixture.open();
  const pages = [["--version"], ["--help", "flags"], ["schema", "settings"], ["man"], ["completions", "zsh"], [
    "doctor",
    "--offline",
  ]];
  for (const args of pages) {
    // The reader has gone before the first byte, so that it does not matter how much a pipe holds.
    const via = `mkfifo "$HOME/p"; { exec 3<"$HOME/p"; exec 3<&-; } & exec 4>"$HOME/p"; wait $!; ` +
      `"$@" 2>"$HOME/err" >&4 4>&-; code=$?; rm "$HOME/p"; echo "$code"`;
    const { stdout } = await runQwen(args, { fixture, via });
    const said = await Deno.readTextFile(`${fixture.home}/err`);
    assertEquals([args, stdout.trim(), said], [args, "141", ""]);
  }
});

Deno.test({
  name: "a full disk is told in one line where a page is written, exit 1",
  ignore: Deno.build.os !== "linux",
  fn: async (): Promise<void> => {
    await using fixture = await Fixture.open();
    for (const args of [["--version"], ["--help"], ["schema", "settings"], ["doctor", "--offline"]]) {
      const { code, stderr } = await runQwen(args, { fixture, via: '"$@" > /dev/full' });
      assertEquals([args, code, stderr], [args, 1, "qwen: No space left on device\n"]);
    }
  },
});
