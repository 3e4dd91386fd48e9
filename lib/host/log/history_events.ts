/**
 * The conversation of a session that was saved, as the events of its turns: a client that follows the session sees them
 * as if it had been there. They carry `isHistory`, so that no other client takes them for something that happens now.
 */
import type { ToolKind } from "../../model/ports/access.ts";
import {
  type Display,
  type Message,
  type ShownCall,
  textOf,
  type ToolCall,
  type ToolResult,
} from "../../model/content.ts";
import type { Envelope, Event, EventBody, SessionInfo } from "../../model/event.ts";
import { isObject } from "../../model/json.ts";
import { copyStats, NO_STATS, NO_USAGE } from "../../model/usage.ts";

type Added = Extract<Event, { type: "message.added" }>;

const KINDS: Readonly<Record<string, ToolKind>> = { run_shell_command: "exec", edit: "edit", write_file: "edit" };

/** Turns the messages of a saved conversation into events. */
export class HistoryEvents {
  readonly #calls = new Map<string, ToolCall>();
  #turn: { id: string; text: string; rounds: number } | null = null;

  /** The events of a message. */
  of(event: Added, session: SessionInfo): Event[] {
    const { message } = event;
    const bodies = message.role === "user"
      ? [...this.#end(), ...this.#begin(message, session)]
      : message.role === "assistant"
      ? this.#said(message, session)
      : message.parts.flatMap((part) => part.kind === "tool_result" ? this.#ran(part) : []);
    return bodies.map((body) => ({ ...head(event), ...body }));
  }

  /** The events after the last message. */
  end(event: Event): Event[] {
    return this.#end().map((body) => ({ ...head(event), ...body }));
  }

  #begin({ id, parts, by }: Message, session: SessionInfo): EventBody[] {
    this.#turn = { id, text: "", rounds: 0 };
    const who = by === undefined ? {} : { by };
    return [{ type: "turn.started", turnId: id, promptId: id, messageId: id, prompt: parts, session, ...who }];
  }

  #said({ id: messageId, parts }: Message, session: SessionInfo): EventBody[] {
    const calls = parts.filter((part): part is ToolCall => part.kind === "tool_call");
    for (const call of calls) this.#calls.set(call.callId, call);
    if (this.#turn) {
      this.#turn.rounds++;
      this.#turn.text = textOf(parts);
    }
    const { model } = session;
    const stop = { reason: calls.length > 0 ? "tool_calls" : "end", raw: null } as const;
    return [
      { type: "message.started", messageId, model },
      ...parts.map((part, index): EventBody => ({ type: "part.completed", messageId, index, part })),
      { type: "message.completed", messageId, model, parts, usage: NO_USAGE, stop, interrupted: false },
    ];
  }

  #ran(result: ToolResult): EventBody[] {
    const { callId, tool, output, isError, shown: { change, answered } = {} } = result;
    const input = this.#calls.get(callId)?.input ?? {};
    this.#calls.delete(callId);
    const display = isError ? null : change ? displayOf(change) : changeOf(input);
    return [
      ...(answered ? [{ type: "ask.closed", askId: callId, by: "client", answered } as const] : []),
      {
        type: "tool.completed",
        ...{ callId, tool, toolKind: KINDS[tool] ?? "other", input, output, isError, display },
        durationMs: 0,
        denial: null,
      },
    ];
  }

  #end(): EventBody[] {
    const turn = this.#turn;
    this.#turn = null;
    if (!turn) return [];
    return [{
      type: "turn.completed",
      turnId: turn.id,
      promptId: turn.id,
      outcome: { kind: "done", text: turn.text, stop: { reason: "end", raw: null } },
      usage: NO_USAGE,
      total: NO_USAGE,
      stats: copyStats(NO_STATS),
      durationMs: 0,
      apiDurationMs: 0,
      rounds: turn.rounds,
      denials: [],
      background: [],
    }];
  }
}

function head({ sessionId, seq, at }: Event): Envelope {
  return { sessionId, seq, at, cause: null, agent: null, isHistory: true };
}

/** The change of a file as it was shown, without the two whole files. */
function displayOf({ isNew, ...change }: NonNullable<ShownCall["change"]>): Display {
  return { kind: "diff", ...change, original: isNew ? null : "", modified: "" };
}

/** The change of a file, as far as the call itself tells it; null where it changed none. */
function changeOf(input: unknown): Display | null {
  if (!isObject(input)) return null;
  const { file_path: file, old_string: before, new_string: after, content } = input;
  const modified = typeof after === "string" ? after : content;
  if (typeof file !== "string" || typeof modified !== "string") return null;
  const original = typeof before === "string" && before !== "" ? before : null;
  const removed = linesOf(original ?? "");
  const added = linesOf(modified);
  const range = (lines: readonly string[]): string => lines.length === 0 ? "0,0" : `1,${lines.length}`;
  const diff = [
    `@@ -${range(removed)} +${range(added)} @@`,
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
    "",
  ].join("\n");
  return { kind: "diff", file, diff, original, modified, added: added.length, removed: removed.length };
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}
