import type { Event, EventBody } from "../../model/event.ts";
import { askOf, commandResultOf, problemAt } from "./chat_records.ts";
import { ChatSessionReader } from "./chat_session_reader.ts";
import { Envelopes, numberAt, objectAt, type Reader, type ReaderOptions, textAt, textsAt } from "./reader.ts";

/** Reads the output of `chat`, whole messages and chunks alike. */
export class ChatReader implements Reader {
  readonly #envelopes: Envelopes;
  readonly #sessions = new Map<string, ChatSessionReader>();

  constructor(options: ReaderOptions) {
    this.#envelopes = new Envelopes(options.at);
  }

  read(record: Record<string, unknown>): Event[] {
    if (typeof record.created === "number") this.#envelopes.at = record.created * 1000;
    if (record.object === "chat.completion" || record.object === "chat.completion.chunk") return this.#line(record);
    const sessionId = textAt(record, "session_id");
    const body = typeof record.error === "object" ? refusalOf(record) : sideEvent(record);
    if (!body) return [];
    // A question belongs to a turn, of which it may be the first line.
    const isQuestion = body.type === "ask.opened" && typeof record.prompt_id === "string";
    const before = isQuestion ? this.#session(sessionId).open(textAt(record, "prompt_id")) : [];
    return [...before, body].map((one) => this.#envelopes.wrap(sessionId, one));
  }

  end(): Event[] {
    return [...this.#sessions.values()].flatMap((session) => this.#wrapAll(session, session.flush()));
  }

  #line(record: Record<string, unknown>): Event[] {
    const metadata = objectAt(record, "metadata");
    // The last line carries the exit code of the process and repeats the answer.
    if (metadata.event === "end") return [];
    const sessionId = textAt(metadata, "session_id", { fallback: textAt(record, "id").replace(/^chatcmpl-/, "") });
    const session = this.#session(sessionId);
    const agent = typeof metadata.parent_tool_call_id === "string" ? metadata.parent_tool_call_id : null;
    const isChunk = record.object === "chat.completion.chunk";
    return this.#wrapAll(session, isChunk ? session.readChunk(record) : session.readMessage(record), { agent });
  }

  #session(sessionId: string): ChatSessionReader {
    let session = this.#sessions.get(sessionId);
    if (!session) this.#sessions.set(sessionId, session = new ChatSessionReader(sessionId));
    return session;
  }

  #wrapAll(
    session: ChatSessionReader,
    bodies: EventBody[],
    { agent = null }: { agent?: string | null } = {},
  ): Event[] {
    return bodies.map((body) => this.#envelopes.wrap(session.sessionId, body, { agent }));
  }
}

function refusalOf(record: Record<string, unknown>): EventBody {
  const found = problemAt(objectAt(record, "error"), "protocol_error");
  const line = typeof record.line === "number" ? { line: record.line } : {};
  return { type: "rejected", problem: { ...found, ...line } };
}

/** The event of a side line; null for lines whose facts another line repeats. */
function sideEvent(record: Record<string, unknown>): EventBody | null {
  const promptId = typeof record.prompt_id === "string" ? record.prompt_id : null;
  switch (record.type) {
    case "control_request": {
      const ask = askOf(objectAt(record, "request"));
      return ask && { type: "ask.opened", askId: textAt(record, "request_id"), ask };
    }
    case "result/heartbeat":
      return { type: "heartbeat", state: "idle", sinceMs: numberAt(record, "since_ms") };
    case "result/cancel": {
      const wasRunning = record.status === "ok";
      return { type: "reply", result: { kind: "interrupted", wasRunning, promptId, queued: [] } };
    }
    case "result/command": {
      const command = objectAt(record, "command");
      return {
        type: "reply",
        result: {
          kind: "command",
          promptId: promptId ?? "",
          path: textsAt(command, "path"),
          args: textAt(command, "args"),
          result: commandResultOf(objectAt(record, "result")),
        },
      };
    }
    default:
      return null;
  }
}
