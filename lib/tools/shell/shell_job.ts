import type { Clock, Job, ShellRun } from "../../model/ports.ts";
import { CapturedOutput } from "./captured_output.ts";

/** A background command. */
export class ShellJob implements Job {
  readonly id: string;
  readonly command: string;
  readonly pid: number;
  readonly callId: string;
  readonly #child: ShellRun;
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #captured: CapturedOutput;
  readonly #ended = Promise.withResolvers<void>();
  #isRunning = true;
  #exit: string | null = null;
  #isReported = false;
  #taken = 0;

  constructor(parts: { id: string; command: string; callId: string; child: ShellRun; clock: Clock }) {
    this.id = parts.id;
    this.command = parts.command;
    this.callId = parts.callId;
    this.pid = parts.child.pid;
    this.#child = parts.child;
    this.#clock = parts.clock;
    this.#startedAt = parts.clock.now();
    this.#captured = new CapturedOutput(parts.clock);
    void this.#collect();
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  get elapsedMs(): number {
    return this.#clock.now() - this.#startedAt;
  }

  get exit(): string | null {
    return this.#exit;
  }

  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  output(): string {
    return this.#captured.isBinary ? `(binary output, ${this.#captured.bytes} bytes, not shown)` : this.#captured.text;
  }

  news(): string {
    const { text: whole } = this.#captured.whole;
    const text = whole.slice(this.#taken);
    this.#taken = whole.length;
    return text;
  }

  takeEnd(): string | null {
    if (this.#exit === null || this.#isReported) return null;
    this.#isReported = true;
    return `The background command ${this.id} (${this.command.slice(0, 100)}) ended with ${this.#exit}.`;
  }

  stop(): Promise<void> {
    return this.#child.stop();
  }

  async #collect(): Promise<void> {
    for await (const _ of this.#captured.follow(this.#child)) { /* Kept for `output`. */ }
    const { code, signal } = await this.#child.status;
    this.#exit = signal === null ? `exit code ${code}` : `signal ${signal}`;
    this.#isRunning = false;
    this.#ended.resolve();
  }
}
