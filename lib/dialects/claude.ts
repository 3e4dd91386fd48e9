import type { Dialect } from "../model/dialect.ts";
import { CLAUDE_WORDS } from "./agent/claude_words.ts";
import { openConversation } from "./agent/conversation.ts";

/** What the Claude agent SDKs speak. */
export const claude: Dialect = {
  name: "claude",
  open: (options) => openConversation(CLAUDE_WORDS, options),
};
