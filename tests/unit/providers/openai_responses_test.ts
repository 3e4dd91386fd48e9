import { assertEquals } from "@std/assert";
import { toWire } from "../../../lib/providers/openai_responses.ts";
import type { Message } from "../../../lib/model/content.ts";
import { requestOf } from "../../support/collect.ts";

const MESSAGES: Message[] = [
  {
    id: "1",
    role: "user",
    parts: [{ kind: "text", text: "look" }, { kind: "media", mediaType: "image/png", base64: "aW1n" }],
  },
  {
    id: "2",
    role: "assistant",
    parts: [
      {
        kind: "thinking",
        text: "Hm.",
        opaque: { provider: "openai-responses", data: { id: "rs_1", encrypted: "e" } },
      },
      { kind: "thinking", text: "of another", opaque: { provider: "anthropic", data: { signature: "s" } } },
      { kind: "text", text: "I look." },
      { kind: "tool_call", callId: "c1", tool: "glob", input: { pattern: "*" } },
    ],
  },
  {
    id: "3",
    role: "tool",
    parts: [{
      kind: "tool_result",
      callId: "c1",
      tool: "glob",
      output: [{ kind: "text", text: "a.txt" }],
      isError: false,
    }],
  },
];

Deno.test("openai-responses toWire sends a whole conversation, with thoughts that it got encrypted", () => {
  const tools = [{ name: "glob", description: "Finds files", input: { type: "object" } }];
  const request = requestOf({ messages: MESSAGES, tools, model: "gpt-5", effort: "high", schema: { type: "object" } });
  assertEquals(toWire(request, { maxTokens: 9, extraBody: { user: "u" } }), {
    model: "gpt-5",
    instructions: "You are a test.",
    input: [
      {
        type: "message",
        role: "user",
        content: [
          { type: "input_text", text: "look" },
          { type: "input_image", image_url: "data:image/png;base64,aW1n" },
        ],
      },
      { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "Hm." }], encrypted_content: "e" },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "I look." }] },
      { type: "function_call", call_id: "c1", name: "glob", arguments: '{"pattern":"*"}' },
      { type: "function_call_output", call_id: "c1", output: "a.txt" },
    ],
    stream: true,
    store: false,
    max_output_tokens: 9,
    reasoning: { effort: "high", summary: "auto" },
    include: ["reasoning.encrypted_content"],
    tools: [{
      type: "function",
      name: "glob",
      description: "Finds files",
      parameters: { type: "object" },
      strict: false,
    }],
    text: { format: { type: "json_schema", name: "answer", schema: { type: "object" }, strict: false } },
    user: "u",
  });
});

Deno.test("openai-responses toWire lets extra_body keep answers on the server", () => {
  assertEquals(toWire(requestOf(), { extraBody: { store: true } }).store, true);
});

Deno.test("openai-responses toWire demands a tool in place of a schema", () => {
  const tools = [{ name: "answer", description: "Delivers", input: {} }];
  const wire = toWire(requestOf({ tools, schema: { type: "object" }, requiredTool: "answer" }), {});
  assertEquals([wire.tool_choice, wire.text], [{ type: "function", name: "answer" }, undefined]);
});
