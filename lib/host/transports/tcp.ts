import { SocketListener } from "./socket.ts";
import type { Listener, ListeningTransport, ListenOptions } from "./transport.ts";

/** TCP sockets. */
export const tcp: ListeningTransport = {
  name: "tcp",
  summary: "JSON lines on --host and --tcp-port, 127.0.0.1:7777; the C++ clients default to port 8765",
  isReachable: true,
  takesTls: true,
  listen: (options) => Promise.resolve(listenTcp(options)),
};

/** Listens on a TCP port; 0 takes a free one. */
export function listenTcp({ hostname, port, tls }: Pick<ListenOptions, "hostname" | "port" | "tls">): Listener {
  const listener = tls
    ? Deno.listenTls({ hostname, port, transport: "tcp", ...tls })
    : Deno.listen({ hostname, port, transport: "tcp" });
  const addr = listener.addr as Deno.NetAddr;
  return new SocketListener(listener, { address: { transport: "tcp", address: addr.hostname, port: addr.port } });
}
