import { graphemes } from "../draw/graphemes.ts";
import type { CursorPlace } from "../draw/live_region.ts";
import type { Palette } from "../draw/palette.ts";
import { cutToWidth, displayWidth, wrapText } from "../draw/text_width.ts";
import type { Key } from "../input/key_decoder.ts";
import { onlyStyles } from "../plain_text.ts";
import { LineEditor } from "../input/line_editor.ts";

/** One entry of a list. */
export interface Choice {
  value: string;
  label: string;
  /** A letter that chooses it at once. */
  key?: string;
  detail?: string;
}

/** A list to choose from. */
export interface Menu {
  title: string;
  choices: readonly Choice[];
  /** The value that is marked first. */
  current?: string;
  /** Whether several entries can be marked. */
  isMultiple?: boolean;
}

/** A text to type. */
export interface Field {
  label: string;
  text: string;
}

/** What asks a person: on the live rows of a conversation, on stderr, or line by line. */
export interface Asker {
  /** Prints rows that stay. */
  print(rows: readonly string[]): void;
  /** The chosen values; null when the person leaves the list. */
  choose(menu: Menu): Promise<string[] | null>;
  /** The typed text; null when the person leaves the field. */
  edit(field: Field): Promise<string | null>;
}

/** Rows of a list or a field, and the place of the cursor in them. */
export interface PromptRows {
  rows: string[];
  cursor: CursorPlace;
}

/** The most entries of a list that are shown at once. */
const MAX_SHOWN = 10;

type Open =
  | { kind: "menu"; menu: Menu; at: number; marked: Set<number>; resolve: (values: string[] | null) => void }
  | { kind: "field"; field: Field; editor: LineEditor; resolve: (text: string | null) => void };

/** The list or field that is open, which takes all keys until it is answered. */
export class Prompts {
  #open: Open | null = null;
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get isOpen(): boolean {
    return this.#open !== null;
  }

  /** Opens a list. Another one that is open is left. */
  choose(menu: Menu): Promise<string[] | null> {
    this.cancel();
    const { promise, resolve } = Promise.withResolvers<string[] | null>();
    const at = Math.max(0, menu.choices.findIndex(({ value }) => value === menu.current));
    this.#open = { kind: "menu", menu, at, marked: new Set(), resolve };
    this.#onChange();
    return promise;
  }

  /** Opens a field. */
  edit(field: Field): Promise<string | null> {
    this.cancel();
    const { promise, resolve } = Promise.withResolvers<string | null>();
    const editor = new LineEditor();
    editor.set(field.text);
    this.#open = { kind: "field", field, editor, resolve };
    this.#onChange();
    return promise;
  }

  /** Leaves what is open. */
  cancel(): void {
    const open = this.#open;
    this.#open = null;
    open?.resolve(null);
  }

  /** Takes a key. */
  press(key: Key): void {
    const open = this.#open;
    if (!open) return;
    if (key.type === "press" && (key.name === "esc" || key.name === "ctrl+c")) this.cancel();
    else if (open.kind === "menu") this.#menuKey(key, open);
    else this.#fieldKey(key, open);
    this.#onChange();
  }

  /** The rows to draw. */
  rows(palette: Palette, columns: number): PromptRows {
    const open = this.#open;
    if (!open) return { rows: [], cursor: { row: 0, column: 0 } };
    return open.kind === "menu" ? menuRows(open, { palette, columns }) : fieldRows(open, { palette, columns });
  }

