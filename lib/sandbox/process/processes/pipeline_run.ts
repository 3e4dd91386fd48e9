/**
 * Runs a completely parsed script without a shell, so that exactly the judged programs start. Pipes, `&&`, `||`, `;`,
 * `cd` and redirections to /dev/null are handled here; a script with anything else needs a shell.
 */
import { isAbsolute, join, normalize } from "../../../path/mod.ts";
import { drained } from "./drained.ts";
import type { Started } from "./group_run.ts";
import { hasMembers, killGroup } from "./process_group.ts";
import type { Script, SimpleCommand } from "../../shell/shell_words.ts";

/** Starts one program in its own process group; null when there is no such program. */
export type SpawnProgram = (stage: StageRequest) => Deno.ChildProcess | null;

/** One program of a pipeline. */
export interface StageRequest {
  argv: readonly string[];
  /** Whether the arguments are passed as they are, on Windows. */
  isRaw?: boolean;
  cwd: string;
  stdin: "null" | "piped";
  stdout: "null" | "piped";
  stderr: "null" | "piped";
}

interface Stage {
  argv: string[];
  dropsOutput: boolean;
  dropsErrors: boolean;
}

/** A pipeline and the condition under which it runs. */
interface Step {
  when: "&&" | "||" | ";";
  stages: Stage[];
}

/** Commands that only a shell can execute. */
const BUILT_IN = new Set(
  (". : alias bg bind break builtin caller command compgen complete compopt continue declare dirs disown enable eval " +
    "exec exit export fc fg getopts hash help history jobs let local logout mapfile popd pushd read readarray readonly " +
    "return set shift shopt source suspend test times trap type typeset ulimit umask unalias unset wait [").split(" "),
);

/** The pipelines of a script, or null when it needs a shell. */
export function pipelineSteps(script: Script): Step[] | null {
  if (script.problem !== null) return null;
  const steps: Step[] = [];
  for (const [at, command] of script.commands.entries()) {
    const stage = stageOf(command);
    if (!stage) return null;
    const before = at === 0 ? ";" : script.operators[at - 1];
    if (before === "|") steps.at(-1)?.stages.push(stage);
    else steps.push({ when: before, stages: [stage] });
  }
  const movesInPipe = steps.some(({ stages }) => stages.length > 1 && stages.some(({ argv }) => argv[0] === "cd"));
  const onlyMoves = steps.every(({ stages }) => stages[0].argv[0] === "cd");
  return movesInPipe || onlyMoves ? null : steps;
}

function stageOf(command: SimpleCommand): Stage | null {
  if (command.assignments.length > 0 || command.words.some((word) => word.isPattern)) return null;
  const argv = command.words.map((word) => word.text);
  if (argv.length === 0 || argv[0] === "" || BUILT_IN.has(argv[0])) return null;
  if (argv[0] === "cd" && (argv.length !== 2 || command.redirections.length > 0)) return null;
  const stage: Stage = { argv, dropsOutput: false, dropsErrors: false };
  for (const { operator, target } of command.redirections) {
    if (target !== "/dev/null") return null;
    if (operator === "&>") stage.dropsOutput = stage.dropsErrors = true;
    else if (operator === ">" || operator === "1>") stage.dropsOutput = true;
    else if (operator === "2>") stage.dropsErrors = true;
    else return null;
  }
  return stage;
}

/** Runs the steps of a script, one pipeline after the other. */
export class PipelineRun implements Started {
  readonly pid: number;
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
  readonly status: Promise<{ code: number; signal: string | null }>;
  readonly #isFolder: (path: string) => boolean;
  readonly #spawn: SpawnProgram;
  readonly #end: (group: number) => Promise<void>;
  readonly #groups: number[] = [];
  readonly #out = new TransformStream<Uint8Array, Uint8Array>();
  readonly #err = new TransformStream<Uint8Array, Uint8Array>();
  readonly #outWriter = this.#out.writable.getWriter();
  readonly #errWriter = this.#err.writable.getWriter();
  #cwd: string;
  #isStopped = false;

