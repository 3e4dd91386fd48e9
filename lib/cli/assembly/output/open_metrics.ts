import { type Tap, watching } from "../../../host/taps.ts";
import type { Metrics } from "../../../telemetry/metrics.ts";

/** The figures of a process for Prometheus; without `--metrics` there are none. */
export interface OpenedMetrics extends AsyncDisposable {
  /** Counts the events of each session. */
  taps: readonly Tap[];
  metrics: Metrics | null;
  /** Where the figures are, for the line that says where the process listens. */
  facts: { metrics?: string };
}

/** Serves the figures at the address of `--metrics`. */
export async function openMetrics(address: string | undefined): Promise<OpenedMetrics> {
  if (address === undefined) {
    return {
      taps: [],
      metrics: null,
      facts: {},
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  }
  const { Metrics, serveMetrics } = await import("../../../telemetry/mod.ts");
  const metrics = new Metrics();
  const server = serveMetrics(address, metrics);
  return {
    taps: [watching((event) => metrics.watch(event))],
    metrics,
    facts: { metrics: server.url },
    [Symbol.asyncDispose]: () => server.close(),
  };
}
