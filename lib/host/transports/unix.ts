import { fail } from "../../model/problem.ts";
import { SocketListener } from "./socket.ts";
import type { Listener, ListeningTransport } from "./transport.ts";

/** Unix sockets. */
export const unix: ListeningTransport = {
  name: "unix",
  summary: "JSON lines on --socket-path, mode 0600",
  isReachable: false,
  listen: async ({ socketPath }) => {
    if (!socketPath) throw fail("usage_error", "This transport needs --socket-path");
    return await listenUnix(socketPath);
  },
};

/** Listens on a Unix socket that only its owner may use. */
export async function listenUnix(path: string): Promise<Listener> {
  await removeStale(path);
  // The mode is set before anyone can connect: the socket is made in a private folder and then moved.
  const folder = await Deno.makeTempDir({ dir: parentOf(path), prefix: ".qwen-" });
  const hidden = `${folder}/s`;
  try {
    const listener = Deno.listen({ transport: "unix", path: hidden });
    await Deno.chmod(hidden, 0o600);
    await Deno.rename(hidden, path);
    return new SocketListener(listener, {
      address: { transport: "unix", address: path, path },
      onClose: () => remove(path),
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Removes a socket that no process listens on; anything else may not be replaced. */
async function removeStale(path: string): Promise<void> {
  const found = await Deno.lstat(path).catch(() => null);
  if (!found) return;
  if (!found.isSocket) throw new Deno.errors.AlreadyExists(`${path} exists and is not a socket`);
  const alive = await Deno.connect({ transport: "unix", path }).catch(() => null);
  if (alive) {
    alive.close();
    throw new Deno.errors.AddrInUse(`Another process listens on ${path}`);
  }
  await Deno.remove(path);
}

function parentOf(path: string): string {
  const end = path.lastIndexOf("/");
  return end < 0 ? "." : path.slice(0, end) || "/";
}

async function remove(path: string): Promise<void> {
  await Deno.remove(path).catch(() => {/* It is gone already. */});
}
