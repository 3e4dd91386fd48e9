import type { Conversation, Dialect, DialectOptions } from "../model/ports/dialect.ts";
import { AcpDecoder } from "./acp/decode.ts";
import { AcpEncoder } from "./acp/encode.ts";
import { AcpState } from "./acp/acp_state.ts";

/** The Agent Client Protocol of editors: JSON-RPC in both directions, with any number of sessions. */
export const acp: Dialect = {
  name: "acp",
  answers: true,
  managesSessions: true,
  open(options: DialectOptions): Conversation {
    const state = new AcpState();
    const decoder = new AcpDecoder(options, state);
    const encoder = new AcpEncoder(options, state);
    return {
      decode: (line) => decoder.decode(line),
      encode: (event) => encoder.encode(event),
    };
  },
};
