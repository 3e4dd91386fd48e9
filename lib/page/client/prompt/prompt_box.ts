import type { Clock } from "../../../model/clock.ts";
import { show } from "../dom.ts";
import type { HintLine } from "../wire/lines.ts";
import { Hints } from "./hints.ts";

/** The parts of the document that make the prompt. */
export interface PromptParts {
  form: HTMLFormElement;
  box: HTMLTextAreaElement;
  send: HTMLButtonElement;
  cancel: HTMLButtonElement;
  hints: HTMLElement;
}

/** What the prompt asks of the page. */
export interface PromptActions {
  /** Sends a prompt; returns whether it was sent. */
  submit(text: string): boolean;
  cancel(): void;
  askHints(request: object): boolean;
}

const MAX_KEPT = 100;

/** Where a person writes: Enter sends, Shift+Enter is a new line, Esc cancels the turn that runs. */
export class PromptBox {
  readonly #parts: PromptParts;
  readonly #actions: PromptActions;
  readonly #hints: Hints;
  /** Earlier prompts, for the arrow keys in an empty box. */
  readonly #kept: string[] = [];
  #at = 0;

  constructor(parts: PromptParts, { actions, clock }: { actions: PromptActions; clock: Clock }) {
    this.#parts = parts;
    this.#actions = actions;
    this.#hints = new Hints({ box: parts.box, list: parts.hints, clock, ask: (request) => actions.askHints(request) });
    parts.box.addEventListener("keydown", (event) => this.#onKey(event));
    parts.box.addEventListener("input", () => this.#fit());
    parts.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send();
    });
    parts.cancel.addEventListener("click", () => {
      actions.cancel();
      parts.box.focus();
    });
  }

  get isEmpty(): boolean {
    return this.#parts.box.value === "";
  }

  /** Puts a text into the box, such as a prompt that was taken back. */
  fill(text: string): void {
    this.#parts.box.value = text;
    this.#fit();
    this.focus();
  }

  focus(): void {
    this.#parts.box.focus();
  }

  takeHints(line: HintLine): void {
    this.#hints.take(line);
  }

  /** Shows whether a turn runs, and whether the person may write at all. */
  setState({ isWorking, mayWrite }: { isWorking: boolean; mayWrite: boolean }): void {
    const { box, send, cancel } = this.#parts;
    const hadFocus = document.activeElement === cancel;
    show(cancel, { when: isWorking && mayWrite });
    if (hadFocus && cancel.hidden) box.focus();
    send.disabled = !mayWrite;
    box.readOnly = !mayWrite;
    box.placeholder = mayWrite ? "Write a prompt" : "You are watching";
  }

  #onKey(event: KeyboardEvent): void {
    if (event.isComposing) return;
    if (!event.shiftKey && this.#hints.takeKey(event.key)) return event.preventDefault();
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.#send();
    } else if (event.key === "Escape") {
      event.preventDefault();
      this.#actions.cancel();
    } else if (event.key === "ArrowUp" || event.key === "ArrowDown") this.#recall(event);
  }

  #send(): void {
    const { box } = this.#parts;
    const text = box.value.trim();
    if (text === "" || box.readOnly || !this.#actions.submit(text)) return;
    this.#kept.push(text);
    if (this.#kept.length > MAX_KEPT) this.#kept.shift();
    this.#at = this.#kept.length;
    box.value = "";
    this.#hints.close();
    this.#fit();
  }

  /** Brings back an earlier prompt where the box is empty or shows one. */
  #recall(event: KeyboardEvent): void {
    const { box } = this.#parts;
    if (box.value !== "" && box.value !== this.#kept[this.#at]) return;
    const at = this.#at + (event.key === "ArrowUp" ? -1 : 1);
    if (at < 0 || at > this.#kept.length || this.#kept.length === 0) return;
    event.preventDefault();
    this.#at = at;
    box.value = this.#kept[at] ?? "";
    this.#fit();
  }

  /** Lets the box grow with its text. */
  #fit(): void {
    const { box } = this.#parts;
    const rows = Math.min(10, Math.max(1, box.value.split("\n").length));
    box.rows = rows;
  }
}
