import { assertEquals } from "@std/assert";
import { compact } from "../../../lib/engine/compaction.ts";
import { History } from "../../../lib/engine/history.ts";
import { Tally } from "../../../lib/engine/tally.ts";
import { type Message, textOf } from "../../../lib/model/content.ts";
import { fail } from "../../../lib/model/problem.ts";
import type { ModelChunk, Provider } from "../../../lib/model/ports.ts";
import { FakeClock } from "../../support/fake_clock.ts";
import { countedIds, TOKENS } from "../../support/say.ts";
import { ScriptedProvider, SessionBench } from "../../support/session_bench.ts";

const LONG = "word ".repeat(100);
const PAST: Message[] = [say("user", LONG), say("assistant", LONG), say("user", LONG), say("assistant", LONG)];
const SUMMARY = "user: This is what happened before, as a summary:\n\nShort.";
const ACK = "assistant: Understood. I go on from there.";

function say(role: "user" | "assistant", text: string): Message {
  return { id: text.slice(0, 8), role, parts: [{ kind: "text", text }] };
}

function textsOf(messages: readonly Message[] = []): string[] {
  return messages.map(({ role, parts }) => `${role}: ${textOf(parts)}`);
}

Deno.test("a prompt that comes when the conversation is full is asked as it is, after the summary", async () => {
  await using bench = new SessionBench(["Short.", "Yes."], { history: PAST, contextWindow: 600 });
  await bench.ask("Is it done?");
  const [summing, asking] = bench.provider.requests;
  assertEquals(textsOf(summing.messages).slice(0, -1), textsOf(PAST));
  assertEquals(textsOf(asking.messages), [SUMMARY, ACK, "user: Is it done?"]);
});

Deno.test("a conversation is shortened at the share of the context that was asked for", async () => {
  const parts = { history: PAST, contextWindow: 5_000 };
  await using patient = new SessionBench(["Yes."], parts);
  await patient.ask("Is it done?");
  assertEquals(patient.provider.requests.length, 1);
  await using early = new SessionBench(["Short.", "Yes."], { ...parts, compactAt: 0.05 });
  await early.ask("Is it done?");
  assertEquals(textsOf(early.provider.requests[1].messages), [SUMMARY, ACK, "user: Is it done?"]);
});

Deno.test("a conversation that gets full between tools and model goes on with a word to the model", async () => {
  const steps = [{ calls: [{ tool: "echo", input: { text: LONG } }] }, "Short.", "Done."];
  await using bench = new SessionBench(steps, { history: PAST.slice(0, 3), contextWindow: 600 });
  const end = await bench.ask("go");
  assertEquals(end.outcome.kind, "done");
  const asking = bench.provider.requests.at(-1);
  assertEquals(textsOf(asking?.messages), [SUMMARY, ACK, "user: Go on with the task where the summary ends."]);
});

Deno.test("compact leaves nothing open where the model has spoken last", async () => {
  const parts = {
    provider: new ScriptedProvider(["Short."]),
    clock: new FakeClock(),
    tally: new Tally(),
    history: new History(PAST),
    model: () => "m",
  };
  const { history } = await compact(parts, {
    ids: countedIds(),
    instructions: null,
    signal: new AbortController().signal,
  });
  assertEquals(textsOf(history), [SUMMARY, ACK]);
});

Deno.test("compact counts its request once, also when it fails or no usage is told", async () => {
  const answers: (ModelChunk[] | "fail")[] = [
    [{ type: "usage", usage: TOKENS }, { type: "text", text: "Short." }, { type: "usage", usage: TOKENS }],
    [{ type: "text", text: "Short." }],
    "fail",
  ];
  const tally = new Tally();
  for (const answer of answers) {
    const provider: Provider = {
      name: "one",
      async *stream(): AsyncGenerator<ModelChunk[]> {
        await Promise.resolve();
        if (answer === "fail") throw fail("provider_error", "no");
        yield [...answer, { type: "finish", stop: { reason: "end", raw: null } }];
      },
    };
    const parts = { provider, clock: new FakeClock(), tally, history: new History(PAST), model: () => "m" };
    const signal = new AbortController().signal;
    await compact(parts, { ids: countedIds(), instructions: null, signal }).catch(() => null);
  }
  assertEquals(tally.snapshot().models, { m: { requests: 3, errors: 1, latencyMs: 0, usage: TOKENS } });
});

Deno.test("a turn whose conversation the provider finds too long goes on with a summary of its short form", async () => {
  const history = [say("user", "x".repeat(9_000)), ...PAST.slice(1)];
  const overflow = (): never => {
    throw fail("context_overflow", "too long");
  };
  await using bench = new SessionBench([overflow, "Short.", "Yes."], { history });
  const end = await bench.ask("Is it done?");
  assertEquals(end.outcome.kind, "done");
  const [, summing, asking] = bench.provider.requests;
  assertEquals(textOf(summing.messages[0].parts).length < 2_100, true);
  assertEquals(textsOf(asking.messages), [SUMMARY, ACK, "user: Is it done?"]);
});

Deno.test("a turn tells the provider's own words when there is nothing to shorten", async () => {
  const overflow = (): never => {
    throw fail("context_overflow", "too long");
  };
  for (const steps of [[overflow], [overflow, overflow], [overflow, "Short.", overflow]]) {
    const history = steps.length === 1 ? [] : PAST;
    await using bench = new SessionBench(steps, { history });
    const { outcome } = await bench.ask("Is it done?");
    assertEquals(outcome.kind === "failed" && outcome.problem.message, "too long");
    assertEquals(bench.provider.requests.length, steps.length);
  }
});

Deno.test("a summary is asked for without calls and results, which servers refuse where there are no tools", async () => {
  const steps = [{ calls: [{ tool: "echo", input: { text: LONG } }] }, "Short.", "Done."];
  await using bench = new SessionBench(steps, { history: PAST.slice(0, 3), contextWindow: 600 });
  await bench.ask("go");
  const [, summing] = bench.provider.requests;
  assertEquals(textsOf(summing.messages).slice(3, -1), [
    "user: go",
    `assistant: [echo was called with {"text":"${LONG}"}]`,
    `user: [echo answered: ${LONG}]`,
  ]);
  const kinds = new Set(summing.messages.flatMap(({ parts }) => parts.map(({ kind }) => kind)));
  assertEquals([[...kinds], summing.tools], [["text"], []]);
});
