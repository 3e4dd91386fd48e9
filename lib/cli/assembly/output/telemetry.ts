import { systemClock } from "../../../model/clock.ts";
import type { SessionParts } from "../../../engine/session/session_parts.ts";
import type { Telemetry } from "../../../telemetry/mod.ts";
import type { Flags } from "../../args/table/flag_table.ts";
import { secrets } from "../config/secrets.ts";

export type { Telemetry } from "../../../telemetry/mod.ts";

/** Opens the telemetry of a run; null where no endpoint is set. */
export async function telemetryOf(
  flags: Pick<Flags, "telemetryOtlpEndpoint">,
  { env, version, note }: {
    env: (name: string) => string | undefined;
    version: string;
    note: (text: string) => void;
  },
): Promise<Telemetry | null> {
  const endpoint = flags.telemetryOtlpEndpoint;
  if (!(endpoint ?? env("OTEL_EXPORTER_OTLP_ENDPOINT"))) return null;
  const { openTelemetry, telemetryConfig } = await import("../../../telemetry/mod.ts");
  const config = telemetryConfig({ env, version, ...(endpoint === undefined ? {} : { endpoint }) });
  if (!config) return null;
  for (const value of Object.values(config.headers)) secrets.add(value);
  for (const text of config.notes) note(text);
  return openTelemetry(config, { clock: systemClock, version, clean: (text) => secrets.text(text) });
}

/** A session whose work is reported. */
export function traced<Parts extends SessionParts>(
  parts: Parts,
  { telemetry, traceparent }: { telemetry: Telemetry | null; traceparent?: string | undefined },
): Parts {
  if (!telemetry) return parts;
  const { model, world } = parts;
  const tracer = telemetry.tracer({
    provider: model.provider.name,
    ...(traceparent === undefined ? {} : { traceparent }),
  });
  return { ...parts, model: { ...model, provider: tracer.provider(model.provider) }, world: { ...world, tracer } };
}