  #menuKey(key: Key, open: Open & { kind: "menu" }): void {
    const { choices, isMultiple } = open.menu;
    const count = choices.length;
    if (key.type === "text") return this.#letter(key.text, open);
    if (key.type === "paste") return;
    switch (key.name) {
      case "up":
      case "ctrl+p":
      case "shift+tab":
        open.at = (open.at + count - 1) % Math.max(1, count);
        return;
      case "down":
      case "ctrl+n":
      case "tab":
        open.at = (open.at + 1) % Math.max(1, count);
        return;
      case "home":
        open.at = 0;
        return;
      case "end":
        open.at = Math.max(0, count - 1);
        return;
      case "enter":
        return this.#close(open, isMultiple && open.marked.size > 0 ? [...open.marked].sort() : [open.at]);
    }
  }

  #letter(text: string, open: Open & { kind: "menu" }): void {
    const { choices, isMultiple } = open.menu;
    // Only a single letter chooses: a word that was being typed when the list opened must not.
    if ([...text].length !== 1) return;
    if (text === " " && isMultiple) {
      if (!open.marked.delete(open.at)) open.marked.add(open.at);
      return;
    }
    const byKey = choices.findIndex((choice) => choice.key === text.toLowerCase());
    const byNumber = choices.some((choice) => choice.key) ? -1 : Number(text) - 1;
    const index = byKey >= 0 ? byKey : byNumber;
    if (!Number.isInteger(index) || !choices[index]) return;
    open.at = index;
    if (!isMultiple) return this.#close(open, [index]);
    if (!open.marked.delete(index)) open.marked.add(index);
  }

  #close(open: Open & { kind: "menu" }, indexes: readonly number[]): void {
    this.#open = null;
    const values = indexes.flatMap((index) => open.menu.choices[index]?.value ?? []);
    open.resolve(values.length > 0 ? values : null);
  }

  #fieldKey(key: Key, open: Open & { kind: "field" }): void {
    if (open.editor.press(key) !== "submitted") return;
    this.#open = null;
    open.resolve(open.editor.text);
  }
}

function menuRows(
  { menu, at, marked }: Open & { kind: "menu" },
  { palette, columns }: { palette: Palette; columns: number },
): PromptRows {
  const first = Math.max(0, Math.min(at - Math.floor(MAX_SHOWN / 2), menu.choices.length - MAX_SHOWN));
  const shown = menu.choices.slice(first, first + MAX_SHOWN);
  const head = wrapText(menu.title, { columns }).map((row) => palette.bold(row));
  const keys = menu.choices.some((choice) => choice.key);
  const rows = shown.map((choice, index) => {
    const own = first + index;
    const letter = keys ? `${choice.key ?? " "}  ` : "";
    const mark = menu.isMultiple ? `[${marked.has(own) ? "x" : " "}] ` : "";
    const line = `${own === at ? "> " : "  "}${letter}${mark}${choice.label}`;
    const room = columns - displayWidth(line) - 2;
    const detail = choice.detail && room > 8 ? `  ${palette.dim(cutToWidth(choice.detail, room))}` : "";
    const cut = cutToWidth(line, columns);
    return own === at ? palette.accent(cut) + detail : cut + detail;
  });
  const more = menu.choices.length - shown.length;
  const foot = more > 0 ? [palette.dim(`  ${more} more: use the arrow keys`)] : [];
  return { rows: [...head, ...rows, ...foot], cursor: { row: head.length + at - first, column: 0 } };
}

function fieldRows(
  { field, editor }: Open & { kind: "field" },
  { palette, columns }: { palette: Palette; columns: number },
): PromptRows {
  const label = wrapText(field.label, { columns }).map((row) => palette.bold(row));
  const typed = editorRows(editor, { columns, sign: "> " });
  return {
    rows: [...label, ...typed.rows],
    cursor: { row: label.length + typed.cursor.row, column: typed.cursor.column },
  };
}

/** The rows of an editor: each line of its text, broken at the width of the terminal. */
export function editorRows(
  { text, cursor }: Pick<LineEditor, "text" | "cursor">,
  { columns, sign }: { columns: number; sign: string },
): PromptRows {
  const indent = displayWidth(sign);
  const room = Math.max(4, columns - indent);
  const rows: string[] = [];
  let place: CursorPlace = { row: 0, column: indent };
  let at = 0;
  for (const line of text.split("\n")) {
    let row = "";
    let width = 0;
    for (const { segment } of graphemes(line)) {
      const shown = segment === "\t" ? "  " : onlyStyles(segment).replace("\x1b", "");
      const own = displayWidth(shown);
      if (width + own > room) {
        rows.push(row);
        row = "";
        width = 0;
      }
      if (at === cursor) place = { row: rows.length, column: indent + width };
      row += shown;
      width += own;
      at += segment.length;
    }
    if (at === cursor) place = { row: rows.length, column: indent + width };
    rows.push(row);
    at += 1;
  }
  return { rows: rows.map((row, index) => `${index === 0 ? sign : " ".repeat(indent)}${row}`), cursor: place };
}
