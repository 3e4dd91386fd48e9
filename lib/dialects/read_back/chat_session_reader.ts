import { textOf } from "../../model/content.ts";
import type { EventBody, SessionInfo, ToolCompleted } from "../../model/event.ts";
import { ChunkMessage } from "./chat_chunks.ts";
import {
  callsOf,
  displayOf,
  noteEvent,
  outcomeOf,
  partsOf,
  problemAt,
  sessionOf,
  summaryFacts,
  usageOf,
} from "./chat_records.ts";
import { objectAt, objectsAt, textAt, turnEnd, unknownSession, wholeMessage } from "./reader.ts";

/** Reads one session of recorded `chat` lines. */
export class ChatSessionReader {
  readonly sessionId: string;
  #session: SessionInfo;
  #promptId: string | null = null;
  #messages = 0;
  /** The message that chunks are adding to. */
  #chunks: ChunkMessage | null = null;
  #lastText = "";
  #finish = "stop";

  constructor(sessionId: string) {
    this.sessionId = sessionId;
    this.#session = unknownSession(sessionId);
  }

  /** A whole line. */
  readMessage(record: Record<string, unknown>): EventBody[] {
    const metadata = objectAt(record, "metadata");
    const [choice = {}] = objectsAt(record, "choices");
    const message = objectAt(choice, "message");
    if (metadata.event === "init") return this.#introduce(record);
    if (choice.finish_reason === "error") {
      return [{ type: "rejected", problem: problemAt(objectAt(metadata, "error"), "protocol_error") }];
    }
    const out = [...this.open(textAt(metadata, "prompt_id")), ...noted(message)];
    if (message.role === "tool") return [...out, toolResult(message, textAt(message, "content"))];
    if (metadata.event === "summary") {
      const facts = { text: textAt(message, "content"), finish: textAt(choice, "finish_reason") };
      return [...out, this.#end(record, facts)];
    }
    const usage = usageOf(objectAt(record, "usage"));
    if (metadata.event === "pause") {
      return [...out, { type: "turn.paused", turnId: this.#promptId ?? "", calls: callsOf(message), usage }];
    }
    const parts = partsOf(message);
    return [...out, ...wholeMessage({ messageId: this.#nextId(), model: textAt(record, "model"), parts, usage })];
  }

  /** An increment. */
  readChunk(record: Record<string, unknown>): EventBody[] {
    const metadata = objectAt(record, "metadata");
    const [choice] = objectsAt(record, "choices");
    const out = metadata.event === "init" ? this.#introduce(record) : [];
    out.push(...this.open(textAt(metadata, "prompt_id")));
    if (!choice) return [...out, ...this.#usage(record, metadata)];
    const delta = objectAt(choice, "delta");
    if (typeof choice.finish_reason === "string") this.#finish = choice.finish_reason;
    for (const note of objectsAt(delta, "annotations")) out.push(...this.#annotated(note));
    if (!ChunkMessage.says(delta)) return out;
    if (this.#chunks && !this.#chunks.takes(delta)) out.push(...this.flush());
    if (!this.#chunks) {
      this.#chunks = new ChunkMessage({ messageId: this.#nextId(), model: textAt(record, "model") });
      out.push(this.#chunks.started());
    }
    return [...out, ...this.#chunks.read(delta)];
  }

  /** Ends the message that chunks were adding to. */
  flush(): EventBody[] {
    const chunks = this.#chunks;
    if (!chunks) return [];
    this.#chunks = null;
    const out = chunks.end();
    this.#lastText = textOf(chunks.parts);
    return out;
  }

  /** Begins the turn of a prompt, unless one is running. */
  open(promptId: string): EventBody[] {
    if (this.#promptId !== null || promptId === "") return [];
    this.#promptId = promptId;
    this.#lastText = "";
    const session = this.#session;
    return [{ type: "turn.started", turnId: promptId, promptId, messageId: null, prompt: [], session }];
  }

  #nextId(): string {
    return `${this.sessionId}-m${++this.#messages}`;
  }

  #introduce(record: Record<string, unknown>): EventBody[] {
    this.#session = sessionOf(record);
    return [{ type: "session.started", session: this.#session }];
  }

  #annotated(note: Record<string, unknown>): EventBody[] {
    if (note.type !== "x-qwen-tool-display") {
      const body = noteEvent(note);
      return body ? [body] : [];
    }
    if (note.status === "Success" || note.status === "Error" || note.status === "Canceled") {
      const shown = displayOf(objectAt(note, "result_display"));
      const text = shown?.kind === "text" ? shown.text : "";
      return [...this.flush(), toolResult({ ...note, annotations: [note] }, text)];
    }
    return note.status === "Executing" ? this.flush() : [];
  }

  #usage(record: Record<string, unknown>, metadata: Record<string, unknown>): EventBody[] {
    const calls = this.#chunks?.calls() ?? [];
    const out = this.flush();
    const usage = usageOf(objectAt(record, "usage"));
    if (metadata.event === "pause") {
      return [...out, { type: "turn.paused", turnId: this.#promptId ?? "", calls, usage }];
    }
    return [...out, this.#end(record, { text: this.#lastText, finish: this.#finish })];
  }

  #end(record: Record<string, unknown>, facts: { text: string; finish: string }): EventBody {
    const metadata = objectAt(record, "metadata");
    const promptId = this.#promptId ?? textAt(metadata, "prompt_id");
    this.#promptId = null;
    this.#finish = "stop";
    const usage = usageOf(objectAt(record, "usage"));
    return turnEnd(promptId, outcomeOf(metadata, facts), { ...summaryFacts(metadata), usage });
  }
}

function noted(message: Record<string, unknown>): EventBody[] {
  return objectsAt(message, "annotations").flatMap((note) => noteEvent(note) ?? []);
}

function toolResult(message: Record<string, unknown>, text: string): ToolCompleted {
  const note = objectsAt(message, "annotations").find(({ type }) => type === "x-qwen-tool-display") ?? {};
  return {
    type: "tool.completed",
    callId: textAt(message, "tool_call_id"),
    tool: textAt(note, "tool_name"),
    toolKind: "other",
    input: {},
    output: [{ kind: "text", text }],
    display: displayOf(objectAt(note, "result_display")),
    isError: note.status === "Error" || note.status === "Canceled",
    durationMs: 0,
    denial: null,
  };
}
