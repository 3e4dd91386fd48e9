import { assertEquals, assertThrows } from "@std/assert";
import { AnthropicFold, openProvider, toWire } from "../../../lib/providers/anthropic.ts";
import type { Message, Part } from "../../../lib/model/content.ts";
import { QwenError } from "../../../lib/model/problem.ts";
import type { ModelChunk } from "../../../lib/model/ports.ts";
import { requestOf } from "../../support/collect.ts";
import { FakeClock } from "../../support/fake_clock.ts";
import { fullConversation } from "../../support/full_conversation.ts";

const CACHE = { type: "ephemeral" };

Deno.test("anthropic toWire sends a whole conversation, its own signed thoughts included", () => {
  const messages = fullConversation("anthropic", { thought: "s1", call: "s2" });
  messages[1].parts.unshift({ kind: "thinking", text: "", opaque: { provider: "anthropic", data: { redacted: "r" } } });
  const tools = [{ name: "glob", description: "Finds files", input: { type: "object" } }];
  assertEquals(toWire(requestOf({ messages, tools, thinkingTokens: 2000, temperature: 1 }), {}), {
    model: "test-model",
    max_tokens: 32000,
    stream: true,
    system: [{ type: "text", text: "You are a test.", cache_control: CACHE }],
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: "look" },
          { type: "image", source: { type: "base64", media_type: "image/png", data: "aW1n" } },
        ],
      },
      {
        role: "assistant",
        content: [
          { type: "redacted_thinking", data: "r" },
          { type: "thinking", thinking: "hm", signature: "s1" },
          { type: "text", text: "I read." },
          { type: "tool_use", id: "call_a", name: "read_file", input: { file_path: "/a" } },
          { type: "tool_use", id: "call_b", name: "glob", input: { malformed_arguments: "{broken" } },
        ],
      },
      {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: "call_a",
            content: [
              { type: "text", text: "A" },
              { type: "image", source: { type: "base64", media_type: "image/png", data: "cG5n" } },
            ],
          },
          { type: "tool_result", tool_use_id: "call_b", content: [{ type: "text", text: "bad" }], is_error: true },
          { type: "text", text: "go on", cache_control: CACHE },
        ],
      },
    ],
    tools: [{ name: "glob", description: "Finds files", input_schema: { type: "object" } }],
    thinking: { type: "enabled", budget_tokens: 2000 },
  });
});

Deno.test("AnthropicFold keeps the signature of each thought", async () => {
  const text = await Deno.readTextFile(new URL("../../recordings/anthropic/reasoning.sse", import.meta.url));
  const fold = new AnthropicFold({ where: "model.test", key: "" });
  const chunks: ModelChunk[] = [];
  for (const line of text.split("\n")) if (line.startsWith("data: ")) fold.push(line.slice(6), chunks);
  assertEquals(chunks.slice(1, 5), [
    { type: "thinking", text: "Let me " },
    { type: "thinking", text: "think." },
    { type: "thinking", text: "", opaque: { provider: "anthropic", data: { signature: "c2lnbmF0dXJl" } } },
    { type: "text", text: "Four." },
  ]);
});

Deno.test("AnthropicFold reads an answer that came as one body", () => {
  const fold = new AnthropicFold({ where: "model.test", key: "" });
  const chunks: ModelChunk[] = [];
  const content = [
    { type: "thinking", thinking: "hm", signature: "s" },
    { type: "text", text: "hi" },
    { type: "tool_use", id: "a", name: "glob", input: { pattern: "*" } },
  ];
  fold.push(JSON.stringify({ type: "message", content, stop_reason: "tool_use", usage: { output_tokens: 3 } }), chunks);
  assertEquals([...chunks, ...fold.end()], [
    { type: "thinking", text: "hm" },
    { type: "thinking", text: "", opaque: { provider: "anthropic", data: { signature: "s" } } },
    { type: "text", text: "hi" },
    { type: "call", index: 0, callId: "a", tool: "glob", input: '{"pattern":"*"}' },
    {
      type: "usage",
      usage: { inputTokens: 0, outputTokens: 3, cachedTokens: 0, thinkingTokens: 0, totalTokens: 3 },
    },
    { type: "finish", stop: { reason: "tool_calls", raw: "tool_use" } },
  ]);
});

Deno.test("anthropic sends its key as the host wants it", async () => {
  const seen: string[][] = [];
  for (const baseUrl of ["https://api.anthropic.com", "https://gateway.test/v1"]) {
    const provider = openProvider({
      key: "k",
      baseUrl,
      clock: new FakeClock(),
      fetch: (input, init) => {
        const headers = new Headers(init?.headers);
        seen.push([String(input), headers.get("x-api-key") ?? "", headers.get("authorization") ?? ""]);
        return Promise.reject(new TypeError("no network"));
      },
    });
    await Array.fromAsync(provider.stream(requestOf(), new AbortController().signal)).catch(
      () => {/* Only the request matters. */},
    );
  }
  assertEquals(seen, [
    ["https://api.anthropic.com/v1/messages", "k", ""],
    ["https://gateway.test/v1/messages", "", "Bearer k"],
  ]);
});

