import type { OpenTerminal } from "./open_terminal.ts";

/** Bytes that are kept for a terminal that is not open. */
const MAX_KEPT = 1_000_000;

/** Shows the session as a terminal would: every byte that the annotations of the session tell. */
export class TerminalView {
  readonly #place: HTMLElement;
  #kept: string[] = [];
  #size = 0;
  #terminal: OpenTerminal | null = null;
  #opening: Promise<void> | undefined;

  constructor(place: HTMLElement) {
    this.#place = place;
    new ResizeObserver(() => this.#terminal?.fit()).observe(place);
  }

  write(bytes: string): void {
    if (bytes === "") return;
    this.#terminal?.write(bytes);
    if (this.#terminal) return;
    this.#kept.push(bytes);
    this.#size += bytes.length;
    while (this.#size > MAX_KEPT && this.#kept.length > 1) this.#size -= this.#kept.shift()?.length ?? 0;
  }

  /** Begins anew, such as for another session. */
  clear(): void {
    this.#kept = [];
    this.#size = 0;
    this.#terminal?.reset();
  }

  /** Opens the terminal when it is first looked at. */
  async show(): Promise<void> {
    this.#opening ??= this.#open();
    await this.#opening;
    this.#terminal?.fit();
  }

  async #open(): Promise<void> {
    const address = new URL("/terminal.js", location.href).href;
    const { openTerminal }: typeof import("./open_terminal.ts") = await import(address);
    this.#terminal = openTerminal(this.#place);
    for (const bytes of this.#kept.splice(0)) this.#terminal.write(bytes);
  }
}
