/** Commands, their ends, and what stands between them and the machine. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { called, type Check, once, recordsOf, until, userLine, workspace } from "./checks.ts";
import { fakeModel } from "../fake_model.ts";
import type { Windows } from "./wine.ts";

const LONG = "ping -n 600 127.0.0.1";

const OUTPUTS: readonly { name: string; command: string; expected: RegExp }[] = [
  { name: "shell: output", command: "echo hi", expected: /^hi\s*$/ },
  { name: "shell: quotes and a name with a blank", command: 'type "a b.txt"', expected: /^content\s*$/ },
  { name: "shell: an exit code", command: "exit 7", expected: /Exit code: 7/ },
  { name: "shell: error output", command: "echo wrong 1>&2", expected: /wrong/ },
  { name: "shell: several lines", command: "echo one\r\necho two", expected: /one\s*\n\s*two/ },
  { name: "shell: a redirection", command: "echo x> made.txt && type made.txt", expected: /^x\s*$/ },
  { name: "shell: the working folder", command: "cd", expected: /^Z:\\.*\\work_\d+\s*$/ },
  { name: "shell: an unknown program", command: "no-such-program", expected: /Exit code: [1-9]/ },
  { name: "shell: the system's folder is in the environment", command: "set", expected: /^SystemRoot=/im },
  { name: "shell: the key of the model is not", command: "set", expected: /^(?!.*(OPENAI_API_KEY|test-key))/s },
];

/** The results of one run of all these commands. */
const outputs = once(async (windows) => {
  const cwd = await workspace(windows, { "a b.txt": "content\n", "src/only.txt": "x\n" });
  const calls = OUTPUTS.map(({ command }) => ["run_shell_command", { command }] as const);
  return (await called(windows, { cwd, calls })).results;
});

async function answered(
  windows: Windows,
  { command, args }: { command: string; args: readonly string[] },
): Promise<string> {
  const cwd = await workspace(windows, { "keep.txt": "x\n" });
  const { results } = await called(windows, { cwd, calls: [["run_shell_command", { command }]], args });
  return results[0];
}

/** A conversation whose model starts a long command at once. */
async function withLongCommand(
  windows: Windows,
  act: (child: Deno.ChildProcess, send: (line: unknown) => Promise<void>) => Promise<void>,
): Promise<void> {
  const cwd = await workspace(windows);
  await using model = fakeModel([[{ call: "run_shell_command", input: { command: LONG } }]], { otherwise: "Next." });
  const args = ["--yolo", "--input-format", "stream-json", "--output-format", "stream-json"];
  const child = windows.start(args, { cwd, env: model.env, stdin: null });
  const writer = child.stdin.getWriter();
  const send = (line: unknown): Promise<void> =>
    writer.write(new TextEncoder().encode(`${typeof line === "string" ? line : JSON.stringify(line)}\n`));
  await send(userLine("go"));
  await until(async () => await windows.running("ping") > 0, "the command runs");
  await act(child, send);
  await writer.close().catch(() => undefined);
  await until(async () => await windows.running("ping") === 0, "the command has ended");
}

/** Commands. */
export const SHELL_CHECKS: readonly Check[] = [
  ...OUTPUTS.map(({ name, expected }, index): Check => [name, async (windows): Promise<void> => {
    assertMatch((await outputs(windows))[index], expected);
  }]),
  ["shell: another folder for one call", async (windows): Promise<void> => {
    const cwd = await workspace(windows, { "src/only.txt": "x\n" });
    const calls = [["run_shell_command", { command: "dir /b", directory: "src" }]] as const;
    assertMatch((await called(windows, { cwd, calls })).results[0], /^only\.txt\s*$/);
  }],
  ["shell: the model is told which shell it is", async (windows): Promise<void> => {
    const cwd = await workspace(windows);
    const { requests } = await called(windows, { cwd, calls: [] });
    const tools: { function: { name: string; description: string } }[] = requests[0].body.tools;
    assertStringIncludes(
      tools.find((tool) => tool.function.name === "run_shell_command")?.function.description ?? "",
      "cmd.exe",
    );
  }],
  ["policy: nobody answers, so a command is denied", async (windows): Promise<void> => {
    assertMatch(await answered(windows, { command: "del keep.txt", args: [] }), /denied|approval|permission/i);
  }],
  ["policy: the words of a command allow nothing in this shell", async (windows): Promise<void> => {
    assertMatch(
      await answered(windows, { command: "echo hi", args: ["--allowed-tools", "Bash(echo *)"] }),
      /denied|approval|permission/i,
    );
  }],
  ["policy: a rule for the whole tool allows", async (windows): Promise<void> => {
    assertMatch(await answered(windows, { command: "echo hi", args: ["--allowed-tools", "Bash"] }), /^hi\s*$/);
  }],
  ["policy: a rule that denies holds in every mode", async (windows): Promise<void> => {
    const result = await answered(windows, {
      command: "del keep.txt",
      args: ["--yolo", "--exclude-tools", "Bash(del *)"],
    });
    assertMatch(result, /denied|deny/i);
  }],
  ["a time limit ends the command with what it started", async (windows): Promise<void> => {
    const cwd = await workspace(windows);
    const calls = [["run_shell_command", { command: `start /b ${LONG} & ${LONG}`, timeout: 2000 }]] as const;
    const { results } = await called(windows, { cwd, calls });
    assertMatch(results[0], /timed out|time limit|2000|2 s/i);
    assertEquals(await windows.running("ping"), 0);
  }],
  ["a background command is read and stopped", async (windows): Promise<void> => {
    const cwd = await workspace(windows);
    const calls = [
      ["run_shell_command", { command: `echo first& ${LONG}`, is_background: true }],
      ["task_output", { task_id: "shell_1", wait_ms: 1000 }],
      ["task_stop", { task_id: "shell_1" }],
    ] as const;
    const { results } = await called(windows, { cwd, calls });
    assertStringIncludes(results[0], "shell_1");
    assertStringIncludes(results[1], "first");
    assertEquals(await windows.running("ping"), 0);
  }],
  ["what a command leaves behind ends with the session", async (windows): Promise<void> => {
    const result = await answered(windows, { command: `start /b ${LONG}`, args: ["--yolo"] });
    assert(!result.includes("not found"), result);
    assertEquals(await windows.running("ping"), 0);
  }],
  ["cancel: an interrupt ends the command, and the next prompt works", async (windows): Promise<void> => {
    await withLongCommand(windows, async (child, send) => {
      await send({ type: "control_request", request_id: "1", request: { subtype: "interrupt" } });
      await until(async () => await windows.running("ping") === 0, "the interrupt ended the command");
      await send(userLine("next"));
      const output = child.stdout.pipeThrough(new TextDecoderStream());
      let text = "";
      for await (const piece of output) {
        text += piece;
        if (/"result":"Next\."/.test(text)) break;
      }
      assert(recordsOf(text.slice(0, text.lastIndexOf("\n") + 1)).length > 0);
      await child.stderr.cancel();
    });
  }],
  ["cancel: when the program is killed, its command ends as well", async (windows): Promise<void> => {
    await withLongCommand(windows, async (child) => {
      child.kill("SIGKILL");
      await child.stdout.cancel();
      await child.stderr.cancel();
      await child.status;
    });
  }],
];
