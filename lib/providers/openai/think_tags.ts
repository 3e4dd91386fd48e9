import type { ModelChunk } from "../../model/ports.ts";

const OPEN = "<think>";
const CLOSE = "</think>";

/**
 * Separates the thoughts from an answer that begins with `<think>`, as local servers send it for models that think.
 * Any other answer is left unchanged.
 */
export class ThinkTags {
  #state: "start" | "thinking" | "closed" | "text" = "start";
  /** Text that may be the beginning of a tag. */
  #held = "";
  #hasThought = false;

  /** Converts the tagged text among chunks to thoughts. */
  apply(chunks: readonly ModelChunk[]): ModelChunk[] {
    return chunks.flatMap((chunk) => {
      if (chunk.type === "text") return this.#push(chunk.text);
      return chunk.type === "finish" ? [...this.#end(), chunk] : [chunk];
    });
  }

  #push(piece: string): ModelChunk[] {
    if (this.#state === "text") return [{ type: "text", text: piece }];
    const text = this.#held + piece;
    this.#held = "";
    switch (this.#state) {
      case "start":
        return this.#start(text);
      case "thinking":
        return this.#think(text);
      case "closed":
        return this.#answer(text);
    }
  }

  /** The rest of an answer that ended within a tag. */
  #end(): ModelChunk[] {
    const rest = this.#held;
    this.#held = "";
    if (rest === "") return [];
    return [{ type: this.#state === "thinking" ? "thinking" : "text", text: rest }];
  }

  #start(text: string): ModelChunk[] {
    const begun = text.trimStart();
    if (begun.startsWith(OPEN)) {
      this.#state = "thinking";
      return this.#think(begun.slice(OPEN.length));
    }
    if (OPEN.startsWith(begun)) {
      this.#held = text;
      return [];
    }
    this.#state = "text";
    return [{ type: "text", text }];
  }

  #think(piece: string): ModelChunk[] {
    // Models with thinking switched off send tags with only line breaks between them.
    const text = this.#hasThought ? piece : piece.trimStart();
    const end = text.indexOf(CLOSE);
    if (end < 0) {
      const keep = tailOf(text);
      this.#held = text.slice(text.length - keep);
      return this.#thought(text.slice(0, text.length - keep));
    }
    this.#state = "closed";
    return [...this.#thought(text.slice(0, end)), ...this.#answer(text.slice(end + CLOSE.length))];
  }

  #thought(text: string): ModelChunk[] {
    if (text === "") return [];
    this.#hasThought = true;
    return [{ type: "thinking", text }];
  }

  /** Line breaks between thoughts and answer belong to neither. */
  #answer(text: string): ModelChunk[] {
    const answer = text.trimStart();
    if (answer === "") return [];
    this.#state = "text";
    return [{ type: "text", text: answer }];
  }
}

/** How many characters at the end may be the beginning of the closing tag. */
function tailOf(text: string): number {
  for (let size = Math.min(CLOSE.length - 1, text.length); size > 0; size--) {
    if (CLOSE.startsWith(text.slice(text.length - size))) return size;
  }
  return 0;
}
