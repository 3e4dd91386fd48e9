import { fail, type QwenError } from "../../model/problem.ts";
import type { Clock } from "../../model/ports.ts";
import { SETTLED } from "../../model/within.ts";

/** The four limits of one attempt, in milliseconds; 0 switches a limit off. */
export interface Timeouts {
  /** Until the server takes the connection. */
  connectMs: number;
  /** From the start until the first event of the answer. Headers and keep-alive comments are no event. */
  firstByteMs: number;
  /** Between two pieces of the answer. Keep-alive comments count as a sign of life, empty deltas do not. */
  idleMs: number;
  /** For the whole attempt. */
  totalMs: number;
}

/** Generous, because a slow local model may take minutes before its first token. */
export const DEFAULT_TIMEOUTS: Readonly<Timeouts> = Object.freeze({
  connectMs: 15_000,
  firstByteMs: 600_000,
  idleMs: 240_000,
  totalMs: 1_800_000,
});

/** The limits set in the environment; invalid numbers are ignored. */
export function timeoutsFrom(env: Readonly<Record<string, string | undefined>>): Partial<Timeouts> {
  const read = (name: string): number | undefined => {
    const value = Number(env[name]);
    return env[name] && Number.isFinite(value) && value >= 0 ? value : undefined;
  };
  const found = {
    connectMs: read("QWEN_CONNECT_TIMEOUT_MS"),
    firstByteMs: read("QWEN_CODE_API_TIMEOUT_MS"),
    idleMs: read("QWEN_STREAM_IDLE_TIMEOUT_MS"),
    totalMs: read("QWEN_STREAM_MAX_LIFETIME_MS"),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** Options of `Deadlines`. */
export interface DeadlineOptions {
  clock: Clock;
  /** The caller's signal; its reason is passed on as it is. */
  signal: AbortSignal;
  timeouts?: Partial<Timeouts>;
  /** The name of the server in errors. */
  where: string;
  /** Whether the server takes connections; asked once, when the connect limit passes without headers. */
  probe?: (signal: AbortSignal) => Promise<boolean>;
}

/**
 * Watches one attempt. Its `signal` aborts with the caller's reason, or with a QwenError `timeout.*` that names
 * the phase that took too long.
 *
 * `fetch` shows nothing between its call and the response headers, and many servers hold the headers back until the
 * first token. So when the connect limit passes without headers, the probe decides: a host that takes a connection
 * is slow, and the first-byte limit goes on; one that takes none is `timeout.connect`. A TLS handshake that stalls
 * after the connection was taken therefore counts as waiting for the first byte.
 */
export class Deadlines {
  readonly #options: DeadlineOptions;
  readonly #limits: Timeouts;
  readonly #abort = new AbortController();
  readonly #startedAt: number;
  /** A wait of at most the shortest limit misses no deadline that starts later. */
  readonly #longestWaitMs: number;
  #phase: "connect" | "first_byte" | "idle" = "connect";
  #lastReadAt = 0;
  #restedAt = 0;
  #isReading = true;
  #isOver = false;
  #callOff: () => void = () => {};
  #probing: AbortController | undefined;

  constructor(options: DeadlineOptions) {
    this.#options = options;
    this.#limits = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
    this.#longestWaitMs = Math.min(...Object.values(this.#limits).map((limit) => limit > 0 ? limit : Infinity));
    this.#startedAt = options.clock.now();
    if (options.signal.aborted) this.#onAbort();
    else options.signal.addEventListener("abort", this.#onAbort, { once: true });
    void this.#watch();
  }

  /** Aborts when the caller aborts or a limit passes. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** The response headers have come. */
  connected(): void {
    if (this.#phase === "connect") this.#phase = "first_byte";
    this.#lastReadAt = this.#options.clock.now();
  }

  /** A piece of the answer or a keep-alive comment arrived. */
  heard(): void {
    this.#lastReadAt = this.#options.clock.now();
  }

  /** Our reader waits for bytes again. The time that it was busy does not count. */
  resume(): void {
    if (this.#isReading) return;
    this.#isReading = true;
    const silentMs = Math.max(0, this.#restedAt - this.#lastReadAt);
    this.#lastReadAt = this.#options.clock.now() - silentMs;
  }

  /** Our own reader is busy: its slowness does not count as the server's silence. */
  rest(): void {
    this.#isReading = false;
    this.#restedAt = this.#options.clock.now();
  }

  /** The answer has begun. */
  began(): void {
    this.#phase = "idle";
    this.heard();
  }

  /** Ends the watch. Safe to call twice. */
  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#options.signal.removeEventListener("abort", this.#onAbort);
    this.#callOff();
    this.#probing?.abort(SETTLED);
  }

  #onAbort = (): void => {
    this.#abort.abort(this.#options.signal.reason);
    this.close();
  };

  async #watch(): Promise<void> {
    const { clock } = this.#options;
    while (!this.#isOver && Number.isFinite(this.#longestWaitMs)) {
      const next = this.#next();
      const waitMs = next.at - clock.now();
      if (waitMs > 0) {
        this.#callOff = clock.after(Math.min(waitMs, this.#longestWaitMs), () => void this.#watch());
        return;
      }
      if (next.code !== "timeout.connect" || !await this.#isReachable()) return this.#expire(next.code);
      this.connected();
    }
  }

  #next(): { at: number; code: TimeoutCode } {
    const start = this.#startedAt;
    const candidates: { at: number; code: TimeoutCode; limit: number }[] = [
      { at: start + this.#limits.totalMs, code: "timeout.total", limit: this.#limits.totalMs },
    ];
    if (this.#phase !== "idle") {
      const limit = this.#limits.firstByteMs;
      candidates.push({ at: start + limit, code: "timeout.first_byte", limit });
    }
    if (this.#phase === "connect") {
      const limit = this.#limits.connectMs;
      candidates.push({ at: start + limit, code: "timeout.connect", limit });
    } else if (this.#phase === "idle" && this.#isReading) {
      const limit = this.#limits.idleMs;
      candidates.push({ at: this.#lastReadAt + limit, code: "timeout.idle", limit });
    }
    let best: { at: number; code: TimeoutCode } = { at: Infinity, code: "timeout.total" };
    for (const candidate of candidates) if (candidate.limit > 0 && candidate.at < best.at) best = candidate;
    return { at: best.at, code: best.code };
  }

  async #isReachable(): Promise<boolean> {
    const { probe } = this.#options;
    if (!probe) return false;
    this.#probing = new AbortController();
    const isReachable = await probe(this.#probing.signal).catch(() => false);
    return isReachable || this.#phase !== "connect";
  }

  #expire(code: TimeoutCode): void {
    if (this.#isOver) return;
    this.#abort.abort(timeoutError(code, { limits: this.#limits, where: this.#options.where }));
    this.close();
  }
}

type TimeoutCode = "timeout.connect" | "timeout.first_byte" | "timeout.idle" | "timeout.total";

function timeoutError(code: TimeoutCode, facts: { limits: Timeouts; where: string }): QwenError {
  const { limits, where } = facts;
  switch (code) {
    case "timeout.connect":
      return fail(code, `${where} did not take the connection within ${limits.connectMs} ms`, {
        hint: "Check the network and the base URL, or raise QWEN_CONNECT_TIMEOUT_MS.",
      });
    case "timeout.first_byte":
      return fail(code, `${where} sent nothing of its answer within ${limits.firstByteMs} ms`, {
        hint: "A slow local model may need more time: raise QWEN_CODE_API_TIMEOUT_MS.",
      });
    case "timeout.idle":
      return fail(code, `${where} fell silent in the middle of its answer for ${limits.idleMs} ms`, {
        hint: "Raise QWEN_STREAM_IDLE_TIMEOUT_MS if such pauses are normal there.",
      });
    case "timeout.total":
      return fail(code, `${where} did not end its answer within ${limits.totalMs} ms`, {
        hint: "Raise QWEN_STREAM_MAX_LIFETIME_MS if answers may take longer.",
      });
  }
}
