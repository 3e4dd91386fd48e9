import { isObject } from "../model/json.ts";

/** What there is to tell a client by. */
export interface Clues {
  /** The command line as it was given. */
  argv: readonly string[];
  /** Reads an environment variable. */
  environment(name: string): string | undefined;
  outputFormat: string;
  /** The first complete line of input; null when the prompt came with the command line. */
  firstLine: string | null;
}

const CHAT_TYPES: ReadonlySet<string> = new Set([
  "command_hint_request",
  "command_hint_cancel",
  "heartbeat_request",
  "control/cancel",
]);

const STATE_TYPES: ReadonlySet<string> = new Set(["user_input", "tool_approval", "interrupt", "model_switch"]);

/** Flags that only hosts of Claude Code pass. */
const CLAUDE_FLAGS: ReadonlySet<string> = new Set([
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
]);

/** Fields of an initialisation that qwen-code's SDKs do not have. */
const CLAUDE_FIELDS: readonly string[] = ["systemPrompt", "appendSystemPrompt", "jsonSchema", "supportedDialogKinds"];

/** The name of the dialect that `auto` stands for: the asker is answered in its own words. */
export function detectDialect(clues: Clues): string {
  const line = parse(clues.firstLine);
  const shape = line && shapeOf(line);
  if (shape) return shape;
  if (clues.outputFormat === "stream-chunk-json") return "chat";
  const flags = new Set(clues.argv.map((word) => word.split("=", 1)[0]));
  // Only the SDKs of qwen-code name a channel. A variable may be inherited from a terminal, so it counts less.
  if (flags.has("--channel")) return "qwen";
  for (const flag of flags) if (CLAUDE_FLAGS.has(flag)) return "claude";
  if (line === null) return "qwen";
  if (clues.environment("CLAUDE_CODE_ENTRYPOINT") !== undefined) return "claude";
  return isClaudeInitialize(line) ? "claude" : "qwen";
}

function parse(line: string | null): Record<string, unknown> | null {
  if (line === null) return null;
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : null;
  } catch {
    // A line that is no JSON tells nothing about its writer; the dialect itself will refuse it.
    return null;
  }
}

function shapeOf(line: Record<string, unknown>): string | null {
  if (typeof line.type !== "string") return "input" in line || "messages" in line ? "chat" : null;
  if (CHAT_TYPES.has(line.type)) return "chat";
  return STATE_TYPES.has(line.type) ? "state" : null;
}

function isClaudeInitialize(line: Record<string, unknown>): boolean {
  const request = line.request;
  if (line.type !== "control_request" || !isObject(request) || request.subtype !== "initialize") return false;
  if (Array.isArray(request.sdkMcpServers) || isObject(request.agents)) return true;
  return CLAUDE_FIELDS.some((field) => field in request);
}
