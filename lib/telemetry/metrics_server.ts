import { fail } from "../model/problem.ts";
import type { Metrics } from "./metrics.ts";

const LOOPBACK = "127.0.0.1";

/** A server for the figures of a process. */
export interface MetricsServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves `/metrics` at `PORT` on loopback, or at `HOST:PORT`. Throws QwenError when it cannot. */
export function serveMetrics(address: string, metrics: Metrics): MetricsServer {
  const { hostname, port } = readAddress(address);
  let server: Deno.HttpServer<Deno.NetAddr>;
  try {
    server = Deno.serve({ hostname, port, onListen: () => {} }, (request) => answer(request, metrics));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw fail("config_invalid", `Cannot serve metrics at ${hostname}:${port}: ${reason}`, {
      hint: "Choose another port for --metrics; 0 takes a free one.",
      cause: error,
    });
  }
  const shown = hostname.includes(":") ? `[${hostname}]` : hostname;
  return { url: `http://${shown}:${server.addr.port}/metrics`, close: () => server.shutdown() };
}

function readAddress(address: string): { hostname: string; port: number } {
  const [, host, port] = /^(?:(.+):)?(\d{1,5})$/.exec(address) ?? [];
  if (port === undefined || Number(port) > 65_535) {
    throw fail("usage_error", `--metrics takes PORT or HOST:PORT, not ${JSON.stringify(address)}`, {
      hint: "It looks like --metrics 9464.",
    });
  }
  return { hostname: host?.replace(/^\[|\]$/g, "") ?? LOOPBACK, port: Number(port) };
}

function answer(request: Request, metrics: Metrics): Response {
  const { pathname } = new URL(request.url);
  if (pathname !== "/metrics") return new Response("The metrics are at /metrics.\n", { status: 404 });
  if (request.method !== "GET" && request.method !== "HEAD") return new Response(null, { status: 405 });
  return new Response(metrics.text(), { headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" } });
}
