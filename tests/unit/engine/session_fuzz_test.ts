/** Whatever hosts, models, tools and hooks do, in whatever order: what a session promises holds. */
import { assertEquals } from "@std/assert";
import { BUILT_IN_AGENTS } from "../../../lib/engine/agents/built_in_agents.ts";
import type { CommandBody, PromptOptions } from "../../../lib/model/command.ts";
import type { Message } from "../../../lib/model/content.ts";
import type { Event, ToolProgress } from "../../../lib/model/event.ts";
import { fail } from "../../../lib/model/problem.ts";
import type { ModelChunk, ModelRequest, Policy, Provider, Tool, ToolOutcome } from "../../../lib/model/ports.ts";
import { addUsage, NO_USAGE, type Usage } from "../../../lib/model/usage.ts";
import { seeded } from "../../support/random.ts";
import { ECHO, policySaying, SessionBench } from "../../support/session_bench.ts";

type Random = (below: number) => number;

const SEEDS = 150;
const STEPS = 30;
const TOOLS = ["echo", "slow", "writes", "theirs", "agent", "nobody"];
const CLIENT_TOOLS = [{ name: "theirs", description: "", input: {} }];

/** Ends, fails or waits as it likes; always for the abort in the end. */
function slowTool(random: Random, name: string): Tool {
  return {
    ...ECHO,
    name,
    parallel: name === "slow",
    aliases: [],
    async *run(_input, context): AsyncGenerator<ToolProgress, ToolOutcome> {
      const kind = random(5);
      for (let i = random(4); i > 0; i--) {
        await context.clock.sleep(1 + random(50), context.signal);
        yield { kind: "output", text: "x", channel: "stdout" };
      }
      if (kind === 0) throw new Error("broken");
      if (kind === 1) throw fail("tool_failed", "no");
      if (kind === 2) await context.clock.sleep(1e9, context.signal);
      return { output: [{ kind: "text", text: "ok" }] };
    },
  };
}

/** A model without manners, which keeps a ledger of what it has told of its tokens. */
class Rude implements Provider {
  readonly name = "rude";
  ledger: Usage = { ...NO_USAGE };
  readonly faults: string[] = [];
  readonly #random: Random;
  #calls = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelChunk[]> {
    const random = this.#random;
    this.faults.push(...faultsOf(request.messages));
    await Promise.resolve();
    signal.throwIfAborted();
    const mood = random(12);
    if (mood === 0) throw fail("provider_overloaded", "busy");
    if (mood === 1) throw fail("provider_error", "no");
    if (mood === 2) throw fail("context_overflow", "too long");
    for (let i = random(3); i > 0; i--) yield [{ type: random(3) === 0 ? "thinking" : "text", text: "word " }];
    const inputTokens = random(100);
    const usage = { ...NO_USAGE, inputTokens, totalTokens: inputTokens };
    this.ledger = addUsage(this.ledger, usage);
    yield [{ type: "usage", usage }];
    if (mood === 3) throw fail("provider_stream_cut", "cut");
    if (mood === 4) {
      await new Promise<never>((_, reject) => {
        if (signal.aborted) reject(signal.reason);
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      });
    }
    const calls = mood > 6 ? random(4) : 0;
    for (let index = 0; index < calls; index++) yield [this.#call(index)];
    const reason = calls > 0 ? "tool_calls" : mood === 5 ? "refusal" : "end";
    yield [{ type: "finish", stop: { reason, raw: null } }];
  }

  #call(index: number): ModelChunk {
    const random = this.#random;
    const input = random(6) === 0 ? "{broken" : JSON.stringify({ prompt: "work", description: "task", n: random(9) });
    // Ids come twice, or not at all.
    const callId = random(3) === 0 ? undefined : `call_${random(4) === 0 ? 1 : ++this.#calls}`;
    return { type: "call", index, ...(callId ? { callId } : {}), tool: TOOLS[random(TOOLS.length)], input };
  }
}

/** What a server would refuse: calls without exactly one result behind them, results without a call, ids used twice. */
function faultsOf(messages: readonly Message[]): string[] {
  const faults: string[] = [];
  const used = new Set<string>();
  let open = new Set<string>();
  for (const { role, parts } of messages) {
    if (role !== "tool") {
      if (open.size > 0) faults.push(`calls without a result: ${[...open].join(", ")}`);
      open = new Set();
    }
    for (const part of parts) {
      if (part.kind === "tool_call") {
        if (used.has(part.callId)) faults.push(`two calls of one id: ${part.callId}`);
        used.add(part.callId);
        open.add(part.callId);
      }
      if (part.kind === "tool_result" && !open.delete(part.callId)) faults.push(`a stray result: ${part.callId}`);
    }
  }
  return faults;
}

