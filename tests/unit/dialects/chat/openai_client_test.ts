import { assertEquals } from "@std/assert";
import { ChatCompletionStream } from "openai/lib/ChatCompletionStream";
import { chat } from "../../../../lib/dialects/chat.ts";
import type { Event } from "../../../../lib/model/event.ts";
import {
  event,
  open,
  reply,
  say,
  SESSION,
  TOKENS,
  toolCompleted,
  turnCompleted,
  turnStarted,
} from "../../../support/say.ts";

/** The lines of one run as a host would hand them to the official client. */
function streamOf(events: Event[]): ReadableStream<Uint8Array> {
  const conversation = open(chat, { format: "stream-chunk-json" });
  const encoder = new TextEncoder();
  const lines = say(conversation, events).map((line) => encoder.encode(JSON.stringify(line) + "\n"));
  return ReadableStream.from(lines);
}

Deno.test("the official client rebuilds content, tool calls and usage from chunks", async () => {
  const stream = ChatCompletionStream.fromReadableStream(streamOf([
    event({ type: "session.started", session: SESSION }),
    event(turnStarted()),
    ...reply([
      { kind: "thinking", text: "**Plan** Look first." },
      { kind: "text", text: "Let me look. ", pieces: ["Let me ", "look. "] },
      { kind: "tool_call", callId: "c1", tool: "read_file", input: { path: "a.txt" } },
    ]),
    event({ type: "tool.started", callId: "c1", tool: "read_file", toolKind: "read", input: {}, title: "Read a.txt" }),
    toolCompleted("c1"),
    ...reply([
      { kind: "tool_call", callId: "c2", tool: "read_file", input: { path: "b.txt" } },
      { kind: "tool_call", callId: "c3", tool: "read_file", input: { path: "c.txt" } },
    ]),
    toolCompleted("c2"),
    toolCompleted("c3"),
    ...reply([{ kind: "text", text: "Done." }]),
    event(turnCompleted({ usage: { ...TOKENS, totalTokens: 360 } })),
    event({ type: "session.ended", reason: "input_closed", problem: null }),
  ]));
  const final = await stream.finalChatCompletion();
  assertEquals({
    id: final.id,
    model: final.model,
    finish: final.choices[0].finish_reason,
    role: final.choices[0].message.role,
    content: final.choices[0].message.content,
    calls: final.choices[0].message.tool_calls?.map((call) =>
      "function" in call ? { id: call.id, ...call.function } : {}
    ),
    usage: final.usage,
  }, {
    id: "chatcmpl-SID",
    model: "mock-model",
    finish: "stop",
    role: "assistant",
    content: "Let me look. Done.",
    calls: [
      { id: "c1", name: "read_file", arguments: '{"path":"a.txt"}' },
      { id: "c2", name: "read_file", arguments: '{"path":"b.txt"}' },
      { id: "c3", name: "read_file", arguments: '{"path":"c.txt"}' },
    ],
    usage: {
      prompt_tokens: 100,
      completion_tokens: 20,
      total_tokens: 360,
      prompt_tokens_details: { cached_tokens: 30 },
      completion_tokens_details: { reasoning_tokens: 5 },
    },
  });
});

Deno.test("the official client sees a pause for its own tools as tool calls", async () => {
  const call = { kind: "tool_call" as const, callId: "c1", tool: "get_weather", input: { city: "Oslo" } };
  const stream = ChatCompletionStream.fromReadableStream(streamOf([
    event(turnStarted()),
    ...reply([call]),
    event({ type: "turn.paused", turnId: "t1", calls: [call], usage: TOKENS }),
  ]));
  const final = await stream.finalChatCompletion();
  assertEquals(final.choices[0].finish_reason, "tool_calls");
  assertEquals(final.choices[0].message.tool_calls?.length, 1);
});
