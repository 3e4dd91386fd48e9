/** A server under clients that come, stall and die. */
import { Fixture, startQwen } from "../support/qwen.ts";
import { pause, soak, type SoakReport } from "./holding.ts";

const ROUND_CLIENTS = 8;
const BETWEEN_MS = 200;

/** Runs clients against one server for a time. */
export async function soakServer({ ms }: { ms: number }): Promise<SoakReport> {
  await using fixture = await Fixture.open();
  const flags = ["serve", "--tcp-port", "0", "--no-auth", "--provider", "demo", "--session-linger", "1s"];
  await using server = startQwen([...flags, "--max-sessions", "200"], { fixture });
  await server.until(/\n/);
  const { port } = JSON.parse(server.stdout.split("\n")[0]);
  const counts = { clients: 0, answers: 0 };
  const round = async (): Promise<void> => {
    await Promise.all(Array.from({ length: ROUND_CLIENTS }, (_, index) => visit(port, { kind: index, counts })));
    await pause(BETWEEN_MS);
  };
  const holdings = await soak(round, { ms, pid: server.pid });
  return { ...counts, ...holdings };
}

/** One client: it reads its answer, dies in the middle of it, stalls, sends nonsense, or leaves at once. */
async function visit(
  port: number,
  { kind, counts }: { kind: number; counts: { clients: number; answers: number } },
): Promise<void> {
  counts.clients += 1;
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  const send = async (line: string): Promise<void> => {
    await connection.write(new TextEncoder().encode(`${line}\n`));
  };
  const prompt = (text: string): string =>
    JSON.stringify({ session_id: crypto.randomUUID(), input: { parts: [{ type: "text", text }] } });
  try {
    switch (kind % 5) {
      case 0:
      case 1:
        await send(prompt("count to 20"));
        if (await readUntil(connection, '"summary"')) counts.answers += 1;
        return;
      case 2:
        await send(prompt("wait 5"));
        await readUntil(connection, '"init"');
        return;
      case 3:
        await send("this is no line of any dialect");
        return;
      case 4:
        await send(prompt("count to 200"));
        // It reads nothing.
        await pause(300);
        return;
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe || error instanceof Deno.errors.ConnectionReset)) throw error;
  }
}

const MAX_READ_MS = 20_000;

async function readUntil(connection: Deno.Conn, text: string): Promise<boolean> {
  const buffer = new Uint8Array(65_536);
  const decoder = new TextDecoder();
  const endAt = performance.now() + MAX_READ_MS;
  let seen = "";
  while (performance.now() < endAt) {
    const count = await connection.read(buffer);
    if (count === null) return false;
    seen = (seen + decoder.decode(buffer.subarray(0, count), { stream: true })).slice(-200_000);
    if (seen.includes(text)) return true;
  }
  return false;
}
