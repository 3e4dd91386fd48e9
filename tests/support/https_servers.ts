/** Web servers on loopback that remember what they received, with and without TLS. */
import { SessionAuthority } from "../../lib/sandbox/network/certificates.ts";

/** A request as a server received it. */
export interface WebRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** A server of a test. */
export interface WebServer extends AsyncDisposable {
  port: number;
  requests: WebRequest[];
}

/** Starts a server; `tls` makes it speak HTTPS as localhost. */
export function webServer(
  answer: (request: WebRequest) => Response | Promise<Response>,
  tls: { cert: string; key: string } | null = null,
): WebServer {
  const requests: WebRequest[] = [];
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {}, ...(tls ?? {}) },
    async (request) => {
      const body = await request.text();
      const seen = { method: request.method, url: request.url, headers: Object.fromEntries(request.headers), body };
      requests.push(seen);
      return await answer(seen);
    },
  );
  const { port } = server.addr as Deno.NetAddr;
  return { port, requests, [Symbol.asyncDispose]: () => server.shutdown() };
}

/** A certificate for localhost, and the file with the authority that issued it. */
export async function localCertificate(folder: string): Promise<{ cert: string; key: string; authority: string }> {
  const made = await SessionAuthority.make(() => Date.now(), "test authority");
  const authority = `${folder}/authority.pem`;
  await Deno.writeTextFile(authority, made.cert);
  return { ...await made.certify("localhost"), authority };
}
