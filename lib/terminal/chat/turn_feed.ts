import type { Event, Outcome, ToolCompleted } from "../../model/mod.ts";
import { MarkdownStream } from "../draw/markdown.ts";
import type { Palette } from "../draw/palette.ts";
import { cutToWidth, wrapText } from "../draw/text_width.ts";
import { oneLine, plain, PlainStream } from "../plain_text.ts";
import { stderrNoticeOf } from "../stderr_notices.ts";
import { elapsed } from "../terminal_view.ts";
import { displayRows, outputRows } from "./tool_rows.ts";

/** Options of a feed. */
export interface FeedOptions {
  palette: () => Palette;
  columns: () => number;
  isUnicode: boolean;
  /** Whether text is printed as the model wrote it, with words instead of symbols. */
  isPlain: boolean;
  now: () => number;
}

interface RunningCall {
  title: string;
  since: number;
}

const MAX_DIFF_ROWS = 40;
const MAX_OUTPUT_ROWS = 400;
const TITLE_CHARS = 300;

/** Folds the events of a conversation into rows: finished ones, and the live ones below them. Does no I/O. */
export class TurnFeed {
  readonly #options: FeedOptions;
  readonly #calls = new Map<string, RunningCall>();
  /** The last finished call, whose output can be opened. */
  #lastCall: ToolCompleted | null = null;
  #plain = new PlainStream();
  #markdown: MarkdownStream;
  #raw = "";
  #hasText = false;
  /** Whether the last message ended at the limit of its tokens, so that its text may go on. */
  #isCut = false;
  #activity: string | null = null;
  #cwd = "";

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#markdown = new MarkdownStream(options);
  }

  /** What the model is doing; null while nothing runs. */
  get activity(): string | null {
    return this.#activity;
  }

  /** The rows that an event finishes. */
  take(event: Event): string[] {
    const rows = event.agent === null ? this.#answer(event) : [];
    rows.push(...this.#call(event));
    // The person knows what the person has refused.
    const isOwnNo = event.type === "tool.completed" && event.denial?.source === "host";
    const notice = isOwnNo ? null : stderrNoticeOf(event);
    if (notice) {
      const { palette } = this.#options;
      const style = notice.tone === "info" ? palette().dim : palette().warning;
      rows.push(...this.#flush(), ...this.#wrap(notice.text).map(style));
    }
    if (event.type === "session.started" || event.type === "turn.started") this.#cwd = event.session.cwd;
    if (event.type === "turn.started") this.#activity = "waiting for the model";
    if (event.type === "retry.scheduled") this.#activity = "waiting to try again";
    if (event.type === "turn.completed" && event.agent === null) {
      this.#activity = null;
      rows.push(...this.#flush(), ...this.#outcome(event.outcome));
    }
    return rows;
  }

  /** The rows that are still changing. */
  live(): string[] {
    const { palette, now, isPlain } = this.#options;
    if (isPlain) return [];
    const columns = this.#options.columns();
    const calls = [...this.#calls.values()].map(({ title, since }) => {
      const time = ` · ${elapsed(now() - since)}`;
      return palette().dim(cutToWidth(`… ${title}`, columns - time.length) + time);
    });
    return [...this.#markdown.tail(), ...calls];
  }

  /** The output of the last call, opened on demand. */
  openLast(): string[] {
    if (!this.#lastCall) return [];
    const { palette, columns } = this.#options;
    return outputRows(this.#lastCall, { palette: palette(), columns: columns(), maxRows: MAX_OUTPUT_ROWS });
  }

  /** Rows of Markdown that is known as a whole. */
  markdown(text: string): string[] {
    if (this.#options.isPlain) return plain(text).split("\n");
    const stream = new MarkdownStream(this.#options);
    return [...stream.push(plain(text)), ...stream.end()];
  }

  #answer(event: Event): string[] {
    switch (event.type) {
      case "message.started":
        this.#hasText = false;
        return [];
      case "part.started":
        if (event.part.kind === "thinking") this.#activity = "thinking";
        if (event.part.kind === "tool_call") this.#activity = `calling ${oneLine(event.part.tool, 40)}`;
        // An answer that was cut is continued in the middle of its line.
        return this.#isCut && event.part.kind === "text" ? [] : this.#flush();
      case "part.delta":
        if (event.kind !== "text") return [];
        this.#activity = "answering";
        this.#hasText = true;
        return this.#text(this.#plain.push(event.delta));
      case "part.completed":
        // A provider that does not stream sends the text only here.
        return event.part.kind === "text" && !this.#hasText ? this.#text(plain(event.part.text)) : [];
      case "message.completed":
        this.#isCut = event.stop.reason === "length";
        return this.#isCut ? [] : this.#flush();
      default:
        return [];
    }
  }

  #text(text: string): string[] {
    if (!this.#options.isPlain) return this.#markdown.push(text);
    const lines = (this.#raw + text).split("\n");
    this.#raw = lines.pop() ?? "";
    return lines;
  }

  #flush(): string[] {
    this.#isCut = false;
    const rows = this.#text(this.#plain.end());
    if (!this.#options.isPlain) return [...rows, ...this.#markdown.end()];
    if (this.#raw !== "") rows.push(this.#raw);
    this.#raw = "";
    return rows;
  }

  #call(event: Event): string[] {
    if (event.type === "tool.started") {
      const title = oneLine(event.title.replaceAll(`${this.#cwd}/`, ""), TITLE_CHARS);
      this.#calls.set(event.callId, { title, since: this.#options.now() });
      return [];
    }
    if (event.type !== "tool.completed") return [];
    const running = this.#calls.get(event.callId);
    this.#calls.delete(event.callId);
    if (event.agent === null) this.#activity = "waiting for the model";
    this.#lastCall = event;
    return [...this.#flush(), ...this.#finished(event, running?.title ?? oneLine(event.tool, TITLE_CHARS))];
  }

  #finished(event: ToolCompleted & { agent: string | null }, title: string): string[] {
    const { isUnicode, isPlain, columns } = this.#options;
    const palette = this.#options.palette();
    const isDone = !event.isError && event.denial === null;
    const sign = isPlain
      ? (isDone ? "Done:" : event.denial ? "Refused:" : "Failed:")
      : isUnicode
      ? (isDone ? "✓" : "✗")
      : (isDone ? "+" : "x");
    const why = isDone || event.denial ? "" : ` · ${oneLine(firstText(event), 200)}`;
    const time = event.durationMs >= 1_000 ? ` · ${elapsed(event.durationMs)}` : "";
    const agent = event.agent === null ? "" : "  ";
    const room = columns() - 2 - time.length;
    const line = isPlain ? `${title}${time}${why}` : `${cutToWidth(`${agent}${title}`, room)}${time}${why}`;
    const head = `${isDone ? palette.done(sign) : palette.error(sign)} `;
    const row = isPlain ? `${sign} ${line}` : head + palette.dim(cutToWidth(line, columns() - 2));
    if (event.agent !== null || isPlain) return [row];
    return [row, ...displayRows(event.display, { palette, columns: columns(), maxRows: MAX_DIFF_ROWS })];
  }

  #outcome(outcome: Outcome): string[] {
    const { palette } = this.#options;
    switch (outcome.kind) {
      case "done":
        return [];
      case "command":
        return this.markdown(outcome.text);
      case "interrupted":
        return this.#wrap(plain(outcome.problem?.message ?? "Cancelled.")).map(palette().warning);
      case "limit":
      case "failed": {
        const { message, hint } = outcome.problem;
        const text = hint && !message.includes(hint) ? `${message} ${hint}` : message;
        return this.#wrap(plain(text)).map(palette().error);
      }
    }
  }

  #wrap(text: string): string[] {
    return this.#options.isPlain ? [text] : wrapText(text, { columns: this.#options.columns() });
  }
}

function firstText({ output }: ToolCompleted): string {
  return output.map((part) => part.kind === "text" ? part.text : "").join(" ");
}
