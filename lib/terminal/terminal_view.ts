import type { Event, Outcome, ToolCompleted } from "../model/mod.ts";
import { stderrNoticeOf } from "./stderr_notices.ts";
import { oneLine, PlainStream } from "./plain_text.ts";

/** One item for the screen to draw. */
export type ScreenItem =
  /** Text of the answer, unchanged. */
  | { kind: "answer"; text: string }
  /** A line on stderr. */
  | { kind: "line"; tone: "dim" | "warning"; text: string }
  /** What the run is waiting for; null when for nothing. */
  | { kind: "busy"; label: string | null };

/** Options of the view. */
export interface TerminalViewOptions {
  /** Whether the answer is streamed; otherwise it is printed as a whole at the end. */
  isLive: boolean;
  /** Whether tool calls are shown. */
  showsCalls: boolean;
  /** Signs before the lines. */
  signs: { done: string; failed: string };
  columns: () => number;
}

const WAITING = "waiting for the model";

/** Folds the events of a run into items for the screen, like an encoder of a dialect. Does no I/O. */
export class TerminalView {
  readonly #options: TerminalViewOptions;
  readonly #titles = new Map<string, string>();
  #plain = new PlainStream();
  /** The part whose text is being shown. */
  #part = "";
  #cwd = "";
  #isMidLine = false;
  /** Whether the last message ended at the limit of its tokens, so that its text may go on. */
  #isCut = false;
  #hasShown = false;

  constructor(options: TerminalViewOptions) {
    this.#options = options;
  }

  /** Never throws. */
  *encode(event: Event): Iterable<ScreenItem> {
    if (event.agent === null) yield* this.#answer(event);
    yield* this.#calls(event);
    const notice = stderrNoticeOf(event);
    if (notice) {
      yield* this.#endLine();
      yield { kind: "line", tone: notice.tone === "info" ? "dim" : "warning", text: notice.text };
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

  *#answer(event: Event): Iterable<ScreenItem> {
    switch (event.type) {
      case "message.started":
        this.#hasShown = false;
        break;
      case "part.started":
        // An answer that was cut is continued in the middle of its line.
        if (!this.#isCut || event.part.kind !== "text") yield* this.#endLine();
        this.#isCut = false;
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
        // A provider that does not stream sends a part only when it is complete.
        if (this.#part !== `${event.messageId}:${event.index}`) yield* this.#show(this.#plain.push(event.part.text));
        break;
      case "message.completed":
        yield* this.#show(this.#plain.end());
        this.#isCut = event.stop.reason === "length";
        if (!this.#isCut) yield* this.#endLine();
        break;
    }
  }

  *#show(text: string): Iterable<ScreenItem> {
    if (!this.#options.isLive || text === "") return;
    this.#hasShown = true;
    this.#isMidLine = !text.endsWith("\n");
    yield { kind: "answer", text };
  }

  *#endLine(): Iterable<ScreenItem> {
    if (!this.#isMidLine) return;
    this.#isMidLine = false;
    yield { kind: "answer", text: "\n" };
  }

  *#calls(event: Event): Iterable<ScreenItem> {
    if (event.type === "tool.started") {
      const title = event.title.replaceAll(`${this.#cwd}/`, "");
      this.#titles.set(event.callId, title);
      yield { kind: "busy", label: this.#line(title, 12) };
    }
    if (event.type !== "tool.completed") return;
    const title = this.#titles.get(event.callId) ?? event.tool;
    this.#titles.delete(event.callId);
    if (this.#options.showsCalls && !event.denial) {
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

  *#end(outcome: Outcome): Iterable<ScreenItem> {
    yield* this.#endLine();
    const whole = wholeAnswer(outcome, { isShown: this.#options.isLive && this.#hasShown });
    if (whole === null) return;
    const text = this.#options.isLive ? new PlainStream().push(whole) : whole;
    yield { kind: "answer", text: `${text}\n` };
  }

  #line(text: string, taken: number): string {
    return oneLine(text, Math.max(20, this.#options.columns() - taken));
  }
}

/** The text that is still to be printed at the end; null when there is none. */
function wholeAnswer(outcome: Outcome, { isShown }: { isShown: boolean }): string | null {
  if (outcome.kind === "command") return outcome.isError || outcome.text === "" ? null : outcome.text;
  if (outcome.kind === "failed" && outcome.problem.code === "answer_truncated") return isShown ? null : outcome.text;
  if (outcome.kind !== "done") return null;
  if (outcome.structured !== undefined) return JSON.stringify(outcome.structured);
  return isShown ? null : outcome.text;
}

/** The outcome of a call in a few words. */
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
