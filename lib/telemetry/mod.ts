/** OpenTelemetry: spans of prompts, model requests and tool calls, sent by OTLP. Loaded only where an endpoint is set. */
import type { Clock } from "../model/clock.ts";
import type { Tracer } from "../model/ports/tracer.ts";
import type { TelemetryConfig } from "./otlp_config.ts";
import { OtlpExporter } from "./otlp_exporter.ts";
import { SessionTracer } from "./session_tracer.ts";
import { parseTraceparent } from "./trace_context.ts";

export { Metrics } from "./metrics.ts";
export { serveMetrics } from "./metrics_server.ts";
export { telemetryConfig } from "./otlp_config.ts";

/** The telemetry of a run. */
export interface Telemetry {
  /** The tracer of a new session; `traceparent` is that of the job it works on, in place of the process's own. */
  tracer(session: { provider: string; traceparent?: string }): Tracer;
  /** Delivers what was recorded; takes at most a second. */
  close(): Promise<void>;
}

/** The providers that the GenAI conventions name otherwise than we do. */
const PROVIDER_NAMES: Readonly<Record<string, string>> = { gemini: "gcp.gemini", "vertex-ai": "gcp.vertex_ai" };

/** Starts the telemetry of a run; `clean` removes secrets from content. */
export function openTelemetry(
  config: TelemetryConfig,
  { clock, version, clean }: { clock: Clock; version: string; clean: (text: string) => string },
): Telemetry {
  const exporter = new OtlpExporter(config, { clock, version });
  return {
    tracer: ({ provider, traceparent }) =>
      new SessionTracer({
        clock,
        export: (span) => exporter.add(span),
        parent: (traceparent === undefined ? null : parseTraceparent(traceparent)) ?? config.parent,
        provider: PROVIDER_NAMES[provider] ?? provider,
        content: config.capturesContent ? clean : null,
      }),
    close: () => exporter.close(),
  };
}
