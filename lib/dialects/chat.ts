import type { Conversation, Dialect, DialectOptions } from "../model/dialect.ts";
import type { Event } from "../model/event.ts";
import { ChatDecoder } from "./chat/decode.ts";
import { ChunkEncoder } from "./chat/encode_chunk.ts";
import { encodeMessage } from "./chat/encode_message.ts";
import { Talk } from "./chat/talk.ts";

/** The RFC's words: requests and answers in the shape of the chat-completions API, with a side channel. */
export const chat: Dialect = {
  name: "chat",
  answers: true,
  open(options: DialectOptions): Conversation {
    const talk = new Talk(options);
    const decoder = new ChatDecoder(talk);
    const chunks = options.format === "stream-chunk-json" ? new ChunkEncoder(talk) : null;
    const encode = (event: Event): object[] => {
      talk.observe(event);
      return chunks ? chunks.encode(event) : encodeMessage(event, talk);
    };
    return { decode: (line) => decoder.decode(line), encode: options.format === "json" ? gathered(encode) : encode };
  },
};

/** All records of a turn as one array, at its end. */
function gathered(encode: (event: Event) => object[]): (event: Event) => object[] {
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
