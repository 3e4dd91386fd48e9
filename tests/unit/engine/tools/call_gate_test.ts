import { assertEquals } from "@std/assert";
import type { Answer } from "../../../../lib/model/command.ts";
import type { JsonObject } from "../../../../lib/model/json.ts";
import type { PolicyCall } from "../../../../lib/model/ports.ts";
import { policySaying, SessionBench } from "../../../support/session_bench.ts";

/** Asks about every call but denies the text "secret". */
function strictPolicy(judged: JsonObject[]): ReturnType<typeof policySaying> {
  return policySaying(({ input }: PolicyCall) => {
    judged.push(input);
    return input.text === "secret"
      ? { decision: "deny", source: "rule", message: "A rule forbids it.", hint: "Change the rule." }
      : { decision: "ask", source: "mode" };
  });
}

const CALL_ECHO = { calls: [{ tool: "echo", input: { text: "open" } }] };

/** Has the host give one answer to every permission question. */
function answerAll(bench: SessionBench, answer: Answer): void {
  const watch = async (seen: number): Promise<void> => {
    const { askId } = await bench.when("ask.opened", ({ seq }) => seq > seen);
    bench.send({ type: "answer", askId, answer });
    void watch(bench.events.at(-1)?.seq ?? seen);
  };
  void watch(0);
}

Deno.test("CallGate judges an input again that the host has changed: a deny rule wins over the host", async () => {
  const judged: JsonObject[] = [];
  await using bench = new SessionBench([CALL_ECHO], { tools: { policy: strictPolicy(judged) } });
  answerAll(bench, { kind: "allow", input: { text: "secret" } });
  const { denials, stats } = await bench.ask("go");
  assertEquals(judged, [{ text: "open" }, { text: "secret" }]);
  assertEquals(bench.of("tool.started"), []);
  assertEquals(denials.map(({ source, input, message }) => [source, input, message]), [
    ["rule", { text: "secret" }, "A rule forbids it."],
  ]);
  assertEquals(bench.lastMessages(1), ["tool: A rule forbids it. Only the user can change that. Change the rule."]);
  assertEquals(stats.decisions, { accept: 0, reject: 0, modify: 0, autoAccept: 0 });
});

Deno.test("CallGate runs a changed input that the policy would only ask about: the host has just allowed it", async () => {
  const judged: JsonObject[] = [];
  await using bench = new SessionBench([CALL_ECHO], { tools: { policy: strictPolicy(judged) } });
  answerAll(bench, { kind: "allow", input: { text: "other" } });
  const { stats } = await bench.ask("go");
  assertEquals([judged.length, bench.of("ask.opened").length], [2, 1]);
  assertEquals(bench.lastMessages(1), ["tool: other"]);
  assertEquals(stats.decisions.modify, 1);
});

Deno.test("CallGate does not judge an input again that the host has sent back as it was", async () => {
  const judged: JsonObject[] = [];
  await using bench = new SessionBench([CALL_ECHO], { tools: { policy: strictPolicy(judged) } });
  answerAll(bench, { kind: "allow", input: { text: "open" } });
  const { stats } = await bench.ask("go");
  assertEquals([judged.length, stats.decisions.accept], [1, 1]);
});

Deno.test("CallGate checks a changed input against the tool's schema before it is judged", async () => {
  const judged: JsonObject[] = [];
  const compileCheck = (): Promise<(value: unknown) => string | null> =>
    Promise.resolve((value) => JSON.stringify(value).includes("text") ? null : "params must have text");
  await using bench = new SessionBench([CALL_ECHO], { tools: { policy: strictPolicy(judged), compileCheck } });
  answerAll(bench, { kind: "allow", input: { wrong: 1 } });
  await bench.ask("go");
  assertEquals(judged, [{ text: "open" }]);
  assertEquals([bench.of("tool.started"), bench.lastMessages(1)], [[], ["tool: params must have text"]]);
});

Deno.test("CallGate judges an input that a PermissionRequest hook has changed", async () => {
  const judged: JsonObject[] = [];
  const tools = { policy: strictPolicy(judged) };
  await using bench = new SessionBench([CALL_ECHO], { tools, host: { answers: false } });
  const hook = { event: "PermissionRequest", matcher: null, callbackIds: ["h"], timeoutMs: null };
  bench.send({ type: "configure", changes: [{ key: "hooks", value: [{ ...hook, onFailure: "continue" }] }] });
  bench.answerHooks(() => ({
    hookSpecificOutput: { decision: { behavior: "allow", updatedInput: { text: "secret" } } },
  }));
  const { denials } = await bench.ask("go");
  assertEquals([judged.length, denials.map(({ source }) => source)], [2, ["rule"]]);
  assertEquals(bench.of("tool.started"), []);
});

Deno.test("CallGate remembers for the session the input that the host has allowed, not the one it has changed", async () => {
  const steps = [CALL_ECHO, { calls: [{ tool: "echo", input: { text: "other" } }] }, CALL_ECHO];
  await using bench = new SessionBench(steps, { tools: { policy: strictPolicy([]) } });
  answerAll(bench, { kind: "allow", input: { text: "other" }, scope: "session" });
  await bench.ask("go");
  assertEquals(bench.of("ask.opened").length, 2);
  assertEquals(bench.of("tool.started").map(({ input }) => input), [
    { text: "other" },
    { text: "other" },
    { text: "other" },
  ]);
});
