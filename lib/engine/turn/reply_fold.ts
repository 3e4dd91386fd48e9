import type { Ids, Json, ModelChunk, Opaque, Part, Stop, ToolCall, Usage } from "../../model/mod.ts";
import { NO_USAGE } from "../../model/mod.ts";
import { nestsDeeperThan } from "../../stream/nests_deeper_than.ts";
import type { Emitter } from "../session/event_queue.ts";
import type { TextCalls } from "./text_calls.ts";

interface OpenText {
  index: number;
  kind: "text" | "thinking";
  text: string;
  opaque?: Opaque;
}

interface OpenCall {
  index: number;
  callId: string;
  tool: string;
  input: string;
  opaque?: Opaque;
}

/** A call whose arguments end in the middle. */
export interface CutCall {
  callId: string;
  chars: number;
}

/** Options of a fold. */
export interface ReplyFoldOptions {
  emitter: Emitter;
  ids: Ids;
  model: string;
  callIds: CallIds;
  /** Reads calls that the model wrote as text; without it text is only text. */
  readCalls?: (text: string) => TextCalls | null;
}

/**
 * Folds the chunks of one model answer into a message and emits an event for every step. Text and thinking are one
 * part as long as the kind stays the same; calls are told apart by the provider's index and completed at the end.
 */
export class ReplyFold {
  readonly messageId: string;
  readonly #emitter: Emitter;
  readonly #model: string;
  readonly #callIds: CallIds;
  readonly #readCalls: (text: string) => TextCalls | null;
  readonly #parts: Part[] = [];
  readonly #calls = new Map<number, OpenCall>();
  #open: OpenText | undefined;
  #started = false;
  #usage: Usage = { ...NO_USAGE };
  #stop: Stop | undefined;
  /** The calls that the last text part ends with, once the message is complete. */
  #written: TextCalls | null = null;

  constructor(options: ReplyFoldOptions) {
    this.messageId = options.ids.next();
    this.#emitter = options.emitter;
    this.#model = options.model;
    this.#callIds = options.callIds;
    this.#readCalls = options.readCalls ?? (() => null);
  }

  get hasContent(): boolean {
    return this.#started;
  }

  get openCalls(): number {
    return this.#calls.size;
  }

  get usage(): Usage {
    return this.#usage;
  }

  /** Why the model stopped; undefined while it has not. */
  get stop(): Stop | undefined {
    return this.#stop;
  }

  /** The parts for the conversation: a call that was written as text is only a call. */
  get kept(): Part[] {
    if (!this.#written || this.#written.fault !== null) return this.#parts;
    const last = this.#parts.findLastIndex((part) => part.kind === "text");
    const { text } = this.#written;
    return this.#parts.flatMap((part, index): Part[] =>
      index !== last ? [part] : text === "" ? [] : [{ kind: "text", text }]
    );
  }

  /** Why a call that was written as text could not be read. */
  get callFault(): string | null {
    return this.#written?.fault ?? null;
  }

