/**
 * The real program as a child process, with its own home and workspace and a clean environment. `QWEN_BIN` names the
 * executable to test; without it, the program runs from its sources.
 */
import { fromFileUrl } from "../../lib/path/mod.ts";

const MAIN = fromFileUrl(new URL("../../main.ts", import.meta.url));
const decoder = new TextDecoder();

/** A home and a workspace for runs, removed at the end of the test. */
export class Fixture implements AsyncDisposable {
  readonly home: string;
  readonly cwd: string;

  private constructor(root: string) {
    this.home = `${root}/home`;
    this.cwd = `${root}/work`;
  }

  /**
   * Makes a fixture with files in its workspace, named by their relative paths. Its folder is in `/tmp` unless another
   * one is named: sandboxed commands have a `/tmp` of their own.
   */
  static async open(files: Record<string, string> = {}, { dir }: { dir?: string } = {}): Promise<Fixture> {
    const fixture = new Fixture(await Deno.makeTempDir({ dir, prefix: "qwen_e2e_" }));
    await Deno.mkdir(fixture.home);
    await Deno.mkdir(fixture.cwd);
    for (const [path, text] of Object.entries(files)) await fixture.write(path, text);
    return fixture;
  }

  /** Writes a file of the workspace. */
  async write(path: string, text: string): Promise<void> {
    const full = `${this.cwd}/${path}`;
    await Deno.mkdir(full.slice(0, full.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(full, text);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const root = this.home.slice(0, -"/home".length);
    await Deno.remove(root, { recursive: true });
  }
}

/** How the program is started. */
export interface QwenOptions {
  fixture: Fixture;
  env?: Record<string, string>;
  /** The content of stdin before it is closed; `open` leaves it open and empty; `none` is /dev/null. */
  stdin?: string | Uint8Array | { open: true } | { none: true };
  /** The `main.ts` of another copy of the source. */
  main?: string;
  /** A shell command line in which `"$@"` stands for the program and its arguments. */
  via?: string;
}

/** How a run ended. */
export interface QwenEnd {
  code: number;
  stdout: string;
  stderr: string;
}

/** The environment and the command line of the program. */
export function qwenCommand(
  args: readonly string[],
  options: QwenOptions,
): { words: string[]; env: Record<string, string> } {
  const binary = options.main === undefined ? Deno.env.get("QWEN_BIN") : undefined;
  const main = options.main ?? MAIN;
  const words = binary ? [binary, ...args] : [Deno.execPath(), "run", "-A", "--quiet", main, ...args];
  const denoDir = Deno.env.get("DENO_DIR") ??
    `${Deno.env.get("XDG_CACHE_HOME") ?? `${Deno.env.get("HOME")}/.cache`}/deno`;
  const env: Record<string, string> = {
    PATH: Deno.env.get("PATH") ?? "",
    HOME: options.fixture.home,
    LANG: "C.UTF-8",
    DENO_DIR: denoDir,
    DENO_NO_UPDATE_CHECK: "1",
    ...options.env,
  };
  return { words, env };
}

/** Starts the program. */
export function startQwen(args: readonly string[], options: QwenOptions): RunningQwen {
  return new RunningQwen(args, options);
}

/** Runs the program to its end. */
export async function runQwen(args: readonly string[], options: QwenOptions): Promise<QwenEnd> {
  await using run = startQwen(args, options);
  return await run.end;
}

/** A running program. */
export class RunningQwen implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array> | null;
  readonly #out = new Gathered();
  readonly #err = new Gathered();
  /** Resolves when the process is gone and its pipes are read. */
  readonly end: Promise<QwenEnd>;
  #isOver = false;

  constructor(args: readonly string[], options: QwenOptions) {
    const { words, env } = qwenCommand(args, options);
    const [command, ...rest] = options.via ? ["bash", "-c", options.via, "bash", ...words] : words;
    const { stdin = { none: true } } = options;
    const hasPipe = typeof stdin === "string" || stdin instanceof Uint8Array || "open" in stdin;
    this.#child = new Deno.Command(command, {
      args: rest,
      cwd: options.fixture.cwd,
      env,
      clearEnv: true,
      stdin: hasPipe ? "piped" : "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#input = hasPipe ? this.#child.stdin.getWriter() : null;
    if (typeof stdin === "string" || stdin instanceof Uint8Array) this.#feed(stdin);
    this.end = this.#watch();
  }

  get pid(): number {
    return this.#child.pid;
  }

  /** What stdout held so far. */
  get stdout(): string {
    return this.#out.text;
  }

  /** What stderr held so far. */
  get stderr(): string {
    return this.#err.text;
  }

  /** Writes lines to stdin. */
  async send(...lines: unknown[]): Promise<void> {
    const text = lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("");
    await this.#input?.write(new TextEncoder().encode(text));
  }

  /** Writes keys to stdin, without a line end. */
  async type(keys: string): Promise<void> {
    await this.#input?.write(new TextEncoder().encode(keys));
  }

  async closeInput(): Promise<void> {
    await this.#input?.close().catch(() => {/* The program has closed it first. */});
  }

  kill(signal: Deno.Signal): void {
    this.#child.kill(signal);
  }

  /** Waits until stdout matches. */
  async until(pattern: RegExp): Promise<void> {
    await this.#out.until(pattern);
  }

  /** Waits until stderr matches. */
  async untilError(pattern: RegExp): Promise<void> {
    await this.#err.until(pattern);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isOver) {
      try {
        this.#child.kill("SIGKILL");
      } catch {
        // It has just ended; its pipes are still being read.
      }
    }
    await this.end;
  }

