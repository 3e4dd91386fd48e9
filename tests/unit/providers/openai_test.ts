import { assertEquals } from "@std/assert";
import { OpenAiFold } from "../../../lib/providers/openai/openai_fold.ts";
import { toWire } from "../../../lib/providers/openai/request_body.ts";
import { openProvider } from "../../../lib/providers/openai.ts";
import type { Message, Part } from "../../../lib/model/content.ts";
import type { Json, JsonObject } from "../../../lib/model/json.ts";
import type { ModelChunk } from "../../../lib/model/ports.ts";
import { collect, requestOf } from "../../support/collect.ts";
import { FakeClock } from "../../support/fake_clock.ts";
import { fakeModel } from "../../support/fake_model.ts";
import { fullConversation } from "../../support/full_conversation.ts";

const OPTIONS = { baseUrl: "http://model.test/v1" };

Deno.test("openai toWire sends a whole conversation", () => {
  const messages = fullConversation("openai", { thought: "s1", call: "s2" });
  messages[1].parts.unshift({ kind: "thinking", text: "own thought" });
  const tools = [{ name: "glob", description: "Finds files", input: { type: "object" } }];
  assertEquals(toWire(requestOf({ messages, tools }), OPTIONS), {
    model: "test-model",
    messages: [
      { role: "system", content: "You are a test." },
      {
        role: "user",
        content: [
          { type: "text", text: "look" },
          { type: "image_url", image_url: { url: "data:image/png;base64,aW1n" } },
        ],
      },
      {
        role: "assistant",
        content: "I read.",
        reasoning_content: "own thought",
        tool_calls: [
          { id: "call_a", type: "function", function: { name: "read_file", arguments: '{"file_path":"/a"}' } },
          {
            id: "call_b",
            type: "function",
            function: { name: "glob", arguments: '{"malformed_arguments":"{broken"}' },
          },
        ],
      },
      { role: "tool", tool_call_id: "call_a", content: "A" },
      { role: "tool", tool_call_id: "call_b", content: "bad" },
      { role: "user", content: [{ type: "image_url", image_url: { url: "data:image/png;base64,cG5n" } }] },
      { role: "user", content: "go on" },
    ],
    stream: true,
    stream_options: { include_usage: true },
    tools: [{
      type: "function",
      function: { name: "glob", description: "Finds files", parameters: { type: "object" } },
    }],
  });
});

Deno.test("openai toWire sends bounds, effort and a schema only when asked for", () => {
  const asked = requestOf({ messages: [], maxTokens: 9, temperature: 0, topP: 0.5, effort: "high", schema: { a: 1 } });
  assertEquals(toWire(asked, { ...OPTIONS, maxTokens: 3, extraBody: { seed: 7 } }), {
    model: "test-model",
    messages: [{ role: "system", content: "You are a test." }],
    max_tokens: 9,
    temperature: 0,
    top_p: 0.5,
    reasoning_effort: "high",
    stream: true,
    stream_options: { include_usage: true },
    response_format: { type: "json_schema", json_schema: { name: "answer", schema: { a: 1 } } },
    seed: 7,
  });
});

Deno.test("openai toWire names the bound as OpenAI's own server wants it", () => {
  const wire = toWire(requestOf({ maxTokens: 9 }), { baseUrl: "https://api.openai.com/v1" });
  assertEquals([wire.max_completion_tokens, wire.max_tokens], [9, undefined]);
});

function fold(...events: (Json | string)[]): ModelChunk[] {
  const chunks: ModelChunk[] = [];
  const folder = new OpenAiFold({ where: "model.test", key: "", callPrefix: "call_1_" });
  for (const event of events) folder.push(typeof event === "string" ? event : JSON.stringify(event), chunks);
  return [...chunks, ...folder.end()];
}

function calls(list: Json): Json {
  return { choices: [{ delta: { tool_calls: list } }] };
}

Deno.test("OpenAiFold tells calls apart that servers put in the same place", () => {
  const a = { index: 0, id: "a", function: { name: "x", arguments: "{}" } };
  const b = { index: 0, id: "b", function: { name: "y", arguments: "{" } };
  const rest = { index: 0, function: { arguments: "}" } };
  assertEquals(fold(calls([a]), calls([b]), calls([rest]), "[DONE]"), [
    { type: "call", index: 0, callId: "a", tool: "x", input: "{}" },
    { type: "call", index: 1, callId: "b", tool: "y", input: "{" },
    { type: "call", index: 1, input: "}" },
    { type: "finish", stop: { reason: "tool_calls", raw: null } },
  ]);
});

