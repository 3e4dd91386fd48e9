import type { Ids, Json, ModelChunk, Opaque, Part, Stop, ToolCall, Usage } from "../model/mod.ts";
import { NO_USAGE } from "../model/mod.ts";
import { nestsDeeperThan } from "../stream/nests_deeper_than.ts";
import type { Voice } from "./outbox.ts";

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

/** What an answer is folded with. */
export interface ReplyFoldOptions {
  voice: Voice;
  ids: Ids;
  model: string;
  callIds: CallIds;
  /** Called when the model begins to write a call. */
  onCall?: (tool: string) => void;
}

/**
 * Folds the chunks of one model answer into a message, and tells every step as events. Text and thinking are one
 * part as long as the kind stays the same; calls are told apart by the provider's index and completed at the end.
 */
export class ReplyFold {
  readonly messageId: string;
  readonly #voice: Voice;
  readonly #model: string;
  readonly #callIds: CallIds;
  readonly #onCall: ((tool: string) => void) | undefined;
  readonly #parts: Part[] = [];
  readonly #calls = new Map<number, OpenCall>();
  #open: OpenText | undefined;
  #started = false;
  #usage: Usage = { ...NO_USAGE };
  #stop: Stop | undefined;

  constructor(options: ReplyFoldOptions) {
    this.#onCall = options.onCall;
    this.messageId = options.ids.next();
    this.#voice = options.voice;
    this.#model = options.model;
    this.#callIds = options.callIds;
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

  /** Why the model stopped; undefined while it has not said so. */
  get stop(): Stop | undefined {
    return this.#stop;
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
    if (end === "complete") { for (const call of this.#calls.values()) this.#closeCall(call); }
    if (this.#started) {
      this.#voice.emit({
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
      this.#voice.emit({
        type: "part.started",
        messageId: this.messageId,
        index: this.#open.index,
        part: { kind, text: "" },
      });
    }
    if (text !== "") {
      this.#open.text += text;
      this.#voice.emit({ type: "part.delta", messageId: this.messageId, index: this.#open.index, kind, delta: text });
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
      this.#voice.emit({
        type: "part.started",
        messageId: this.messageId,
        index: call.index,
        part: { kind: "tool_call", callId, tool: call.tool, input: {} },
      });
      this.#onCall?.(call.tool);
    } else if (chunk.tool && call.tool === "") call.tool = chunk.tool;
    if (chunk.opaque) call.opaque = chunk.opaque;
    if (chunk.input === "") return;
    call.input += chunk.input;
    const { index } = call;
    this.#voice.emit({ type: "part.delta", messageId: this.messageId, index, kind: "tool_call", delta: chunk.input });
  }

  #begin(): void {
    if (this.#started) return;
    this.#started = true;
    this.#voice.emit({ type: "message.started", messageId: this.messageId, model: this.#model });
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
    this.#voice.emit({ type: "part.completed", messageId: this.messageId, index, part });
  }
}

/** Call ids of a session: none is missing and none occurs twice, whatever a provider sends. */
export class CallIds {
  readonly #ids: Ids;
  readonly #isTaken: (id: string) => boolean;
  readonly #used = new Set<string>();

  /** `isTaken` tells ids of the conversation so far, which others may have given away. */
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

// No tool wants more, and what is much deeper can be parsed but not written again.
const MAX_DEPTH = 200;

// Arguments that are not JSON stay as text: the call is then refused with words the model can act on.
function parseInput(text: string): Json {
  if (text.trim() === "") return {};
  if (nestsDeeperThan(text, MAX_DEPTH)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
