import { graphemes } from "../draw/graphemes.ts";
import { plain } from "../plain_text.ts";
import type { Key } from "./key_decoder.ts";

/** What a key did to the line. */
export type EditorOutcome =
  /** The line was changed or the cursor moved. */
  | "edited"
  /** The line is complete. */
  | "submitted"
  /** The editor has no use for the key. */
  | "ignored";

/** An incremental search through earlier lines. */
export interface HistorySearch {
  query: string;
  /** The line that was found; null where none fits. */
  match: string | null;
}

/** A text of one or more lines under edit, with its history. Draws nothing. */
export class LineEditor {
  #text = "";
  #cursor = 0;
  #killed = "";
  readonly #history: string[];
  /** Where the history is being read; its length is the line under edit. */
  #at: number;
  #draft = "";
  #search: { query: string; at: number } | null = null;
  #undo: { text: string; cursor: number }[] = [];

  constructor(history: readonly string[] = []) {
    this.#history = [...history];
    this.#at = this.#history.length;
  }

  get text(): string {
    return this.#text;
  }

  /** Index into the text. */
  get cursor(): number {
    return this.#cursor;
  }

  get search(): HistorySearch | null {
    if (!this.#search) return null;
    return { query: this.#search.query, match: this.#history[this.#search.at] ?? null };
  }

  /** Replaces the text. */
  set(text: string, cursor = text.length): void {
    this.#remember();
    this.#text = text;
    this.#cursor = Math.max(0, Math.min(cursor, text.length));
  }

  /** Takes the finished line and empties the editor. */
  take(): string {
    const text = this.#text;
    if (text.trim() !== "" && this.#history.at(-1) !== text) this.#history.push(text);
    this.#at = this.#history.length;
    this.#draft = "";
    this.#text = "";
    this.#cursor = 0;
    this.#undo = [];
    return text;
  }

  /** Inserts text at the cursor. */
  insert(text: string): void {
    if (text === "") return;
    this.#remember();
    this.#text = this.#text.slice(0, this.#cursor) + text + this.#text.slice(this.#cursor);
    this.#cursor += text.length;
  }

  /** Applies a key. */
  press(key: Key): EditorOutcome {
    if (this.#search) return this.#searchKey(key, this.#search);
    if (key.type === "paste" || key.type === "text") {
      // Pasted text may hold escape sequences that its reader never saw.
      this.insert(plain(key.text));
      return "edited";
    }
    if (key.name === "enter") return this.#enter();
    const act = this.#actions()[key.name];
    if (!act) return "ignored";
    act();
    return "edited";
  }

  /** A backslash before Enter continues on a further line. */
  #enter(): EditorOutcome {
    if (this.#text[this.#cursor - 1] !== "\\") return "submitted";
    this.#remove(this.#cursor - 1, this.#cursor);
    this.insert("\n");
    return "edited";
  }

  #actions(): Record<string, () => void> {
    return {
      "shift+enter": () => this.insert("\n"),
      "alt+enter": () => this.insert("\n"),
      "ctrl+j": () => this.insert("\n"),
      "left": () => this.#cursor = this.#before(),
      "ctrl+b": () => this.#cursor = this.#before(),
      "right": () => this.#cursor = this.#after(),
      "ctrl+f": () => this.#cursor = this.#after(),
      "up": () => this.#vertical("up"),
      "down": () => this.#vertical("down"),
      "ctrl+p": () => this.#vertical("up"),
      "ctrl+n": () => this.#vertical("down"),
      "home": () => this.#cursor = this.#lineStart(),
      "ctrl+a": () => this.#cursor = this.#lineStart(),
      "end": () => this.#cursor = this.#lineEnd(),
      "ctrl+e": () => this.#cursor = this.#lineEnd(),
      "ctrl+left": () => this.#cursor = this.#wordBefore(),
      "alt+left": () => this.#cursor = this.#wordBefore(),
      "alt+b": () => this.#cursor = this.#wordBefore(),
      "ctrl+right": () => this.#cursor = this.#wordAfter(),
      "alt+right": () => this.#cursor = this.#wordAfter(),
      "alt+f": () => this.#cursor = this.#wordAfter(),
      "backspace": () => this.#remove(this.#before(), this.#cursor),
      "ctrl+h": () => this.#remove(this.#before(), this.#cursor),
      "delete": () => this.#remove(this.#cursor, this.#after()),
      "ctrl+d": () => this.#remove(this.#cursor, this.#after()),
      "ctrl+k": () => this.#kill(this.#cursor, this.#killEnd()),
      "ctrl+u": () => this.#kill(this.#lineStart(), this.#cursor),
      "ctrl+w": () => this.#kill(this.#blankBefore(), this.#cursor),
      "alt+backspace": () => this.#kill(this.#wordBefore(), this.#cursor),
      "ctrl+backspace": () => this.#kill(this.#wordBefore(), this.#cursor),
      "alt+d": () => this.#kill(this.#cursor, this.#wordAfter()),
      "ctrl+y": () => this.insert(this.#killed),
      "ctrl+_": () => this.#takeBack(),
      "ctrl+r": () => this.#search = { query: "", at: this.#history.length },
    };
  }

  #searchKey(key: Key, search: { query: string; at: number }): EditorOutcome {
    if (key.type !== "press") {
      const query = search.query + key.text;
      this.#search = { query, at: this.#find(query, this.#history.length - 1) };
      return "edited";
    }
    switch (key.name) {
      case "ctrl+r":
        this.#search = { ...search, at: this.#find(search.query, search.at - 1) };
        return "edited";
      case "backspace": {
        const query = [...search.query].slice(0, -1).join("");
        this.#search = { query, at: this.#find(query, this.#history.length - 1) };
        return "edited";
      }
      case "esc":
      case "ctrl+c":
      case "ctrl+g":
        this.#search = null;
        return "edited";
      default: {
        const match = this.#history[search.at];
        this.#search = null;
        if (match !== undefined) this.set(match);
        return key.name === "enter" || key.name === "tab" ? "edited" : this.press(key);
      }
    }
  }

  #find(query: string, from: number): number {
    if (query === "") return this.#history.length;
    for (let at = Math.min(from, this.#history.length - 1); at >= 0; at--) {
      if (this.#history[at].includes(query)) return at;
    }
    return this.#history.length;
  }

  /** Moves between the lines of the text and, at its first and last line, through the history. */
  #vertical(direction: "up" | "down"): void {
    const start = this.#lineStart();
    const column = this.#cursor - start;
    if (direction === "up" && start > 0) {
      const above = this.#text.lastIndexOf("\n", start - 2) + 1;
      this.#cursor = Math.min(above + column, start - 1);
      return;
    }
    const end = this.#lineEnd();
    if (direction === "down" && end < this.#text.length) {
      const below = this.#text.indexOf("\n", end + 1);
      this.#cursor = Math.min(end + 1 + column, below < 0 ? this.#text.length : below);
      return;
    }
    this.#recall(this.#at + (direction === "up" ? -1 : 1));
  }

  #recall(at: number): void {
    if (at < 0 || at > this.#history.length) return;
    if (this.#at === this.#history.length) this.#draft = this.#text;
    this.#at = at;
    this.#text = at === this.#history.length ? this.#draft : this.#history[at];
    this.#cursor = this.#text.length;
  }

  #remember(): void {
    this.#undo.push({ text: this.#text, cursor: this.#cursor });
    if (this.#undo.length > 200) this.#undo.shift();
  }

  #takeBack(): void {
    const last = this.#undo.pop();
    if (!last) return;
    this.#text = last.text;
    this.#cursor = last.cursor;
  }

  #remove(from: number, to: number): void {
    if (from >= to) return;
    this.#remember();
    this.#text = this.#text.slice(0, from) + this.#text.slice(to);
    this.#cursor = from;
  }

  #kill(from: number, to: number): void {
    if (from < to) this.#killed = this.#text.slice(from, to);
    this.#remove(from, to);
  }

  /** The end of the line, or the line break itself where the cursor stands before it. */
  #killEnd(): number {
    const end = this.#lineEnd();
    return end === this.#cursor ? Math.min(end + 1, this.#text.length) : end;
  }

