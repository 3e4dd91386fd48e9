import { assert, assertEquals } from "@std/assert";

import { handshake, ServedProgram } from "../support/serve_program.ts";
import { Wire } from "../support/serve_stage.ts";
import { procPath, survivors, withProc } from "../support/proc.ts";

// deno-lint-ignore no-explicit-any -- lines of a known shape.
type Line = any;

const TCP = ["--server-mode", "tcp", "--tcp-port", "0"];
const MIB = 1_048_576;
const isIdle = (line: Line): boolean => line.type === "status" && line.state === "idle";

/** Sends a prompt as a well-behaved client and returns the answer. */
async function answerOf(server: ServedProgram, text: string): Promise<string> {
  const wire = await server.connect();
  await wire.until(isIdle);
  await wire.send({ type: "user_input", content: `say ${text}` });
  const { content } = await wire.until((line) => line.role === "assistant" && !line.isStreaming);
  wire.close();
  await wire.ended;
  return content;
}

/** Memory of the server, in bytes. */
async function memoryOf(server: ServedProgram): Promise<number> {
  const status = await Deno.readTextFile(procPath(`${server.run.pid}/status`));
  return Number(/VmRSS:\s*(\d+)/.exec(status)?.[1]) * 1024;
}

/** How many sessions the server has written down. */
async function sessionsOf(server: ServedProgram): Promise<number> {
  let count = 0;
  const walk = async (folder: string): Promise<void> => {
    for await (const entry of Deno.readDir(folder)) {
      if (entry.isDirectory) await walk(`${folder}/${entry.name}`);
      else if (entry.name.endsWith(".jsonl")) count += 1;
    }
  };
  await walk(server.fixture.home);
  return count;
}

/** Opens so many sockets as descriptors allow at a time, until that many were opened. */
async function halfOpen(port: number, options: { total: number; batch: number; said: string }): Promise<void> {
  const bytes = new TextEncoder().encode(options.said);
  for (let opened = 0; opened < options.total; opened += options.batch) {
    const sockets = await Promise.all(
      Array.from({ length: options.batch }, () => Deno.connect({ hostname: "127.0.0.1", port })),
    );
    if (bytes.length > 0) await Promise.all(sockets.map((socket) => socket.write(bytes).catch(() => 0)));
    for (const socket of sockets) socket.close();
  }
}

Deno.test(
  withProc("10,000 half-open sockets and slow first lines: no session, real clients are still served", async () => {
    await using server = await ServedProgram.start(TCP);
    const port = server.ready.port ?? 0;
    const before = await sessionsOf(server);
    // Some stay for the whole time and say a little of a first line.
    const slow = await Promise.all(Array.from({ length: 400 }, () => Deno.connect({ hostname: "127.0.0.1", port })));
    await Promise.all(slow.map((socket) => socket.write(new TextEncoder().encode('{"type":"au'))));
    const storm = halfOpen(port, { total: 9_000, batch: 500, said: "" });
    assertEquals(await answerOf(server, "in the storm"), "in the storm");
    await storm;
    await halfOpen(port, { total: 600, batch: 300, said: "{" });
    assertEquals(await answerOf(server, "after the storm"), "after the storm");
    for (const socket of slow) socket.close();
    assertEquals(await sessionsOf(server) - before, 2);
    const memory = await memoryOf(server);
    assert(memory < 256 * MIB, `the server holds ${Math.round(memory / MIB)} MiB`);
  }),
);

Deno.test("HTTP requests, wrong tokens and a browser's fetch: no session, real clients are still served", async () => {
  await using server = await ServedProgram.start(TCP);
  const port = server.ready.port ?? 0;
  for (let count = 0; count < 50; count++) {
    const wire = new Wire(await Deno.connect({ hostname: "127.0.0.1", port }));
    await wire.send(
      count % 2 === 0 ? { type: "auth", token: "0".repeat(64) } : "GET / HTTP/1.1\r\nOrigin: http://x\r\n",
    );
    await wire.ended;
    assertEquals(wire.lines.map(({ code }) => code), [count % 2 === 0 ? "auth_required" : "http_refused"]);
  }
  const body = '{"type":"user_input","content":"run: touch owned"}\n';
  const fetched = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body }).then(
    () => "answered",
    () => "failed",
  );
  assertEquals([fetched, await sessionsOf(server)], ["failed", 0]);
  assertEquals(await answerOf(server, "hello"), "hello");
});

