/** Annotations of a tool call: its state, its result and its terminal output. */
import type { Event, ToolCompleted } from "../../../model/event.ts";
import { AnsiReader, hasAnsi } from "./ansi.ts";
import { rawAnsi, terminal, toolDisplay } from "./annotations.ts";
import type { KeptOutputs } from "./kept_outputs.ts";
import type { ChatSession } from "../chat_state.ts";
import {
  completedDisplay,
  completedStatus,
  inFolder,
  outputText,
  progressDisplay,
  wireConfirmation,
} from "./tool_display.ts";
import type {
  Annotation,
  TerminalAnnotation,
  ToolDisplayAnnotation,
  ToolStatus,
} from "../../../../schemas/chat/out.gen.ts";

const CHANNELS = ["stdout", "stderr"] as const;

/** Readers of running tools' output, by call and channel. */
export class ToolOutputs {
  readonly #readers = new Map<string, AnsiReader>();

  /** The reader of one channel, made when it is first needed. */
  open(callId: string, channel: string): AnsiReader {
    const key = `${channel} ${callId}`;
    let reader = this.#readers.get(key);
    if (!reader) this.#readers.set(key, reader = new AnsiReader());
    return reader;
  }

  /** Removes and returns the reader of one channel. */
  close(callId: string, channel: string): AnsiReader | null {
    const key = `${channel} ${callId}`;
    const reader = this.#readers.get(key) ?? null;
    this.#readers.delete(key);
    return reader;
  }

  /** Drops all readers. */
  clear(): void {
    this.#readers.clear();
  }
}

/** The state of a call. */
export function callDisplay(
  call: { callId: string; tool: string },
  facts: { status: ToolStatus; session: ChatSession; event: Event },
): ToolDisplayAnnotation {
  return toolDisplay({
    tool_call_id: call.callId,
    tool_name: call.tool,
    session_id: facts.session.sessionId,
    status: facts.status,
    ...facts.session.stamp(facts.event),
  });
}

/** A call that waits for the host's permission. */
export function confirmingNotes(event: Event & { type: "ask.opened" }, session: ChatSession): Annotation[] {
  if (event.ask.kind !== "permission") return [];
  const shown = callDisplay(event.ask, { status: "Confirming", session, event });
  return [{ ...shown, confirmation: wireConfirmation(event.ask.confirmation, session.cwd) }];
}

/** The progress of a running tool; empty when there is nothing to show. */
export function progressNotes(
  event: Event & { type: "tool.progress" },
  facts: { session: ChatSession; outputs: ToolOutputs },
): Annotation[] {
  const { session, outputs } = facts;
  const shown = progressDisplay(event.progress);
  if (!shown) return [];
  const state = {
    ...callDisplay(event, { status: "Executing", session, event }),
    result_display: inFolder(shown, session.cwd),
  };
  if (event.progress.kind !== "output") return [state];
  const { channel, text } = event.progress;
  return [state, terminal(outputs.open(event.callId, channel).read(text), { channel, ...tag(event, session) })];
}

/** The end of a tool. Output that was not shown while it ran is shown now. */
export function completedNotes(
  event: Event & ToolCompleted,
  facts: { session: ChatSession; outputs?: ToolOutputs; kept?: KeptOutputs },
): Annotation[] {
  const { session, kept } = facts;
  const annotations: Annotation[] = [{
    ...callDisplay(event, { status: completedStatus(event, session), session, event }),
    result_display: inFolder(completedDisplay(event), session.cwd),
  }];
  const outputs = facts.outputs ?? new ToolOutputs();
  for (const { channel, text } of kept?.take(event.callId) ?? []) {
    const shown = outputs.open(event.callId, channel).read(text);
    annotations.push(terminal(shown, { channel, ...tag(event, session) }));
  }
  let isShown = false;
  for (const channel of CHANNELS) {
    const reader = outputs.close(event.callId, channel);
    if (!reader) continue;
    isShown = true;
    annotations.push(...endOutput(reader, { event, session, channel }));
  }
  const text = event.display?.kind === "text" ? event.display.text : outputText(event.output);
  if (isShown || event.denial !== null || !isTerminalText(event, text)) return annotations;
  const reader = new AnsiReader();
  annotations.push(terminal(reader.read(text), { channel: "stdout", ...tag(event, session) }));
  return [...annotations, ...endOutput(reader, { event, session, channel: "stdout" })];
}

/** Whether a terminal would show the text: what a command has written, or text with escape sequences. */
function isTerminalText(event: ToolCompleted, text: string): boolean {
  if (hasAnsi(text)) return true;
  const { stdout, stderr } = event.data ?? {};
  const isSilent = stdout === "" && (stderr === "" || stderr === undefined);
  return event.toolKind === "exec" && !(isSilent && !event.isError) && !/^\(no output\)$/.test(text.trim());
}

/** The rest of a channel, and the sequence that undoes its changes to the terminal. */
function endOutput(
  reader: AnsiReader,
  facts: { event: Event & ToolCompleted; session: ChatSession; channel: "stdout" | "stderr" },
): Annotation[] {
  const { event, session, channel } = facts;
  const rest = reader.end();
  const restore = reader.restore();
  const annotations: Annotation[] = [];
  if (rest.ansi.length > 0) annotations.push(terminal(rest, { channel, ...tag(event, session) }));
  if (restore !== "") annotations.push(rawAnsi(restore, session.stamp(event)));
  return annotations;
}

function tag(
  event: Event & { callId: string },
  session: ChatSession,
): Pick<TerminalAnnotation, "source" | "tool_call_id" | "log_scope"> & ReturnType<ChatSession["stamp"]> {
  return { source: "tool", tool_call_id: event.callId, log_scope: "tool", ...session.stamp(event) };
}
