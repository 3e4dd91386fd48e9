import type { Conversation, Dialect, DialectOptions } from "../model/ports/dialect.ts";
import type { Event } from "../model/event.ts";
import { ChatDecoder } from "./chat/decode/decode.ts";
import { ChunkEncoder } from "./chat/encode/encode_chunk.ts";
import { encodeMessage } from "./chat/encode/encode_message.ts";
import { followLines } from "./chat/encode/follow_lines.ts";
import { ChatState } from "./chat/chat_state.ts";

/** The RFC's message format: requests and answers of the chat-completions API, with a side channel. */
export const chat: Dialect = {
  name: "chat",
  answers: true,
  showsQuestionsToObservers: true,
  open(options: DialectOptions): Conversation {
    const state = new ChatState(options);
    const decoder = new ChatDecoder(state);
    const chunks = options.format === "stream-chunk-json" ? new ChunkEncoder(state) : null;
    const encode = (event: Event): object[] => {
      state.observe(event);
      const lines = chunks ? chunks.encode(event) : encodeMessage(event, state);
      return [...lines, ...followLines(event, state)];
    };
    return {
      decode: (line) => decoder.decode(line),
      encode: options.format === "json" ? collected(encode) : encode,
      forget: (sessionId) => {
        state.forget(sessionId);
        chunks?.forget(sessionId);
      },
    };
  },
};

/** Collects all records of a turn into one array, written at its end. */
function collected(encode: (event: Event) => object[]): (event: Event) => object[] {
  const all: object[] = [];
  let isWritten = false;
  return (event) => {
    all.push(...encode(event));
    const isOver = event.type === "turn.completed" || event.type === "session.ended";
    if (isWritten || !isOver || all.length === 0) return [];
    isWritten = true;
    return [all];
  };
}
