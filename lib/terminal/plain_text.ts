// deno-lint-ignore-file no-control-regex -- control characters are what this is about.
/**
 * Removes escape sequences and control characters from text of models, tools and servers before a terminal shows it:
 * they could move the cursor, rename the window, fill the clipboard or hide text.
 */

const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;
const SEQUENCE =
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x90\x98\x9c-\x9f\n]*(?:\x07|\x1b\\|\x9c)|\x1b[ -/]*[0-~]/g;
/** An unfinished sequence. */
const OPEN =
  /(?:(?:\x1b\[|\x9b)[0-?]*[ -/]*|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x90\x98\x9c-\x9f\n]*\x1b?|\x1b[ -/]*|\r)$/;

/** The most characters of an unfinished sequence that are held back. */
const MAX_HELD = 4096;

/** A text without escape sequences and control characters; line ends and tabs stay. */
export function plain(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(SEQUENCE, "").replace(CONTROL, "");
}

/** Everything that a row may not hold: control characters, and sequences other than styles. */
const NO_STYLE = /\x1b(?!\[[0-9;]*m)|[\x00-\x1a\x1c-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

/** A row with its styles and without anything else that could move the cursor: the last guard before a terminal. */
export function onlyStyles(row: string): string {
  return row.replace(NO_STYLE, "");
}

/** A text on one line, cut to `maxChars` characters with an ellipsis. */
export function oneLine(text: string, maxChars: number): string {
  // Cut a long text first: the line shows no more of it.
  const line = plain(text.slice(0, maxChars * 8)).replace(/\s+/g, " ").trim();
  const letters = [...line];
  return letters.length <= maxChars ? line : `${letters.slice(0, Math.max(0, maxChars - 1)).join("")}…`;
}

/** Like `plain`, for a text that comes in pieces: a sequence may span several of them. */
export class PlainStream {
  #held = "";

  /** The text that is safe to show now. */
  push(piece: string): string {
    const text = this.#held + piece;
    const tail = text.slice(-MAX_HELD);
    this.#held = OPEN.exec(tail)?.[0] ?? "";
    return plain(text.slice(0, text.length - this.#held.length));
  }

  /** The text that was held back, once nothing follows. */
  end(): string {
    const rest = plain(this.#held);
    this.#held = "";
    return rest;
  }
}
