import { currentFolder } from "../../path/mod.ts";
import { defined } from "../../config/defined.ts";
import { loadSettings, qwenHome } from "../../config/settings/settings.ts";
import { randomIds } from "../../model/clock.ts";
import { fail, problemOf } from "../../model/mod.ts";
import { RunGuardian } from "../../sandbox/process/processes/run_guardian.ts";
import { orderedPool } from "../../stream/ordered_pool.ts";
import { camelCase } from "../args/table/flag_spec.ts";
import type { ParsedFlags } from "../args/flags.ts";
import { openFences } from "../assembly/session/fenced.ts";
import { settingChoices } from "../assembly/config/setting_choices.ts";
import { AttemptRepository, type AttemptTree } from "./best_of_tree.ts";
import { OwnRuns } from "../process/own_runs.ts";
import type { Pipes } from "../process/pipes.ts";
import type { Signals } from "../process/signals.ts";

/** What a run of several attempts needs. */
export interface BestOfOptions {
  pipes: Pipes;
  argv: readonly string[];
  signals: Signals;
}

/** An attempt that has ended, and the verdict of the selection command. */
interface Attempt {
  tree: AttemptTree;
  number: number;
  /** The exit status of the selection command; 0 accepts. */
  exitCode: number | null;
  /** The number on the last line of the command's output; Infinity where there is none. */
  score: number;
  code: number;
  stdout: Uint8Array;
}

/** How many attempts run at the same time: most of their time they wait for the model. */
const AT_ONCE = 4;

const SELECT_TIMEOUT_MS = 600_000;
const MAX_OUTPUT_BYTES = 1024 * 1024;
const OWN_FLAGS = ["best-of", "select"].flatMap((name) => [`--${name}`, `--${camelCase(name)}`]);

/**
 * Makes several attempts, each in a worktree of its own, and applies the change of the best to the tree. Prints the
 * output of the winner and returns its exit status. Throws `none_accepted` when the command accepts none.
 */
export async function bestOf(parsed: ParsedFlags, options: BestOfOptions): Promise<number> {
  const { bestOf: count = 1, select = "" } = parsed.flags;
  const { pipes, signals } = options;
  const use = { flag: "--best-of", prefix: "qwen_attempts_" } as const;
  const repository = await AttemptRepository.open(currentFolder(), use);
  const runs = new OwnRuns(signals);
  try {
    await repository.requireCleanTree();
    const winner = await signals.unlessFired(choose(repository, { parsed, options, count, select, runs }));
    if (!winner) throw fail("none_accepted", `None of ${count} attempts was accepted by ${select}`);
    await repository.apply(await repository.patchOf(winner.tree));
    pipes.warn(`qwen: attempt ${winner.number} of ${count} was applied.`);
    for (let at = 0; at < winner.stdout.length;) at += await pipes.stdout.write(winner.stdout.subarray(at));
    return winner.code;
  } finally {
    await runs[Symbol.asyncDispose]();
    await repository.close().catch((error) => pipes.note(`qwen: ${problemOf(error).message}`));
  }
}

/** Makes the attempts, several at the same time; the lowest score wins, then the lowest number. */
async function choose(
  repository: AttemptRepository,
  run: {
    parsed: ParsedFlags;
    options: BestOfOptions;
    count: number;
    select: string;
    runs: OwnRuns;
  },
): Promise<Attempt | null> {
  const { parsed, options: { pipes, argv }, count, select, runs } = run;
  const stdin = pipes.isInputTerminal ? undefined : await readAll(pipes);
  const args = ownArguments(argv);
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const work = async (number: number): Promise<Attempt> => {
    runs.signal.throwIfAborted();
    const tree = await repository.add(number);
    const onLine = (line: string): void => pipes.note(`attempt ${number}: ${line}`);
    const ended = await runs.run({ args, cwd: tree.cwd, onLine, ...defined({ stdin }) });
    const verdict = await judge(tree, { parsed, select, signal: runs.signal, note: pipes.note });
    return { tree, number, ...ended, ...verdict };
  };
  let best: Attempt | null = null;
  for await (const made of orderedPool(numbers, { atOnce: AT_ONCE, work })) {
    const { number, code, exitCode, score } = made;
    const verdict = exitCode === 0 ? `accepted${score === Infinity ? "" : `, score ${score}`}` : "not accepted";
    pipes.warn(`qwen: attempt ${number} of ${count}: exit ${code}, ${verdict}.`);
    if (exitCode === 0 && (best === null || score < best.score)) best = made;
  }
  return best;
}

/** Runs the selection command in the sandbox of an attempt's worktree. */
async function judge(
  { cwd }: AttemptTree,
  { parsed, select, signal, note }: {
    parsed: ParsedFlags;
    select: string;
    signal: AbortSignal;
    note: (text: string) => void;
  },
): Promise<{ exitCode: number | null; score: number }> {
  signal.throwIfAborted();
  const { flags, host } = parsed;
  const env = (name: string): string | undefined => Deno.env.get(name);
  const { settings } = await loadSettings({ cwd, env, ...settingChoices(flags) });
  const fenced = openFences({ flags, settings, env, cwd, home: qwenHome(env), host }, { note });
  await fenced.prove();
  const runId = randomIds.next();
  const shell = fenced.shell(runId, new RunGuardian(runId));
  try {
    await shell.ready?.();
    const run = shell.run({ command: select, cwd, timeoutMs: SELECT_TIMEOUT_MS, signal });
    let output = "";
    const decoder = new TextDecoder();
    for await (const { channel, bytes } of run.output) {
      if (channel === "stdout") output = (output + decoder.decode(bytes, { stream: true })).slice(-MAX_OUTPUT_BYTES);
    }
    return { exitCode: (await run.status).code, score: scoreOf(output) };
  } finally {
    await shell.close();
  }
}

/** The number on the last line of an output that is not empty. */
function scoreOf(output: string): number {
  const last = output.trimEnd().split("\n").at(-1) ?? "";
  const number = /-?\d+(\.\d+)?([eE][-+]?\d+)?/.exec(last)?.[0];
  return number === undefined ? Infinity : Number(number);
}

/** The arguments of an attempt: those of the run without the flags of this file. */
function ownArguments(argv: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    if (argv[at] === "--") return [...kept, ...argv.slice(at)];
    if (OWN_FLAGS.includes(argv[at])) at += 1;
    else if (!OWN_FLAGS.some((flag) => argv[at].startsWith(`${flag}=`))) kept.push(argv[at]);
  }
  return kept;
}

async function readAll({ input }: Pipes): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const buffer = new Uint8Array(64 * 1024);
  for (let count = await input.read(buffer); count !== null; count = await input.read(buffer)) {
    chunks.push(buffer.slice(0, count));
  }
  return new Uint8Array(await new Blob(chunks.map((chunk) => new Uint8Array(chunk))).arrayBuffer());
}