  #lineStart(): number {
    return this.#text.lastIndexOf("\n", this.#cursor - 1) + 1;
  }

  #lineEnd(): number {
    const end = this.#text.indexOf("\n", this.#cursor);
    return end < 0 ? this.#text.length : end;
  }

  #before(): number {
    const start = Math.max(0, this.#cursor - 64);
    const last = [...graphemes(this.#text.slice(start, this.#cursor))].at(-1);
    return last ? start + last.index : this.#cursor;
  }

  #after(): number {
    for (const { segment } of graphemes(this.#text.slice(this.#cursor, this.#cursor + 64))) {
      return this.#cursor + segment.length;
    }
    return this.#cursor;
  }

  #wordBefore(): number {
    const head = this.#text.slice(0, this.#cursor);
    return head.replace(/[\p{L}\p{N}_]*[^\p{L}\p{N}_]*$/u, (tail) => {
      const blanks = /[^\p{L}\p{N}_]*$/u.exec(tail)?.[0].length ?? 0;
      const word = /[\p{L}\p{N}_]*$/u.exec(tail.slice(0, tail.length - blanks))?.[0].length ?? 0;
      return tail.slice(0, tail.length - blanks - word);
    }).length;
  }

  #blankBefore(): number {
    return this.#text.slice(0, this.#cursor).replace(/\S*\s*$/, "").length;
  }

  #wordAfter(): number {
    const rest = this.#text.slice(this.#cursor);
    return this.#cursor + (/^[^\p{L}\p{N}_]*[\p{L}\p{N}_]*/u.exec(rest)?.[0].length ?? 0);
  }
}
