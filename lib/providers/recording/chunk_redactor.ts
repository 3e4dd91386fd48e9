import type { ModelChunk } from "../../model/ports.ts";
import { MIN_HELD_CHARS, type Redactor, StreamRedactor } from "../../stream/redact.ts";

/** Removes secrets from the chunks of one answer, also where a secret is spread over many chunks. */
export class ChunkRedactor {
  readonly #redactor: Redactor;
  /** The text or thought that is being streamed. */
  #open: { type: "text" | "thinking"; stream: StreamRedactor } | null = null;
  readonly #calls = new Map<number, StreamRedactor>();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** The chunks without secrets; text that may begin one comes with later chunks. */
  clean(chunks: readonly ModelChunk[]): ModelChunk[] {
    return chunks.flatMap((chunk) => this.#clean(chunk));
  }

  /** The text that was held back. */
  end(): ModelChunk[] {
    const rest = this.#endText();
    for (const [index, stream] of this.#calls) {
      const input = stream.end();
      if (input !== "") rest.push({ type: "call", index, input });
    }
    this.#calls.clear();
    return rest;
  }

  #clean(chunk: ModelChunk): ModelChunk[] {
    switch (chunk.type) {
      case "text":
      case "thinking": {
        const before = this.#open?.type === chunk.type ? [] : this.#endText();
        this.#open ??= { type: chunk.type, stream: this.#newStream() };
        const text = this.#open.stream.push(chunk.text);
        // A signature completes its thought.
        const rest = chunk.type === "thinking" && chunk.opaque ? this.#open.stream.end() : "";
        return [...before, { ...chunk, text: text + rest }];
      }
      case "call": {
        const stream = this.#calls.get(chunk.index) ?? this.#newStream();
        this.#calls.set(chunk.index, stream);
        return [...this.#endText(), { ...chunk, input: stream.push(chunk.input) }];
      }
      case "finish":
        return [...this.end(), chunk];
      case "usage":
        return [chunk];
    }
  }

  #newStream(): StreamRedactor {
    return new StreamRedactor(this.#redactor, { minHeldChars: MIN_HELD_CHARS });
  }

  #endText(): ModelChunk[] {
    const open = this.#open;
    this.#open = null;
    const text = open?.stream.end() ?? "";
    return open && text !== "" ? [{ type: open.type, text }] : [];
  }
}
