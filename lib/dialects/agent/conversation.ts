import type { Conversation, DialectOptions } from "../../model/dialect.ts";
import { Decoder } from "./decode.ts";
import { Encoder } from "./encode.ts";
import { Link } from "./link.ts";
import type { Words } from "./words.ts";

/** Opens a conversation in the words of one client of the family. */
export function openConversation(words: Words, options: DialectOptions): Conversation {
  const link = new Link();
  const encoder = new Encoder({ ...options, words, link });
  const decoder = new Decoder({ ...options, words, link });
  return {
    decode: (line) => decoder.decode(line),
    encode: (event) => encoder.encode(event),
  };
}
