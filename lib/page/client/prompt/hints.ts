import type { Clock } from "../../../model/clock.ts";
import { h } from "../dom.ts";
import type { HintLine } from "../wire/lines.ts";

/** What the list of hints works with. */
export interface HintsOptions {
  box: HTMLTextAreaElement;
  list: HTMLElement;
  clock: Clock;
  /** Asks the server; returns whether there is a session to ask. */
  ask: (request: object) => boolean;
}

interface Token {
  trigger: "slash" | "at" | "question";
  start: number;
  end: number;
}

type Suggestion = HintLine["suggestions"][number];

const PAUSE_MS = 40;
const MAX_SHOWN = 50;

/** Suggestions while a person types `/`, `?` or `@`. */
export class Hints {
  readonly #options: HintsOptions;
  #token: Token | null = null;
  #asked = "";
  #count = 0;
  #shown: readonly Suggestion[] = [];
  #chosen = 0;
  #cancel: () => void = () => {};

  constructor(options: HintsOptions) {
    this.#options = options;
    const { box, list } = options;
    // The prompt keeps the focus.
    list.addEventListener("pointerdown", (event) => event.preventDefault());
    box.addEventListener("input", () => this.#look());
    box.addEventListener("blur", () => this.close());
    box.addEventListener("click", () => this.#look());
  }

  get isOpen(): boolean {
    return this.#shown.length > 0;
  }

  /** Takes a key of the prompt; returns whether it was meant for the list. */
  takeKey(key: string): boolean {
    if (!this.isOpen) return false;
    if (key === "ArrowDown" || key === "ArrowUp") {
      const step = key === "ArrowDown" ? 1 : this.#shown.length - 1;
      this.#mark((this.#chosen + step) % this.#shown.length);
      return true;
    }
    if (key === "Enter" || key === "Tab") return this.#choose(this.#chosen);
    if (key !== "Escape") return false;
    this.close();
    return true;
  }

  /** Takes suggestions of the server. */
  take(line: HintLine): void {
    if (line.prompt_id !== this.#asked || !this.#token || line.status === "loading") return;
    this.#shown = line.status === "ok" ? line.suggestions.slice(0, MAX_SHOWN) : [];
    this.#draw();
  }

  close(): void {
    this.#cancel();
    this.#asked = "";
    this.#shown = [];
    this.#draw();
  }

  #look(): void {
    this.#cancel();
    const { box, clock } = this.#options;
    this.#token = tokenAt(box.value, box.selectionStart);
    if (!this.#token) return this.close();
    this.#cancel = clock.after(PAUSE_MS, () => this.#ask());
  }

  #ask(): void {
    const { box, ask } = this.#options;
    if (!this.#token) return;
    const { trigger, start, end } = this.#token;
    const text = box.value.slice(start, end);
    this.#asked = `hint-${++this.#count}`;
    const isAsked = ask({
      type: "command_hint_request",
      prompt_id: this.#asked,
      trigger,
      text,
      cursor: box.selectionStart - start,
    });
    if (!isAsked) this.close();
  }

  #draw(): void {
    const { list, box } = this.#options;
    list.hidden = !this.isOpen;
    if (!this.isOpen) {
      list.replaceChildren();
      box.removeAttribute("aria-activedescendant");
      return;
    }
    list.replaceChildren(...this.#shown.map((suggestion, at) => this.#option(suggestion, at)));
    this.#mark(0);
  }

  #option({ label, description }: Suggestion, at: number): HTMLElement {
    const children = [h("span", { class: "hint-label", text: label })];
    if (description) children.push(h("span", { class: "hint-text", text: description }));
    const option = h("div", { class: "hint", attributes: { role: "option", id: `hint-${at}` }, children });
    option.addEventListener("pointerdown", () => this.#choose(at));
    return option;
  }

  #mark(at: number): void {
    const { list, box } = this.#options;
    this.#chosen = at;
    for (const [index, option] of [...list.children].entries()) {
      option.setAttribute("aria-selected", String(index === at));
      if (index === at) option.scrollIntoView({ block: "nearest" });
    }
    box.setAttribute("aria-activedescendant", `hint-${at}`);
  }

  /** Puts a suggestion in place; returns false where it is there already, so that Enter can send it. */
  #choose(at: number): boolean {
    const { box } = this.#options;
    const token = this.#token;
    const suggestion = this.#shown[at];
    if (!token || !suggestion) return false;
    const text = insertionOf(suggestion.value, token);
    const isThere = box.value.slice(token.start, token.end).trimEnd() === text.trimEnd();
    this.close();
    if (isThere && token.end === box.value.length) return false;
    const isFolder = text.endsWith("/");
    box.setRangeText(isFolder ? text : `${text} `, token.start, token.end, "end");
    if (isFolder) this.#look();
    return true;
  }
}

/** What a suggestion puts in place of the text that it completes. */
function insertionOf(value: string, { trigger }: Token): string {
  if (trigger === "at") return value.startsWith("@") ? value : `@${value}`;
  const sign = trigger === "slash" ? "/" : "?";
  return /^[/?]/.test(value) ? value : `${sign}${value}`;
}

/** The text at the cursor that hints can complete. */
function tokenAt(text: string, cursor: number): Token | null {
  if (/^[/?]/.test(text) && !text.includes("\n")) {
    return { trigger: text[0] === "/" ? "slash" : "question", start: 0, end: text.length };
  }
  const before = /(?:^|\s)(@(?:\\.|[^\s\\])*)$/.exec(text.slice(0, cursor));
  if (!before) return null;
  return { trigger: "at", start: cursor - before[1].length, end: cursor };
}
