import { assertEquals } from "@std/assert";
import type { ToolProgress } from "../../../../lib/model/event.ts";
import type { Tool, ToolOutcome } from "../../../../lib/model/ports.ts";
import {
  ECHO,
  eventsOf,
  policySaying,
  ScriptedProvider,
  SessionBench,
  sessionParts,
} from "../../../support/session_bench.ts";
import { Session } from "../../../../lib/engine/session/session.ts";

const OUTPUT: ToolProgress = { kind: "output", text: "x", channel: "stdout" };

Deno.test("a tool that is cancelled while it waits for a slow reader is told to clean up", async () => {
  const started = Promise.withResolvers<void>();
  const cleaned = Promise.withResolvers<string>();
  const chatty: Tool = {
    ...ECHO,
    name: "chatty",
    async *run(_input, context): AsyncGenerator<ToolProgress, ToolOutcome> {
      started.resolve();
      try {
        for (;;) {
          await Promise.resolve();
          yield OUTPUT;
        }
      } finally {
        cleaned.resolve(`aborted: ${context.signal.aborted}`);
      }
    },
  };
  const provider = new ScriptedProvider([{ calls: [{ tool: "chatty", input: {} }] }]);
  const session = new Session(sessionParts({ model: { provider }, tools: { list: [chatty] } }));
  const content = [{ kind: "text" as const, text: "go" }];
  const options = { literal: true };
  session.take({ id: "1", sessionId: null, type: "prompt", content, promptId: null, messageId: null, options });
  // Nobody reads: the tool stops when the queue is full.
  await started.promise;
  await new Promise((resolve) => setTimeout(resolve, 0));
  session.take({ id: "2", sessionId: null, type: "interrupt", promptId: null });
  assertEquals(await cleaned.promise, "aborted: true");
  session.closeInput();
  await eventsOf(session);
});

Deno.test("a call that is cancelled while it is judged does not run, whatever the judgement", async () => {
  const asked = Promise.withResolvers<void>();
  const word = Promise.withResolvers<void>();
  const policy = policySaying(() => ({ decision: "allow", source: "mode" }));
  await using bench = new SessionBench([{ calls: [{ tool: "echo", input: { text: "hello" } }] }], {
    tools: {
      policy: {
        ...policy,
        judge: async (call) => {
          asked.resolve();
          await word.promise;
          return await policy.judge(call);
        },
      },
    },
  });
  bench.prompt("go");
  await asked.promise;
  bench.send({ type: "interrupt", promptId: null });
  await bench.when("reply");
  word.resolve();
  const { outcome } = await bench.when("turn.completed");
  assertEquals([outcome.kind, bench.of("tool.started")], ["interrupted", []]);
  assertEquals(bench.of("tool.completed").map(({ denial }) => denial?.source), ["cancel"]);
});
