import { type Problem, problem, problemOf } from "../model/problem.ts";
import { type Host, sendAway, serveClient, type Visit, visitOf } from "./pipeline.ts";
import type { Connection, ListenAddress, Listener } from "./transports/transport.ts";

const MIN_TICK_MS = 10;
const MAX_TICK_MS = 1_000;
const PATIENCE_MS = 1_000;

/** Serves the clients of one listener until it is stopped. */
export class Server {
  readonly #listener: Listener;
  readonly #host: Host;
  readonly #note: (text: string) => void;
  /** Connections that have not been admitted yet, with the time at which they came. */
  readonly #waiting = new Map<Visit, number>();
  readonly #running = new Set<Promise<void>>();
  readonly #closed = new AbortController();
  readonly #accepting: Promise<void>;
  readonly #ticking: Promise<void>;

  constructor(listener: Listener, options: { host: Host; note: (text: string) => void }) {
    this.#listener = listener;
    this.#host = options.host;
    this.#note = options.note;
    this.#accepting = this.#accept();
    this.#ticking = this.#tick();
  }

  get address(): ListenAddress {
    return this.#listener.address;
  }

  /** How many connections have not been admitted yet. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Accepts no more clients, ends what runs, and disconnects everyone. Bounded in time. */
  async stop(why: Problem): Promise<void> {
    await this.#listener.close();
    await this.#host.registry.shutDown(why);
    this.#closed.abort();
    for (const { connection } of this.#waiting.keys()) connection.close();
    await Promise.all(this.#running);
    await Promise.all([this.#accepting, this.#ticking]);
  }

  async #accept(): Promise<void> {
    for await (const connection of this.#listener.connections()) this.#serve(connection);
  }

  /** Serves a connection to its end. Never fails. */
  #serve(connection: Connection): void {
    const visit: Visit = visitOf(connection, this.#host);
    visit.onAdmitted = () => this.#waiting.delete(visit);
    this.#enter(visit);
    const serving = serveClient(visit, this.#host)
      .catch((error) => this.#note(`qwen: ${connection.peer}: ${problemOf(error).message}`))
      .finally(() => {
        this.#waiting.delete(visit);
        connection.close();
        this.#running.delete(serving);
      });
    this.#running.add(serving);
  }

  /**
   * When too many connections wait to be admitted, the oldest is closed: a real client does not wait. In a storm all of
   * them are new, and the lines of the newest may not have been read yet: they get a moment while there is space.
   */
  #enter(visit: Visit): void {
    const { limits, clock } = this.#host;
    const now = clock.now();
    this.#waiting.set(visit, now);
    if (this.#waiting.size <= limits.pending / 2) return;
    const [[oldest, since]] = this.#waiting;
    if (now - since < PATIENCE_MS && this.#waiting.size <= limits.pending) return;
    this.#waiting.delete(oldest);
    oldest.connection.close();
  }

  /** One clock for all time limits. */
  async #tick(): Promise<void> {
    const { clock, limits, registry } = this.#host;
    const shortest = Math.min(limits.idleMs, limits.firstLineMs, limits.heartbeatMs, limits.graceMs, limits.stallMs);
    const period = Math.max(MIN_TICK_MS, Math.min(MAX_TICK_MS, shortest / 4));
    while (!this.#closed.signal.aborted) {
      const isOver = await clock.sleep(period, this.#closed.signal).then(() => false, () => true);
      if (isOver) return;
      const now = clock.now();
      this.#refuseLate(now);
      registry.tick(now);
    }
  }

  /** Refuses connections that take too long for their first line. */
  #refuseLate(now: number): void {
    const { firstLineMs } = this.#host.limits;
    for (const [visit, since] of this.#waiting) {
      if (now - since <= firstLineMs) continue;
      this.#waiting.delete(visit);
      const late = problem("limit_exceeded", `No line came within ${firstLineMs} ms`, { detail: "first_line_timeout" });
      void sendAway(visit, { host: this.#host, problem: late });
    }
  }
}