Deno.test("OpenAiFold names calls that came without id or place, and takes arguments that are an object", () => {
  const list: Json = [{ function: { name: "x", arguments: { a: 1 } } }, { function: { name: "y" } }];
  assertEquals(fold({ choices: [{ message: { tool_calls: list }, finish_reason: "stop" }] }), [
    { type: "call", index: 0, callId: "call_1_0", tool: "x", input: '{"a":1}' },
    { type: "call", index: 1, callId: "call_1_1", tool: "y", input: "" },
    { type: "finish", stop: { reason: "tool_calls", raw: "stop" } },
  ]);
});

Deno.test("openai reads a plain JSON body, usage at the top level and `reasoning`", async () => {
  const body = {
    choices: [{ message: { reasoning: "hm", content: "hi" }, finish_reason: "stop" }],
    usage: { prompt_tokens: 3, completion_tokens: 2, cached_tokens: 1 },
  };
  await using model = fakeModel([{ body }]);
  const provider = openProvider({ key: "k", baseUrl: model.url, clock: new FakeClock(), userAgent: "test/1" });
  assertEquals(await collect(provider, requestOf()), {
    text: "hi",
    thinking: "hm",
    calls: [],
    usage: { inputTokens: 3, outputTokens: 2, cachedTokens: 1, thinkingTokens: 0, totalTokens: 5 },
    stop: "end",
    code: null,
  });
  const { path, headers } = model.requests[0];
  assertEquals([path, headers.authorization, headers["user-agent"]], ["/v1/chat/completions", "Bearer k", "test/1"]);
});

Deno.test("openai says that a web page is no answer", async () => {
  await using model = fakeModel([{ body: "<html></html>", headers: { "content-type": "text/html" } }]);
  const provider = openProvider({ key: "", baseUrl: model.url, clock: new FakeClock() });
  assertEquals((await collect(provider, requestOf())).code, "provider_error");
});

Deno.test("openai does not carry its key to where a server redirects", async () => {
  await using elsewhere = fakeModel(["hi"]);
  await using model = fakeModel([{ status: 307, headers: { location: `${elsewhere.url}/chat/completions` } }]);
  const provider = openProvider({ key: "k", baseUrl: model.url, clock: new FakeClock() });
  assertEquals((await collect(provider, requestOf())).code, "provider_error");
  assertEquals(elsewhere.requests, []);
});

Deno.test("openai ends at [DONE] although the server keeps the connection open", async () => {
  await using model = fakeModel([[
    { raw: 'data: {"choices":[{"delta":{"content":"hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n' },
    { wait: "never" },
  ]]);
  const clock = new FakeClock();
  const provider = openProvider({ key: "", baseUrl: model.url, clock });
  const stream = provider.stream(requestOf(), new AbortController().signal)[Symbol.asyncIterator]();
  const finish: ModelChunk = { type: "finish", stop: { reason: "end", raw: "stop" } };
  assertEquals(await stream.next(), { done: false, value: [{ type: "text", text: "hi" }, finish] });
  const last = stream.next();
  while (clock.sleeping < 2) await new Promise((resolve) => setTimeout(resolve));
  await clock.advance(100);
  assertEquals((await last).done, true);
  await model.requests[0].aborted;
});

Deno.test("openai closes the connection when nobody listens any more", async () => {
  await using model = fakeModel([[{ text: "a" }, { wait: "never" }]]);
  const provider = openProvider({ key: "", baseUrl: model.url, clock: new FakeClock() });
  for await (const _ of provider.stream(requestOf(), new AbortController().signal)) break;
  await model.requests[0].aborted;
});

Deno.test("OpenAiFold takes the name of a tool that comes after the id of the call", () => {
  const fold = new OpenAiFold({ where: "model.test", key: "", callPrefix: "call_" });
  const chunks: ModelChunk[] = [];
  for (
    const call of [
      { index: 2, id: "a" },
      { index: 2, function: { name: "glob" } },
      { index: 2, function: { arguments: "{}" } },
    ]
  ) fold.push(JSON.stringify({ choices: [{ delta: { tool_calls: [call] } }] }), chunks);
  assertEquals(chunks, [
    { type: "call", index: 0, callId: "a", tool: "", input: "" },
    { type: "call", index: 0, tool: "glob", input: "" },
    { type: "call", index: 0, input: "{}" },
  ]);
});

