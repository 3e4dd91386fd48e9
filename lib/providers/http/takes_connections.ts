import { systemClock } from "../../model/clock.ts";

const PROXY_VARS = ["HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "https_proxy", "http_proxy", "all_proxy"];
const LIMIT_MS = 2_000;

/** The proxy that the environment sets, without its user and password. */
export function proxyInUse(): { variable: string; host: string } | null {
  for (const variable of PROXY_VARS) {
    const value = Deno.env.get(variable)?.trim();
    if (!value) continue;
    const url = URL.parse(value.includes("://") ? value : `http://${value}`);
    return { variable, host: url?.host ?? "" };
  }
  return null;
}

/** Whether a host takes TCP connections. Behind a proxy this cannot be tested, so the answer is yes. */
export async function takesConnections(url: string, signal: AbortSignal): Promise<boolean> {
  const target = URL.parse(url);
  if (!target) return false;
  if (PROXY_VARS.some((name) => Deno.env.get(name))) return true;
  const port = Number(target.port) || (target.protocol === "https:" ? 443 : 80);
  const hostname = target.hostname.replace(/^\[|\]$/g, "");
  const late = new AbortController();
  const cancel = systemClock.after(LIMIT_MS, () => late.abort());
  try {
    const connection = await Deno.connect({ hostname, port, signal: AbortSignal.any([signal, late.signal]) });
    connection.close();
    return true;
  } finally {
    cancel();
  }
}
