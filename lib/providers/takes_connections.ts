/** Whether a host takes TCP connections. Behind a proxy nothing can be seen, so the answer is yes. */
export async function takesConnections(url: string, signal: AbortSignal): Promise<boolean> {
  const target = URL.parse(url);
  if (!target) return false;
  for (const name of ["HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "https_proxy", "http_proxy", "all_proxy"]) {
    if (Deno.env.get(name)) return true;
  }
  const port = Number(target.port) || (target.protocol === "https:" ? 443 : 80);
  const hostname = target.hostname.replace(/^\[|\]$/g, "");
  const limit = AbortSignal.any([signal, AbortSignal.timeout(2_000)]);
  const connection = await Deno.connect({ hostname, port, signal: limit });
  connection.close();
  return true;
}
