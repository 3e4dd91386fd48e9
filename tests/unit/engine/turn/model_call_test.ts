import { assertEquals } from "@std/assert";
import { fail } from "../../../../lib/model/problem.ts";
import type { Journal, ModelChunk, Provider } from "../../../../lib/model/ports.ts";
import { addUsage, NO_USAGE, type Usage } from "../../../../lib/model/usage.ts";
import { seeded } from "../../../support/random.ts";
import { SessionBench } from "../../../support/session_bench.ts";

Deno.test("ModelCall leaves a provider behind that does not listen to the abort", async () => {
  const deaf: Provider = {
    name: "deaf",
    async *stream(): AsyncGenerator<ModelChunk[]> {
      yield [{ type: "text", text: "One" }];
      await new Promise(() => {});
    },
  };
  await using bench = new SessionBench([], { model: { provider: deaf } });
  bench.prompt("go");
  await bench.when("part.delta");
  bench.send({ type: "interrupt", promptId: null });
  await bench.when("reply");
  await bench.clock.advance(1_000);
  const end = await bench.when("turn.completed");
  assertEquals(end.outcome, { kind: "interrupted", by: "client", during: "streaming" });
});

Deno.test("usage adds up: requests, turns and the session agree with the provider's ledger, retries and failures included", async () => {
  const random = seeded(21);
  let ledger: Usage = { ...NO_USAGE };
  const careless: Provider = {
    name: "careless",
    async *stream(_request, signal): AsyncGenerator<ModelChunk[]> {
      await Promise.resolve();
      signal.throwIfAborted();
      const usage: Usage = {
        inputTokens: random(100),
        outputTokens: random(50),
        cachedTokens: random(10),
        thinkingTokens: random(5),
        totalTokens: random(150),
      };
      const kind = random(4);
      if (kind === 0) throw fail("provider_overloaded", "busy", { retryAfterMs: 0 });
      yield [{ type: "text", text: "a" }];
      ledger = addUsage(ledger, usage);
      yield [{ type: "usage", usage }];
      if (kind === 1) throw fail("provider_stream_cut", "cut", { retryAfterMs: 0 });
      yield [{ type: "finish", stop: { reason: "end", raw: null } }];
    },
  };
  await using bench = new SessionBench([], { model: { provider: careless } });
  for (let round = 0; round < 40; round++) {
    const asked = bench.ask(`prompt ${round}`);
    for (let i = 0; i < 5; i++) await bench.clock.advance(1);
    await asked;
  }
  const turns = bench.of("turn.completed");
  const last = turns.at(-1);
  const sum = turns.reduce((total, { usage }) => addUsage(total, usage), NO_USAGE);
  assertEquals([sum, last?.total, last?.stats.models["mock-model"].usage], [ledger, ledger, ledger]);
});

Deno.test("ModelCall asks again after an empty answer, unless the model has said why it is empty", async () => {
  for (
    const [reason, requests, message] of [
      ["end", 3, "Model stream ended with empty response text."],
      ["refusal", 1, "The model refused to answer (raw)."],
      ["length", 1, "The model used up its tokens before it wrote an answer (raw)."],
    ] as const
  ) {
    let asked = 0;
    const silent: Provider = {
      name: "silent",
      async *stream(): AsyncGenerator<ModelChunk[]> {
        asked += 1;
        await Promise.resolve();
        yield [{ type: "finish", stop: { reason, raw: "raw" } }];
      },
    };
    const retry = { maxRetries: 2, initialDelayMs: 1, maxDelayMs: 1, maxTotalWaitMs: 100 };
    await using bench = new SessionBench([], { model: { provider: silent, retry } });
    const ended = bench.ask("go");
    for (let i = 0; i < 5; i++) await bench.clock.advance(10);
    const { outcome } = await ended;
    assertEquals([asked, outcome.kind === "failed" && outcome.problem.message], [requests, message]);
  }
});

Deno.test("ModelCall asks the fallback models in turn when one cannot be had, and the journal knows who answered", async () => {
  const asked: string[] = [];
  const busy: Provider = {
    name: "busy",
    async *stream({ model }): AsyncGenerator<ModelChunk[]> {
      asked.push(model);
      await Promise.resolve();
      if (model !== "third") throw fail("provider_overloaded", "busy");
      yield [{ type: "text", text: "Here." }, { type: "finish", stop: { reason: "end", raw: null } }];
    },
  };
  const models: (string | undefined)[] = [];
  const journal: Journal = {
    append: (entry) => {
      if (entry.type === "message" && entry.message.role === "assistant") models.push(entry.model);
    },
    sync: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  const retry = { maxRetries: 0, initialDelayMs: 1, maxDelayMs: 1, maxTotalWaitMs: 1 };
  const fallbackModels = ["second", "third", "fourth"];
  await using bench = new SessionBench([], {
    model: { provider: busy, fallbacks: fallbackModels, retry },
    store: { journal },
  });
  const { outcome } = await bench.ask("go");
  assertEquals([outcome.kind, asked, models], ["done", ["mock-model", "second", "third"], ["third"]]);
  const changes = bench.of("model.changed").map(({ from, to }) => `${from} to ${to}`);
  assertEquals(changes, ["mock-model to second", "second to third"]);
});
