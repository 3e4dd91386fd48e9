import { assertEquals } from "@std/assert";
import { Asks, type Settled } from "../../../../../lib/engine/session/requests/asks.ts";
import type { Emitter } from "../../../../../lib/engine/session/event_queue.ts";
import type { Ask } from "../../../../../lib/model/event.ts";
import { FakeClock } from "../../../../support/fake_clock.ts";
import { seeded } from "../../../../support/random.ts";
import { countedIds } from "../../../../support/say.ts";

const ASK: Ask = { kind: "confirm_quit" };

function emitterTo(said: string[]): Emitter {
  return {
    cause: null,
    agent: null,
    emit: (body) => void said.push(body.type === "ask.closed" ? `closed ${body.askId} ${body.by}` : body.type),
    ready: () => {},
  };
}

Deno.test("Asks settles each question exactly once, whoever is first", async () => {
  const random = seeded(3);
  for (let round = 0; round < 300; round++) {
    const clock = new FakeClock();
    const said: string[] = [];
    const asks = new Asks({ clock, ids: countedIds() });
    const abort = new AbortController();
    const settled: Settled[] = [];
    const options = { emitter: emitterTo(said), signal: abort.signal, timeoutMs: random(2) ? 100 : null };
    const asking = asks.ask(ASK, options).then((end) => settled.push(end));
    const acts: (() => unknown)[] = [
      () => asks.answer({ askId: "u1", answer: { kind: "allow" } }),
      () => abort.abort(new Error("stop")),
      () => clock.advance(150),
      () => asks.close(),
    ];
    for (let i = 0; i < 4; i++) await acts[random(acts.length)]();
    asks.close();
    await asking;
    assertEquals(settled.length, 1);
    assertEquals(said.filter((word) => word.startsWith("closed")).length, 1);
    assertEquals([asks.size, clock.sleeping], [0, 0]);
    assertEquals(asks.answer({ askId: "u1", answer: { kind: "allow" } }), false);
  }
});

Deno.test("Asks answers at once when nobody can answer any more", async () => {
  const said: string[] = [];
  const asks = new Asks({ clock: new FakeClock(), ids: countedIds() });
  asks.close();
  const signal = new AbortController().signal;
  const end = await asks.ask(ASK, { emitter: emitterTo(said), signal, timeoutMs: null });
  assertEquals([end, said], [{ answer: { kind: "failed", message: "Input closed" }, by: "input_closed" }, []]);
});

Deno.test("Asks tells once who answered about a call", async () => {
  const asks = new Asks({ clock: new FakeClock(), ids: countedIds() });
  const options = { emitter: emitterTo([]), signal: new AbortController().signal, timeoutMs: null };
  const ask: Ask = {
    kind: "permission",
    callId: "c1",
    tool: "edit",
    toolKind: "edit",
    input: {},
    access: [],
    confirmation: { kind: "exec", title: "", command: "ls", root: "ls" },
    suggestions: [],
    reason: null,
  };
  const asking = asks.ask(ask, options);
  const answered = { name: "Ann", decision: "approved" };
  assertEquals(asks.answer({ askId: "u1", answer: { kind: "allow" }, answered }), true);
  await asking;
  assertEquals([asks.takeAnswered("c2"), asks.takeAnswered("c1"), asks.takeAnswered("c1")], [
    undefined,
    answered,
    undefined,
  ]);
});
