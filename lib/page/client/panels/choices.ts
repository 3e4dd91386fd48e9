import { h } from "../dom.ts";

/** The approval modes, from the most careful to the least. */
export const MODES: readonly string[] = ["plan", "default", "auto-edit", "auto", "yolo"];

/** A choice among texts, of which the server may know further ones. */
export class Choice {
  readonly #select: HTMLSelectElement;
  #values: string[] = [];

  constructor(select: HTMLSelectElement, choose: (value: string) => void) {
    this.#select = select;
    select.addEventListener("change", () => choose(select.value));
  }

  set isEnabled(isEnabled: boolean) {
    this.#select.disabled = !isEnabled;
  }

  /** Offers values, in order, without repeats. */
  offer(values: readonly string[]): void {
    const all = [...new Set(values)].filter((value) => value !== "");
    if (all.join("\n") === this.#values.join("\n")) return;
    this.#values = all;
    const { value } = this.#select;
    this.#select.replaceChildren(...all.map((one) => h("option", { text: one, attributes: { value: one } })));
    if (all.includes(value)) this.#select.value = value;
  }

  /** Shows the value that holds. */
  set(value: string): void {
    if (value !== "" && !this.#values.includes(value)) this.offer([value, ...this.#values]);
    this.#select.value = value;
  }
}