  /** The id of the call that the output limit has cut, and the size of what arrived of its arguments. */
  get cutCall(): CutCall | null {
    const last = [...this.#calls.values()].at(-1);
    if (this.#stop?.reason !== "length" || !last) return null;
    const isWhole = typeof parseInput(last.input) === "object" && last.input.trim() !== "";
    return isWhole ? null : { callId: last.callId, chars: last.input.length };
  }

  take(chunk: ModelChunk): void {
    switch (chunk.type) {
      case "text":
        return this.#takeText("text", chunk.text);
      case "thinking":
        return this.#takeText("thinking", chunk.text, chunk.opaque);
      case "call":
        return this.#takeCall(chunk);
      case "usage":
        this.#usage = chunk.usage;
        return;
      case "finish":
        this.#stop = chunk.stop;
    }
  }

  /** Completes the message. A call whose arguments were cut off is left out of an interrupted one. */
  finish(end: "complete" | "interrupted"): Part[] {
    this.#closeText();
    if (end === "complete") {
      if (this.#calls.size === 0) this.#takeWrittenCalls();
      for (const call of this.#calls.values()) this.#closeCall(call);
    }
    if (this.#started) {
      this.#emitter.emit({
        type: "message.completed",
        messageId: this.messageId,
        model: this.#model,
        parts: this.#parts,
        usage: this.#usage,
        stop: this.#stop ?? { reason: "other", raw: null },
        interrupted: end === "interrupted",
      });
    }
    return this.#parts;
  }

  #takeText(kind: "text" | "thinking", text: string, opaque?: Opaque): void {
    if (this.#open?.kind !== kind) {
      if (text === "" && !opaque) return;
      this.#closeText();
      this.#begin();
      this.#open = { index: this.#nextIndex(), kind, text: "" };
      this.#emitter.emit({
        type: "part.started",
        messageId: this.messageId,
        index: this.#open.index,
        part: { kind, text: "" },
      });
    }
    if (text !== "") {
      this.#open.text += text;
      this.#emitter.emit({ type: "part.delta", messageId: this.messageId, index: this.#open.index, kind, delta: text });
    }
    if (!opaque) return;
    // A signature belongs to one thought: the next one has its own.
    this.#open.opaque = opaque;
    this.#closeText();
  }

  #takeCall(chunk: ModelChunk & { type: "call" }): void {
    let call = this.#calls.get(chunk.index);
    if (!call) {
      this.#closeText();
      this.#begin();
      const callId = this.#callIds.claim(chunk.callId);
      call = { index: this.#nextIndex(), callId, tool: chunk.tool ?? "", input: "" };
      this.#calls.set(chunk.index, call);
      this.#emitter.emit({
        type: "part.started",
        messageId: this.messageId,
        index: call.index,
        part: { kind: "tool_call", callId, tool: call.tool, input: {} },
      });
    } else if (chunk.tool && call.tool === "") call.tool = chunk.tool;
    if (chunk.opaque) call.opaque = chunk.opaque;
    if (chunk.input === "") return;
    call.input += chunk.input;
    const { index } = call;
    this.#emitter.emit({ type: "part.delta", messageId: this.messageId, index, kind: "tool_call", delta: chunk.input });
  }

  /** Turns calls at the end of the text into calls like any other. The text itself has been streamed already. */
  #takeWrittenCalls(): void {
    const last = this.#parts.at(-1);
    this.#written = last?.kind === "text" ? this.#readCalls(last.text) : null;
    const calls = this.#written?.calls ?? [];
    for (const [index, { tool, input }] of calls.entries()) {
      this.#takeCall({ type: "call", index, tool, input: JSON.stringify(input) });
    }
    if (calls.length > 0) this.#stop = { reason: "tool_calls", raw: this.#stop?.raw ?? null };
  }

  #begin(): void {
    if (this.#started) return;
    this.#started = true;
    this.#emitter.emit({ type: "message.started", messageId: this.messageId, model: this.#model });
  }

  #nextIndex(): number {
    return this.#parts.length + this.#calls.size;
  }

  #closeText(): void {
    if (!this.#open) return;
    const { index, kind, text, opaque } = this.#open;
    const part: Part = kind === "text" ? { kind, text } : opaque ? { kind, text, opaque } : { kind, text };
    this.#open = undefined;
    this.#complete(index, part);
  }

  #closeCall(call: OpenCall): void {
    const { index, callId, tool, input, opaque } = call;
    const part: ToolCall = { kind: "tool_call", callId, tool, input: parseInput(input) };
    if (opaque) part.opaque = opaque;
    this.#complete(index, part);
  }

  #complete(index: number, part: Part): void {
    this.#parts.push(part);
    this.#emitter.emit({ type: "part.completed", messageId: this.messageId, index, part });
  }
}

/** Call ids of a session: none is missing and none occurs twice, whatever a provider sends. */
export class CallIds {
  readonly #ids: Ids;
  readonly #isTaken: (id: string) => boolean;
  readonly #used = new Set<string>();

  /** `isTaken` knows the ids of the conversation so far. */
  constructor(ids: Ids, isTaken: (id: string) => boolean = () => false) {
    this.#ids = ids;
    this.#isTaken = isTaken;
  }

  claim(wanted: string | undefined): string {
    let id = wanted || `call_${this.#ids.next()}`;
    for (let n = 2; this.#used.has(id) || this.#isTaken(id); n++) id = `${wanted}__qwen_dup_${n}`;
    this.#used.add(id);
    return id;
  }
}

// No tool needs more, and a much deeper value can be parsed but not serialised again.
const MAX_DEPTH = 200;

// Arguments that are not JSON stay as text: the refusal then tells the model what to correct.
function parseInput(text: string): Json {
  if (text.trim() === "") return {};
  if (nestsDeeperThan(text, MAX_DEPTH)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
