import { assertEquals } from "@std/assert";
import { CallIds, ReplyFold } from "../../../../lib/engine/turn/reply_fold.ts";
import type { EventBody } from "../../../../lib/model/event.ts";
import type { Part } from "../../../../lib/model/content.ts";
import type { ModelChunk } from "../../../../lib/model/ports.ts";
import { seeded } from "../../../support/random.ts";
import { countedIds } from "../../../support/say.ts";

function fold(chunks: readonly ModelChunk[]): { parts: Part[]; events: EventBody[] } {
  const events: EventBody[] = [];
  const emitter = { cause: null, agent: null, emit: (body: EventBody) => void events.push(body), ready: () => {} };
  const ids = countedIds();
  const reply = new ReplyFold({ emitter, ids, model: "m", callIds: new CallIds(ids) });
  for (const chunk of chunks) reply.take(chunk);
  return { parts: reply.finish("complete"), events };
}

/** The same answer in other pieces. */
function cut(chunks: readonly ModelChunk[], random: (below: number) => number): ModelChunk[] {
  return chunks.flatMap((chunk): ModelChunk[] => {
    if (chunk.type === "text" || chunk.type === "thinking") {
      return pieces(chunk.text, random).map((text) => ({ type: chunk.type, text }));
    }
    if (chunk.type !== "call") return [chunk];
    const { input, ...head } = chunk;
    return pieces(input, random).map((piece, i): ModelChunk =>
      i === 0 ? { ...head, input: piece } : { type: "call", index: chunk.index, input: piece }
    );
  });
}

function pieces(text: string, random: (below: number) => number): string[] {
  const all: string[] = [];
  for (let at = 0; at < text.length;) {
    const size = random(5);
    all.push(text.slice(at, at + size));
    at += size;
  }
  return all.length > 0 ? all : [""];
}

/** What the deltas of a part add up to. */
function deltas(events: readonly EventBody[], index: number): string {
  return events.flatMap((event) => event.type === "part.delta" && event.index === index ? [event.delta] : []).join("");
}

const ANSWER: ModelChunk[] = [
  { type: "thinking", text: "Let me see…" },
  { type: "text", text: "Hello 👋 world" },
  { type: "call", index: 0, callId: "a", tool: "read", input: '{"path":"/a"}' },
  { type: "call", index: 1, callId: "b", tool: "write", input: '{"path":"/b","n":1}' },
  { type: "finish", stop: { reason: "tool_calls", raw: null } },
];

Deno.test("ReplyFold makes the same message of an answer, however it is cut, and its deltas add up", () => {
  const whole = fold(ANSWER);
  const random = seeded(9);
  for (let round = 0; round < 300; round++) {
    const { parts, events } = fold(cut(ANSWER, random));
    assertEquals(parts, whole.parts);
    const completed = events.flatMap((event) => event.type === "part.completed" ? [event] : []);
    assertEquals(completed.map(({ index }) => index), [0, 1, 2, 3]);
    for (const { index, part } of completed) {
      const said = deltas(events, index);
      if (part.kind === "tool_call") assertEquals(JSON.parse(said), part.input);
      else assertEquals(said, part.kind === "text" || part.kind === "thinking" ? part.text : null);
    }
    const last = events.at(-1);
    assertEquals(last?.type === "message.completed" ? last.parts : null, parts);
  }
});

Deno.test("ReplyFold gives calls without an id, or with one that was used, ids of their own", () => {
  const { parts } = fold([
    { type: "call", index: 0, tool: "t", input: "" },
    { type: "call", index: 1, callId: "x", tool: "t", input: "{}" },
    { type: "call", index: 2, callId: "x", tool: "t", input: "not json" },
  ]);
  assertEquals(parts, [
    { kind: "tool_call", callId: "call_u2", tool: "t", input: {} },
    { kind: "tool_call", callId: "x", tool: "t", input: {} },
    { kind: "tool_call", callId: "x__qwen_dup_2", tool: "t", input: "not json" },
  ]);
});

Deno.test("ReplyFold keeps arguments that are nested too deeply as text", () => {
  const input = `{"a":${"[".repeat(200)}${"]".repeat(200)}}`;
  const { parts } = fold([{ type: "call", index: 0, callId: "x", tool: "t", input }]);
  assertEquals(parts, [{ kind: "tool_call", callId: "x", tool: "t", input }]);
});
