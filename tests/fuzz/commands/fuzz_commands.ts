/**
 * Compares what the policy takes for harmless with what programs do: every generated command line that would run
 * without a question is executed in a throw-away folder under bubblewrap. A finding is a command line that wrote a
 * file which only an option names, started a program which only an option names, read a file outside the workspace, or,
 * when it was taken for a command that only reads, changed anything.
 */
import { randomNumbers } from "./random_numbers.ts";
import { resolve } from "../../../lib/path/mod.ts";
import { CommandLines, type FuzzedLine, PAYLOAD, WRITTEN } from "./command_lines.ts";
import { FuzzWorkspace } from "./fuzz_workspace.ts";

/** How a fuzzer runs. */
export interface FuzzOptions {
  seconds: number;
  seed: number;
  /** Most command lines that are judged; by default only the time is limited. */
  lines?: number;
  /** The root of the source to test. */
  source?: URL;
  /** Judges in place of the policy of that source. */
  judge?: (root: string) => CommandJudge;
}

/** What a fuzzer has done. */
export interface FuzzReport {
  judged: number;
  executed: number;
  findings: (FuzzedLine & { effect: string })[];
}

/** The parts of the program that are compared with the real programs. */
export interface CommandJudge {
  /** The command line as it would run without a question; null when it would be asked about. */
  allowed(line: FuzzedLine): Promise<string | null>;
}

const TRAPS = /WRITTEN|EXECUTED|trap\.sh|secret|evil|COPY|\*/;

/**
 * Fuzzes for `deno task fuzz commands`, which takes `--source FOLDER` to test another copy of the source. Throws an
 * error that lists what was found.
 */
export async function fuzzCommandLines(options: { seconds: number; seed: number }): Promise<string> {
  const at = Deno.args.indexOf("--source");
  const source = at < 0 ? {} : { source: new URL(`file://${resolve(Deno.args[at + 1] ?? ".")}/`) };
  const { judged, executed, findings } = await fuzzCommands({ ...options, ...source });
  const summary = `${judged} command lines judged, ${executed} executed, ${findings.length} findings`;
  if (findings.length === 0) return summary;
  const lines = findings.map(({ rule, command, effect }) => `${rule ?? "no rule"}: ${command}\n  ${effect}`);
  throw new Error(`${lines.join("\n")}\nSeed ${options.seed}: ${summary}`);
}

/** Fuzzes until the time is over. */
export async function fuzzCommands(options: FuzzOptions): Promise<FuzzReport> {
  await using workspace = await FuzzWorkspace.open();
  const judge = options.judge?.(workspace.root) ??
    await judgeOf(workspace.root, options.source ?? new URL("../../../", import.meta.url));
  const lines = new CommandLines(randomNumbers(options.seed));
  const report: FuzzReport = { judged: 0, executed: 0, findings: [] };
  const seen = new Set<string>();
  const end = performance.now() + options.seconds * 1_000;
  while (performance.now() < end && report.judged < (options.lines ?? Infinity)) {
    const line = lines.next();
    const key = `${line.rule} ${line.command}`;
    if (seen.has(key)) continue;
    seen.add(key);
    report.judged++;
    const script = await judge.allowed(line);
    // Only what names a trap can have an effect that is looked for.
    if (script === null || !TRAPS.test(line.command)) continue;
    report.executed++;
    const { output, changed } = await workspace.run(script);
    const effect = effectOf(line, { output, changed });
    if (effect !== null) report.findings.push({ ...line, effect });
  }
  return report;
}

/** Whether an operand names the file, and no option: rsync writes to its last operand. */
function isDestination(command: string): boolean {
  return command.startsWith("rsync ") && command.endsWith(` ${WRITTEN}`);
}

function effectOf(line: FuzzedLine, seen: { output: string; changed: string[] }): string | null {
  if (seen.changed.includes("EXECUTED")) return `it ran ${PAYLOAD}`;
  if (seen.changed.includes(WRITTEN) && !isDestination(line.command)) return `it wrote ${WRITTEN}`;
  if (line.rule !== null) return null;
  if (seen.changed.length > 0) return `it changed ${seen.changed.join(", ")}`;
  return seen.output.includes("outside-content") ? "it read a file outside the workspace" : null;
}

async function judgeOf(root: string, source: URL): Promise<CommandJudge> {
  const load = (path: string): Promise<Record<string, unknown>> => import(new URL(path, source).href);
  const [{ RulePolicy }, { TOOL_NAMES }, { WorkspaceFiles }, { readScript, respell }] = await Promise.all([
    load("lib/sandbox/policy/policy.ts") as Promise<typeof import("../../../lib/sandbox/policy/policy.ts")>,
    load("lib/cli/assembly/session/tool_names.ts") as Promise<
      typeof import("../../../lib/cli/assembly/session/tool_names.ts")
    >,
    load("lib/sandbox/files/workspace_files.ts") as Promise<
      typeof import("../../../lib/sandbox/files/workspace_files.ts")
    >,
    load("lib/sandbox/shell/shell_words.ts") as Promise<typeof import("../../../lib/sandbox/shell/shell_words.ts")>,
  ]);
  const workspace = new WorkspaceFiles({ roots: [root] });
  const folders = { cwd: root, project: root, home: `${root}/../home` };
  const isConfined = (): Promise<boolean> => Promise.resolve(true);
  return {
    async allowed({ command, rule }): Promise<string | null> {
      const rules = { allow: rule === null ? [] : [rule] };
      const policy = new RulePolicy({ names: TOOL_NAMES, workspace, folders, rules, isConfined });
      const access = [{ kind: "run" as const, command, cwd: root }];
      const mode = rule === null ? "plan" as const : "default" as const;
      const call = { tool: "run_shell_command", kind: "exec" as const, input: { command }, access, mode };
      const { decision } = await policy.judge(call);
      return decision === "allow" ? respell(readScript(command)) ?? command : null;
    },
  };
}
