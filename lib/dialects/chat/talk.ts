/**
 * What both directions of one conversation share: the sessions that speak in it, the questions that are open, and
 * which prompt ids were used. All of it is bounded or goes away with its session.
 */
import type { DialectOptions } from "../../model/dialect.ts";
import type { Ask, Event, SessionInfo } from "../../model/event.ts";
import type { Annotation, ControlError, Metadata } from "../../../schemas/chat/out.gen.ts";
import { KeptOutputs } from "./kept_outputs.ts";
import { type AnnotationLevel, annotationLevel, isSaid, type Stamp } from "./annotations.ts";

const MAX_HELD = 100;
const MAX_SPEAKERS = 10_000;
const MAX_PROMPT_IDS = 10_000;

/** A question of ours that waits for the host. */
export interface OpenAsk {
  sessionId: string;
  subtype: string;
  ask: Ask;
}

/** A cancel of the host that waits for its answer. */
export interface OpenCancel {
  promptId: string | null;
  requestId: string | null;
}

/** The conversation. */
export class Talk {
  readonly options: DialectOptions;
  readonly level: AnnotationLevel;
  readonly asks: Map<string, OpenAsk> = new Map();
  /** Cancels by the id of their command. */
  readonly cancels: Map<string, OpenCancel> = new Map();
  /** Whether the error that ends the process has been told. */
  isOver = false;
  readonly #speakers = new Map<string, Speaker>();

  constructor(options: DialectOptions) {
    this.options = options;
    this.level = annotationLevel(options.extras.annotations);
  }

  /** The session with this id, as this conversation knows it. */
  speaker(sessionId: string): Speaker {
    let speaker = this.#speakers.get(sessionId);
    if (!speaker) {
      if (this.#speakers.size >= MAX_SPEAKERS) this.#forgetOne();
      speaker = new Speaker(sessionId, this.level);
      this.#speakers.set(sessionId, speaker);
    }
    return speaker;
  }

  /** Remembers which calls a paused turn leaves to the client, and whether a turn is being cancelled. */
  observe(event: Event): void {
    if (event.type === "reply" && event.result.kind === "interrupted" && event.result.wasRunning) {
      this.speaker(event.sessionId).isCancelling = true;
    }
    if (event.type === "turn.paused") {
      for (const { callId } of event.calls) this.speaker(event.sessionId).clientCalls.add(callId);
    } else if (event.type === "turn.completed") this.speaker(event.sessionId).clientCalls.clear();
  }

  /** Keeps a cancel until it is answered. */
  openCancel(commandId: string, cancel: OpenCancel): void {
    this.cancels.set(commandId, cancel);
    if (this.cancels.size <= MAX_HELD) return;
    for (const oldest of this.cancels.keys()) {
      this.cancels.delete(oldest);
      break;
    }
  }

  /** Drops what is known of a session that has ended. */
  forget(sessionId: string): void {
    this.#speakers.delete(sessionId);
    for (const [askId, open] of this.asks) if (open.sessionId === sessionId) this.asks.delete(askId);
  }

  /** Makes room: names that were only ever asked for, and never spoke, go first. */
  #forgetOne(): void {
    for (const [sessionId, speaker] of this.#speakers) {
      if (speaker.isIntroduced) continue;
      this.#speakers.delete(sessionId);
      return;
    }
  }
}

/** One session, as far as its lines depend on what was said before. */
export class Speaker {
  readonly sessionId: string;
  promptId: string | null = null;
  model = "";
  info: SessionInfo | null = null;
  /** Whether the first record of the session has been written. */
  isIntroduced = false;
  /** Whether the running turn is being cancelled. */
  isCancelling = false;
  /** Text of the last assistant message of the turn. */
  lastText = "";
  /** Tool calls of a paused turn that the client has not answered yet. */
  readonly clientCalls: Set<string> = new Set();
  /** Output of running tools, for whole lines. */
  readonly kept: KeptOutputs = new KeptOutputs();
  readonly #level: AnnotationLevel;
  readonly #promptIds = new Set<string>();
  #seq = 0;
  #held: Annotation[] = [];
  #controlErrors: ControlError[] = [];

  constructor(sessionId: string, level: AnnotationLevel) {
    this.sessionId = sessionId;
    this.#level = level;
  }

  /** Takes over what a session says about itself. */
  learn(info: SessionInfo): void {
    this.info = info;
    this.model = info.model;
  }

  /** Starts a turn. */
  begin(promptId: string): void {
    this.promptId = promptId;
    this.lastText = "";
    this.isCancelling = false;
    this.claim(promptId);
  }

  /** Notes that a prompt id is used; false when it was before. */
  claim(promptId: string): boolean {
    if (this.#promptIds.has(promptId)) return false;
    if (this.#promptIds.size >= MAX_PROMPT_IDS) {
      for (const oldest of this.#promptIds) {
        this.#promptIds.delete(oldest);
        break;
      }
    }
    this.#promptIds.add(promptId);
    return true;
  }

  /** When and in which prompt an event happened. */
  stamp(event: Event): Stamp {
    return { promptId: this.promptId, at: event.at };
  }

  /** Keeps annotations for the next line; the oldest go when there are too many. */
  hold(...annotations: Annotation[]): void {
    for (const annotation of annotations) if (isSaid(this.#level, annotation)) this.#held.push(annotation);
    if (this.#held.length > MAX_HELD) this.#held = this.#held.slice(-MAX_HELD);
  }

  /** Everything to be said beside the next line: what was held, then these. */
  release(...annotations: Annotation[]): Annotation[] {
    this.hold(...annotations);
    const held = this.#held;
    this.#held = [];
    return held;
  }

  /** Keeps the failure of a question for the next line. */
  holdError(error: ControlError): void {
    this.#controlErrors.push(error);
    if (this.#controlErrors.length > MAX_HELD) this.#controlErrors.shift();
  }

  /** The facts of the next line; each call counts one line. */
  metadata(event: Event, extra: Partial<Metadata> = {}): Metadata {
    this.#seq++;
    const metadata: Metadata = { session_id: this.sessionId, prompt_id: this.promptId, seq: this.#seq };
    if (event.agent !== null) metadata.parent_tool_call_id = event.agent;
    if (this.#controlErrors.length > 0) {
      metadata.control_errors = this.#controlErrors;
      this.#controlErrors = [];
    }
    return Object.assign(metadata, extra);
  }
}
