/**
 * Fetches a web page from an address that was checked before. A host name may resolve to another address by the time
 * `fetch` connects, so the connection is made here, to the checked address, and `fetch` uses it through a SOCKS tunnel.
 * TLS stays between `fetch` and the server.
 */

const VERSION = 5;
const PASSWORD_AUTH = 2;
const BY_NAME = 3;

/** The checked address of a request. */
export interface Pin {
  address: string;
  port: number;
}

/** Fetches through a tunnel to one address. */
export async function pinnedFetch(url: string, init: RequestInit, pin: Pin): Promise<Response> {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const password = crypto.randomUUID();
  const { port } = listener.addr as Deno.NetAddr;
  using client = Deno.createHttpClient({ proxy: { url: `socks5h://qwen:${password}@127.0.0.1:${port}` } });
  const tunnel = serveTunnel(listener, { ...pin, password });
  const response = await Promise.race([fetch(url, { ...init, client } as RequestInit), tunnel]);
  return response;
}

/** Serves the one connection that `fetch` makes. Rejects when the address cannot be reached; never resolves. */
async function serveTunnel(listener: Deno.Listener, pin: Pin & { password: string }): Promise<never> {
  let inner: Deno.Conn;
  try {
    inner = await acceptClient(listener, pin.password);
  } catch {
    // The listener is closed when the request is over, with or without a connection.
    return await new Promise<never>(() => {});
  }
  let outer: Deno.Conn;
  try {
    outer = await Deno.connect({ hostname: pin.address, port: pin.port });
  } catch (error) {
    inner.close();
    throw error;
  }
  await writeAll(inner, new Uint8Array([VERSION, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
  void Promise.allSettled([inner.readable.pipeTo(outer.writable), outer.readable.pipeTo(inner.writable)]);
  return await new Promise<never>(() => {});
}

/** Accepts connections until one knows the password: other programs on this machine may connect, too. */
async function acceptClient(listener: Deno.Listener, password: string): Promise<Deno.Conn> {
  for (;;) {
    const connection = await listener.accept();
    try {
      if (await isClient(connection, password)) return connection;
    } catch {
      // It disconnected during the handshake.
    }
    connection.close();
  }
}

async function isClient(connection: Deno.Conn, password: string): Promise<boolean> {
  const [version, methods] = await take(connection, 2);
  if (version !== VERSION || !(await take(connection, methods)).includes(PASSWORD_AUTH)) return false;
  await writeAll(connection, new Uint8Array([VERSION, PASSWORD_AUTH]));
  const [, nameLength] = await take(connection, 2);
  await take(connection, nameLength);
  const [length] = await take(connection, 1);
  if (new TextDecoder().decode(await take(connection, length)) !== password) return false;
  await writeAll(connection, new Uint8Array([1, 0]));
  const [, , , kind] = await take(connection, 4);
  // The requested name does not matter: the tunnel leads to one address.
  await take(connection, (kind === BY_NAME ? (await take(connection, 1))[0] : kind === 1 ? 4 : 16) + 2);
  return true;
}

async function take(connection: Deno.Conn, count: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(count);
  for (let length = 0; length < count;) {
    const read = await connection.read(bytes.subarray(length));
    if (read === null) throw new Deno.errors.UnexpectedEof("The connection was cut");
    length += read;
  }
  return bytes;
}

async function writeAll(connection: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let sent = 0; sent < bytes.length;) sent += await connection.write(bytes.subarray(sent));
}
