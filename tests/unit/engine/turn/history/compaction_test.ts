import { assertEquals } from "@std/assert";
import { compact } from "../../../../../lib/engine/turn/history/compaction.ts";
import { History } from "../../../../../lib/engine/turn/history/history.ts";
import { Tally } from "../../../../../lib/engine/turn/tally.ts";
import { type Message, textOf } from "../../../../../lib/model/content.ts";
import { fail } from "../../../../../lib/model/problem.ts";
import type { ModelChunk, Provider, Tool } from "../../../../../lib/model/ports.ts";
import { FakeClock } from "../../../../support/fake_clock.ts";
import { countedIds, TOKENS } from "../../../../support/say.ts";
import { ECHO, ScriptedProvider, SessionBench } from "../../../../support/session_bench.ts";

const LONG = "word ".repeat(100);
const PAST: Message[] = [say("user", LONG), say("assistant", LONG), say("user", LONG), say("assistant", LONG)];
const SUMMARY = "user: This is what happened before, as a summary:\n\nShort.";
const ACK = "assistant: Understood. I go on from there.";
const USERS = [`user: ${LONG}`, `user: ${LONG}`];

function say(role: "user" | "assistant", text: string): Message {
  return { id: text.slice(0, 8), role, parts: [{ kind: "text", text }] };
}

function textsOf(messages: readonly Message[] = []): string[] {
  return messages.map(({ role, parts }) => `${role}: ${textOf(parts)}`);
}

Deno.test("a prompt that comes when the conversation is full is asked as it is, after the summary", async () => {
  await using bench = new SessionBench(["Short.", "Yes."], { store: { history: PAST }, model: { contextWindow: 600 } });
  await bench.ask("Is it done?");
  const [summing, asking] = bench.provider.requests;
  assertEquals(textsOf(summing.messages).slice(0, -1), textsOf(PAST));
  assertEquals(textsOf(asking.messages), [...USERS, SUMMARY, ACK, "user: Is it done?"]);
});

Deno.test("a conversation is shortened at the share of the context that was asked for", async () => {
  const store = { history: PAST };
  await using patient = new SessionBench(["Yes."], { store, model: { contextWindow: 5_000 } });
  await patient.ask("Is it done?");
  assertEquals(patient.provider.requests.length, 1);
  await using early = new SessionBench(["Short.", "Yes."], { store, model: { contextWindow: 5_000, compactAt: 0.05 } });
  await early.ask("Is it done?");
  assertEquals(textsOf(early.provider.requests[1].messages), [...USERS, SUMMARY, ACK, "user: Is it done?"]);
});

Deno.test("a conversation that gets full between tools and model goes on with a word to the model", async () => {
  const steps = [{ calls: [{ tool: "echo", input: { text: LONG } }] }, "Short.", "Done."];
  await using bench = new SessionBench(steps, { store: { history: PAST.slice(0, 3) }, model: { contextWindow: 600 } });
  const end = await bench.ask("go");
  assertEquals(end.outcome.kind, "done");
  const asking = bench.provider.requests.at(-1);
  assertEquals(textsOf(asking?.messages), [
    ...USERS,
    "user: go",
    ...[SUMMARY, ACK, "user: Go on with the task where the summary ends."],
  ]);
});

Deno.test("compact leaves nothing open where the model has the last word", async () => {
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
  assertEquals(textsOf(history), [...USERS, SUMMARY, ACK]);
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
  await using bench = new SessionBench([overflow, "Short.", "Yes."], { store: { history } });
  const end = await bench.ask("Is it done?");
  assertEquals(end.outcome.kind, "done");
  const [, summing, asking] = bench.provider.requests;
  assertEquals(textOf(summing.messages[0].parts).length < 2_100, true);
  // The user's messages stay word for word, also where they are most of the conversation.
  const users = textsOf(history).filter((text) => text.startsWith("user: "));
  assertEquals(textsOf(asking.messages), [...users, SUMMARY, ACK, "user: Is it done?"]);
});

Deno.test("a long message of the user stays word for word, and is not summarised again and again", async () => {
  const spec = Array.from({ length: 640 }, (_, n) => `${n + 1}. The field f${n} holds the value v${n}.`).join("\n");
  const steps = ["Short.", call("1"), call("2"), call("3"), call("4"), "Done."];
  await using bench = new SessionBench(steps, {
    store: { history: [say("user", spec), say("assistant", LONG), say("user", "Always answer in French.")] },
    model: { contextWindow: 9_000 },
  });
  const { outcome } = await bench.ask("go");
  assertEquals(outcome.kind, "done");
  const [summing, ...asking] = bench.provider.requests.map(({ messages }) => textsOf(messages));
  assertEquals(summing.at(-1)?.startsWith("user: This is a request for a summary"), true);
  for (const sent of asking) {
    for (const text of [spec, "Always answer in French.", "go"]) assertEquals(sent.includes(`user: ${text}`), true);
    assertEquals(sent.some((text) => text.startsWith("user: This is a request")), false);
  }
});

Deno.test("a conversation that cannot fit because of the user's messages is refused with their size", async () => {
  const overflow = (): never => {
    throw fail("context_overflow", "too long", { hint: "Say less." });
  };
  await using bench = new SessionBench([overflow]);
  const { outcome } = await bench.ask("x".repeat(40_000));
  assertEquals(outcome.kind === "failed" && [outcome.problem.code, outcome.problem.message], [
    "context_overflow",
    "too long",
  ]);
  assertEquals(
    outcome.kind === "failed" && /about \d+ tokens, and they are never/.test(outcome.problem.hint ?? ""),
    true,
  );
});

