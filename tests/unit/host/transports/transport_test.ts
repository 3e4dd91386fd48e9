import { assertEquals, assertRejects } from "@std/assert";
import { QwenError } from "../../../../lib/model/problem.ts";
import { listenPipes } from "../../../../lib/host/transports/pipe.ts";
import { listenUnix } from "../../../../lib/host/transports/unix.ts";
import { Token } from "../../../../lib/host/token.ts";
import { listenWebSocket } from "../../../../lib/host/transports/ws.ts";
import { handshake } from "../../../support/serve_program.ts";
import { demoSessions, Stage, Wire } from "../../../support/serve_stage.ts";

const isIdle = (line: { state?: string }): boolean => line.state === "idle";

Deno.test("a Unix socket belongs to its owner alone, and is gone with the server", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/socket`;
  {
    await using stage = new Stage({ listener: await listenUnix(path), open: demoSessions() });
    assertEquals(stage.server.address, { transport: "unix", address: path, path });
    assertEquals(((await Deno.stat(path)).mode ?? 0) & 0o777, 0o600);
    const wire = new Wire(await Deno.connect({ transport: "unix", path }));
    await wire.until(isIdle);
    await wire.send({ type: "user_input", content: "say hello" });
    await wire.until((line) => line.role === "assistant" && !line.isStreaming);
    wire.close();
    await wire.ended;
  }
  assertEquals([...Deno.readDirSync(folder)], []);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a Unix socket that somebody listens on is not taken away, one that was left behind is", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/socket`;
  const first = await listenUnix(path);
  await assertRejects(() => listenUnix(path), Deno.errors.AddrInUse);
  await first.close();
  const stale = Deno.listen({ transport: "unix", path: `${folder}/stale` });
  await Deno.rename(`${folder}/stale`, path);
  stale.close();
  const second = await listenUnix(path);
  await second.close();
  await Deno.writeTextFile(path, "a file");
  await assertRejects(() => listenUnix(path), Deno.errors.AlreadyExists);
  await Deno.remove(folder, { recursive: true });
});

/** A client of named pipes; which end it opens first is its own affair. */
async function pipeClient(path: string, order: "in first" | "out first"): Promise<Wire> {
  const input = (): Promise<Deno.FsFile> => Deno.open(`${path}.in`, { write: true });
  const output = (): Promise<Deno.FsFile> => Deno.open(`${path}.out`, { read: true });
  const first = order === "in first" ? await input() : await output();
  const second = order === "in first" ? await output() : await input();
  const [writer, reader] = order === "in first" ? [first, second] : [second, first];
  const end = {
    read: (buffer: Uint8Array) => reader.read(buffer),
    write: (bytes: Uint8Array) => writer.write(bytes),
    closeWrite: () => Promise.resolve(writer.close()),
    close: () => reader.close(),
  };
  return new Wire(end);
}

