import type { Clock } from "../model/clock.ts";
import { type Problem, QwenError } from "../model/problem.ts";
import type { ModelChunk, ModelRequest, Provider } from "../model/ports/provider.ts";

/** How long requests wait after a refusal that does not say for how long. */
const UNKNOWN_MS = 1_000;

/** Options of a gate. */
export interface RateGateOptions {
  clock: Clock;
  /** Called when requests begin to wait. */
  onHold: (ms: number) => void;
}

/** Holds back all requests to a provider while it refuses some of them because of their number. */
export class RateGate {
  readonly #options: RateGateOptions;
  #until = 0;

  constructor(options: RateGateOptions) {
    this.#options = options;
  }

  /** A provider whose requests wait at this gate. */
  guard(provider: Provider): Provider {
    return { name: provider.name, stream: (request, signal) => this.#stream(provider, { request, signal }) };
  }

  async *#stream(
    provider: Provider,
    { request, signal }: { request: ModelRequest; signal: AbortSignal },
  ): AsyncGenerator<ModelChunk[]> {
    const { clock } = this.#options;
    for (let left = this.#until - clock.now(); left > 0; left = this.#until - clock.now()) {
      await clock.sleep(left, signal);
    }
    try {
      yield* provider.stream(request, signal);
    } catch (error) {
      if (error instanceof QwenError) this.#hold(error.problem);
      throw error;
    }
  }

  #hold({ code, retryAfterMs }: Problem): void {
    if (code !== "provider_rate_limited" && retryAfterMs === undefined) return;
    const now = this.#options.clock.now();
    const ms = retryAfterMs ?? UNKNOWN_MS;
    if (now + ms <= this.#until) return;
    const isNew = this.#until <= now;
    this.#until = now + ms;
    if (isNew) this.#options.onHold(ms);
  }
}
