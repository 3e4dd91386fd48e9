/**
 * What is shown is what runs: for scripts made at random from the pieces that parsers disagree about, every program
 * that the system saw being started has to be one that our own reader named. strace tells what was started; where it
 * is missing the test says so.
 */
import { assertEquals } from "@std/assert";
import { basename } from "../../../lib/path/mod.ts";
import { RulePolicy } from "../../../lib/sandbox/policy/policy.ts";
import { TOOL_NAMES } from "../../../lib/cli/assembly/session/tool_names.ts";
import { MountPlaceholders } from "../../../lib/sandbox/process/mounts/mount_placeholders.ts";
import { ProcessShell } from "../../../lib/sandbox/process/process_shell.ts";
import { readScript } from "../../../lib/sandbox/shell/shell_words.ts";
import { WorkspaceFiles } from "../../../lib/sandbox/files/workspace_files.ts";

/** More by hand: QWEN_DIFFERENTIAL=20000 deno test -A …. */
const CASES = Number(Deno.env.get("QWEN_DIFFERENTIAL") ?? 250);
const HAS_STRACE = await new Deno.Command("strace", { args: ["-V"], stdout: "null", stderr: "null" }).output()
  .then(() => true, () => false);

const PROGRAMS = ["cat", "head", "ls", "true", "false", "echo", "wc", "pwd", "git"];
const PIECES = [
  ...[" ", "  ", "\t", "\n", ";", "&&", "||", "|", "'", '"', "\\", "*", "?", "a", "b.txt", "-n", "1", "$", "`", "("],
  ...[")", "{", "}", "<", ">", "2>&1", ">/dev/null", "#", "~", "!", "=", "A=1", "&", "[", "]", "\\\n", "''", '""'],
  ...["'a b'", '"a b"', "$(touch z)", "`touch z`", "${x}", "\u00a0", "\r", "touch", "sh", "-c", "env", "%", "^", ","],
];

function randomly(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function scriptOf(random: () => number): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
  let script = pick(PROGRAMS);
  const length = 1 + Math.floor(random() * 9);
  for (let at = 0; at < length; at++) script += random() < 0.25 ? ` ${pick(PROGRAMS)} ` : pick(PIECES);
  return script;
}

Deno.test({
  name: `ProcessShell starts no program that was not shown (${HAS_STRACE ? "strace" : "strace is missing"})`,
  ignore: !HAS_STRACE,
  async fn(): Promise<void> {
    const root = await Deno.realPath(await Deno.makeTempDir());
    for (const name of ["a", "b.txt"]) await Deno.writeTextFile(`${root}/${name}`, `${name}\n`);
    const rules = { allow: PROGRAMS.map((program) => `Bash(${program} *)`) };
    const folders = { cwd: root, project: root, home: root };
    const policy = new RulePolicy({
      names: TOOL_NAMES,
      workspace: new WorkspaceFiles({ roots: [root] }),
      folders,
      rules,
      isConfined: () => Promise.resolve(true),
    });
    const random = randomly(42);
    const shown = new Map<string, Set<string>>();
    for (let tries = 0; shown.size < CASES && tries < CASES * 400; tries++) {
      const command = scriptOf(random);
      if (readScript(command).problem !== null || !policy.understood(command, root)) continue;
      const programs = readScript(command).commands.map(({ words }) => basename(words[0].text));
      shown.set(command, new Set([...programs, "bash"]));
    }
    assertEquals(shown.size, CASES);
    const log = `${root}/../${crypto.randomUUID()}.strace`;
    const shell = new ProcessShell({
      runId: crypto.randomUUID(),
      understood: (command, cwd) => policy.understood(command, cwd),
      confinement: {
        containsProcesses: false,
        namespaces: null,
        hostPath: (path) => path,
        ready: () => Promise.resolve(),
        wrap: (argv) => ["strace", "-f", "-qq", "-A", "-e", "trace=execve", "-s", "256", "-o", log, ...argv],
        placeholders: new MountPlaceholders({ guarded: () => [] }),
        close: () => Promise.resolve(),
      },
    });
    await shell.ready();
    const strangers: string[] = [];
    for (const [command, allowed] of shown) {
      await Deno.writeTextFile(log, "");
      const run = shell.run({ command, cwd: root, timeoutMs: 10_000, signal: new AbortController().signal });
      for await (const _ of run.output) { /* Only what is started matters. */ }
      await run.status;
      for (const [, program] of (await Deno.readTextFile(log)).matchAll(/execve\("([^"]+)"[^\n]* = 0/g)) {
        const isHelper = /\/git-core\//.test(program);
        if (!allowed.has(basename(program)) && !isHelper) strangers.push(`${JSON.stringify(command)}: ${program}`);
      }
    }
    await shell.close();
    await Deno.remove(log);
    const hasSubstituted = [...Deno.readDirSync(root)].some(({ name }) => name === "z");
    await Deno.remove(root, { recursive: true });
    assertEquals(strangers, []);
    assertEquals(hasSubstituted, false);
  },
});
