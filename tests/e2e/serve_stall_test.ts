import { assert, assertEquals } from "@std/assert";
import { TextLineStream } from "@std/streams/text-line-stream";
import { fromFileUrl } from "../../lib/path/mod.ts";
import { Wire } from "../support/serve_stage.ts";

const FLOOD = fromFileUrl(new URL("../support/serve_flood.ts", import.meta.url));
const MIB = 1_048_576;
// The collector looks often, so that what is measured is what is kept and not what nobody has looked at yet.
const EAGER = "--v8-flags=--heap-growing-percent=25,--max-semi-space-size=4";

/** A server of floods in a process of its own. */
async function flood(): Promise<
  AsyncDisposable & { port: number; rss: () => Promise<number>; connect: () => Promise<Counter> }
> {
  const folder = await Deno.makeTempDir();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", EAGER, FLOOD, folder],
    stdin: "piped",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const lines = child.stderr.pipeThrough(new TextDecoderStream()).pipeThrough(new TextLineStream()).getReader();
  const next = async (): Promise<Record<string, number>> => JSON.parse((await lines.read()).value ?? "{}");
  const { port } = await next();
  const input = child.stdin.getWriter();
  return {
    port,
    connect: async () => new Counter(await Deno.connect({ hostname: "127.0.0.1", port })),
    rss: async () => {
      await input.write(new TextEncoder().encode("rss\n"));
      return (await next()).rss;
    },
    [Symbol.asyncDispose]: async () => {
      await input.close();
      await lines.cancel();
      await child.status;
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** A client that keeps nothing but what it has to compare. */
class Counter {
  readonly wire: Wire;
  chars = 0;
  seq = 0;
  /** Where each increment begins in the whole text: they must follow each other without a gap. */
  gaps = 0;
  readonly codes: string[] = [];
  done = Promise.withResolvers<void>();
  session = Promise.withResolvers<string>();
  #at: number | null = null;

  constructor(socket: Deno.Conn) {
    this.wire = new Wire(socket, { take: (line) => this.#take(line) });
    this.wire.ended.then(() => this.done.resolve());
  }

  /** Begins to count anew. */
  reset(): void {
    this.chars = 0;
    this.#at = null;
    this.session = Promise.withResolvers<string>();
    this.done = Promise.withResolvers<void>();
    this.wire.ended.then(() => this.done.resolve());
  }

  continueAt(chars: number): void {
    this.#at = chars;
  }

  // deno-lint-ignore no-explicit-any -- lines of a known shape.
  #take(line: any): void {
    if (line.seq) this.seq = line.seq;
    if (line.type === "init") this.session.resolve(line.session_id);
    if (line.code) this.codes.push(line.code);
    if (line.type === "completion_stats") this.done.resolve();
    if (!line.isStreaming) return;
    if (this.#at !== null && Number(line.content.slice(0, 12)) !== this.#at) this.gaps += 1;
    this.#at = (this.#at ?? Number(line.content.slice(0, 12))) + line.content.length;
    this.chars += line.content.length;
  }
}

Deno.test("1 stalled and 9 fast clients with 200 MB of events: no backpressure gap is left", async () => {
  const bytes = 200_000_000;
  await using server = await flood();
  const owner = await server.connect();
  const id = await owner.session.promise;
  const attach = { type: "attach", attach: id };
  const fast = [owner];
  for (let count = 0; count < 8; count++) {
    const client = await server.connect();
    await client.session.promise;
    client.reset();
    await client.wire.send(attach);
    assertEquals(await client.session.promise, id);
    fast.push(client);
  }
  // Warm: code is compiled, buffers and heap have the size that this many clients need.
  await owner.wire.send({ type: "user_input", content: String(bytes / 4) });
  const before = await peakUntil(Promise.all(fast.map(({ done }) => done.promise)), server.rss);
  for (const client of fast) client.reset();
  const stalled = await server.connect();
  await stalled.session.promise;
  stalled.reset();
  await stalled.wire.send(attach);
  assertEquals(await stalled.session.promise, id);
  stalled.wire.stall();
  await owner.wire.send({ type: "user_input", content: String(bytes) });
  const peak = await peakUntil(Promise.all(fast.map(({ done }) => done.promise)), server.rss);
  const whole = owner.chars;
  assert(whole >= bytes);
  assertEquals(fast.map(({ chars, gaps }) => [chars, gaps]), fast.map(() => [whole, 0]));
  assert(peak - before < 64 * MIB, `memory grew by ${Math.round((peak - before) / MIB)} MiB`);
  // Only now the stalled client reads: it finds a warning, then the end.
  stalled.wire.go();
  await stalled.wire.ended;
  assertEquals(stalled.codes, ["slow_client", "client_too_slow"]);
  assert(stalled.chars < whole);
  const back = await server.connect();
  back.continueAt(stalled.chars);
  await back.wire.send({ ...attach, from_seq: stalled.seq });
  await back.done.promise;
  assertEquals([stalled.chars + back.chars, stalled.gaps, back.gaps], [whole, 0, 0]);
  for (const { wire } of [...fast, back]) wire.close();
  await Promise.all([...fast, back].map(({ wire }) => wire.ended));
});

/** The most memory that was in use before something came to its end. */
async function peakUntil(end: Promise<unknown>, rss: () => Promise<number>): Promise<number> {
  let peak = 0;
  let isOver = false;
  const over = end.then(() => isOver = true);
  while (!isOver) {
    peak = Math.max(peak, await rss());
    await Promise.race([over, new Promise((resolve) => setTimeout(resolve, 50))]);
  }
  return peak;
}
