/** Every row of the table of quirks: what its server is asked, and what its answer means. */
import { assertEquals } from "@std/assert";
import type { JsonObject } from "../../../../lib/model/json.ts";
import { openProvider } from "../../../../lib/providers/openai.ts";
import { QUIRKS } from "../../../../lib/providers/openai/quirks.ts";
import { toWire } from "../../../../lib/providers/openai/request_body.ts";
import { collect, requestOf } from "../../../support/collect.ts";
import { FakeClock } from "../../../support/fake_clock.ts";
import { QUIRK_CASES } from "../../../support/quirk_cases.ts";
import { seeded } from "../../../support/random.ts";

const REASONING = ["reasoning_effort", "thinking_budget", "enable_thinking", "reasoning", "thinking"];
const TOOLS = [{ name: "answer", description: "Delivers", input: { type: "object" } }];

Deno.test("every row of the table of quirks has a case here", () => {
  assertEquals(QUIRKS.map(({ name }) => name).toSorted(), Object.keys(QUIRK_CASES).toSorted());
});

for (const [name, { baseUrl, model, answer, ...expected }] of Object.entries(QUIRK_CASES)) {
  const wire = (changes: Parameters<typeof requestOf>[0]): JsonObject =>
    toWire(requestOf({ model, ...changes }), { baseUrl });
  const picked = (body: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(body).filter(([field]) => REASONING.includes(field)));

  Deno.test(`${name}: reasoning is asked for by the fields that the server knows`, () => {
    assertEquals(picked(wire({})), {});
    assertEquals(picked(wire({ effort: "high" })), expected.effort);
    assertEquals(picked(wire({ thinkingTokens: 2000 })), expected.budget);
    assertEquals(picked(wire({ thinking: false })), expected.off);
  });

  Deno.test(`${name}: the limit, tool choice, parallel calls, thoughts and marks are those of the server`, () => {
    const body = wire({ maxTokens: 9, tools: TOOLS, schema: { type: "object" }, requiredTool: "answer" });
    const other = expected.limit === "max_tokens" ? "max_completion_tokens" : "max_tokens";
    assertEquals([body[expected.limit], body[other]], [9, undefined]);
    const choice = { type: "function", function: { name: "answer" } };
    assertEquals(body.tool_choice, expected.demands ? choice : undefined);
    assertEquals("response_format" in body, !expected.demands);
    assertEquals(body.parallel_tool_calls, expected.parallel);
    assertEquals("parallel_tool_calls" in wire({}), false, "refused without tools");
    assertEquals("stream_options" in body, expected.asksNoUsage !== true);
    assertEquals(JSON.stringify(body).includes("cache_control"), expected.marks === true);
    const messages = [{ id: "1", role: "assistant" as const, parts: [{ kind: "text" as const, text: "Hi." }] }];
    assertEquals(JSON.stringify(wire({ messages })).includes("reasoning_content"), expected.requiresThoughts === true);
  });

  Deno.test(`${name}: the answer is the same byte by byte and in torn pieces`, async () => {
    const bytes = await Deno.readFile(new URL(`../../../recordings/openai-quirks/${name}.sse`, import.meta.url));
    const random = seeded(7);
    const torn = (): number => 1 + random(40);
    for (const size of [(): number => bytes.length, (): number => 1, torn, torn, torn]) {
      const provider = openProvider({ key: "k", baseUrl, clock: new FakeClock(), fetch: fetchOf(bytes, size) });
      const { usage, ...rest } = await collect(provider, requestOf({ model }));
      const { thinkingTokens: _, ...counted } = usage ?? { thinkingTokens: 0 };
      assertEquals(counted, { inputTokens: 20, outputTokens: 7, cachedTokens: 4, totalTokens: 27 });
      assertEquals(rest, { text: "", thinking: "", calls: [], stop: "end", code: null, ...answer });
    }
  });
}

/** A `fetch` that answers with these bytes in pieces. */
function fetchOf(bytes: Uint8Array<ArrayBuffer>, size: () => number): typeof fetch {
  return () => {
    let at = 0;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller): void {
        if (at >= bytes.length) controller.close();
        else controller.enqueue(bytes.subarray(at, at += size()));
      },
    });
    return Promise.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } }));
  };
}

Deno.test("a server that refuses a demanded tool is held to the schema instead, from then on", async () => {
  const bodies: JsonObject[] = [];
  const refusal = {
    error: { message: "The tool_choice parameter does not support being set to object in thinking mode" },
  };
  const fetch: typeof globalThis.fetch = (_input, init) => {
    bodies.push(JSON.parse(String(init?.body)));
    return Promise.resolve(Response.json(refusal, { status: 400 }));
  };
  const baseUrl = "https://dashscope.aliyuncs.com/compatible-mode/v1";
  const provider = openProvider({ key: "k", baseUrl, clock: new FakeClock(), fetch });
  const request = requestOf({ tools: TOOLS, schema: { type: "object" }, requiredTool: "answer" });
  assertEquals((await collect(provider, request)).code, "provider_error");
  await collect(provider, request);
  assertEquals(bodies.map((body) => ["tool_choice" in body, "response_format" in body]), [[true, false], [
    false,
    true,
  ]]);
});
