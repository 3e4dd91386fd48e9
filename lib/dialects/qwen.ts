import type { Dialect } from "../model/dialect.ts";
import { openConversation } from "./agent/conversation.ts";
import { QWEN_WORDS } from "./agent/qwen_words.ts";

/** What the qwen-code SDKs and the scripts around that tool speak. */
export const qwen: Dialect = {
  name: "qwen",
  // The Python SDK gives up on a line of 64 KiB.
  maxLineBytes: 60_000,
  open: (options) => openConversation(QWEN_WORDS, options),
};
