import type { DecisionSource, Event } from "../model/mod.ts";
import { plain } from "./plain_text.ts";

/** A line on stderr about an event, for a person. */
export interface StderrNotice {
  tone: "info" | "warning";
  text: string;
}

const MAX_CHARS = 400;

/** Reasons that are shorter for a person than for the model. */
const REASONS: Partial<Record<DecisionSource, string>> = {
  "nobody-to-ask": "nobody is there to be asked",
  "input-closed": "nobody is there to be asked",
  "timeout": "nobody answered in time",
};

/** The notice that text mode prints on stderr for an event, with or without a terminal; null when it prints none. */
export function stderrNoticeOf(event: Event): StderrNotice | null {
  switch (event.type) {
    case "retry.scheduled":
      if (event.until !== undefined) {
        return warning(`${sentence(event.problem.message)} Waiting for the quota until ${event.until}.`);
      }
      return warning(
        `${sentence(event.problem.message)} Trying again in ${seconds(event.delayMs)} ` +
          `(${event.attempt} of ${event.maxAttempts}).`,
      );
    case "tool.completed":
      // A cancelled call was not refused.
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
      return { tone: "info", text: `Summarised the conversation: ${before} tokens became ${after}.` };
    }
    case "notice":
      // This notice was printed when it happened.
      if (event.code === "session_not_kept") return null;
      return event.level === "warning" ? warning(event.text) : { tone: "info", text: short(event.text) };
    default:
      return null;
  }
}

function warning(text: string): StderrNotice {
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
