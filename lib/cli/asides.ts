import type { DecisionSource, Event } from "../model/mod.ts";
import { plain } from "./plain_text.ts";

/** Something that happened beside the answer, as one line for a person. */
export interface Aside {
  tone: "quiet" | "warning";
  text: string;
}

const MAX_CHARS = 400;

/** Reasons that are shorter for a person than what the model is told. */
const REASONS: Partial<Record<DecisionSource, string>> = {
  "nobody-to-ask": "nobody is there to be asked",
  "input-closed": "nobody is there to be asked",
  "timeout": "nobody answered in time",
};

/** What text mode tells on stderr of an event, also where nobody watches; null when it tells nothing. */
export function asideOf(event: Event): Aside | null {
  switch (event.type) {
    case "retry.scheduled":
      return warning(
        `${sentence(event.problem.message)} Trying again in ${seconds(event.delayMs)} ` +
          `(${event.attempt} of ${event.maxAttempts}).`,
      );
    case "tool.completed":
      // A call that was cut off was not refused.
      if (!event.denial || event.denial.source === "cancel") return null;
      return warning(
        `Denied ${event.tool}: ${sentence(REASONS[event.denial.source] ?? event.denial.message)} ${event.denial.hint}`,
      );
    case "model.changed":
      return event.problem
        ? warning(`${event.from} failed: ${sentence(event.problem.message)} Going on with ${event.to}.`)
        : null;
    case "history.compacted": {
      const [before, after] = [event.tokensBefore, event.tokensAfter].map((tokens) => tokens.toLocaleString("en-US"));
      return { tone: "quiet", text: `Summarised the conversation: ${before} tokens became ${after}.` };
    }
    case "notice":
      // It has been told when it happened.
      if (event.code === "session_not_kept") return null;
      return event.level === "warning" ? warning(event.text) : { tone: "quiet", text: short(event.text) };
    default:
      return null;
  }
}

function warning(text: string): Aside {
  return { tone: "warning", text: short(text) };
}

function short(text: string): string {
  const line = plain(text.slice(0, 4 * MAX_CHARS)).replace(/\s+/g, " ").trim();
  return line.length <= MAX_CHARS ? line : `${line.slice(0, MAX_CHARS - 1)}…`;
}

/** A text that ends like a sentence, so that another one can follow. */
export function sentence(text: string): string {
  return /[.!?…:]\s*$/.test(text) ? text.trim() : `${text.trim()}.`;
}

function seconds(ms: number): string {
  return ms < 950 ? `${Math.max(0.1, Math.round(ms / 100) / 10)} s` : `${Math.round(ms / 1000)} s`;
}
