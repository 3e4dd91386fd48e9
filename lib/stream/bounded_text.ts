/** A growing text that keeps only its head and tail when it becomes too long, with a note about the gap. */
export class BoundedText {
  readonly #maxHead: number;
  readonly #maxTail: number;
  #head = "";
  #tail = "";
  #dropped = 0;

  constructor(maxChars: number) {
    this.#maxHead = Math.floor(maxChars / 5);
    this.#maxTail = maxChars - this.#maxHead;
  }

  /** Adds text at the end. */
  append(text: string): void {
    const room = this.#maxHead - this.#head.length;
    if (room > 0) {
      this.#head += text.slice(0, room);
      text = text.slice(room);
    }
    this.#tail += text;
    // Cutting only when twice too long keeps appending linear.
    if (this.#tail.length > 2 * this.#maxTail) this.#cut();
  }

  /** Head, a note on what was left out, tail. */
  toString(): string {
    this.#cut();
    if (this.#dropped === 0) return this.#head + this.#tail;
    return `${this.#head}\n[... ${this.#dropped} characters left out ...]\n${this.#tail}`;
  }

  #cut(): void {
    const excess = this.#tail.length - this.#maxTail;
    if (excess <= 0) return;
    this.#dropped += excess;
    this.#tail = this.#tail.slice(excess);
  }
}
