import type { Event, EventBody } from "../../model/event.ts";
import { askOf, commandResultOf, problemAt } from "./chat_records.ts";
import { ChatVoice } from "./chat_voice.ts";
import { numberAt, objectAt, type Reader, type ReaderOptions, Teller, textAt, textsAt } from "./reader.ts";

/** Reads the output of `chat`, whole messages and chunks alike. */
export class ChatReader implements Reader {
  readonly #teller: Teller;
  readonly #voices = new Map<string, ChatVoice>();

  constructor(options: ReaderOptions) {
    this.#teller = new Teller(options.at);
  }

  read(record: Record<string, unknown>): Event[] {
    if (typeof record.created === "number") this.#teller.at = record.created * 1000;
    if (record.object === "chat.completion" || record.object === "chat.completion.chunk") return this.#line(record);
    const sessionId = textAt(record, "session_id");
    const body = typeof record.error === "object" ? refusalOf(record) : sideEvent(record);
    if (!body) return [];
    // A question belongs to a turn, of which it may be the first line.
    const isQuestion = body.type === "ask.opened" && typeof record.prompt_id === "string";
    const before = isQuestion ? this.#voice(sessionId).open(textAt(record, "prompt_id")) : [];
    return [...before, body].map((one) => this.#teller.tell(sessionId, one));
  }

  end(): Event[] {
    return [...this.#voices.values()].flatMap((voice) => this.#told(voice, voice.flush()));
  }

  #line(record: Record<string, unknown>): Event[] {
    const metadata = objectAt(record, "metadata");
    const sessionId = textAt(metadata, "session_id", textAt(record, "id").replace(/^chatcmpl-/, ""));
    const voice = this.#voice(sessionId);
    const agent = typeof metadata.parent_tool_call_id === "string" ? metadata.parent_tool_call_id : null;
    const isChunk = record.object === "chat.completion.chunk";
    return this.#told(voice, isChunk ? voice.readChunk(record) : voice.readMessage(record), agent);
  }

  #voice(sessionId: string): ChatVoice {
    let voice = this.#voices.get(sessionId);
    if (!voice) this.#voices.set(sessionId, voice = new ChatVoice(sessionId));
    return voice;
  }

  #told(voice: ChatVoice, bodies: EventBody[], agent: string | null = null): Event[] {
    return bodies.map((body) => this.#teller.tell(voice.sessionId, body, { agent }));
  }
}

function refusalOf(record: Record<string, unknown>): EventBody {
  const found = problemAt(objectAt(record, "error"), "protocol_error");
  const line = typeof record.line === "number" ? { line: record.line } : {};
  return { type: "rejected", problem: { ...found, ...line } };
}

/** The event of a line beside the conversation; null for what another line tells too. */
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
