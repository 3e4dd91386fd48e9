import type { LineInput } from "../input/line_input.ts";
import { plain } from "../plain_text.ts";
import type { Asker, Field, Menu } from "./prompts.ts";

/** What an asker works with. */
export interface PlainAskerParts {
  write: (text: string) => void;
  input: Pick<LineInput, "nextKey" | "nextLine">;
  /** Called when a list or a field was answered or left. */
  onDone?: () => void;
}

/** Asks line by line: nothing is redrawn, moved or erased. */
export class PlainAsker implements Asker {
  readonly #write: (text: string) => void;
  readonly #input: Pick<LineInput, "nextKey" | "nextLine">;
  readonly #onDone: () => void;
  #isOpen = false;

  constructor(parts: PlainAskerParts) {
    this.#write = parts.write;
    this.#input = parts.input;
    this.#onDone = parts.onDone ?? (() => {});
  }

  /** Whether a list or a field waits for an answer. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  print(rows: readonly string[]): void {
    for (const row of rows) this.#write(`${plain(row)}\n`);
  }

  async choose(menu: Menu): Promise<string[] | null> {
    const hasKeys = menu.choices.some(({ key }) => key);
    const lines = menu.choices.map(({ key, label, detail }, index) =>
      `  ${hasKeys ? key ?? " " : index + 1}: ${label}${detail ? `, ${detail}` : ""}`
    );
    this.print([menu.title, ...lines]);
    return await this.#while(() => hasKeys ? this.#byKey(menu) : this.#byNumber(menu));
  }

  async edit({ label, text }: Field): Promise<string | null> {
    this.print(text === "" ? [label] : [label, text, "Type the new text, or Enter to keep it."]);
    this.#write("> ");
    const line = await this.#while(() => this.#input.nextLine());
    return line === null ? null : line === "" ? text : line;
  }

  async #while<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    this.#isOpen = true;
    try {
      return await ask();
    } finally {
      this.#isOpen = false;
      this.#onDone();
    }
  }

  async #byKey({ choices }: Menu): Promise<string[] | null> {
    const keys = choices.flatMap(({ key }) => key ?? []).join("/");
    for (;;) {
      this.#write(`Answer (${keys}): `);
      const key = await this.#input.nextKey();
      if (key === null || (key.type === "press" && key.name === "esc")) {
        this.#write("no\n");
        return null;
      }
      const letter = key.type === "text" ? key.text.toLowerCase() : "";
      const chosen = choices.find((choice) => choice.key === letter);
      this.#write(`${chosen?.label ?? ""}\n`);
      if (chosen) return [chosen.value];
    }
  }

  async #byNumber({ choices, isMultiple }: Menu): Promise<string[] | null> {
    for (;;) {
      this.#write(isMultiple ? "Numbers, or Enter for none: " : "Number, or Enter for none: ");
      const line = await this.#input.nextLine();
      if (line === null || line.trim() === "") return null;
      const words = line.trim().split(/[\s,]+/);
      const values = words.flatMap((word) => choices[Number(word) - 1]?.value ?? []);
      if (values.length === words.length && (isMultiple || values.length === 1)) return values;
      this.#write("That is not in the list.\n");
    }
  }
}
