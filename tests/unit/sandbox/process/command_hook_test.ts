import { assertEquals, assertRejects } from "@std/assert";
import { MAX_HOOK_OUTPUT_BYTES, runCommandHook } from "../../../../lib/sandbox/process/command_hook.ts";
import { procPath, withProc } from "../../../support/proc.ts";

const env = { PATH: Deno.env.get("PATH") ?? "", GIVEN: "yes" };
const cwd = "/";
const signal = new AbortController().signal;

Deno.test("runCommandHook tells the command on stdin and returns what it says", async () => {
  const command = 'cat; echo "$GIVEN $SECRET" >&2; exit 3';
  assertEquals(await runCommandHook({ command, cwd, env }, { input: '{"a":1}', signal }), {
    code: 3,
    stdout: '{"a":1}',
    stderr: "yes \n",
    isFlooded: false,
  });
});

Deno.test("runCommandHook does not need the command to read", async () => {
  const input = "x".repeat(4 * 1024 * 1024);
  const { code, stdout } = await runCommandHook({ command: "echo ok", cwd, env }, { input, signal });
  assertEquals([code, stdout], [0, "ok\n"]);
});

Deno.test("runCommandHook ends a command that floods", async () => {
  const { isFlooded, stdout } = await runCommandHook({ command: "yes", cwd, env }, { input: "", signal });
  assertEquals([isFlooded, stdout.length <= MAX_HOOK_OUTPUT_BYTES], [true, true]);
});

Deno.test(withProc("runCommandHook ends the whole group when aborted, and what a command leaves behind", async () => {
  const folder = await Deno.makeTempDir();
  const abort = new AbortController();
  const command = `(trap '' TERM; sleep 60) & echo $! > ${folder}/pid; mkfifo ${folder}/up; cat ${folder}/up`;
  const run = runCommandHook({ command, cwd, env }, { input: "", signal: abort.signal });
  const pid = await whenWritten(`${folder}/pid`);
  abort.abort(new Error("late"));
  await assertRejects(() => run, Error, "late");
  assertEquals(await isAlive(pid), false);
  const left = `sleep 60 & echo $!`;
  const { stdout } = await runCommandHook({ command: left, cwd, env }, { input: "", signal });
  assertEquals(await isAlive(Number(stdout)), false);
  await Deno.remove(folder, { recursive: true });
}));

async function whenWritten(path: string): Promise<number> {
  for (;;) {
    const text = await Deno.readTextFile(path).catch(() => "");
    if (text.endsWith("\n")) return Number(text);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function isAlive(pid: number): Promise<boolean> {
  const stat = await Deno.readTextFile(procPath(`${pid}/stat`)).catch(() => null);
  return stat !== null && !/\) [ZX] /.test(stat);
}
