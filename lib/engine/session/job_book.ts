import type { Clock, Job } from "../../model/mod.ts";
import type { Emitter } from "./event_queue.ts";

/** The background jobs of a session by id. The start and the end of a command are reported. */
export class JobBook extends Map<string, Job> {
  readonly #emitter: Emitter;
  readonly #clock: Clock;

  constructor(emitter: Emitter, clock: Clock) {
    super();
    this.#emitter = emitter;
    this.#clock = clock;
  }

  override set(id: string, job: Job): this {
    // Agents report themselves.
    if (job.callId !== undefined) void this.#report(job, job.callId);
    return super.set(id, job);
  }

  async #report(job: Job, callId: string): Promise<void> {
    const startedAt = this.#clock.now();
    const head = { taskId: job.id, callId };
    this.#emitter.emit({ type: "task.started", ...head, agentName: null, description: job.command });
    await job.ended;
    const status = job.exit === "exit code 0" ? "completed" : job.exit?.startsWith("signal") ? "cancelled" : "failed";
    const usage = { totalTokens: 0, toolUses: 0, durationMs: this.#clock.now() - startedAt };
    const summary = `The command "${job.command.slice(0, MAX_COMMAND_CHARS)}" ended with ${
      job.exit ?? "no exit code"
    }.`;
    this.#emitter.emit({ type: "task.completed", ...head, status, summary, usage });
  }
}

const MAX_COMMAND_CHARS = 200;
