import type { CommandBody, Reply, Suggestion } from "../../model/mod.ts";
import type { Palette } from "../draw/palette.ts";
import { cutToWidth, displayWidth } from "../draw/text_width.ts";
import type { LineEditor } from "../input/line_editor.ts";
import { oneLine } from "../plain_text.ts";

type HintReply = Extract<Reply, { kind: "hint" }>;

const MAX_SHOWN = 8;

/** Commands of the terminal itself, which a session does not know. */
const OWN_COMMANDS: readonly Suggestion[] = [
  { label: "approval-mode", value: "approval-mode", description: "Choose how much is done without asking" },
  { label: "quit", value: "quit", description: "Leave the conversation" },
  { label: "resume", value: "resume", description: "Continue a saved session" },
  { label: "theme", value: "theme", description: "Choose the colours" },
];

/** The completions of a slash command or of an `@` path, which the session finds. */
export class HintList {
  readonly #send: (body: CommandBody) => void;
  #asked = 0;
  #trigger: "slash" | "at" | null = null;
  #suggestions: Suggestion[] = [];
  #at = 0;
  /** The name of a command that is being typed; null where something else is. */
  #name: string | null = null;
  /** Whether the person has chosen an entry by the arrow keys. */
  #isChosen = false;

  constructor(send: (body: CommandBody) => void) {
    this.#send = send;
  }

  get isOpen(): boolean {
    return this.#suggestions.length > 0;
  }

  get isChosen(): boolean {
    return this.isOpen && this.#isChosen;
  }

  /** Asks for completions of what was typed. */
  update({ text, cursor }: Pick<LineEditor, "text" | "cursor">): void {
    const before = text.slice(0, cursor);
    const trigger = /^[/?][^\n]*$/.test(before) ? "slash" : /(^|\s)@(?:\\.|[^\s\\])*$/.test(before) ? "at" : null;
    this.#trigger = trigger;
    this.#name = /^\/([\w-]*)$/.exec(before)?.[1] ?? null;
    if (trigger === null) return this.close();
    this.#asked += 1;
    this.#send({ type: "hint", promptId: `hint${this.#asked}`, trigger, text, cursor, cwd: null });
  }

  /** Takes a reply; one that answers an older text is ignored. */
  take({ promptId, status, suggestions }: HintReply): void {
    if (promptId !== `hint${this.#asked}` || this.#trigger === null || status === "loading") return;
    this.#suggestions = this.#name === null ? suggestions : withOwn(suggestions, this.#name);
    this.#at = 0;
    this.#isChosen = false;
  }

  close(): void {
    this.#suggestions = [];
    this.#isChosen = false;
    this.#asked += 1;
  }

  move(step: 1 | -1): void {
    const count = this.#suggestions.length;
    if (this.#isChosen) this.#at = (this.#at + step + count) % count;
    else this.#at = step > 0 ? 0 : count - 1;
    this.#isChosen = true;
  }

  /** Puts the marked entry into the text. */
  accept(editor: LineEditor): void {
    const chosen = this.#suggestions[this.#at];
    if (!chosen) return;
    const before = editor.text.slice(0, editor.cursor);
    const rest = editor.text.slice(editor.cursor);
    const start = this.#trigger === "at"
      ? before.replace(/@(?:\\.|[^\s\\])*$/, "@")
      : before.includes(" ")
      ? before.replace(/\S*$/, "")
      : "/";
    const blank = chosen.value.endsWith("/") ? "" : " ";
    const head = `${start}${chosen.value}${blank}`;
    editor.set(head + rest, head.length);
    this.close();
  }

  /** The rows of the list. */
  rows(palette: Palette, columns: number): string[] {
    const first = Math.max(0, Math.min(this.#at - 3, this.#suggestions.length - MAX_SHOWN));
    const shown = this.#suggestions.slice(first, first + MAX_SHOWN);
    const width = Math.min(30, Math.max(0, ...shown.map(({ label }) => displayWidth(label))));
    return shown.map(({ label, description }, index) => {
      const name = oneLine(label, 200);
      const padded = this.#trigger === "slash" ? `/${name}`.padEnd(width + 1) : name;
      const row = cutToWidth(`  ${padded}${description ? `  ${oneLine(description, 200)}` : ""}`, columns);
      return first + index === this.#at && this.#isChosen ? palette.accent(row) : palette.dim(row);
    });
  }
}

/** Adds the commands of the terminal to those of the session, in alphabetical order. */
function withOwn(suggestions: readonly Suggestion[], name: string): Suggestion[] {
  const own = OWN_COMMANDS.filter(({ value }) =>
    value.startsWith(name) && !suggestions.some((known) => known.value === value)
  );
  return [...suggestions, ...own].sort((a, b) => a.label < b.label ? -1 : 1);
}
