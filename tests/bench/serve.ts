/** How fast the server is: records a second with 1, 50 and 200 clients, and what a stalled client costs another. */
import { SESSION, turnCompleted } from "../support/say.ts";
import { demoSessions, type PlayedSession, Stage, Wire } from "../support/serve_stage.ts";

/** What was measured. */
export interface ServeFigures {
  /** Records a second, by the number of clients. */
  recordsPerSecond: Record<number, number>;
  /** The middle and the 99th of 100 delays of a fast client, alone and while another stalls. */
  delayMs: { alone: { p50: number; p99: number }; beside: { p50: number; p99: number } };
}

const TURNS = 4_000;
const PIECES = 2_000;

/** Measures the server in this process, with real sockets. */
export async function measureServe(options: { turns?: number } = {}): Promise<ServeFigures> {
  const recordsPerSecond: Record<number, number> = {};
  for (const clients of [1, 50, 200]) {
    recordsPerSecond[clients] = await rate(clients, Math.ceil((options.turns ?? TURNS) / clients));
  }
  return { recordsPerSecond, delayMs: { alone: await delay(0), beside: await delay(1) } };
}

async function rate(clients: number, turns: number): Promise<number> {
  await using stage = new Stage({ open: demoSessions() });
  const wires = await Promise.all(Array.from({ length: clients }, () => stage.connect()));
  const isIdle = (line: { state?: string }): boolean => line.state === "idle";
  for (const wire of wires) await wire.until(isIdle);
  const at = performance.now();
  let records = 0;
  await Promise.all(wires.map(async (wire) => {
    for (let turn = 0; turn < turns; turn++) {
      const from = wire.lines.length;
      await wire.send({ type: "user_input", content: "say one two three four five six seven eight" });
      await wire.until(isIdle, from);
    }
    records += wire.lines.length;
  }));
  return records / (performance.now() - at) * 1000;
}

/** How long pieces take to a fast client while so many others do not read. */
async function delay(stalled: number): Promise<{ p50: number; p99: number }> {
  await using stage = new Stage();
  const delays: number[] = [];
  const sentAt = new Map<number, number>();
  const fast = await stage.connect();
  await fast.type("init");
  const [session] = stage.sessions;
  const idle = await Promise.all(Array.from({ length: stalled }, async () => {
    const wire = new Wire(await Deno.connect({ hostname: "127.0.0.1", port: stage.port }), { isStalled: true });
    await wire.send({ type: "attach", attach: session.id });
    return wire;
  }));
  begin(session);
  for (let piece = 0; piece < PIECES; piece++) {
    const delta = "x".repeat(4_096);
    sentAt.set(session.seq + 1, performance.now());
    session.say({ type: "part.delta", messageId: "m", index: 0, kind: "text", delta });
    const { seq } = session;
    await fast.until((line) => line.seq >= seq, Math.max(0, fast.lines.length - 1));
    delays.push(performance.now() - (sentAt.get(seq) ?? 0));
  }
  session.say(turnCompleted());
  for (const wire of idle) wire.close();
  await Promise.all(idle.map((wire) => wire.ended));
  const sorted = delays.toSorted((a, b) => a - b);
  return { p50: sorted[sorted.length >> 1], p99: sorted[Math.floor(sorted.length * 0.99)] };
}

function begin(session: PlayedSession): void {
  const prompt = [{ kind: "text" as const, text: "go" }];
  session.say({ type: "turn.started", turnId: "t", promptId: "p", messageId: null, prompt, session: SESSION });
  session.say({ type: "message.started", messageId: "m", model: "m" });
}

if (import.meta.main) console.error(JSON.stringify(await measureServe(), null, 2));
