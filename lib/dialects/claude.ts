import type { Dialect } from "../model/ports/dialect.ts";
import { isUserRecord } from "./agent/agent_protocol.ts";
import { claudeProtocol } from "./agent/claude/claude_protocol.ts";
import { openConversation } from "./agent/conversation.ts";

/** The message format of the Claude agent SDKs. */
export const claude: Dialect = {
  name: "claude",
  // The Python SDK gives up on a line of 1 MiB.
  pythonLineBytes: 1_000_000,
  isToolResult: isUserRecord,
  exitStatus: "last_result",
  open: (options) => openConversation(claudeProtocol(options.tools), options),
};
