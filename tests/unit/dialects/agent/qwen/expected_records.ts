/** Parts of the records that the qwen dialect is expected to write. */
import { qwen } from "../../../../../lib/dialects/qwen.ts";
import type { Event } from "../../../../../lib/model/event.ts";
import { gist, open, say } from "../../../../support/say.ts";

/** The usage of every message. */
export const USAGE = { input_tokens: 100, output_tokens: 20, cache_read_input_tokens: 30, total_tokens: 120 };
/** The usage of records without counted tokens. */
export const NONE = { input_tokens: 0, output_tokens: 0 };

/** Encodes events in a new conversation. */
export function encode(events: Event[], partials: "partials" | "whole" = "whole"): (object | string)[] {
  return say(open(qwen, { includePartials: partials === "partials" }), events);
}

/** A short name for each record, to see the order. */
export function order(records: (object | string)[]): string[] {
  return gist(records).map((record) => {
    const { type, subtype, event, message } = record as Record<string, Record<string, unknown>>;
    if (event) return [event.type, event.index].filter((part) => part !== undefined).join(" ");
    const blocks = Array.isArray(message?.content) ? message.content.map((block) => block.type).join(",") : "";
    return [type, subtype, blocks].filter(Boolean).join(" ");
  });
}

/** The record that opens a turn. */
export const INIT = {
  type: "system",
  subtype: "init",
  uuid: "SID",
  session_id: "SID",
  cwd: "/ws",
  tools: ["read_file", "write_file"],
  mcp_servers: [],
  model: "mock-model",
  permission_mode: "default",
  slash_commands: ["bug", "clear"],
  qwen_code_version: "0.24.4",
  agents: ["general-purpose"],
};

/** An assistant line. */
export function assistant(id: string, content: object[]): object {
  const isCalls = content.every((block) => "type" in block && block.type === "tool_use");
  return {
    type: "assistant",
    uuid: id,
    session_id: "SID",
    parent_tool_use_id: null,
    message: {
      id,
      type: "message",
      role: "assistant",
      model: "mock-model",
      content,
      stop_reason: isCalls ? "tool_use" : null,
      usage: USAGE,
    },
  };
}
