// deno-lint-ignore-file no-control-regex -- control characters are what this is about.
/**
 * Text of models, tools and servers on its way to a terminal: escape sequences and control characters could move the
 * cursor, rename the window, fill the clipboard or hide what was said. None of them gets through.
 */

const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;
const SEQUENCE =
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x90\x98\x9c-\x9f\n]*(?:\x07|\x1b\\|\x9c)|\x1b[ -/]*[0-~]/g;
/** A sequence whose end has not come yet. */
const OPEN =
  /(?:(?:\x1b\[|\x9b)[0-?]*[ -/]*|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x90\x98\x9c-\x9f\n]*\x1b?|\x1b[ -/]*|\r)$/;

/** Longest beginning of an escape sequence that is held back until its end comes. */
const MAX_HELD = 4096;

/** A text without escape sequences and control characters; line ends and tabs stay. */
export function plain(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(SEQUENCE, "").replace(CONTROL, "");
}

/** A text as one line of at most so many characters, cut with an ellipsis. */
export function oneLine(text: string, maxChars: number): string {
  // A long text is cut before it is searched: nothing beyond the line is shown anyhow.
  const line = plain(text.slice(0, maxChars * 8)).replace(/\s+/g, " ").trim();
  const letters = [...line];
  return letters.length <= maxChars ? line : `${letters.slice(0, Math.max(0, maxChars - 1)).join("")}…`;
}

/** The same as `plain` for a text that comes in pieces: a sequence may begin in one piece and end in another. */
export class PlainStream {
  #held = "";

  /** What may be shown now. */
  push(piece: string): string {
    const text = this.#held + piece;
    const tail = text.slice(-MAX_HELD);
    this.#held = OPEN.exec(tail)?.[0] ?? "";
    return plain(text.slice(0, text.length - this.#held.length));
  }

  /** What was held back, now that nothing follows. */
  end(): string {
    const rest = plain(this.#held);
    this.#held = "";
    return rest;
  }
}