  /** Starts the first pipeline at once. */
  constructor(
    steps: readonly Step[],
    around: {
      cwd: string;
      /** Whether commands find a folder at a path. */
      isFolder: (path: string) => boolean;
      spawn: SpawnProgram;
      end: (group: number) => Promise<void>;
    },
  ) {
    this.#isFolder = around.isFolder;
    this.#spawn = around.spawn;
    this.#end = around.end;
    this.#cwd = around.cwd;
    this.stdout = this.#out.readable;
    this.stderr = this.#err.readable;
    for (const writer of [this.#outWriter, this.#errWriter]) {
      writer.closed.catch(() => {/* The pumps notice a cancelled reader; the rejection says nothing more. */});
    }
    this.status = this.#run(steps);
    this.pid = this.#groups[0] ?? 0;
  }

  async end(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#groups.map((group) => this.#end(group)));
  }

  kill(): void {
    this.#isStopped = true;
    for (const group of this.#groups) killGroup(group);
  }

  async isAlive(): Promise<boolean> {
    for (const group of this.#groups) if (await hasMembers(group)) return true;
    return false;
  }

  async #run(steps: readonly Step[]): Promise<{ code: number; signal: string | null }> {
    let last: { code: number; signal: string | null } = { code: 0, signal: null };
    for (const { when, stages } of steps) {
      if (this.#isStopped) break;
      if ((when === "&&" && last.code !== 0) || (when === "||" && last.code === 0)) continue;
      const { argv } = stages[0];
      // Synchronous, so that the constructor starts the first program.
      if (argv[0] === "cd") last = { code: this.#move(argv[1]), signal: null };
      else last = await this.#pipeline(stages);
    }
    await Promise.allSettled([this.#outWriter.close(), this.#errWriter.close()]);
    return last;
  }

  #move(path: string): number {
    const next = normalize(isAbsolute(path) ? path : join(this.#cwd, path));
    if (this.#isFolder(next)) {
      this.#cwd = next;
      return 0;
    }
    this.#complain(`cd: ${path}: No such file or directory\n`);
    return 1;
  }

  async #pipeline(stages: readonly Stage[]): Promise<{ code: number; signal: string | null }> {
    const pumps: Promise<void>[] = [];
    const ends: Promise<{ code: number; signal: string | null }>[] = [];
    let before: Deno.ChildProcess | null = null;
    let isFirst = true;
    for (const [at, stage] of stages.entries()) {
      const isLast = at === stages.length - 1;
      const child = this.#spawn({
        argv: stage.argv,
        cwd: this.#cwd,
        stdin: isFirst ? "null" : "piped",
        stdout: stage.dropsOutput ? "null" : "piped",
        stderr: stage.dropsErrors ? "null" : "piped",
      });
      isFirst = false;
      if (!child) {
        this.#complain(`${stage.argv[0]}: command not found\n`);
        if (before) pumps.push(before.stdout.cancel());
        ends.push(Promise.resolve({ code: 127, signal: null }));
        before = null;
        continue;
      }
      this.#groups.push(child.pid);
      if (at > 0) pumps.push(before ? feed(before.stdout, child.stdin) : child.stdin.close());
      if (!stage.dropsErrors) pumps.push(pump(child.stderr, this.#errWriter));
      if (isLast && !stage.dropsOutput) pumps.push(pump(child.stdout, this.#outWriter));
      ends.push(child.status);
      before = stage.dropsOutput ? null : child;
    }
    const statuses = await Promise.all(ends);
    await drained(Promise.allSettled(pumps));
    return statuses[statuses.length - 1];
  }

  #complain(text: string): void {
    void this.#errWriter.write(new TextEncoder().encode(text)).catch(() => {/* The reader is gone. */});
  }
}

async function pump(from: ReadableStream<Uint8Array>, to: WritableStreamDefaultWriter<Uint8Array>): Promise<void> {
  try {
    for await (const chunk of from) await to.write(chunk);
  } catch {
    // The reader is gone; the program gets SIGPIPE when it writes again.
  }
}

async function feed(from: ReadableStream<Uint8Array>, to: WritableStream<Uint8Array>): Promise<void> {
  await from.pipeTo(to).catch(() => {/* As in a shell, a program that stops reading ends the one before it. */});
}
