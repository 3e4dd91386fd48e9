/**
 * Fetches a web page from an address that was checked before. A name may have another address by the time it is
 * connected to, so the connection is made here, to the checked address, and handed to `fetch` as a tunnel: encryption
 * and certificates stay between `fetch` and the server.
 */

const VERSION = 5;
const PASSWORD_AUTH = 2;
const BY_NAME = 3;

/** Where a request goes, whatever its name means by now. */
export interface Pin {
  address: string;
  port: number;
}

/** Fetches through a tunnel to one address. The response's body may be read as usual. */
export async function pinnedFetch(url: string, init: RequestInit, pin: Pin): Promise<Response> {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const password = crypto.randomUUID();
  const { port } = listener.addr as Deno.NetAddr;
  using client = Deno.createHttpClient({ proxy: { url: `socks5h://qwen:${password}@127.0.0.1:${port}` } });
  const tunnel = digTunnel(listener, { ...pin, password });
  const response = await Promise.race([fetch(url, { ...init, client } as RequestInit), tunnel]);
  return response;
}

/** Serves the one connection that `fetch` makes. Rejects when the address cannot be reached; never resolves. */
async function digTunnel(listener: Deno.Listener, pin: Pin & { password: string }): Promise<never> {
  let inner: Deno.Conn;
  try {
    inner = await acceptGuest(listener, pin.password);
  } catch {
    // The listener is closed when the request is over, whether it got here or not.
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

/** Takes connections until one knows the password: others on this machine may knock as well. */
async function acceptGuest(listener: Deno.Listener, password: string): Promise<Deno.Conn> {
  for (;;) {
    const connection = await listener.accept();
    try {
      if (await isGuest(connection, password)) return connection;
    } catch {
      // It went away in the middle.
    }
    connection.close();
  }
}

async function isGuest(connection: Deno.Conn, password: string): Promise<boolean> {
  const [version, methods] = await take(connection, 2);
  if (version !== VERSION || !(await take(connection, methods)).includes(PASSWORD_AUTH)) return false;
  await writeAll(connection, new Uint8Array([VERSION, PASSWORD_AUTH]));
  const [, nameLength] = await take(connection, 2);
  await take(connection, nameLength);
  const [length] = await take(connection, 1);
  if (new TextDecoder().decode(await take(connection, length)) !== password) return false;
  await writeAll(connection, new Uint8Array([1, 0]));
  const [, , , kind] = await take(connection, 4);
  // The name that is asked for does not matter: there is one address to go to.
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