Deno.test("openai toWire shortens ids that are refused, for a call and its result alike", () => {
  const ids = ["x".repeat(40), `${"x".repeat(60)}1`, `${"x".repeat(60)}2`];
  const messages: Message[] = [
    { id: "a", role: "assistant", parts: ids.map((callId) => ({ kind: "tool_call", callId, tool: "t", input: {} })) },
    {
      id: "b",
      role: "tool",
      parts: ids.map((callId) => ({ kind: "tool_result", callId, tool: "t", output: [], isError: false })),
    },
  ];
  const [, said, ...results] = toWire(requestOf({ messages }), OPTIONS).messages as JsonObject[];
  const called = (said.tool_calls as { id: string }[]).map(({ id }) => id);
  assertEquals(results.map((result) => result.tool_call_id), called);
  assertEquals([called[0], called.map((id) => id.length), new Set(called).size], [ids[0], [40, 40, 40], 3]);
});

Deno.test("openai toWire gives every answer thoughts where a model refuses those without", () => {
  const messages: Message[] = [
    { id: "a", role: "assistant", parts: [{ kind: "text", text: "Hi." }] },
    { id: "b", role: "assistant", parts: [{ kind: "thinking", text: "hm" }, { kind: "text", text: "Hi." }] },
  ];
  const thoughts = ["deepseek-v4-pro", "kimi-k2-thinking", "qwen3-max"].map((model) => {
    const [, ...answers] = toWire(requestOf({ messages, model }), OPTIONS).messages as JsonObject[];
    return answers.map((answer) => answer.reasoning_content ?? null);
  });
  assertEquals(thoughts, [["(no thoughts)", "hm"], ["(no thoughts)", "hm"], [null, "hm"]]);
});

Deno.test("openai gives back what came with a call, and takes ids that are numbers", () => {
  const fold = new OpenAiFold({ where: "model.test", key: "", callPrefix: "call_" });
  const chunks: ModelChunk[] = [];
  const extra_content = { google: { thought_signature: "sig" } };
  const call = { index: 0, id: 7, function: { name: "glob", arguments: "{}" }, extra_content };
  fold.push(JSON.stringify({ choices: [{ delta: { tool_calls: [call] } }] }), chunks);
  const opaque = { provider: "openai", data: { extra_content } };
  assertEquals(chunks, [{ type: "call", index: 0, callId: "7", tool: "glob", input: "{}", opaque }]);
  const part: Part = { kind: "tool_call", callId: "7", tool: "glob", input: {}, opaque };
  const [, said] = toWire(requestOf({ messages: [{ id: "a", role: "assistant", parts: [part] }] }), OPTIONS)
    .messages as JsonObject[];
  assertEquals(said.tool_calls, [
    { id: "7", type: "function", function: { name: "glob", arguments: "{}" }, extra_content },
  ]);
});

Deno.test("openai toWire leaves out answers that said nothing: some servers refuse them", () => {
  const messages: Message[] = [
    { id: "a", role: "assistant", parts: [{ kind: "thinking", text: "hm" }] },
    { id: "b", role: "assistant", parts: [{ kind: "text", text: "\n\n" }] },
    { id: "c", role: "user", parts: [{ kind: "text", text: "go on" }] },
  ];
  assertEquals(toWire(requestOf({ messages, system: "" }), OPTIONS).messages, [{ role: "user", content: "go on" }]);
});

Deno.test("openai toWire marks what DashScope is to keep in its cache, and nothing for other servers", () => {
  const messages: Message[] = [{ id: "1", role: "user", parts: [{ kind: "text", text: "hello" }] }];
  const mark = { cache_control: { type: "ephemeral" } };
  const marked = toWire(requestOf({ messages }), { baseUrl: "https://dashscope.aliyuncs.com/compatible-mode/v1" });
  assertEquals(marked.messages, [
    { role: "system", content: [{ type: "text", text: "You are a test.", ...mark }] },
    { role: "user", content: [{ type: "text", text: "hello", ...mark }] },
  ]);
  assertEquals(JSON.stringify(toWire(requestOf({ messages }), OPTIONS)).includes("cache_control"), false);
});
