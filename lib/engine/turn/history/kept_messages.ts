import { isObject, type Message, textOf, type Todo } from "../../../model/mod.ts";
import { estimateTokens } from "./token_count.ts";
import { openTodos } from "../todo_reminder.ts";

/** The first words of a summary in the conversation. */
const SUMMARY_HEAD = "This is what happened before, as a summary:";

// Newest rounds that a compaction keeps, the share of the room that they may take, and of what the user's messages leave.
const KEPT_ROUNDS = 2;
const ROUNDS_SHARE = 0.3;
const LEFT_SHARE = 0.5;
const MAX_FILES = 20;
const CHANGING_TOOLS: ReadonlySet<string> = new Set(["edit", "write_file", "notebook_edit", "apply_patch"]);

/** A conversation in three parts. */
export interface SplitConversation {
  /** Becomes a summary. */
  past: readonly Message[];
  /** The newest rounds of calls and results. */
  rounds: readonly Message[];
  /** Prompts that the model has not answered. */
  open: readonly Message[];
}

/**
 * Splits a conversation: the newest rounds stay as they are, as far as they fit, and so do unanswered prompts. Final
 * answers become part of the past where the user has asked for a summary of everything.
 */
export function splitConversation(
  messages: readonly Message[],
  { room, keepsAnswers }: { room: number; keepsAnswers: boolean },
): SplitConversation {
  const lastAnswer = messages.findLastIndex((message) => message.role !== "user");
  const end = lastAnswer === -1 ? Math.max(0, messages.length - 1) : lastAnswer + 1;
  const answered = messages.slice(0, end);
  const starts = answered.flatMap(({ role }, index) => role === "assistant" ? [index] : []).slice(-KEPT_ROUNDS);
  const firstAnswer = answered.findIndex(({ role }) => role !== "user");
  const left = room - estimateTokens(userMessages(messages));
  const most = Math.min(room * ROUNDS_SHARE, left * LEFT_SHARE);
  const fits = (index: number): boolean => index > firstAnswer && estimateTokens(answered.slice(index)) <= most;
  const isKept = keepsAnswers || answered.at(-1)?.role === "tool";
  const start = isKept ? starts.find(fits) ?? end : end;
  return { past: messages.slice(0, start), rounds: messages.slice(start, end), open: messages.slice(end) };
}

/** The user's own messages, word for word. */
export function userMessages(messages: readonly Message[]): Message[] {
  return messages.filter((message) => message.role === "user" && !message.isNote && !isSummary(message));
}

/** Advice for a conversation that does not fit, where the user's own messages are most of it; null where they are not. */
export function overflowHint(messages: readonly Message[]): string | null {
  const own = estimateTokens(userMessages(messages));
  if (own * 2 < estimateTokens(messages)) return null;
  return `The user's messages alone have about ${own} tokens, and they are never shortened. ` +
    "Put long texts into files, start a new session, or use a model with a larger context.";
}

/** The text that replaces the past: the summary, open todos and the files under work. */
export function summaryText(
  summary: string,
  { past, todos }: { past: readonly Message[]; todos: readonly Todo[] },
): string {
  const open = openTodos(todos);
  const files = filesUnderWork(past);
  return [
    `${SUMMARY_HEAD}\n\n${summary.trim()}`,
    open === "" ? "" : `Open todos:\n${open}`,
    files.length === 0 ? "" : `Files under work (read them again before you change them):\n${files.join("\n")}`,
  ].filter((piece) => piece !== "").join("\n\n");
}

function isSummary({ parts }: Message): boolean {
  return textOf(parts).startsWith(SUMMARY_HEAD);
}

/** Files that calls have changed, then files that they have read, newest first. */
function filesUnderWork(messages: readonly Message[]): string[] {
  const found = new Map<string, boolean>();
  for (const { parts } of messages.toReversed()) {
    for (const part of parts) {
      if (part.kind !== "tool_call" || !isObject(part.input)) continue;
      const path = part.input.file_path ?? part.input.absolute_path;
      if (typeof path === "string") found.set(path, (found.get(path) ?? false) || CHANGING_TOOLS.has(part.tool));
    }
  }
  const changed = [...found].flatMap(([path, isChanged]) => isChanged ? [`- ${path} (changed)`] : []);
  const read = [...found].flatMap(([path, isChanged]) => isChanged ? [] : [`- ${path}`]);
  return [...changed, ...read].slice(0, MAX_FILES);
}
