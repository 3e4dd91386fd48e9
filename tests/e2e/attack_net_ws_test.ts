/** A client of the WebSocket server without the token, which sends frames of 60 MB. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { systemClock } from "../../lib/model/clock.ts";
import { within } from "../../lib/model/within.ts";
import { Fixture, linesOf, startQwen } from "../support/qwen.ts";
import { procPath, withProc } from "../support/proc.ts";

const FRAME_BYTES = 60_000_000;
const CLIENTS = 8;
const MAIN = Deno.env.get("QWEN_ATTACK_MAIN");

function residentMiB(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(Deno.readTextFileSync(procPath(`${pid}/status`)))?.[1] ?? 0) / 1_024;
}

/** Begins a frame of 60 MB, and sends as much of it as the server takes; returns the answer. */
async function floodFrame(port: number): Promise<string> {
  using socket = await Deno.connect({ hostname: "127.0.0.1", port });
  const head = `GET / HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n` +
    "sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
  await socket.write(new TextEncoder().encode(head));
  let answer = "";
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const bytes of socket.readable) answer += decoder.decode(bytes, { stream: true });
  })().catch(() => undefined);
  const frame = new DataView(new ArrayBuffer(14));
  frame.setUint8(0, 0x81);
  frame.setUint8(1, 0x80 | 127);
  frame.setBigUint64(2, BigInt(FRAME_BYTES));
  let sent = 0;
  try {
    await socket.write(new Uint8Array(frame.buffer));
    const piece = new Uint8Array(65_536).fill(120);
    // The last byte never comes, so that nobody sees the message as complete.
    while (sent + piece.length < FRAME_BYTES) sent += await socket.write(piece);
  } catch {
    // The server has closed the connection.
  }
  await within(reading, { ms: 60_000, clock: systemClock });
  return answer;
}

Deno.test(withProc("attack: frames of 60 MB before the token are refused without keeping them", async () => {
  await using fixture = await Fixture.open();
  const args = ["serve", "--server-mode", "ws", "--tcp-port", "0", "--provider", "demo"];
  await using run = startQwen(args, { fixture, stdin: { none: true }, ...(MAIN ? { main: MAIN } : {}) });
  await run.until(/\n/);
  const { port } = linesOf(run.stdout)[0];
  const before = residentMiB(run.pid);
  const floods = await Promise.all(Array.from({ length: CLIENTS }, () => floodFrame(port)));
  for (const answer of floods) {
    assertMatch(answer, /101 Switching Protocols/);
    assertMatch(answer, /auth_required|must be an auth line/i);
  }
  const grown = residentMiB(run.pid) - before;
  assert(grown < 100, `the server grew by ${grown} MiB`);
  assertEquals(linesOf(run.stdout).length, 1);
}));
