import type { Clock, Ids, Journal, Json, Message, Part, ToolResult, Usage } from "../model/mod.ts";
import type { History } from "./history.ts";

/** Writes a conversation down: into the history that the model sees and, where there is one, into the journal. */
export class Recorder {
  readonly #history: History;
  readonly #journal: Journal | null;
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #redact: (tool: string, input: Json) => Json;

  constructor(parts: {
    history: History;
    journal: Journal | null;
    clock: Clock;
    ids: Ids;
    redact: (tool: string, input: Json) => Json;
  }) {
    this.#redact = parts.redact;
    this.#history = parts.history;
    this.#journal = parts.journal;
    this.#clock = parts.clock;
    this.#ids = parts.ids;
  }

  add(message: Message): void {
    this.#history.add(message);
    this.#journal?.append({ type: "message", message, at: this.#clock.now() });
  }

  addReply(message: Message, facts: { model: string; usage: Usage }): void {
    this.#history.add(message);
    const parts = message.parts.map((part): Part =>
      part.kind === "tool_call" ? { ...part, input: this.#redact(part.tool, part.input) } : part
    );
    this.#journal?.append({ type: "message", message: { ...message, parts }, at: this.#clock.now(), ...facts });
  }

  addResults(results: readonly ToolResult[]): void {
    if (results.length === 0) return;
    this.add({ id: results[0].entryId ?? this.#ids.next(), role: "tool", parts: [...results] });
  }

  /** An id for a result that is told before it is kept. */
  entryId(): string {
    return this.#ids.next();
  }

  /** A word of ours to the model. */
  addNote(text: string): void {
    const parts: Part[] = [{ kind: "text", text }];
    this.add({ id: this.#ids.next(), role: "user", parts });
  }

  /** Answers every open call with the same words, so that the next request is valid. */
  settle(text: string): void {
    const before = this.#history.messages.length;
    this.#history.settle(this.#ids.next(), text);
    const added = this.#history.messages[before];
    if (added) this.#journal?.append({ type: "message", message: added, at: this.#clock.now() });
  }
}