  async #feed(content: string | Uint8Array): Promise<void> {
    try {
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      for (let at = 0; at < bytes.length; at += 1 << 20) await this.#input?.write(bytes.subarray(at, at + (1 << 20)));
      await this.#input?.close();
    } catch {
      // The program may end before it has read everything.
    }
  }

  async #watch(): Promise<QwenEnd> {
    // A program that hangs fails its own test; the others go on.
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), MAX_LIFE_MS);
    const [status] = await Promise.all([
      this.#child.status.finally(() => clearTimeout(timer)),
      this.#out.read(this.#child.stdout),
      this.#err.read(this.#child.stderr),
    ]);
    this.#isOver = true;
    await this.#input?.close().catch(() => {/* Closed before, or broken by the end of the program. */});
    return { code: status.code, stdout: this.#out.text, stderr: this.#err.text };
  }
}

// Far above what any record takes, even on a busy machine.
const MAX_WAIT_MS = 120_000;
const MAX_LIFE_MS = 240_000;

class Gathered {
  readonly #chunks: Uint8Array[] = [];
  #waiting: { pattern: RegExp; resolve: () => void; reject: (error: Error) => void }[] = [];

  get text(): string {
    const all = new Uint8Array(this.#chunks.reduce((sum, chunk) => sum + chunk.length, 0));
    let at = 0;
    for (const chunk of this.#chunks) {
      all.set(chunk, at);
      at += chunk.length;
    }
    return decoder.decode(all);
  }

  async read(stream: ReadableStream<Uint8Array>): Promise<void> {
    for await (const chunk of stream) {
      this.#chunks.push(chunk);
      if (this.#waiting.length > 0) this.#wake();
    }
    for (const { pattern, reject } of this.#waiting) {
      reject(new Error(`The output ended without ${pattern}:\n${this.text.slice(-2_000)}`));
    }
  }

  async until(pattern: RegExp): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // A wait without a bound would block the whole run of the tests.
    const timer = setTimeout(() => {
      reject(new Error(`The output had no ${pattern} within ${MAX_WAIT_MS} ms:\n${this.text.slice(-2_000)}`));
    }, MAX_WAIT_MS);
    this.#waiting.push({ pattern, resolve, reject });
    this.#wake();
    try {
      await promise;
    } finally {
      clearTimeout(timer);
    }
  }

  #wake(): void {
    const { text } = this;
    this.#waiting = this.#waiting.filter(({ pattern, resolve }) => {
      if (!pattern.test(text)) return true;
      resolve();
      return false;
    });
  }
}

/** The JSON lines of a text. */
// deno-lint-ignore no-explicit-any -- tests look deep into what they know the shape of.
export function linesOf(text: string): any[] {
  return text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
}
