/** What a tool call looks like from outside: its state, its result, and what a terminal would have shown. */
import type { Event, ToolCompleted } from "../../model/event.ts";
import { AnsiReader, hasAnsi } from "./ansi.ts";
import { rawAnsi, terminal, toolDisplay } from "./annotations.ts";
import type { KeptOutputs } from "./kept_outputs.ts";
import type { Speaker } from "./talk.ts";
import { completedDisplay, completedStatus, outputText, progressDisplay, wireConfirmation } from "./tool_display.ts";
import type {
  Annotation,
  TerminalAnnotation,
  ToolDisplayAnnotation,
  ToolStatus,
} from "../../../schemas/chat/out.gen.ts";

const CHANNELS = ["stdout", "stderr"] as const;

/** Readers of the output of running tools, by call and channel. */
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
  facts: { status: ToolStatus; speaker: Speaker; event: Event },
): ToolDisplayAnnotation {
  return toolDisplay({
    tool_call_id: call.callId,
    tool_name: call.tool,
    session_id: facts.speaker.sessionId,
    status: facts.status,
    ...facts.speaker.stamp(facts.event),
  });
}

/** A call that waits for the host's word. */
export function confirmingNotes(event: Event & { type: "ask.opened" }, speaker: Speaker): Annotation[] {
  if (event.ask.kind !== "permission") return [];
  const shown = callDisplay(event.ask, { status: "Confirming", speaker, event });
  return [{ ...shown, confirmation: wireConfirmation(event.ask.confirmation) }];
}

/** A running tool's sign of life; nothing when there is nothing to show. */
export function progressNotes(
  event: Event & { type: "tool.progress" },
  facts: { speaker: Speaker; outputs: ToolOutputs },
): Annotation[] {
  const { speaker, outputs } = facts;
  const shown = progressDisplay(event.progress);
  if (!shown) return [];
  const state = { ...callDisplay(event, { status: "Executing", speaker, event }), result_display: shown };
  if (event.progress.kind !== "output") return [state];
  const { channel, text } = event.progress;
  return [state, terminal(outputs.open(event.callId, channel).read(text), { channel, ...tag(event, speaker) })];
}

/** A tool's end. Output that was not shown while the tool ran is shown now. */
export function completedNotes(
  event: Event & ToolCompleted,
  facts: { speaker: Speaker; outputs?: ToolOutputs; kept?: KeptOutputs },
): Annotation[] {
  const { speaker, kept } = facts;
  const annotations: Annotation[] = [{
    ...callDisplay(event, { status: completedStatus(event, speaker), speaker, event }),
    result_display: completedDisplay(event),
  }];
  const outputs = facts.outputs ?? new ToolOutputs();
  for (const { channel, text } of kept?.take(event.callId) ?? []) {
    const shown = outputs.open(event.callId, channel).read(text);
    annotations.push(terminal(shown, { channel, ...tag(event, speaker) }));
  }
  let isShown = false;
  for (const channel of CHANNELS) {
    const reader = outputs.close(event.callId, channel);
    if (!reader) continue;
    isShown = true;
    annotations.push(...endOutput(reader, { event, speaker, channel }));
  }
  const text = event.display?.kind === "text" ? event.display.text : outputText(event.output);
  if (isShown || event.denial !== null || (event.toolKind !== "exec" && !hasAnsi(text))) return annotations;
  const reader = new AnsiReader();
  annotations.push(terminal(reader.read(text), { channel: "stdout", ...tag(event, speaker) }));
  return [...annotations, ...endOutput(reader, { event, speaker, channel: "stdout" })];
}

/** The rest of a channel, and what undoes the changes it made to the terminal. */
function endOutput(
  reader: AnsiReader,
  facts: { event: Event & ToolCompleted; speaker: Speaker; channel: "stdout" | "stderr" },
): Annotation[] {
  const { event, speaker, channel } = facts;
  const rest = reader.end();
  const restore = reader.restore();
  const annotations: Annotation[] = [];
  if (rest.ansi.length > 0) annotations.push(terminal(rest, { channel, ...tag(event, speaker) }));
  if (restore !== "") annotations.push(rawAnsi(restore, speaker.stamp(event)));
  return annotations;
}

function tag(
  event: Event & { callId: string },
  speaker: Speaker,
): Pick<TerminalAnnotation, "source" | "tool_call_id" | "log_scope"> & ReturnType<Speaker["stamp"]> {
  return { source: "tool", tool_call_id: event.callId, log_scope: "tool", ...speaker.stamp(event) };
}
