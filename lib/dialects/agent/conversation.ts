import type { Conversation, DialectOptions } from "../../model/ports/dialect.ts";
import type { AgentProtocol } from "./agent_protocol.ts";
import { ConversationState } from "./conversation_state.ts";
import { AgentDecoder } from "./decode.ts";
import { AgentEncoder } from "./encode.ts";

/** Opens a conversation in the protocol of one client of the family. */
export function openConversation(protocol: AgentProtocol, options: DialectOptions): Conversation {
  const state = new ConversationState();
  const encoder = new AgentEncoder({ ...options, protocol, state });
  const decoder = new AgentDecoder({ ...options, protocol, state });
  return {
    decode: (line) => decoder.decode(line),
    encode: (event) => encoder.encode(event),
  };
}
