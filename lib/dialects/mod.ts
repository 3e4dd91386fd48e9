/**
 * The list of dialects. A new one is a file beside this one and a line here. A dialect is loaded when it is first used;
 * what identifies its clients stands in its row, so that detection loads nothing.
 */
import type { Dialect } from "../model/ports/dialect.ts";
import { isObject } from "../model/json.ts";

type Line = Readonly<Record<string, unknown>>;

/** One dialect: how to load it, and how `--dialect auto` recognises its clients. */
export interface DialectEntry {
  /** Its line in `--help dialects`, without the full stop. */
  summary?: string;
  load(): Promise<Dialect>;
  /** Whether only clients of this dialect send such a first line. Outranks all other signs. */
  recognises?(line: Line): boolean;
  /** Whether a first line that several dialects share has fields of this dialect only. The weakest sign. */
  resembles?(line: Line): boolean;
  /** Output formats that only this dialect has. */
  outputFormats?: readonly string[];
  /** Flags that only hosts of this dialect pass. */
  flags?: readonly string[];
  /** A variable that hosts of this dialect set. A shell may have inherited it, so flags outrank it. */
  variable?: string;
  /** Hidden dialects cannot be selected by name. */
  isHidden?: true;
}

/** All dialects by name. Where signs of two dialects have equal rank, the first row wins. */
export const DIALECTS: Readonly<Record<string, DialectEntry>> = {
  chat: {
    summary: "The format of OpenAI: chat.completion lines, or chat.completion.chunk with stream-chunk-json",
    load: async () => (await import("./chat.ts")).chat,
    recognises: (line) =>
      typeof line.type === "string" ? CHAT_TYPES.has(line.type) : "input" in line || "messages" in line,
    outputFormats: ["stream-chunk-json"],
  },
  qwen: {
    summary: "The protocol of qwen-code and its SDKs: system, assistant, user, stream_event, result, control_*",
    load: async () => (await import("./qwen.ts")).qwen,
    flags: ["--channel"],
  },
  claude: {
    summary: "The same protocol with the names and fields of Claude, for its agent SDKs",
    load: async () => (await import("./claude.ts")).claude,
    resembles: isClaudeInitialize,
    flags: [
      "--permission-prompt-tool",
      "--permission-mode",
      "--permission-prompts",
      "--setting-sources",
      "--strict-mcp-config",
      "--replay-user-messages",
      "--allowedTools",
      "--disallowedTools",
      "--max-thinking-tokens",
      "--include-hook-events",
      "--verbose",
    ],
    variable: "CLAUDE_CODE_ENTRYPOINT",
  },
  state: {
    summary: "init, conversation, tool_group, status, for clients that draw a screen (--server-mode)",
    load: async () => (await import("./state.ts")).state,
    recognises: ({ type }) => typeof type === "string" && STATE_TYPES.has(type),
  },
  acp: {
    summary: "The Agent Client Protocol of editors: JSON-RPC with any number of sessions (--acp)",
    load: async () => (await import("./acp.ts")).acp,
    recognises: ({ jsonrpc, method }) => jsonrpc === "2.0" && typeof method === "string",
    flags: ["--acp", "--experimental-acp"],
  },
  text: { load: async () => (await import("./text.ts")).text, isHidden: true },
};

/** The dialect of clients that give no sign of another one. */
export const DEFAULT_DIALECT = "qwen";

/** Names of the dialects that `--dialect` accepts. */
export const DIALECT_NAMES: readonly string[] = Object.keys(DIALECTS).filter((name) => !DIALECTS[name].isHidden);

/** Loads a dialect by name; null when there is none of that name. */
export async function loadDialect(name: string): Promise<Dialect | null> {
  return Object.hasOwn(DIALECTS, name) ? await DIALECTS[name].load() : null;
}

const CHAT_TYPES: ReadonlySet<string> = new Set([
  "command_hint_request",
  "command_hint_cancel",
  "heartbeat_request",
  "control/cancel",
]);

const STATE_TYPES: ReadonlySet<string> = new Set(["user_input", "tool_approval", "interrupt", "model_switch"]);

/** Fields of an `initialize` request that qwen-code's SDKs do not have. */
const CLAUDE_FIELDS: readonly string[] = ["systemPrompt", "appendSystemPrompt", "jsonSchema", "supportedDialogKinds"];

function isClaudeInitialize(line: Line): boolean {
  const request = line.request;
  if (line.type !== "control_request" || !isObject(request) || request.subtype !== "initialize") return false;
  if (Array.isArray(request.sdkMcpServers) || isObject(request.agents)) return true;
  return CLAUDE_FIELDS.some((field) => field in request);
}
