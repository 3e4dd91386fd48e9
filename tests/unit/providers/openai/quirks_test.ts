/** Every row of the table of quirks: what its server is asked, and what its recorded answer means. */
import { assertEquals } from "@std/assert";
import type { JsonObject } from "../../../../lib/model/json.ts";
import { openProvider } from "../../../../lib/providers/openai.ts";
import { QUIRKS } from "../../../../lib/providers/openai/quirks.ts";
import { toWire } from "../../../../lib/providers/openai/request_body.ts";
import { collect, type Collected, requestOf } from "../../../support/collect.ts";
import { FakeClock } from "../../../support/fake_clock.ts";
import { seeded } from "../../../support/random.ts";

interface QuirkCase {
  baseUrl: string;
  model: string;
  /** What is sent for an effort, a budget of 2000 tokens and no thinking. */
  effort: JsonObject;
  budget: JsonObject;
  off: JsonObject;
  limit: "max_tokens" | "max_completion_tokens";
  /** Whether a tool can be demanded, and whether several calls are asked for. */
  demands: boolean;
  parallel?: true;
  requiresThoughts?: true;
  marks?: true;
  asksNoUsage?: true;
  answer: Partial<Collected>;
}

const EFFORT = { effort: { reasoning_effort: "high" }, budget: {}, off: {} };
const BUDGET = {
  effort: { reasoning_effort: "high", enable_thinking: true },
  budget: { thinking_budget: 2000, enable_thinking: true },
  off: { enable_thinking: false },
};
const SWITCH = {
  effort: { thinking: { type: "enabled" } },
  budget: { thinking: { type: "enabled" } },
  off: { thinking: { type: "disabled" } },
};
const THOUGHT: Partial<Collected> = { thinking: "Let me think.", text: "Four." };
const READ = { callId: "call_a", tool: "read_file", input: '{"file_path":"/a.txt"}' };
const GLOB = { callId: "call_b", tool: "glob", input: '{"pattern":"*"}' };
const BOTH: Partial<Collected> = { calls: [READ, GLOB], stop: "tool_calls" };

const CASES: Readonly<Record<string, QuirkCase>> = {
  openai: {
    ...{ baseUrl: "https://api.openai.com/v1", model: "gpt-5", ...EFFORT, limit: "max_completion_tokens" },
    ...{ demands: true, answer: BOTH },
  },
  groq: {
    ...{ baseUrl: "https://api.groq.com/openai/v1", model: "qwen/qwen3-32b", ...EFFORT },
    ...{ limit: "max_completion_tokens", demands: true, answer: THOUGHT },
  },
  dashscope: {
    ...{ baseUrl: "https://dashscope.aliyuncs.com/compatible-mode/v1", model: "qwen3-coder-plus", ...BUDGET },
    ...{ limit: "max_tokens", demands: true, parallel: true, marks: true, answer: { ...BOTH, text: "Both." } },
  },
  dashscope_thinking: {
    ...{ baseUrl: "https://dashscope-intl.aliyuncs.com/v1", model: "qwen3-235b-a22b-thinking-2507", ...BUDGET },
    ...{ limit: "max_tokens", demands: false, parallel: true, marks: true, answer: THOUGHT },
  },
  modelscope: {
    ...{ baseUrl: "https://api-inference.modelscope.cn/v1", model: "Qwen/Qwen3-8B", ...BUDGET },
    ...{ limit: "max_tokens", demands: false, answer: THOUGHT },
  },
  openrouter: {
    ...{ baseUrl: "https://openrouter.ai/api/v1", model: "anthropic/claude-sonnet-4.5" },
    effort: { reasoning: { effort: "high" } },
    budget: { reasoning: { max_tokens: 2000 } },
    off: { reasoning: { enabled: false } },
    ...{ limit: "max_tokens", demands: true, answer: THOUGHT },
  },
  zhipu: {
    ...{ baseUrl: "https://open.bigmodel.cn/api/paas/v4", model: "glm-4.6", ...SWITCH },
    ...{ limit: "max_tokens", demands: false, answer: THOUGHT },
  },
  mistral: {
    ...{ baseUrl: "https://api.mistral.ai/v1", model: "magistral-medium-latest", ...EFFORT },
    ...{ limit: "max_tokens", demands: true, asksNoUsage: true, answer: THOUGHT },
  },
  google: {
    baseUrl: "https://generativelanguage.googleapis.com/v1beta/openai",
    ...{ model: "gemini-3-pro-preview", ...EFFORT, limit: "max_tokens", demands: true },
    answer: {
      calls: [{
        ...READ,
        opaque: { provider: "openai", data: { extra_content: { google: { thought_signature: "c2ln" } } } },
      }],
      stop: "tool_calls",
    },
  },
  deepseek: {
    ...{ baseUrl: "https://api.deepseek.com/v1", model: "deepseek-chat", ...SWITCH, limit: "max_tokens" },
    ...{ demands: true, requiresThoughts: true, answer: { text: "Four." } },
  },
  deepseek_reasoner: {
    ...{ baseUrl: "https://api.deepseek.com/v1", model: "deepseek-reasoner", ...SWITCH, limit: "max_tokens" },
    ...{ demands: false, requiresThoughts: true, answer: THOUGHT },
  },
  deepseek_elsewhere: {
    ...{ baseUrl: "http://127.0.0.1:8000/v1", model: "deepseek-ai/DeepSeek-R1-Distill-Qwen-32B", ...EFFORT },
    ...{ limit: "max_tokens", demands: false, requiresThoughts: true },
    answer: { thinking: "Let me think.\n", text: "Four." },
  },
  moonshot: {
    ...{ baseUrl: "https://api.moonshot.ai/v1", model: "kimi-k2-thinking", ...SWITCH, limit: "max_tokens" },
    ...{ demands: false, requiresThoughts: true, answer: THOUGHT },
  },
  kimi_elsewhere: {
    ...{ baseUrl: "http://127.0.0.1:8000/v1", model: "moonshotai/Kimi-K2-Instruct", ...EFFORT, limit: "max_tokens" },
    ...{ demands: false, requiresThoughts: true },
    answer: {
      text: "Both.",
      calls: [{ ...READ, callId: "functions.read_file:0" }, { ...GLOB, callId: "functions.glob:1" }],
      stop: "tool_calls",
    },
  },
};

const REASONING = ["reasoning_effort", "thinking_budget", "enable_thinking", "reasoning", "thinking"];
const TOOLS = [{ name: "answer", description: "Delivers", input: { type: "object" } }];

Deno.test("every row of the table of quirks has a case here", () => {
  assertEquals(QUIRKS.map(({ name }) => name).toSorted(), Object.keys(CASES).toSorted());
});

for (const [name, { baseUrl, model, answer, ...expected }] of Object.entries(CASES)) {
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

  Deno.test(`${name}: the recorded answer is the same byte by byte and in torn pieces`, async () => {
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
