import type { Event, Outcome, ToolCompleted } from "../model/mod.ts";
import { asideOf } from "./asides.ts";
import { oneLine, PlainStream } from "./plain_text.ts";

/** One thing that is done on a terminal. */
export type Stroke =
  /** Text of the answer, as it is. */
  | { kind: "answer"; text: string }
  /** A line beside the answer. */
  | { kind: "line"; tone: "dim" | "warning"; text: string }
  /** What the run is busy with; null when it is with nothing. */
  | { kind: "busy"; label: string | null };

/** What a person watches. */
export interface VoiceOptions {
  /** Whether the answer is shown while it comes; otherwise it is one piece at the end. */
  isLive: boolean;
  /** Whether tool calls are told. */
  tellsCalls: boolean;
  /** Signs before the lines. */
  signs: { done: string; failed: string };
  columns: () => number;
}

const WAITING = "waiting for the model";

/** Puts the events of a run into what a terminal shows: a fold like that of a dialect, without any I/O. */
export class TerminalVoice {
  readonly #options: VoiceOptions;
  readonly #titles = new Map<string, string>();
  #plain = new PlainStream();
  /** The part whose text is being shown, and whether anything of it was. */
  #part = "";
  #cwd = "";
  #isMidLine = false;
  #hasShown = false;

  constructor(options: VoiceOptions) {
    this.#options = options;
  }

  /** Never throws, never waits. */
  *encode(event: Event): Iterable<Stroke> {
    if (event.agent === null) yield* this.#answer(event);
    yield* this.#calls(event);
    const aside = asideOf(event);
    if (aside) {
      yield* this.#endLine();
      yield { kind: "line", tone: aside.tone === "quiet" ? "dim" : "warning", text: aside.text };
    }
    if (event.type === "turn.started") {
      this.#cwd = event.session.cwd;
      yield { kind: "busy", label: WAITING };
    }
    if (event.type === "retry.scheduled") yield { kind: "busy", label: "waiting to try again" };
    if (event.type === "turn.completed") {
      yield { kind: "busy", label: null };
      yield* this.#end(event.outcome);
    }
  }

  *#answer(event: Event): Iterable<Stroke> {
    switch (event.type) {
      case "message.started":
        this.#hasShown = false;
        break;
      case "part.started":
        yield* this.#endLine();
        if (event.part.kind === "thinking") yield { kind: "busy", label: "thinking" };
        if (event.part.kind === "tool_call") yield { kind: "busy", label: `calling ${oneLine(event.part.tool, 40)}` };
        break;
      case "part.delta":
        if (event.kind !== "text") break;
        this.#part = `${event.messageId}:${event.index}`;
        yield* this.#show(this.#plain.push(event.delta));
        break;
      case "part.completed":
        if (event.part.kind !== "text") break;
        // A provider that does not stream says a part only when it is complete.
        if (this.#part !== `${event.messageId}:${event.index}`) yield* this.#show(this.#plain.push(event.part.text));
        break;
      case "message.completed":
        yield* this.#show(this.#plain.end());
        yield* this.#endLine();
        break;
    }
  }

  *#show(text: string): Iterable<Stroke> {
    if (!this.#options.isLive || text === "") return;
    this.#hasShown = true;
    this.#isMidLine = !text.endsWith("\n");
    yield { kind: "answer", text };
  }

  *#endLine(): Iterable<Stroke> {
    if (!this.#isMidLine) return;
    this.#isMidLine = false;
    yield { kind: "answer", text: "\n" };
  }

  *#calls(event: Event): Iterable<Stroke> {
    if (event.type === "tool.started") {
      const title = event.title.replaceAll(`${this.#cwd}/`, "");
      this.#titles.set(event.callId, title);
      yield { kind: "busy", label: this.#line(title, 12) };
    }
    if (event.type !== "tool.completed") return;
    const title = this.#titles.get(event.callId) ?? event.tool;
    this.#titles.delete(event.callId);
    if (this.#options.tellsCalls && !event.denial) {
      yield* this.#endLine();
      const { done, failed } = this.#options.signs;
      const indent = event.agent === null ? "" : "  ";
      const facts = outcomeOf(event);
      const text = `${title}${facts === "" ? "" : ` · ${facts}`}`;
      yield { kind: "line", tone: "dim", text: `${indent}${event.isError ? failed : done} ${this.#line(text, 6)}` };
    }
    const still = [...this.#titles.values()].at(-1);
    yield { kind: "busy", label: still === undefined ? WAITING : this.#line(still, 12) };
  }

  *#end(outcome: Outcome): Iterable<Stroke> {
    yield* this.#endLine();
    const whole = wholeAnswer(outcome, this.#options.isLive && this.#hasShown);
    if (whole === null) return;
    const text = this.#options.isLive ? new PlainStream().push(whole) : whole;
    yield { kind: "answer", text: `${text}\n` };
  }

  #line(text: string, taken: number): string {
    return oneLine(text, Math.max(20, this.#options.columns() - taken));
  }
}

/** The text that is still to be printed at the end; null when there is none. */
function wholeAnswer(outcome: Outcome, isShown: boolean): string | null {
  if (outcome.kind === "command") return outcome.isError || outcome.text === "" ? null : outcome.text;
  if (outcome.kind !== "done") return null;
  if (outcome.structured !== undefined) return JSON.stringify(outcome.structured);
  return isShown ? null : outcome.text;
}

/** What came of a call, in a few words. */
function outcomeOf(call: ToolCompleted): string {
  const facts: string[] = [];
  const { display } = call;
  if (call.isError) {
    const text = call.output.find((part) => part.kind === "text")?.text ?? "failed";
    facts.push(text.trimStart().split("\n", 1)[0]);
  } else if (display?.kind === "diff") facts.push(`+${display.added} -${display.removed}`);
  else if (display?.kind === "todos") {
    const done = display.todos.filter((todo) => todo.status === "completed").length;
    facts.push(`${done} of ${display.todos.length} done`);
  }
  if (call.durationMs >= 1000) facts.push(elapsed(call.durationMs));
  return facts.join(" · ");
}

/** A time span as people read it. */
export function elapsed(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60) return `${seconds}s`;
  return `${Math.floor(seconds / 60)}m ${String(seconds % 60).padStart(2, "0")}s`;
}
