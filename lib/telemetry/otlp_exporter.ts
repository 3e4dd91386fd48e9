import type { Clock } from "../model/clock.ts";
import { within } from "../model/within.ts";
import { attributesOf, type Span } from "./span.ts";
import type { TelemetryConfig } from "./otlp_config.ts";

const BATCH_SPANS = 256;
/** Spans that wait for a slow collector; more than that are dropped. */
const MAX_WAITING = 4_096;
const INTERVAL_MS = 5_000;
/** A collector that is dead or silent costs at most this at the end. */
const MAX_CLOSE_MS = 900;
const MAX_POST_MS = 10_000;

/** Sends spans to a collector by OTLP over HTTP, as JSON. It never fails a run. */
export class OtlpExporter {
  readonly #config: TelemetryConfig;
  readonly #clock: Clock;
  readonly #version: string;
  readonly #stop = new AbortController();
  #waiting: Span[] = [];
  #posting: Promise<void> | null = null;
  #cancelTimer: (() => void) | null = null;

  constructor(config: TelemetryConfig, { clock, version }: { clock: Clock; version: string }) {
    this.#config = config;
    this.#clock = clock;
    this.#version = version;
  }

  /** Takes a span that has ended. */
  add(span: Span): void {
    if (this.#waiting.length >= MAX_WAITING) return;
    this.#waiting.push(span);
    if (this.#waiting.length >= BATCH_SPANS) this.#flush();
    else this.#cancelTimer ??= this.#clock.after(INTERVAL_MS, () => this.#flush());
  }

  /** Delivers what waits, within bounds. */
  async close(): Promise<void> {
    const delivered = (async () => {
      while (this.#posting || this.#waiting.length > 0) {
        this.#flush();
        await this.#posting;
      }
      return true;
    })();
    await within(delivered, { ms: MAX_CLOSE_MS, clock: this.#clock });
    this.#waiting = [];
    this.#cancelTimer?.();
    this.#stop.abort(new DOMException("The run is over", "AbortError"));
  }

  #flush(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    if (this.#posting || this.#waiting.length === 0) return;
    const batch = this.#waiting.splice(0, BATCH_SPANS);
    this.#posting = this.#post(batch).finally(() => {
      this.#posting = null;
      if (this.#waiting.length >= BATCH_SPANS) this.#flush();
    });
  }

  /** A batch that the collector does not take is lost. */
  async #post(spans: readonly Span[]): Promise<void> {
    const { url, headers, resource } = this.#config;
    const scope = { name: "qwen", version: this.#version };
    const body = {
      resourceSpans: [{ resource: { attributes: attributesOf(resource) }, scopeSpans: [{ scope, spans }] }],
    };
    const late = new AbortController();
    const cancel = this.#clock.after(MAX_POST_MS, () => late.abort());
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
        redirect: "error",
        signal: AbortSignal.any([this.#stop.signal, late.signal]),
      });
      await response.body?.cancel();
    } catch {
      // Telemetry is a courtesy: a collector that cannot be reached changes nothing about the run.
    } finally {
      cancel();
    }
  }
}