Deno.test("a turn tells the provider's own words when there is nothing to shorten", async () => {
  const overflow = (): never => {
    throw fail("context_overflow", "too long");
  };
  for (const steps of [[overflow], [overflow, overflow], [overflow, "Short.", overflow]]) {
    const history = steps.length === 1 ? [] : PAST;
    await using bench = new SessionBench(steps, { store: { history } });
    const { outcome } = await bench.ask("Is it done?");
    assertEquals(outcome.kind === "failed" && outcome.problem.message, "too long");
    assertEquals(bench.provider.requests.length, steps.length);
  }
});

const call = (text: string): { calls: { tool: string; input: { text: string } }[] } => ({
  calls: [{ tool: "echo", input: { text } }],
});
/** The results of tools that a request shows. */
const resultsOf = (messages: readonly Message[] = []): string[] =>
  messages.flatMap(({ parts }) => parts.flatMap((part) => part.kind === "tool_result" ? [textOf(part.output)] : []));

Deno.test("old tool results are masked before anything is summarised", async () => {
  const steps = Array.from({ length: 7 }, (_, n) => call(String(n)));
  const big: Tool = {
    ...ECHO,
    // deno-lint-ignore require-yield -- it has no progress to tell.
    async *run(input): ReturnType<Tool["run"]> {
      await Promise.resolve();
      return { output: [{ kind: "text", text: `${input.text} ${LONG}` }] };
    },
  };
  const changes = { model: { contextWindow: 1_000 }, tools: { list: [big] } };
  await using bench = new SessionBench([...steps, "Done."], changes);
  const { outcome } = await bench.ask("go");
  assertEquals([outcome.kind, bench.provider.requests.length], ["done", 8]);
  const masked = resultsOf(bench.provider.requests.at(-1)?.messages).map((text) => /^\[This old result/.test(text));
  assertEquals([masked[0], ...masked.slice(-3)], [true, false, false, false]);
  assertEquals(bench.of("history.compacted").length > 0, true);
});

Deno.test("a summary is asked for at the end of the unchanged conversation and names itself", async () => {
  const steps = [call(LONG), call(`${LONG}2`), "Short.", "Done."];
  await using bench = new SessionBench(steps, { store: { history: PAST }, model: { contextWindow: 1_300 } });
  await bench.ask("go");
  const [, before, summing, after] = bench.provider.requests;
  const { messages, ...prefix } = summing;
  const { messages: sent, ...unchanged } = before;
  assertEquals(prefix, unchanged);
  assertEquals(messages.slice(0, sent.length), sent);
  assertEquals(/^This is a request for a summary/.test(textOf(messages.at(-1)?.parts ?? [])), true);
  assertEquals(textsOf(after.messages).slice(0, 3), [...USERS, "user: go"]);
});

Deno.test("the trigger counts prompt and tools, and believes a higher count of the server", async () => {
  const history = PAST.map((message) => ({ ...message }));
  await using prompt = new SessionBench(["Short.", "Yes."], {
    store: { history },
    model: { contextWindow: 2_000, system: () => Promise.resolve("rule ".repeat(1_000)) },
  });
  await prompt.ask("Is it done?");
  assertEquals(prompt.provider.requests.length, 2);
  const usage = { ...TOKENS, inputTokens: 90_000 };
  const provider: Provider = {
    name: "counting",
    async *stream(request): AsyncGenerator<ModelChunk[]> {
      await Promise.resolve();
      asked.push(textOf(request.messages.at(-1)?.parts ?? []));
      yield [{ type: "text", text: "Yes." }, { type: "usage", usage }, {
        type: "finish",
        stop: { reason: "end", raw: null },
      }];
    },
  };
  const asked: string[] = [];
  await using server = new SessionBench([], { store: { history: PAST }, model: { provider, contextWindow: 100_000 } });
  await server.ask("First?");
  await server.ask("Second?");
  assertEquals(asked.map((text) => text.slice(0, 9)), ["First?", "This is a", "Second?"]);
});

Deno.test("a compaction keeps open todos and names the files under work", async () => {
  const parts = {
    provider: new ScriptedProvider(["Short."]),
    clock: new FakeClock(),
    tally: new Tally(),
    history: new History([
      say("user", "Answer in French."),
      { id: "a", role: "assistant", parts: [edit("/w/a.ts", "edit"), edit("/w/b.ts", "read_file")] },
      { id: "t", role: "tool", parts: [] },
      say("assistant", LONG),
    ]),
    model: () => "m",
  };
  const todos = [{ id: "1", content: "Write tests", status: "pending" as const }];
  const signal = new AbortController().signal;
  const { history } = await compact(parts, { ids: countedIds(), instructions: null, signal, todos });
  const [user, summary] = textsOf(history);
  assertEquals(user, "user: Answer in French.");
  for (const text of ["- Write tests", "- /w/a.ts (changed)", "- /w/b.ts"]) assertEquals(summary.includes(text), true);
});

function edit(path: string, tool: string): Message["parts"][number] {
  return { kind: "tool_call", callId: path, tool, input: { file_path: path } };
}
