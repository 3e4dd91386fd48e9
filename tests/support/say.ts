import { TOOL_NAMINGS } from "../../lib/cli/assembly/session/tool_names.ts";
import type { Command } from "../../lib/model/command.ts";
import type { Event, EventBody, SessionInfo, TurnCompleted } from "../../lib/model/event.ts";
import type { Conversation, Dialect, DialectOptions } from "../../lib/model/ports/dialect.ts";
import type { Part } from "../../lib/model/content.ts";
import type { Ids } from "../../lib/model/ports.ts";
import { NO_USAGE, type Usage } from "../../lib/model/usage.ts";
import { assertFits } from "./validate.ts";

/** Ids that count: `u1`, `u2`, and so on. */
export function countedIds(): Ids {
  let count = 0;
  return { next: () => `u${++count}` };
}

/** Tokens of a reply, as the transcripts of the specification have them. */
export const TOKENS: Usage = {
  inputTokens: 100,
  outputTokens: 20,
  cachedTokens: 30,
  thinkingTokens: 5,
  totalTokens: 120,
};

/** A session to tell of. */
export const SESSION: SessionInfo = {
  sessionId: "SID",
  cwd: "/ws",
  model: "mock-model",
  mode: "default",
  tools: ["read_file", "write_file"],
  servers: [],
  commands: ["clear", "bug"],
  agents: ["general-purpose"],
  version: "0.24.4",
  sandbox: { backend: "off", filesystem: false, network: false, processes: false, verified: false },
  ignored: [],
};

/** What an event may carry besides its body. */
export interface Over {
  cause?: string | null;
  agent?: string | null;
  sessionId?: string;
  seq?: number;
}

/** A body with an envelope around it. */
export function event(body: EventBody, over: Over = {}): Event {
  return { sessionId: "SID", seq: 1, at: 0, cause: null, agent: null, ...over, ...body };
}

/** The end of a turn that answered. */
export function turnCompleted(over: Partial<TurnCompleted> = {}): TurnCompleted {
  return {
    type: "turn.completed",
    turnId: "t1",
    promptId: "p1",
    outcome: { kind: "done", text: "Wrote.", stop: { reason: "end", raw: "stop" } },
    usage: TOKENS,
    total: TOKENS,
    stats: {
      models: {},
      tools: {},
      decisions: { accept: 0, reject: 0, modify: 0, autoAccept: 0 },
      linesAdded: 0,
      linesRemoved: 0,
    },
    durationMs: 718,
    apiDurationMs: 509,
    rounds: 2,
    denials: [],
    background: [],
    ...over,
  };
}

/** The start of a turn. */
export function turnStarted(session: Partial<SessionInfo> = {}): EventBody {
  return {
    type: "turn.started",
    turnId: "t1",
    promptId: "p1",
    messageId: null,
    prompt: [{ kind: "text", text: "go" }],
    session: { ...SESSION, ...session },
  };
}

/** The events of one streamed reply; texts come in the given pieces. */
export function reply(
  parts: (Part & { pieces?: string[] })[],
  { usage = TOKENS, agent = null }: { usage?: Usage; agent?: string | null } = {},
): Event[] {
  const head = { messageId: "m1" };
  const out: Event[] = [event({ type: "message.started", ...head, model: "mock-model" }, { agent })];
  const whole: Part[] = [];
  for (const [index, { pieces, ...part }] of parts.entries()) {
    whole.push(part);
    const empty: Part = part.kind === "text" || part.kind === "thinking" ? { ...part, text: "" } : part;
    out.push(event({ type: "part.started", ...head, index, part: empty }, { agent }));
    if (part.kind === "text" || part.kind === "thinking") {
      for (const delta of pieces ?? [part.text]) {
        out.push(event({ type: "part.delta", ...head, index, kind: part.kind, delta }, { agent }));
      }
    }
    out.push(event({ type: "part.completed", ...head, index, part }, { agent }));
  }
  const reason = whole.some((part) => part.kind === "tool_call") ? "tool_calls" : "end";
  out.push(event({
    type: "message.completed",
    ...head,
    model: "mock-model",
    parts: whole,
    usage,
    stop: { reason, raw: null },
    interrupted: usage === NO_USAGE,
  }, { agent }));
  return out;
}

/** The end of a tool call that went well. */
export function toolCompleted(
  callId: string,
  over: Partial<Extract<Event, { type: "tool.completed" }>> = {},
): Event {
  return event({
    type: "tool.completed",
    callId,
    tool: "read_file",
    toolKind: "read",
    input: {},
    output: [{ kind: "text", text: "alpha\nline2\n" }],
    display: null,
    isError: false,
    durationMs: 1,
    denial: null,
    ...over,
  }, { agent: over.agent ?? null });
}

/** Opens a conversation for a test. */
export function open(dialect: Dialect, over: Partial<DialectOptions> = {}): OpenConversation {
  const conversation = dialect.open({
    ids: countedIds(),
    format: "stream-json",
    includePartials: false,
    version: "0.1.0",
    tools: TOOL_NAMINGS,
    extras: {},
    ...over,
  });
  return { ...conversation, dialect: dialect.name };
}

/** A conversation that knows its dialect. */
export interface OpenConversation extends Conversation {
  dialect: string;
}

/** Decodes a line. */
export function hear(conversation: Conversation, line: string): Command[] {
  return [...conversation.decode(line)];
}

/** Encodes events; every record must fit the output schema of the dialect. */
export function say(conversation: OpenConversation, events: Event[]): (object | string)[] {
  const records = events.flatMap((one) => [...conversation.encode(one)]);
  for (const record of records) {
    if (typeof record === "string") continue;
    for (const one of Array.isArray(record) ? record : [record]) assertFits(one, `${conversation.dialect}/out`);
  }
  return records;
}

/** Records without their ids: what is left when only words and order matter. */
export function gist(records: (object | string)[]): unknown[] {
  return records.map((record) =>
    JSON.parse(JSON.stringify(record, (key, value) => key === "uuid" || key === "session_id" ? undefined : value))
  );
}