Deno.test("a page's WebSocket, a rebound name and a wrong token: no session, real clients are still served", async () => {
  await using server = await ServedProgram.start(["--server-mode", "ws", "--tcp-port", "0"]);
  const { port } = server.ready;
  assertEquals(await handshake(port ?? 0, { origin: "https://evil.example" }), "403");
  assertEquals(await handshake(port ?? 0, { host: "rebound.example" }), "403");
  const fetched = await fetch(`http://127.0.0.1:${port}/`);
  await fetched.body?.cancel();
  const wrong = new WebSocket(`ws://127.0.0.1:${port}/`);
  wrong.onopen = () => wrong.send('{"type":"auth","token":"wrong"}');
  await new Promise((done) => wrong.onclose = done);
  assertEquals([fetched.status, await sessionsOf(server)], [426, 0]);
  // Nothing is awaited before the socket is listened to: it may be open by then.
  const token = await server.token();
  const socket = new WebSocket(`ws://127.0.0.1:${port}/`);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  socket.onclose = ({ code }) => reject(new Error(`The server hung up (${code})`));
  socket.onopen = () => socket.send(JSON.stringify({ type: "auth", token }));
  socket.onmessage = ({ data }) => {
    const line = JSON.parse(data);
    if (isIdle(line) && line.seq === 1) socket.send('{"type":"user_input","content":"say hello"}');
    if (line.role === "assistant" && !line.isStreaming) resolve(line.content);
  };
  assertEquals(await promise, "hello");
  const closed = new Promise((done) => socket.onclose = done);
  socket.close();
  await closed;
  assertEquals(await sessionsOf(server), 1);
});

Deno.test(
  withProc("1 GiB of junk from a known client stays under 256 MiB, and others are served meanwhile", async () => {
    await using server = await ServedProgram.start(TCP);
    const wire = await server.connect();
    await wire.until(isIdle);
    const junk = new Uint8Array(8 * MIB).fill(0x78);
    let peak = 0;
    for (let sent = 0; sent < 1_024; sent += 8) {
      await wire.write(junk);
      if (sent % 128 === 0) peak = Math.max(peak, await memoryOf(server));
      if (sent === 512) assertEquals(await answerOf(server, "meanwhile"), "meanwhile");
    }
    await wire.send("");
    assertEquals((await wire.type("error")).code, "line_too_long");
    peak = Math.max(peak, await memoryOf(server));
    assert(peak < 256 * MIB, `the server needed ${Math.round(peak / MIB)} MiB`);
  }),
);

Deno.test(
  withProc("SIGTERM under load: turns end with their last record, children are gone, exit 0 within 3 s", async () => {
    await using server = await ServedProgram.start([...TCP, "--approval-mode", "yolo"]);
    const clients = await Promise.all(Array.from({ length: 20 }, () => server.connect()));
    for (const wire of clients) await wire.until(isIdle);
    const texts = ["wait 60", "run: sleep 300", "count to 100000"];
    await Promise.all(clients.map((wire, index) => wire.send({ type: "user_input", content: texts[index % 3] })));
    await Promise.all(clients.map((wire) => wire.until((line) => line.state === "responding")));
    await clients[1].until((line) => line.tools?.[0].status === "executing");
    const at = performance.now();
    server.run.kill("SIGTERM");
    const { code } = await server.run.end;
    const tookMs = performance.now() - at;
    await Promise.all(clients.map((wire) => wire.ended));
    assertEquals(code, 0);
    assert(tookMs < 3_000, `it took ${tookMs} ms`);
    for (const wire of clients) {
      const last = wire.lines.slice(-3).map((line) => line.type);
      assertEquals(last, ["completion_stats", "status", "error"]);
    }
    assertEquals(await survivors(server.fixture.home), []);
  }),
);

Deno.test("the end of stdin does not end a listening server", async () => {
  // The stage gives it an empty stdin.
  await using server = await ServedProgram.start(TCP);
  assertEquals(await answerOf(server, "still here"), "still here");
});
