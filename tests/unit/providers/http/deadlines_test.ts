import { assertEquals } from "@std/assert";
import { Deadlines, type Timeouts, timeoutsFrom } from "../../../../lib/providers/http/deadlines.ts";
import { problemOf } from "../../../../lib/model/problem.ts";
import { openProvider } from "../../../../lib/providers/openai.ts";
import { collect, requestOf } from "../../../support/collect.ts";
import { FakeClock } from "../../../support/fake_clock.ts";

const LIMITS: Timeouts = { connectMs: 1_000, firstByteMs: 5_000, idleMs: 2_000, totalMs: 20_000 };

function watch(probe = (): Promise<boolean> => Promise.resolve(false)): { clock: FakeClock; deadlines: Deadlines } {
  const clock = new FakeClock();
  const signal = new AbortController().signal;
  return { clock, deadlines: new Deadlines({ clock, signal, timeouts: LIMITS, where: "model.test", probe }) };
}

/** The code with which a watch expired, and null while it has not. */
function codeOf(deadlines: Deadlines): string | null {
  return deadlines.signal.aborted ? problemOf(deadlines.signal.reason).code : null;
}

Deno.test("Deadlines expire as timeout.connect when no connection is taken", async () => {
  const { clock, deadlines } = watch();
  await clock.advance(999);
  assertEquals(codeOf(deadlines), null);
  await clock.advance(1);
  assertEquals(codeOf(deadlines), "timeout.connect");
  assertEquals(clock.sleeping, 0);
});

Deno.test("Deadlines wait for the first byte of a server that takes connections but holds its headers back", async () => {
  const { clock, deadlines } = watch(() => Promise.resolve(true));
  await clock.advance(4_999);
  assertEquals(codeOf(deadlines), null);
  await clock.advance(1);
  assertEquals(codeOf(deadlines), "timeout.first_byte");
});

Deno.test("Deadlines are not fooled by keep-alive comments before the first event", async () => {
  const { clock, deadlines } = watch();
  deadlines.connected();
  for (let i = 0; i < 4; i++) {
    await clock.advance(1_200);
    deadlines.heard();
  }
  assertEquals(codeOf(deadlines), null);
  await clock.advance(200);
  assertEquals(codeOf(deadlines), "timeout.first_byte");
});

Deno.test("Deadlines reset only the idle clock by signs of life", async () => {
  const { clock, deadlines } = watch();
  deadlines.connected();
  deadlines.heard();
  deadlines.began();
  for (let i = 0; i < 9; i++) {
    await clock.advance(1_900);
    deadlines.heard();
  }
  assertEquals(codeOf(deadlines), null);
  await clock.advance(1_999);
  assertEquals(codeOf(deadlines), null);
  await clock.advance(1);
  assertEquals(codeOf(deadlines), "timeout.idle");
});

Deno.test("Deadlines do not blame the server for a reader of ours that is busy", async () => {
  const { clock, deadlines } = watch();
  deadlines.connected();
  deadlines.heard();
  deadlines.began();
  deadlines.rest();
  await clock.advance(5_000);
  // What is read ahead meanwhile does not make our reader any faster.
  deadlines.heard();
  await clock.advance(5_000);
  assertEquals(codeOf(deadlines), null);
  deadlines.resume();
  await clock.advance(1_999);
  assertEquals(codeOf(deadlines), null);
  await clock.advance(1);
  assertEquals(codeOf(deadlines), "timeout.idle");
});

Deno.test("Deadlines end an answer that never ends as timeout.total", async () => {
  const { clock, deadlines } = watch();
  deadlines.connected();
  deadlines.heard();
  deadlines.began();
  for (let i = 0; i < 20; i++) {
    await clock.advance(999);
    deadlines.heard();
  }
  assertEquals(codeOf(deadlines), null);
  await clock.advance(20);
  assertEquals(codeOf(deadlines), "timeout.total");
});

Deno.test("Deadlines leave no sleep behind when closed and pass the caller's reason on", async () => {
  const { clock, deadlines } = watch();
  await clock.advance(0);
  assertEquals(clock.sleeping, 1);
  deadlines.close();
  await clock.advance(0);
  assertEquals([clock.sleeping, deadlines.signal.aborted], [0, false]);

  const caller = new AbortController();
  const other = new Deadlines({ clock, signal: caller.signal, timeouts: LIMITS, where: "model.test" });
  caller.abort("enough");
  await clock.advance(60_000);
  assertEquals([other.signal.reason, clock.sleeping], ["enough", 0]);

  const late = new Deadlines({ clock, signal: caller.signal, timeouts: LIMITS, where: "model.test" });
  assertEquals([late.signal.reason, clock.sleeping], ["enough", 0]);
});

Deno.test("Deadlines that are closed while the probe runs stop it and expire no more", async () => {
  const asked = Promise.withResolvers<AbortSignal>();
  const answer = Promise.withResolvers<boolean>();
  const clock = new FakeClock();
  const probe = (signal: AbortSignal): Promise<boolean> => {
    asked.resolve(signal);
    return answer.promise;
  };
  const { signal } = new AbortController();
  const deadlines = new Deadlines({ clock, signal, timeouts: LIMITS, where: "model.test", probe });
  await clock.advance(1_000);
  deadlines.close();
  assertEquals((await asked.promise).aborted, true);
  answer.resolve(false);
  await clock.advance(60_000);
  assertEquals([codeOf(deadlines), clock.sleeping], [null, 0]);
});

Deno.test("a provider whose server goes silent fails with the code of the phase", async () => {
  const event = 'data: {"choices":[{"delta":{"content":"a"}}]}\n\n';
  const phases: { code: string; bytes: string | null; hasHeaders: boolean; afterMs: number }[] = [
    { code: "timeout.connect", bytes: null, hasHeaders: false, afterMs: 1_000 },
    { code: "timeout.first_byte", bytes: ": ping\n\n", hasHeaders: true, afterMs: 5_000 },
    { code: "timeout.idle", bytes: event, hasHeaders: true, afterMs: 2_000 },
  ];
  for (const { code, bytes, hasHeaders, afterMs } of phases) {
    const clock = new FakeClock();
    const provider = openProvider({
      key: "",
      baseUrl: "http://model.test/v1",
      clock,
      timeouts: LIMITS,
      probe: () => Promise.resolve(false),
      fetch: (_input, init) => {
        const silent = Promise.withResolvers<Response>();
        const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
          start(controller): void {
            if (bytes) controller.enqueue(new TextEncoder().encode(bytes));
            init?.signal?.addEventListener("abort", () => {
              controller.error(init.signal?.reason);
              silent.reject(init.signal?.reason);
            });
          },
        });
        if (hasHeaders) silent.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } }));
        return silent.promise;
      },
    });
    const answer = collect(provider, requestOf());
    await clock.advance(afterMs - 1);
    await clock.advance(1);
    assertEquals((await answer).code, code);
  }
});

Deno.test("timeoutsFrom reads what the environment asks for", () => {
  assertEquals(timeoutsFrom({ QWEN_STREAM_IDLE_TIMEOUT_MS: "5000", QWEN_CODE_API_TIMEOUT_MS: "soon" }), {
    idleMs: 5000,
  });
});