Deno.test("AnthropicFold gives redacted thoughts back as they came, and passes over blocks of the server's own tools", () => {
  const fold = new AnthropicFold({ where: "model.test", key: "" });
  const chunks: ModelChunk[] = [];
  for (
    const event of [
      { type: "content_block_start", index: 0, content_block: { type: "redacted_thinking", data: "c2VjcmV0" } },
      { type: "content_block_stop", index: 0 },
      { type: "content_block_start", index: 1, content_block: { type: "server_tool_use", id: "s", name: "search" } },
      { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: "{}" } },
      { type: "content_block_stop", index: 1 },
    ]
  ) fold.push(JSON.stringify(event), chunks);
  const opaque = { provider: "anthropic", data: { redacted: "c2VjcmV0" } };
  assertEquals(chunks, [{ type: "thinking", text: "", opaque }]);
  const thought: Part = { kind: "thinking", text: "", opaque };
  const text: Part = { kind: "text", text: "Hi." };
  const messages: Message[] = [{ id: "1", role: "assistant", parts: [thought, text] }];
  assertEquals(toWire({ ...requestOf(), messages }, {}).messages, [
    {
      role: "assistant",
      content: [{ type: "redacted_thinking", data: "c2VjcmV0" }, { type: "text", text: "Hi.", cache_control: CACHE }],
    },
  ]);
});

Deno.test("anthropic toWire leaves out thoughts at the end of an answer that was cut off: they are refused", () => {
  const thought: Part = { kind: "thinking", text: "hm", opaque: { provider: "anthropic", data: { signature: "s" } } };
  const ask = (text: string): Message => ({ id: text, role: "user", parts: [{ kind: "text", text }] });
  const messages: Message[] = [
    ask("one"),
    { id: "a", role: "assistant", parts: [thought] },
    ask("two"),
    { id: "b", role: "assistant", parts: [{ kind: "text", text: "So" }, thought] },
    ask("three"),
  ];
  assertEquals(toWire({ ...requestOf(), messages }, {}).messages, [
    { role: "user", content: [{ type: "text", text: "one" }, { type: "text", text: "two" }] },
    { role: "assistant", content: [{ type: "text", text: "So" }] },
    { role: "user", content: [{ type: "text", text: "three", cache_control: CACHE }] },
  ]);
});

Deno.test("AnthropicFold reads an error of a gateway that does not call it one", () => {
  const fold = new AnthropicFold({ where: "model.test", key: "" });
  const event = JSON.stringify({ error: { message: "Overloaded", type: "overloaded_error" } });
  const error = assertThrows(() => fold.push(event, []), QwenError);
  assertEquals([error.problem.code, error.message], [
    "provider_overloaded",
    "model.test failed on its side: Overloaded",
  ]);
});

Deno.test("anthropic toWire tells calls and results as text where no tools are offered: they are refused there", () => {
  const messages = fullConversation("another", { thought: "s1", call: "s2" });
  const text = JSON.stringify(toWire({ ...requestOf(), messages }, {}).messages);
  assertEquals([text.includes("tool_use"), text.includes("tool_result")], [false, false]);
  assertEquals(text.includes('[read_file was called with {\\"file_path\\":\\"/a\\"}]'), true);
  assertEquals(text.includes("[read_file answered: A]"), true);
});

Deno.test("anthropic toWire leaves out blocks of nothing but blanks: they are refused", () => {
  const blank: Part = { kind: "text", text: "\n\n" };
  const call: Part = { kind: "tool_call", callId: "a", tool: "glob", input: {} };
  const result: Part = { kind: "tool_result", callId: "a", tool: "glob", output: [blank], isError: false };
  const messages: Message[] = [
    { id: "1", role: "user", parts: [{ kind: "text", text: "go" }] },
    { id: "2", role: "assistant", parts: [blank, call] },
    { id: "3", role: "tool", parts: [result] },
    { id: "4", role: "assistant", parts: [blank] },
  ];
  const tools = [{ name: "glob", description: "", input: {} }];
  assertEquals(toWire({ ...requestOf(), messages, tools }, {}).messages, [
    { role: "user", content: [{ type: "text", text: "go" }] },
    { role: "assistant", content: [{ type: "tool_use", id: "a", name: "glob", input: {} }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: [], cache_control: CACHE }] },
  ]);
});

Deno.test("anthropic toWire demands a tool in place of a schema, but not of a model that thinks", () => {
  const tools = [{ name: "answer", description: "Delivers", input: {} }];
  const demanded = { tools, schema: { type: "object" }, requiredTool: "answer" };
  const wire = toWire(requestOf(demanded), {});
  assertEquals([wire.tool_choice, wire.output_config], [{ type: "tool", name: "answer" }, undefined]);
  const thinking = toWire(requestOf({ ...demanded, effort: "low" }), {});
  assertEquals([thinking.tool_choice, "output_config" in thinking], [undefined, true]);
});
