/**
 * State that both directions of one conversation share: its sessions, the open questions and the used prompt ids. All
 * of it is bounded or removed with its session.
 */
import type { DialectOptions } from "../../model/ports/dialect.ts";
import type { Ask, Event, Outcome, SessionInfo } from "../../model/event.ts";
import { exitStatus } from "../../model/problem.ts";
import type { Annotation, ControlError, Metadata } from "../../../schemas/chat/out.gen.ts";
import { KeptOutputs } from "./encode/kept_outputs.ts";
import { type AnnotationLevel, annotationLevel, isShown, type Stamp, terminal } from "./encode/annotations.ts";

const MAX_HELD = 100;
const MAX_SESSIONS = 10_000;
const MAX_PROMPT_IDS = 10_000;

/** A question that waits for the host's answer. */
export interface OpenAsk {
  sessionId: string;
  subtype: string;
  ask: Ask;
}

/** A cancel request of the host that waits for our answer. */
export interface OpenCancel {
  promptId: string | null;
  requestId: string | null;
}

/** The state of one conversation. */
export class ChatState {
  readonly options: DialectOptions;
  readonly level: AnnotationLevel;
  readonly asks: Map<string, OpenAsk> = new Map();
  /** Cancels by the id of their command. */
  readonly cancels: Map<string, OpenCancel> = new Map();
  /** Ids of control requests of the host, by the id of their command. */
  readonly requests: Map<string, string> = new Map();
  /** Prompt ids of refused lines, by the id of their command. */
  readonly refused: Map<string, string> = new Map();
  /** The exit status of a run that ends with its last turn. */
  lastExit = 0;
  /** Whether the error that ends the process has been written. */
  isOver = false;
  /** Whether the end of a session has told the exit code of the process. */
  hasToldExit = false;
  /** Whether the client follows a session that others may use too, and so has to learn what they do. */
  isFollowing: boolean;
  readonly #sessions = new Map<string, ChatSession>();

  constructor(options: DialectOptions) {
    this.options = options;
    this.level = annotationLevel(options.extras.annotations);
    this.isFollowing = options.extras.replayUserMessages === true;
  }

  /** Whether a session that has written a record is still open. */
  get hasSessions(): boolean {
    for (const { isIntroduced } of this.#sessions.values()) if (isIntroduced) return true;
    return false;
  }

  /** Whether the process ends with the result of its only prompt. */
  get isOneShot(): boolean {
    const { inputFormat } = this.options.extras;
    return inputFormat === undefined || inputFormat === "text";
  }

  /** The session with an id; created when it is unknown. */
  session(sessionId: string): ChatSession {
    let session = this.#sessions.get(sessionId);
    if (!session) {
      if (this.#sessions.size >= MAX_SESSIONS) this.#forgetOne();
      session = new ChatSession(sessionId, this.level);
      this.#sessions.set(sessionId, session);
    }
    return session;
  }

  /** Records the calls that a paused turn leaves to the client, and whether a turn is being cancelled. */
  observe(event: Event): void {
    this.#holdConsole(event);
    if (event.type === "reply" && event.result.kind === "interrupted" && event.result.wasRunning) {
      this.session(event.sessionId).isCancelling = true;
    }
    if (event.type === "turn.paused") {
      for (const { callId } of event.calls) this.session(event.sessionId).clientCalls.add(callId);
    } else if (event.type === "turn.completed") {
      this.session(event.sessionId).clientCalls.clear();
      this.lastExit = exitOf(event.outcome);
    }
  }

  /** Keeps what went to stderr for the next line of the session. */
  #holdConsole(event: Event): void {
    // A session that is only opened may never write a line.
    const lines = event.type === "session.started" ? [] : this.options.console?.() ?? [];
    if (lines.length === 0) return;
    const session = this.session(event.sessionId);
    const facts = { channel: "stderr", source: "console", ...session.stamp(event) } as const;
    for (const { level, text } of lines) {
      const log_scope = level === "debug" ? "debug" : "system";
      session.hold(terminal(text, { ...facts, console_level: level, log_scope }));
    }
  }

  /** Keeps a control request of the host until it is answered. */
  openRequest(commandId: string, requestId: string): void {
    this.requests.set(commandId, requestId);
    if (this.requests.size > MAX_HELD) this.requests.delete([...this.requests.keys()][0]);
  }

  /** Keeps a cancel request until it is answered. */
  openCancel(commandId: string, cancel: OpenCancel): void {
    this.cancels.set(commandId, cancel);
    if (this.cancels.size <= MAX_HELD) return;
    for (const oldest of this.cancels.keys()) {
      this.cancels.delete(oldest);
      break;
    }
  }

  /** Removes a session that has ended. */
  forget(sessionId: string): void {
    this.#sessions.delete(sessionId);
    for (const [askId, open] of this.asks) if (open.sessionId === sessionId) this.asks.delete(askId);
  }

  /** Makes room by removing a session that has written no record. */
  #forgetOne(): void {
    for (const [sessionId, session] of this.#sessions) {
      if (session.isIntroduced) continue;
      this.#sessions.delete(sessionId);
      return;
    }
  }
}

function exitOf(outcome: Outcome): number {
  switch (outcome.kind) {
    case "done":
      return 0;
    case "command":
      return outcome.isError ? exitStatus("command_failed") : 0;
    case "interrupted":
      return exitStatus(outcome.problem?.code ?? "cancelled");
    case "limit":
    case "failed":
      return exitStatus(outcome.problem.code);
  }
}

/** One session, as far as its lines depend on earlier ones. */
export class ChatSession {
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
  /** The answer of the last turn. */
  lastAnswer = "";
  /** Tool calls of a paused turn that the client has not answered yet. */
  readonly clientCalls: Set<string> = new Set();
  /** Output of running tools, for whole lines. */
  readonly kept: KeptOutputs = new KeptOutputs();
  readonly #level: AnnotationLevel;
  readonly #promptIds = new Set<string>();
  #seq = 0;
  #told = "";
  #held: Annotation[] = [];
  #controlErrors: ControlError[] = [];

  constructor(sessionId: string, level: AnnotationLevel) {
    this.sessionId = sessionId;
    this.#level = level;
  }

  /** The working folder; empty before it is known. */
  get cwd(): string {
    return this.info?.cwd ?? "";
  }

  /** Stores the facts of a session. */
  learn(info: SessionInfo): void {
    this.info = info;
    this.model = info.model;
  }

  /** Whether model or mode differ from what the client was told before; from now on it knows them. */
  tells({ model, mode }: SessionInfo): boolean {
    const told = `${mode} ${model}`;
    const isNew = told !== this.#told;
    this.#told = told;
    return isNew;
  }

  /** Starts a turn. */
  begin(promptId: string): void {
    this.promptId = promptId;
    this.lastText = "";
    this.isCancelling = false;
    this.claim(promptId);
  }

  /** Marks a prompt id as used; false when it was used before. */
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

  /** The time and the prompt of an event. */
  stamp(event: Event): Stamp {
    return { promptId: this.promptId, at: event.at };
  }

  /** Whether the chosen level shows an annotation. */
  shows(annotation: Annotation): boolean {
    return isShown(this.#level, annotation);
  }

  /** Keeps annotations for the next line; the oldest are dropped when there are too many. */
  hold(...annotations: Annotation[]): void {
    for (const annotation of annotations) if (isShown(this.#level, annotation)) this.#held.push(annotation);
    if (this.#held.length > MAX_HELD) this.#held = this.#held.slice(-MAX_HELD);
  }

  /** All annotations of the next line: the kept ones, then these. */
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

  /** The metadata of the next line; each call counts one line. */
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
