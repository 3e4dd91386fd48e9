import type { Dialect } from "../model/ports/dialect.ts";
import { isUserRecord } from "./agent/agent_protocol.ts";
import { openConversation } from "./agent/conversation.ts";
import { QWEN_PROTOCOL } from "./agent/qwen/qwen_protocol.ts";

/** The message format of the qwen-code SDKs and of scripts around that tool. */
export const qwen: Dialect = {
  name: "qwen",
  // The Python SDK gives up on a line of 64 KiB.
  pythonLineBytes: 60_000,
  isToolResult: isUserRecord,
  open: (options) => openConversation(QWEN_PROTOCOL, options),
};
