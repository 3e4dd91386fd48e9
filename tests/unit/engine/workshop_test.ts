import { assertEquals } from "@std/assert";
import type { ModelChunk, Provider, Tool } from "../../../lib/model/ports.ts";
import { ECHO, SessionBench, sessionParts } from "../../support/session_bench.ts";
import { FakeClock } from "../../support/fake_clock.ts";

/** A model that writes a call, waits for something in the middle of it, and is done when it has the result. */
function waitingInACall(tool: string, waited: Promise<unknown>): Provider {
  let rounds = 0;
  return {
    name: "waiting",
    async *stream(): AsyncGenerator<ModelChunk[]> {
      if (rounds++ > 0) {
        yield [{ type: "text", text: "Done." }, { type: "finish", stop: { reason: "end", raw: null } }];
        return;
      }
      yield [{ type: "call", index: 0, callId: "call_1", tool, input: '{"text":' }];
      await waited;
      yield [{ type: "call", index: 0, callId: "call_1", tool, input: '"hi"}' }];
      yield [{ type: "finish", stop: { reason: "tool_calls", raw: null } }];
    },
  };
}

for (const [kind, place] of [["read", "files"], ["edit", "files"], ["exec", "shell"]] as const) {
  Deno.test(`Workshop makes ready what a call of the kind ${kind} needs while the model writes it`, async () => {
    const made: string[] = [];
    const all = Promise.withResolvers<void>();
    const ready = (name: string) => (): Promise<void> => {
      made.push(name);
      if (made.length === 3) all.resolve();
      return Promise.resolve();
    };
    const provider = waitingInACall("echo", all.promise);
    const usual = sessionParts({ clock: new FakeClock(), provider });
    const tool: Tool = { ...ECHO, kind, ready: ready("tool") };
    await using bench = new SessionBench([], {
      provider,
      tools: [tool],
      policy: { ...usual.policy, ready: ready("policy") },
      [place]: { ...usual[place], ready: ready(place) },
    });
    assertEquals((await bench.ask("go")).outcome.kind, "done");
    assertEquals(made.sort(), [place, "policy", "tool"].sort());
  });
}

Deno.test("Workshop leaves it to a call to tell what could not be made ready for it", async () => {
  const faults: (() => Promise<void>)[] = [
    () => Promise.reject(new Error("not now")),
    () => {
      throw new Error("not at all");
    },
  ];
  for (const fault of faults) {
    const failed = Promise.withResolvers<void>();
    const provider = waitingInACall("echo", failed.promise);
    const ready = (): Promise<void> => {
      failed.resolve();
      return fault();
    };
    await using bench = new SessionBench([], { provider, tools: [{ ...ECHO, ready }] });
    assertEquals((await bench.ask("go")).outcome.kind, "done");
    assertEquals(bench.of("tool.completed").map(({ isError }) => isError), [false]);
  }
});

Deno.test("Workshop expects nothing of a tool that nobody knows", async () => {
  const provider = waitingInACall("nothing", Promise.resolve());
  await using bench = new SessionBench([], { provider });
  assertEquals((await bench.ask("go")).outcome.kind, "done");
  assertEquals(bench.of("tool.completed").map(({ isError }) => isError), [true]);
});
