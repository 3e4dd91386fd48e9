import type { ResultDisplay, ToolStatus, WireConfirmation } from "../wire/lines.ts";

/** What a person has written. */
export interface UserEntry {
  kind: "user";
  id: number;
  promptId: string;
  text: string;
  /** Who wrote it, where several people do; empty where that is unknown. */
  name: string;
  /** Whether the turn of this prompt has not begun. */
  isWaiting: boolean;
}

/** Text of the model. */
export interface AnswerEntry {
  kind: "answer";
  id: number;
  text: string;
  isOpen: boolean;
}

/** A thought of the model. */
export interface ThoughtEntry {
  kind: "thought";
  id: number;
  subject: string;
  text: string;
  isOpen: boolean;
}

/** A call of a tool and its result. */
export interface ToolEntry {
  kind: "tool";
  id: number;
  callId: string;
  name: string;
  /** The arguments as they come, in JSON. */
  input: string;
  status: ToolStatus;
  /** The last part of the output. */
  output: string;
  display: ResultDisplay | null;
  confirmation: WireConfirmation | null;
}

/** Something that happened. */
export interface NoteEntry {
  kind: "note";
  id: number;
  level: "info" | "error";
  text: string;
  /** Whether the text is Markdown: the result of a command. */
  isMarkdown: boolean;
}

/** One child of the conversation. */
export type Entry = UserEntry | AnswerEntry | ThoughtEntry | ToolEntry | NoteEntry;

/** An entry without its number. */
export type NewEntry = WithoutId<Entry>;
type WithoutId<One> = One extends Entry ? Omit<One, "id"> : never;

/** Where changes of a conversation are reported. */
export interface EntryWatcher {
  /** An entry was added or has changed. */
  onChange(entry: Entry): void;
  /** Entries were removed or moved: everything has to be drawn again. */
  onReset(): void;
}

/** Characters of a conversation that are kept. */
const MAX_CHARS = 32_000_000;
const MAX_OUTPUT = 100_000;

/** The entries of one conversation, in order. */
export class Entries {
  #all: Entry[] = [];
  #next = 1;
  #chars = 0;
  readonly #calls = new Map<string, ToolEntry>();
  readonly #watcher: EntryWatcher;

  constructor(watcher: EntryWatcher) {
    this.#watcher = watcher;
  }

  get all(): readonly Entry[] {
    return this.#all;
  }

  get last(): Entry | undefined {
    return this.#all.at(-1);
  }

  /** Adds an entry at the end. */
  add<Kind extends Entry["kind"]>(entry: NewEntry & { kind: Kind }): Extract<Entry, { kind: Kind }> {
    const added = { ...entry, id: this.#next++ } as Entry;
    this.#all.push(added);
    if (added.kind === "tool") this.#calls.set(added.callId, added);
    this.#count(sizeOf(added));
    this.#watcher.onChange(added);
    return added as Extract<Entry, { kind: Kind }>;
  }

  /** Adds text to an answer or a thought. */
  extend(entry: AnswerEntry | ThoughtEntry, text: string): void {
    entry.text += text;
    this.#count(text.length);
    this.#watcher.onChange(entry);
  }

  /** Changes fields of an entry. */
  change<One extends Entry>(entry: One, fields: Partial<One>): void {
    Object.assign(entry, fields);
    this.#watcher.onChange(entry);
  }

  /** Adds output to a call; only its last part is kept. */
  addOutput(entry: ToolEntry, text: string): void {
    entry.output = (entry.output + text).slice(-MAX_OUTPUT);
    this.#watcher.onChange(entry);
  }

  /** The call with an id. */
  call(callId: string): ToolEntry | undefined {
    return this.#calls.get(callId);
  }

  /** The prompt with an id. */
  prompt(promptId: string): UserEntry | undefined {
    return this.#all.findLast((entry): entry is UserEntry => entry.kind === "user" && entry.promptId === promptId);
  }

  /** Moves an entry to the end. */
  moveToEnd(entry: Entry): void {
    const at = this.#all.indexOf(entry);
    if (at < 0 || at === this.#all.length - 1) return;
    this.#all.splice(at, 1);
    this.#all.push(entry);
    this.#watcher.onReset();
  }

  /** Removes an entry and, unless told otherwise, everything after it. */
  cut(entry: Entry, { only = false }: { only?: boolean } = {}): void {
    const at = this.#all.indexOf(entry);
    if (at < 0) return;
    for (const removed of this.#all.splice(at, only ? 1 : this.#all.length)) this.#chars -= sizeOf(removed);
    this.#watcher.onReset();
  }

  clear(): void {
    this.#all = [];
    this.#chars = 0;
    this.#calls.clear();
    this.#watcher.onReset();
  }

  /** Forgets the oldest entries of a conversation that has become too large. */
  #count(chars: number): void {
    this.#chars += chars;
    if (this.#chars <= MAX_CHARS || this.#all.length < 3) return;
    while (this.#chars > MAX_CHARS && this.#all.length > 2) {
      const removed = this.#all.shift();
      if (!removed) return;
      this.#chars -= sizeOf(removed);
      if (removed.kind === "tool") this.#calls.delete(removed.callId);
    }
    this.#watcher.onReset();
  }
}

function sizeOf(entry: Entry): number {
  return entry.kind === "tool" ? entry.input.length + MAX_OUTPUT / 100 : entry.text.length;
}
