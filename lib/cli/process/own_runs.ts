import { systemClock } from "../../model/clock.ts";
import { within } from "../../model/mod.ts";
import { linesOf } from "../../stream/lines_of.ts";
import { ownProgram } from "./own_program.ts";
import type { Signals } from "./signals.ts";

/** How long runs may take to end after they were asked to. */
const END_MS = 5_000;
const MAX_LINE_BYTES = 64 * 1024;

/** How this program is started once more. */
export interface OwnRun {
  args: readonly string[];
  cwd: string;
  /** The content of its stdin; without it, stdin is empty. */
  stdin?: Uint8Array;
  /** Takes each line of its stderr; without it, the lines are dropped. */
  onLine?: (line: string) => void;
}

/** Runs of this program that it has started itself; none of them outlives it. */
export class OwnRuns implements AsyncDisposable {
  readonly #children = new Set<Deno.ChildProcess>();
  readonly #over = new AbortController();

  constructor(signals: Signals) {
    signals.atOnce(() => this.#end("SIGKILL"));
  }

  /** Aborts when no further run may start. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** Runs this program to its end. */
  async run({ args, cwd, stdin, onLine }: OwnRun): Promise<{ code: number; stdout: Uint8Array }> {
    this.signal.throwIfAborted();
    const program = ownProgram();
    const child = new Deno.Command(program.command, {
      args: [...program.args, ...args],
      cwd,
      stdin: stdin ? "piped" : "null",
      stdout: "piped",
      stderr: onLine ? "piped" : "null",
    }).spawn();
    this.#children.add(child);
    if (stdin) {
      const writer = child.stdin.getWriter();
      // A child that needs no input may end before it has read any.
      writer.write(stdin).then(() => writer.close()).catch(() => undefined);
    }
    const [{ code }, stdout] = await Promise.all([
      child.status,
      new Response(child.stdout).bytes(),
      onLine ? tell(child.stderr, onLine) : null,
    ]);
    this.#children.delete(child);
    return { code, stdout };
  }

  /** Ends all runs and waits for them. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort();
    this.#end("SIGTERM");
    await within(Promise.all([...this.#children].map(({ status }) => status)), { ms: END_MS, clock: systemClock });
    this.#end("SIGKILL");
  }

  #end(signal: Deno.Signal): void {
    for (const child of this.#children) {
      try {
        child.kill(signal);
      } catch (error) {
        // It has just ended.
        if (!(error instanceof TypeError)) throw error;
      }
    }
  }
}

async function tell(stderr: ReadableStream<Uint8Array<ArrayBuffer>>, onLine: (line: string) => void): Promise<void> {
  for await (const line of linesOf(stderr, MAX_LINE_BYTES)) if (line !== "") onLine(line);
}
