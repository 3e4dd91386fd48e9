import { assert, assertEquals } from "@std/assert";
import { pipelineSteps } from "../../../../lib/sandbox/process/processes/pipeline_run.ts";
import { ProcessShell } from "../../../../lib/sandbox/process/process_shell.ts";
import { readScript } from "../../../../lib/sandbox/shell/shell_words.ts";

async function say(
  command: string,
  cwd = Deno.cwd(),
): Promise<{ stdout: string; stderr: string; code: number | null }> {
  const shell = new ProcessShell({ runId: crypto.randomUUID(), understood: readScript });
  const run = shell.run({ command, cwd, timeoutMs: 10_000, signal: new AbortController().signal });
  const seen = { stdout: "", stderr: "" };
  for await (const { channel, bytes } of run.output) seen[channel] += new TextDecoder().decode(bytes);
  const { code } = await run.status;
  await shell.close();
  return { ...seen, code };
}

Deno.test("PipelineRun does what a shell would do with pipes, conditions and folders", async () => {
  const root = await Deno.realPath(await Deno.makeTempDir());
  await Deno.mkdir(`${root}/sub`);
  await Deno.writeTextFile(`${root}/sub/a`, "3\n1\n2\n");
  const cases: [string, string, string, number][] = [
    ["printf '%s\\n' b a", "b\na\n", "", 0],
    ["cat sub/a | sort | head -n 2", "1\n2\n", "", 0],
    ["cd sub && cat a; pwd", `3\n1\n2\n${root}/sub\n`, "", 0],
    ["cd none; pwd", `${root}\n`, "cd: none: No such file or directory\n", 0],
    ["false && echo a || echo b; echo c", "b\nc\n", "", 0],
    ["true || echo a && echo b", "b\n", "", 0],
    ["cat none 2>/dev/null || echo gone", "gone\n", "", 0],
    ["echo a >/dev/null; echo b | cat", "b\n", "", 0],
    ["yes | head -n 1", "y\n", "", 0],
    ["echo a | no-such-program", "", "no-such-program: command not found\n", 127],
    ["no-such-program | cat", "", "no-such-program: command not found\n", 0],
    ["false", "", "", 1],
  ];
  for (const [command, stdout, stderr, code] of cases) {
    assert(pipelineSteps(readScript(command)), command);
    assertEquals([command, await say(command, root)], [command, { stdout, stderr, code }]);
  }
  await Deno.remove(root, { recursive: true });
});

Deno.test("pipelineSteps leaves to a shell what only a shell can do", () => {
  const left = [
    "ls *.ts",
    "A=1 env",
    "cat < a",
    "echo a > b",
    "export A=1",
    "echo a 2>&1",
    "cd a | b",
    "cd a",
    "[ -f a ]",
  ];
  for (const command of left) assertEquals([command, pipelineSteps(readScript(command))], [command, null]);
});

Deno.test("ProcessShell gives a shell only what was understood", async () => {
  const root = await Deno.realPath(await Deno.makeTempDir());
  for (const name of ["b.txt", "a.txt", "*"]) await Deno.writeTextFile(`${root}/${name}`, name);
  assertEquals((await say("echo *.txt '*.txt'", root)).stdout, "a.txt b.txt *.txt\n");
  assertEquals((await say(`echo "it's" \\$HOME 2>&1`, root)).stdout, "it's $HOME\n");
  await Deno.remove(root, { recursive: true });
});

Deno.test("PipelineRun ends every program of a pipeline when it is stopped", async () => {
  const shell = new ProcessShell({ runId: crypto.randomUUID(), understood: readScript });
  const stop = new AbortController();
  const run = shell.run({
    command: "sleep 60 | sleep 60; echo never",
    cwd: "/",
    timeoutMs: 30_000,
    signal: stop.signal,
  });
  const started = performance.now();
  stop.abort();
  for await (const { bytes } of run.output) assertEquals(new TextDecoder().decode(bytes), "nothing");
  await run.status;
  await shell.close();
  assert(performance.now() - started < 5_000);
});
