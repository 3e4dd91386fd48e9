import { fail } from "../model/problem.ts";
import { parseTraceparent, type TraceContext } from "./trace_context.ts";

/** Where spans go, and what they say about this process. */
export interface TelemetryConfig {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Attributes of this process. */
  resource: Readonly<Record<string, string>>;
  /** The span of the program that started this one. */
  parent: TraceContext | null;
  /** Whether spans contain prompts, answers, arguments and results. */
  capturesContent: boolean;
  /** What could not be followed, for people. */
  notes: readonly string[];
}

/** The sources of the configuration. */
export interface TelemetrySources {
  env: (name: string) => string | undefined;
  /** The value of `--telemetry-otlp-endpoint`, which wins over the environment. */
  endpoint?: string;
  version: string;
}

const PROTOCOL = "http/json";

/** Reads the OpenTelemetry variables; null where no endpoint is named. Throws QwenError for one that is no address. */
export function telemetryConfig({ env, endpoint, version }: TelemetrySources): TelemetryConfig | null {
  const own = endpoint ?? env("OTEL_EXPORTER_OTLP_ENDPOINT");
  const forTraces = endpoint === undefined ? env("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") : undefined;
  if (!own || env("OTEL_SDK_DISABLED")?.toLowerCase() === "true") return null;
  const notes: string[] = [];
  const protocol = env("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL") ?? env("OTEL_EXPORTER_OTLP_PROTOCOL") ?? PROTOCOL;
  if (protocol !== PROTOCOL) {
    notes.push(`OTEL_EXPORTER_OTLP_PROTOCOL=${protocol} is not supported; ${PROTOCOL} is used`);
  }
  return {
    url: forTraces ? address(forTraces).href : tracesUrl(own),
    headers: {
      ...pairs(env("OTEL_EXPORTER_OTLP_HEADERS")),
      ...pairs(env("OTEL_EXPORTER_OTLP_TRACES_HEADERS")),
    },
    resource: {
      ...pairs(env("OTEL_RESOURCE_ATTRIBUTES")),
      "service.name": env("OTEL_SERVICE_NAME") ?? pairs(env("OTEL_RESOURCE_ATTRIBUTES"))["service.name"] ?? "qwen",
      "service.version": version,
    },
    parent: parentOf(env("TRACEPARENT"), notes),
    capturesContent: env("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT")?.toLowerCase() === "true",
    notes,
  };
}

function parentOf(traceparent: string | undefined, notes: string[]): TraceContext | null {
  if (!traceparent) return null;
  const parent = parseTraceparent(traceparent);
  if (!parent) notes.push(`TRACEPARENT is not valid, so a new trace begins: ${JSON.stringify(traceparent)}`);
  return parent;
}

function tracesUrl(endpoint: string): string {
  const url = address(endpoint);
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/v1/traces`;
  return url.href;
}

function address(text: string): URL {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw fail("config_invalid", `The OpenTelemetry endpoint is not an HTTP address: ${JSON.stringify(text)}`, {
    hint: "It looks like http://127.0.0.1:4318.",
  });
}

/** `a=1,b=2`, with values in percent-encoding. */
function pairs(text: string | undefined): Record<string, string> {
  const found: Record<string, string> = {};
  for (const pair of (text ?? "").split(",")) {
    const at = pair.indexOf("=");
    if (at > 0) found[pair.slice(0, at).trim()] = decoded(pair.slice(at + 1).trim());
  }
  return found;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
