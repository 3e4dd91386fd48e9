/** Servers and hosts that send more than anybody can take: nothing of it may fill the memory or end the session. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen, startQwen } from "../support/qwen.ts";
import { procPath, withProc } from "../support/proc.ts";

const MIB = 1 << 20;
const MAIN = Deno.env.get("QWEN_ATTACK_MAIN");
const main = MAIN ? { main: MAIN } : {};

function delta(content: string): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;
}

/** A model server whose answer goes on for as long as somebody reads it, up to 600 MiB. */
function endlessModel(piece: string): { env: Record<string, string>; sent: () => number; close: () => Promise<void> } {
  const bytes = new TextEncoder().encode(delta(piece).repeat(Math.ceil(65_536 / piece.length)));
  let sent = 0;
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    await request.body?.cancel();
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += bytes.length;
        if (sent > 600 * MIB) controller.close();
        else controller.enqueue(bytes);
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  });
  const env = {
    OPENAI_API_KEY: "test-key",
    OPENAI_BASE_URL: `http://127.0.0.1:${server.addr.port}/v1`,
    OPENAI_MODEL: "endless",
  };
  return { env, sent: () => sent, close: () => server.shutdown() };
}

/** The largest resident size of a process while it runs, in MiB. */
function peakOf(pid: number): { stop(): number } {
  let peak = 0;
  const look = (): void => {
    try {
      const status = Deno.readTextFileSync(procPath(`${pid}/status`));
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
    } catch {
      // It has ended.
    }
  };
  const timer = setInterval(look, 50);
  return {
    stop: () => {
      clearInterval(timer);
      return peak;
    },
  };
}

for (const format of ["text", "stream-json"]) {
  Deno.test(withProc(`attack: a model answer without end is stopped, in ${format}`, async () => {
    await using fixture = await Fixture.open();
    const model = endlessModel("the same words again and again, ".repeat(8));
    try {
      await using run = startQwen(["-o", format, "-p", "go"], { fixture, env: model.env, ...main });
      const peak = peakOf(run.pid);
      const { code, stdout, stderr } = await run.end;
      const mib = peak.stop();
      assertEquals(code, 1);
      assertMatch(stdout + stderr, /The answer of endless was stopped: it is longer than 33554432 characters/);
      assert(model.sent() < 150 * MIB, `${model.sent()} bytes were read`);
      assert(mib < 700, `the program took ${mib} MiB`);
    } finally {
      await model.close();
    }
  }));
}

Deno.test("attack: the idle timeout fires although empty deltas arrive", async () => {
  await using fixture = await Fixture.open();
  const empty = { raw: delta("") };
  // The answer takes two minutes, far more than the program needs to start and to give up.
  const steps = [{ text: "I begin" }, ...Array.from({ length: 1_200 }, () => [{ delayMs: 100 }, empty]).flat()];
  await using model = fakeModel([steps]);
  const env = { ...model.env, QWEN_STREAM_IDLE_TIMEOUT_MS: "1000" };
  const started = performance.now();
  const { code, stdout } = await runQwen(["-o", "stream-json", "--max-retries", "0", "-p", "go"], {
    fixture,
    env,
    ...main,
  });
  assertEquals(code, 1);
  assertMatch(JSON.stringify(linesOf(stdout).at(-1)), /fell silent in the middle of its answer for 1000 ms/);
  assert(performance.now() - started < 90_000, "it waited for the end of the answer");
});

Deno.test("attack: 250,000 input lines at once do not end the session", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel(["still here"]);
  const line = `${JSON.stringify({ type: "user", message: { role: "nobody", content: 1 } })}\n`;
  const prompt = `${JSON.stringify({ type: "user", message: { role: "user", content: "are you there?" } })}\n`;
  const args = ["--input-format", "stream-json", "--output-format", "stream-json", "--dialect", "qwen"];
  const { code, stdout, stderr } = await runQwen(args, {
    fixture,
    env: model.env,
    stdin: line.repeat(250_000) + prompt,
    ...main,
  });
  const lines = linesOf(stdout);
  assertEquals([code, stderr], [0, ""]);
  assertEquals(lines.at(-1).result, "still here");
});
