import { type Problem, problem, problemOf, type Shell, type ShellRun, type VerifyReport } from "../../../model/mod.ts";

/** The command that decides whether the work is done. */
export interface VerifyRules {
  command: string;
  /** How often it may fail before the turn ends. */
  maxAttempts: number;
  timeoutMs: number;
}

/** The parts of a verification. */
export interface VerificationParts {
  rules: VerifyRules;
  shell: Shell;
  cwd: string;
}

// The part of the output that goes back to the model: as much of its beginning as of its end.
const SHOWN_BYTES = 16_000;
// Output beyond this is counted in the digest no more.
const MAX_BYTES = 64 * 1024 * 1024;

/** Runs the verification command of one prompt each time the model says that it is done. */
export class Verification {
  readonly #parts: VerificationParts;
  #report: VerifyReport | null = null;
  #shown = "";
  /** Why the last run has no exit code. */
  #note = "";

  constructor(parts: VerificationParts) {
    this.#parts = parts;
  }

  /** The last result; null before the first run. */
  get report(): VerifyReport | null {
    return this.#report;
  }

  /** Runs the command; returns whether it passed. Rejects with `signal.reason`. */
  async run(signal: AbortSignal): Promise<boolean> {
    const { rules: { command } } = this.#parts;
    const { exitCode, bytes, note } = await this.#execute(signal);
    const hash = await crypto.subtle.digest("SHA-256", bytes);
    this.#shown = shorten(new TextDecoder().decode(bytes)) + note;
    this.#note = note.trim();
    this.#report = {
      command,
      exitCode,
      attempts: (this.#report?.attempts ?? 0) + 1,
      outputSha256: new Uint8Array(hash).toHex(),
      passed: exitCode === 0,
    };
    return this.#report.passed;
  }

  /** Whether the command has failed as often as it may. */
  get isExhausted(): boolean {
    return (this.#report?.attempts ?? 0) >= this.#parts.rules.maxAttempts;
  }

  /** The message to the model after a failure. */
  feedback(): string {
    const { command, exitCode } = this.#report ?? { command: "", exitCode: null };
    return `The work is not done: the verification command failed.\nCommand: ${command}\nExit code: ${
      exitCode ?? "none"
    }\nOutput:\n${this.#shown || "(none)"}\n\nFind the cause and correct it. The command runs again when you are done.`;
  }

  /** The problem of a turn that ends without having passed. */
  problem(): Problem {
    const { command, exitCode, attempts } = this.#report ?? { command: "", exitCode: null, attempts: 0 };
    const end = exitCode === null ? this.#note || "no exit code" : `exit code ${exitCode}`;
    const text = `The verification failed ${attempts} time${attempts === 1 ? "" : "s"}: ${command} (${end})`;
    return problem("verify_failed", text, { hint: "Run the command to see why, or raise --verify-attempts." });
  }

  async #execute(
    signal: AbortSignal,
  ): Promise<{ exitCode: number | null; bytes: Uint8Array<ArrayBuffer>; note: string }> {
    const { rules: { command, timeoutMs }, shell, cwd } = this.#parts;
    let run: ShellRun;
    try {
      await shell.ready?.();
      run = shell.run({ command, cwd, timeoutMs, signal });
    } catch (error) {
      signal.throwIfAborted();
      return { exitCode: null, bytes: new Uint8Array(), note: `It could not be run: ${problemOf(error).message}` };
    }
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const { bytes } of run.output) {
      if (size >= MAX_BYTES) continue;
      chunks.push(bytes);
      size += bytes.length;
    }
    const { code, signal: killedBy, timedOut } = await run.status;
    signal.throwIfAborted();
    const all = new Uint8Array(size);
    let at = 0;
    for (const chunk of chunks) {
      all.set(chunk, at);
      at += chunk.length;
    }
    const note = timedOut ? `Stopped after ${timeoutMs / 1000} s` : killedBy === null ? "" : `Ended by ${killedBy}`;
    return { exitCode: code, bytes: all, note: note === "" ? "" : `\n[${note}]` };
  }
}

function shorten(text: string): string {
  if (text.length <= SHOWN_BYTES) return text;
  const half = SHOWN_BYTES / 2;
  const left = text.length - SHOWN_BYTES;
  return `${text.slice(0, half).toWellFormed()}\n[… ${left} characters left out …]\n${
    text.slice(-half).toWellFormed()
  }`;
}
