import type { Clock, Ids, Journal, Json, Message, Part, ToolResult, Usage } from "../../model/mod.ts";
import type { History } from "./history/history.ts";

/** What a recorder writes to and with. */
export interface RecorderParts {
  history: History;
  /** Null where the conversation is not saved. */
  journal: Journal | null;
  world: { clock: Clock; ids: Ids };
  /** Removes from a call's input what must not be written down. */
  redact: (tool: string, input: Json) => Json;
}

/** Records a conversation: in the history that the model sees and, where there is one, in the journal. */
export class Recorder {
  readonly history: History;
  readonly #journal: Journal | null;
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #redact: RecorderParts["redact"];

  constructor(parts: RecorderParts) {
    this.history = parts.history;
    this.#journal = parts.journal;
    this.#clock = parts.world.clock;
    this.#ids = parts.world.ids;
    this.#redact = parts.redact;
  }

  add(message: Message): void {
    this.history.add(message);
    this.#journal?.append({ type: "message", message, at: this.#clock.now() });
  }

  /** Adds an answer of the model; the journal gets its calls redacted. */
  addReply(message: Message, facts: { model: string; usage: Usage }): void {
    this.history.add(message);
    this.history.report(facts.usage.inputTokens + facts.usage.outputTokens);
    const parts = message.parts.map((part): Part =>
      part.kind === "tool_call" ? { ...part, input: this.#redact(part.tool, part.input) } : part
    );
    this.#journal?.append({ type: "message", message: { ...message, parts }, at: this.#clock.now(), ...facts });
  }

  addResults(results: readonly ToolResult[]): void {
    if (results.length === 0) return;
    this.add({ id: results[0].entryId ?? this.#ids.next(), role: "tool", parts: [...results] });
  }

  /** An id for a result that is emitted before it is recorded. */
  entryId(): string {
    return this.#ids.next();
  }

  /** Adds a note of the program to the model. */
  addNote(text: string): void {
    const parts: Part[] = [{ kind: "text", text }];
    this.add({ id: this.#ids.next(), role: "user", parts, isNote: true });
  }

  /** Answers every open call with the same text, so that the next request is valid. */
  settle(text: string): void {
    const message = this.history.settle(this.#ids.next(), text);
    if (message.parts.length > 0) this.#journal?.append({ type: "message", message, at: this.#clock.now() });
  }

  /** Replaces the conversation. */
  replace(history: Message[], figures: { tokensBefore?: number; tokensAfter?: number } = {}): void {
    this.history.replace(history);
    this.#journal?.append({ type: "compaction", history, at: this.#clock.now(), ...figures });
  }

  /** Resolves when everything recorded is on disk. */
  async sync(): Promise<void> {
    await this.#journal?.sync();
  }
}
