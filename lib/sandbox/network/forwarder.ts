/**
 * A process in the network namespace of a session's commands that connects its loopback with the proxy outside, through
 * a Unix socket. It only passes bytes on: all decisions are the proxy's.
 */
import { ByteSource, writeAll } from "./byte_source.ts";
import { isConnectionError } from "./connection_error.ts";

/** The first argument with which this program runs as a forwarder. Users never write it. */
export const FORWARD = "--internal-forward";

/** The command line of a forwarder to a socket: this program itself, in whatever form it runs. */
export function forwarderArgv(socket: string): string[] {
  if (Deno.build.standalone) return [Deno.execPath(), FORWARD, socket];
  // The name of the bundled script has no extension, and the script needs no configuration.
  const bundled = /\.[jt]s$/.test(Deno.mainModule) ? [] : ["--ext=js", "--no-config", "--no-lock"];
  return [Deno.execPath(), "run", "--quiet", "--no-prompt", "-A", ...bundled, Deno.mainModule, FORWARD, socket];
}

/** Listens on loopback, tells the port, and forwards connections to the socket until stdin is closed. */
export async function forward(socket: string, tellPort: (port: number) => Promise<unknown>): Promise<void> {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  await tellPort(listener.addr.port);
  void accept(listener, socket);
  const buffer = new Uint8Array(64);
  while (await Deno.stdin.read(buffer) !== null);
}

async function accept(listener: Deno.TcpListener, socket: string): Promise<void> {
  for await (const client of listener) void relay(client, socket);
}

async function relay(client: Deno.TcpConn, path: string): Promise<void> {
  try {
    const proxy = await Deno.connect({ transport: "unix", path });
    await Promise.all([copy(client, proxy), copy(proxy, client)]);
  } catch (error) {
    if (!isConnectionError(error)) throw error;
  } finally {
    endOnce(client);
  }
}

async function copy(from: Deno.Conn, to: Deno.Conn): Promise<void> {
  const source = new ByteSource(from);
  try {
    for (let piece = await source.read(); piece; piece = await source.read()) await writeAll(to, piece);
    await to.closeWrite();
  } catch (error) {
    endOnce(from);
    endOnce(to);
    if (!isConnectionError(error)) throw error;
  }
}

function endOnce(connection: Deno.Conn): void {
  try {
    connection.close();
  } catch (error) {
    if (!isConnectionError(error)) throw error;
  }
}
