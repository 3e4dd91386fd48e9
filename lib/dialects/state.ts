import type { Conversation, Dialect, DialectOptions } from "../model/ports/dialect.ts";
import { StateDecoder } from "./state/decode.ts";
import { StateEncoder } from "./state/encode.ts";
import { Questions } from "./state/questions.ts";

/** For clients that draw a screen: records describe the whole state of a conversation. */
export const state: Dialect = {
  name: "state",
  answers: true,
  opensAtOnce: true,
  showsQuestionsToObservers: true,
  countsEvents: true,
  open(options: DialectOptions): Conversation {
    const questions = new Questions();
    const decoder = new StateDecoder(options, questions);
    const encoder = new StateEncoder(options, questions);
    return {
      decode: (line) => decoder.decode(line),
      encode: (event) => encoder.encode(event),
    };
  },
};
