/** Parts of the lines that the chat dialect is expected to write. */
import { chat } from "../../../../lib/dialects/chat.ts";
import type { Event } from "../../../../lib/model/event.ts";
import { event, open, type OpenConversation, say, SESSION, turnCompleted, turnStarted } from "../../../support/say.ts";

/** The usage of every message. */
export const USAGE = {
  prompt_tokens: 100,
  completion_tokens: 20,
  total_tokens: 120,
  prompt_tokens_details: { cached_tokens: 30 },
  completion_tokens_details: { reasoning_tokens: 5 },
};
/** The head of every line. */
export const FRAME = { object: "chat.completion", id: "chatcmpl-SID", created: 0, model: "mock-model" };
/** The prompt and time of every annotation. */
export const STAMP = { prompt_id: "p1", timestamp: 0 };
/** The start of the session. */
export const STARTED = event({ type: "session.started", session: SESSION });

/** Encodes events in a new conversation. */
export function encode(events: Event[], extras: Record<string, string> = {}): (object | string)[] {
  return say(open(chat, { extras }), events);
}

/** Encodes events in a conversation. */
export function encodeAll(conversation: OpenConversation, ...events: Event[]): (object | string)[] {
  return say(conversation, events);
}

/** The metadata of a line. */
export function metadata(seq: number, extra: object = {}): object {
  return { session_id: "SID", prompt_id: "p1", seq, ...extra };
}

/** The display of a tool call. */
export function display(status: string, extra: object = {}): object {
  return {
    type: "x-qwen-tool-display",
    tool_call_id: "c1",
    tool_name: "read_file",
    session_id: "SID",
    status,
    confirmation: null,
    pending: status === "Pending",
    log_scope: "tool",
    ...STAMP,
    ...extra,
  };
}

/** An annotation about the session. */
export function sessionEvent(name: string, message: string, extra: { metrics?: object } = {}): object {
  return { type: "x-qwen-session-event", event: name, message, ...extra, log_scope: "system", ...STAMP };
}

/** The annotation at the end of a turn. */
export const FINISHED = sessionEvent("Finished", "The turn is finished.");
/** The metadata of a summary. */
export const SUMMARY = {
  event: "summary",
  subtype: "success",
  duration_ms: 718,
  duration_api_ms: 509,
  num_turns: 2,
  permission_denials: [],
};

/** The first line of a session. */
export const RECEIPT = {
  ...FRAME,
  choices: [{ index: 0, message: { role: "assistant", content: "" }, finish_reason: "stop" }],
  system_fingerprint: "qwen-0.24.4-p1",
  metadata: {
    session_id: "SID",
    prompt_id: null,
    seq: 1,
    event: "init",
    protocol_version: 1,
    input_format: "stream-json",
    output_format: "stream-json",
    capabilities: {
      chunks: true,
      annotations: true,
      control_channel: true,
      command_hints: true,
      commands: true,
      references: true,
      heartbeat: true,
      cancel: true,
      client_tools: true,
      tool_requests: true,
      parallel_sessions: true,
      messages: true,
      json_schema: true,
      host_continues: true,
    },
    cwd: "/ws",
    tools: ["read_file", "write_file"],
    commands: ["bug", "clear"],
    approval_mode: "default",
    sandbox: { backend: "off", filesystem: false, network: false, processes: false, verified: false },
    limits: { max_input_line_bytes: 33_554_432, max_output_line_bytes: 1_000_000, max_depth: 200 },
    version: "0.24.4",
  },
};

/** The summary line of a turn that ended in a certain way. */

/** The summary of a turn with an outcome. */
export function summaryOf(outcome: Parameters<typeof turnCompleted>[0], extras: Record<string, string> = {}): unknown {
  return encode([event(turnStarted()), event(turnCompleted(outcome))], extras).at(-1);
}