Deno.test("named pipes carry one client after the other, whichever end it opens first", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/pipe`;
  {
    await using stage = new Stage({ listener: await listenPipes(path), open: demoSessions() });
    for (const name of [`${path}.in`, `${path}.out`]) {
      const { mode, isFifo } = await Deno.stat(name);
      assertEquals([isFifo, (mode ?? 0) & 0o777], [true, 0o600]);
    }
    for (const [round, order] of (["in first", "out first", "in first"] as const).entries()) {
      const wire = await pipeClient(path, order);
      await wire.until(isIdle);
      await wire.send({ type: "user_input", content: `say round ${round}` });
      await wire.until((line) => line.content === `round ${round}` && !line.isStreaming);
      await wire.until(isIdle, 3);
      await wire.closeWrite();
      await wire.ended;
    }
    assertEquals(stage.server.address, { transport: "pipe", address: path, path });
  }
  assertEquals([...Deno.readDirSync(folder)], []);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("named pipes are ours, or there are none", async () => {
  const folder = await Deno.makeTempDir();
  const refused = async (path: string): Promise<void> => {
    const error = await assertRejects(() => listenPipes(path), QwenError);
    assertEquals(error.problem.code, "config_invalid");
  };
  await new Deno.Command("mkfifo", { args: [`${folder}/theirs`] }).output();
  await Deno.symlink(`${folder}/theirs`, `${folder}/link.in`);
  await refused(`${folder}/link`);
  await Deno.writeTextFile(`${folder}/file.in`, "");
  await refused(`${folder}/file`);
  // Only root can give a file away.
  if (Deno.uid() === 0) {
    await new Deno.Command("mkfifo", { args: [`${folder}/given.in`] }).output();
    await Deno.chown(`${folder}/given.in`, 65534, 65534);
    await refused(`${folder}/given`);
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("named pipes survive a client that leaves without reading", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/pipe`;
  const limits = { stallMs: 40, graceMs: 40 };
  {
    await using stage = new Stage({ listener: await listenPipes(path), open: demoSessions(), limits });
    const rude = await Deno.open(`${path}.in`, { write: true });
    await rude.write(new TextEncoder().encode('{"type":"user_input","content":"count to 20000"}\n'));
    rude.close();
    while (stage.registry.clients.size === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    while (stage.registry.clients.size > 0) await new Promise((resolve) => setTimeout(resolve, 1));
    // Until the server has given up its old ends a client may meet those, and what is left in them.
    let wire = await pipeClient(path, "in first");
    const isOld = (): true => true;
    while (await Promise.race([wire.ended.then(isOld, isOld), wire.type("init").then(() => false, () => true)])) {
      await wire.closeWrite();
      wire.close();
      wire = await pipeClient(path, "in first");
    }
    await wire.until(isIdle);
    await wire.closeWrite();
    await wire.ended;
    assertEquals(wire.lines[0].type, "init");
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("named pipes that are given up while a line arrives are read no further", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/pipe`;
  for (let times = 0; times < 5; times++) {
    const listener = await listenPipes(path);
    const opened = Deno.open(`${path}.in`, { write: true });
    for await (const connection of listener.connections()) {
      using writer = await opened;
      const reading = Array.fromAsync(connection.readable);
      await writer.write(new TextEncoder().encode("a line\n"));
      connection.close();
      // The client stays, and says nothing more.
      await reading;
      await listener.close();
    }
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("named pipes are not made from what is something else", async () => {
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(`${folder}/pipe.in`, "a file");
  await assertRejects(() => listenPipes(`${folder}/pipe`), Error, "is not a named pipe");
  await Deno.remove(folder, { recursive: true });
});

/** Messages of a WebSocket, as they come. */
function messagesOf(socket: WebSocket): { until: (fits: (line: Record<string, unknown>) => boolean) => Promise<void> } {
  const lines: Record<string, unknown>[] = [];
  let wake = Promise.withResolvers<void>();
  socket.onmessage = ({ data }) => {
    lines.push(JSON.parse(data));
    wake.resolve();
  };
  return {
    async until(fits): Promise<void> {
      while (!lines.some(fits)) {
        wake = Promise.withResolvers<void>();
        await wake.promise;
      }
    },
  };
}

async function closed(socket: WebSocket): Promise<void> {
  if (socket.readyState === WebSocket.CLOSED) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.onclose = () => resolve();
  socket.close();
  await promise;
}

Deno.test("WebSocket carries one record a message, after the token", async () => {
  const secret = "a secret of some length";
  const listener = listenWebSocket({ hostname: "127.0.0.1", port: 0 });
  await using stage = new Stage({ listener, open: demoSessions(), token: await Token.of(secret) });
  const socket = new WebSocket(`ws://127.0.0.1:${stage.port}/`);
  await new Promise((resolve) => socket.onopen = resolve);
  const messages = messagesOf(socket);
  // A message is one line even when it is laid out over several.
  socket.send(JSON.stringify({ type: "auth", token: secret }, null, 2));
  await messages.until((line) => line.type === "init");
  socket.send(JSON.stringify({ type: "user_input", content: "say hello" }));
  await messages.until((line) => line.content === "hello" && line.isStreaming === false);
  await closed(socket);
});

Deno.test("WebSocket refuses a wrong token with one message and closes", async () => {
  const listener = listenWebSocket({ hostname: "127.0.0.1", port: 0 });
  await using stage = new Stage({ listener, token: await Token.of("a secret of some length") });
  const socket = new WebSocket(`ws://127.0.0.1:${stage.port}/`);
  const got: unknown[] = [];
  socket.onmessage = ({ data }) => got.push(JSON.parse(data).code);
  socket.onopen = () => socket.send('{"type":"auth","token":"wrong"}');
  await new Promise((resolve) => socket.onclose = resolve);
  assertEquals([got, stage.sessions], [["auth_required"], []]);
});

Deno.test("WebSocket refuses pages of browsers, other host names and plain HTTP", async () => {
  const listener = listenWebSocket({ hostname: "127.0.0.1", port: 0 });
  await using stage = new Stage({ listener });
  const { port } = stage;
  assertEquals(await handshake(port, { origin: "https://evil.example" }), "403");
  assertEquals(await handshake(port, { origin: `http://127.0.0.1:${port}` }), "403");
  assertEquals(await handshake(port, { origin: "null" }), "403");
  assertEquals(await handshake(port, { host: "rebound.example" }), "403");
  const plain = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: '{"type":"user_input"}' });
  assertEquals([plain.status, plain.headers.get("access-control-allow-origin")], [426, null]);
  await plain.body?.cancel();
  assertEquals([stage.sessions.length, await handshake(port, { host: `localhost:${port}` })], [0, "101"]);
});