function policyOf(random: Random): Policy {
  return policySaying(() => {
    const kind = random(5);
    if (kind === 0) return { decision: "deny", source: "rule", message: "no", hint: "" };
    return kind === 1 ? { decision: "ask", source: "mode" } : { decision: "allow", source: "mode" };
  });
}

/** Something a host may send, with an eye on what it was asked. */
function commandOf(random: Random, bench: SessionBench): CommandBody {
  const asked = bench.of("ask.opened").at(-1)?.askId ?? "nobody";
  const waiting = bench.of("turn.paused").at(-1)?.calls ?? [];
  switch (random(10)) {
    case 0:
      return { type: "interrupt", promptId: null, cancelQueued: random(4) === 0 };
    case 1:
      return { type: "answer", askId: asked, answer: { kind: "allow" } };
    case 2:
      return { type: "answer", askId: asked, answer: { kind: "deny", message: "no", interrupt: random(3) === 0 } };
    case 3: {
      const results = waiting.map(({ callId }) => ({ callId, output: [], isError: false }));
      return { type: "tool_response", promptId: null, results: random(3) === 0 ? results.slice(1) : results };
    }
    case 4:
      return { type: "query", query: { subject: "context", details: false } };
    case 5:
      return { type: "configure", changes: [{ key: "mode", value: "yolo" }] };
    case 6:
      return { type: "withdraw", commandId: null };
    case 7:
      return { type: "tool_request", promptId: null, callId: `own_${random(1e6)}`, tool: "slow", input: {} };
    default: {
      const options: PromptOptions = {
        literal: true,
        ...(random(3) === 0 ? { clientTools: CLIENT_TOOLS } : {}),
        ...(random(6) === 0 ? { silent: true } : {}),
        ...(random(6) === 0 ? { timeoutMs: 1 + random(500) } : {}),
        ...(random(8) === 0 ? { maxTurns: 1 + random(3) } : {}),
      };
      return { type: "prompt", content: [{ kind: "text", text: "go" }], promptId: null, messageId: null, options };
    }
  }
}

function assertOrder(events: readonly Event[]): void {
  assertEquals(events.map(({ seq }) => seq), events.map((_, index) => index + 1));
  const started = events.flatMap((event) => event.type === "turn.started" ? [event.turnId] : []);
  const completed = events.flatMap((event) => event.type === "turn.completed" ? [event.turnId] : []);
  assertEquals(completed, started, "one end for each turn, in order");
  const opened = events.flatMap((event) => event.type === "ask.opened" ? [event.askId] : []);
  const closed = events.flatMap((event) => event.type === "ask.closed" ? [event.askId] : []);
  assertEquals(closed.toSorted(), opened.toSorted(), "one end for each question");
  assertEquals(events.flatMap((event, index) => event.type === "session.ended" ? [index] : []), [events.length - 1]);
}

async function tell(seed: number): Promise<void> {
  const random = seeded(seed);
  const provider = new Rude(random);
  const tools = [ECHO, slowTool(random, "slow"), slowTool(random, "writes")];
  const retry = { maxRetries: 1, initialDelayMs: 10, maxDelayMs: 10, maxTotalWaitMs: 100 };
  const limits = { sessionRounds: null, promptRounds: 8, toolCalls: 20, wallMs: 5_000, tokens: null };
  const bench = new SessionBench([], {
    model: { provider, retry, limits, contextWindow: random(3) === 0 ? 200 : 100_000 },
    tools: { list: tools, policy: policyOf(random), agents: BUILT_IN_AGENTS, maxAgentDepth: 1 },
    host: { answers: random(4) > 0, askTimeoutMs: 2_000 },
  });
  for (let step = 0; step < STEPS; step++) {
    bench.send(commandOf(random, bench));
    if (random(2) === 0) await bench.clock.advance(random(300));
  }
  if (random(5) === 0) bench.session.stop("signal", null);
  const ended = bench[Symbol.asyncDispose]();
  let isOver = false;
  void ended.finally(() => isOver = true);
  for (let i = 0; i < 5_000 && !isOver; i++) {
    await bench.clock.advance(500);
    // Modules that are loaded when first needed come by no fake clock.
    if (i % 10 === 9) await new Promise((resolve) => setTimeout(resolve, 0));
  }
  assertEquals(isOver, true, "the session ends");
  assertOrder(bench.events);
  assertEquals(provider.faults, []);
  assertEquals(bench.of("turn.completed").at(-1)?.total ?? NO_USAGE, provider.ledger);
}

Deno.test("a session keeps its promises whatever hosts, models and tools do", async () => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    await tell(seed).catch((error) => {
      throw new Error(`seed ${seed}: ${error.message}`, { cause: error });
    });
  }
});
