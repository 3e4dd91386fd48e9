import { assertEquals } from "@std/assert";
import { callsOf, History } from "../../../../../lib/engine/turn/history/history.ts";
import type { Message } from "../../../../../lib/model/content.ts";
import type { Event, ToolProgress } from "../../../../../lib/model/event.ts";
import type { JsonObject } from "../../../../../lib/model/json.ts";
import type { Tool, ToolOutcome } from "../../../../../lib/model/ports.ts";
import { seeded } from "../../../../support/random.ts";
import { ECHO, SessionBench } from "../../../../support/session_bench.ts";

/** Calls that have no result before the next message of the model or the user. */
function openCalls(messages: readonly Message[]): string[] {
  const open: string[] = [];
  for (const [index, message] of messages.entries()) {
    const next = messages[index + 1];
    const answered = new Set(next?.parts.flatMap((part) => part.kind === "tool_result" ? [part.callId] : []));
    for (const call of callsOf(message.parts)) if (!answered.has(call.callId)) open.push(call.callId);
  }
  return open;
}

Deno.test("History answers exactly the calls that nobody answered", () => {
  const random = seeded(5);
  for (let round = 0; round < 200; round++) {
    const calls = Array.from({ length: 1 + random(5) }, (_, i) => ({
      kind: "tool_call" as const,
      callId: `c${i}`,
      tool: "t",
      input: {},
    }));
    const history = new History();
    history.add({ id: "a", role: "assistant", parts: calls });
    const done = calls.filter(() => random(2) === 0);
    const results = done.map(({ callId, tool }) => ({
      kind: "tool_result" as const,
      callId,
      tool,
      output: [],
      isError: false,
    }));
    history.add({ id: "t", role: "tool", parts: results });
    history.settle("s", "cut off");
    assertEquals(history.unanswered(), []);
    const answered = history.messages.flatMap(({ parts }) =>
      parts.flatMap((part) => part.kind === "tool_result" ? [part.callId] : [])
    );
    assertEquals(answered.sort(), calls.map(({ callId }) => callId).sort());
  }
});

/** A tool that takes as many turns of the event loop as it is told. */
const SLOW: Tool = {
  ...ECHO,
  name: "slow",
  parallel: false,
  async *run(input, { signal }): AsyncGenerator<ToolProgress, ToolOutcome> {
    for (let i = 0; i < Number(input.steps); i++) {
      await Promise.resolve();
      signal.throwIfAborted();
      yield { kind: "output", text: `${i}`, channel: "stdout" };
    }
    return { output: [{ kind: "text", text: "done" }] };
  },
};

Deno.test("every call has a result in the next request, wherever a turn is cut", async () => {
  const calls: { tool: string; input: JsonObject }[] = [
    { tool: "echo", input: { text: "a" } },
    { tool: "slow", input: { steps: 3 } },
    { tool: "echo", input: { text: "b" } },
    { tool: "unknown", input: {} },
  ];
  for (let cut = 1; cut < 40; cut++) {
    await using bench = new SessionBench([{ text: "Now.", calls }, { calls }, "Done."], {
      tools: { list: [ECHO, SLOW] },
    });
    const first = bench.prompt("go");
    let seen = 0;
    const reached = bench.when("turn.completed", (event: Event) => event.cause === first);
    const cutting = bench.when("session.started").then(async () => {
      while (bench.of("turn.completed").length === 0) {
        await Promise.resolve();
        if (++seen === cut * 4) bench.send({ type: "interrupt", promptId: null });
      }
    });
    await reached;
    await cutting;
    await bench.ask("and now?");
    for (const request of bench.provider.requests) assertEquals(openCalls(request.messages), [], `cut ${cut}`);
    const seqs = bench.events.map((event) => event.seq);
    assertEquals(seqs, seqs.map((_, index) => index + 1));
    assertEquals(bench.of("turn.started").length, bench.of("turn.completed").length);
  }
});
