import type { ToolCompleted } from "../../../model/event.ts";
import { isObject, type Json, type JsonObject } from "../../../model/json.ts";
import type { ClaudeNaming, ToolNaming } from "../../../model/ports/tool_naming.ts";
import { fitText } from "../../../stream/fit_text.ts";

/** Converts names, inputs and results of tools as their own files declare it; other tools stay as they are. */
export class ClaudeTools {
  readonly #byName: ReadonlyMap<string, ClaudeNaming>;
  readonly #ownNames = new Map<string, string>();
  /** Our names of tools as words; a name without an underscore is a word of English as well and needs quotes. */
  readonly #ownWords: RegExp;

  constructor(tools: readonly ToolNaming[]) {
    this.#byName = new Map(tools.flatMap(({ name, claude }) => claude ? [[name, claude] as const] : []));
    const names = [...this.#byName.keys()];
    const plain = names.filter((name) => !name.includes("_"));
    const words = names.filter((name) => name.includes("_"));
    this.#ownWords = new RegExp(
      `\\b(?:${words.join("|") || "(?!)"})\\b|(?<=["'\`])(?:${plain.join("|") || "(?!)"})(?=["'\`])`,
      "g",
    );
    for (const [name, claude] of this.#byName) {
      for (const known of [claude.name, ...claude.formerNames ?? []]) this.#ownNames.set(known, name);
    }
  }

  /** The name by which the host knows a tool. */
  name(tool: string): string {
    return this.#byName.get(tool)?.name ?? tool;
  }

  /** Our name of a tool that the host names. */
  ownName(name: string): string {
    return this.#ownNames.get(name) ?? name;
  }

  /** A call's input with the host's parameters. */
  input(tool: string, input: Json): Json {
    const convert = this.#byName.get(tool)?.toInput;
    return convert && isObject(input) ? convert(input as JsonObject) : input;
  }

  /** A call's input with our parameters. */
  ownInput(tool: string, input: Json): Json {
    const convert = this.#byName.get(tool)?.fromInput;
    return convert && isObject(input) ? convert(input as JsonObject) : input;
  }

  /** The structured result of a call; undefined where the tool gave none. */
  result(event: ToolCompleted, maxBytes: number): JsonObject | undefined {
    const { data, tool, input, output, durationMs } = event;
    const convert = this.#byName.get(tool)?.toResult;
    if (!data || !convert) return data;
    return convert({ data, input, output, durationMs, shorten: (text) => fitText(text, maxBytes) });
  }

  /** A text of this program for a host, which knows tools by its own names. Texts of others are not changed. */
  renamed(text: string): string {
    return text.replace(this.#ownWords, (own) => this.name(own));
  }

  /** Whether a tool's result shows what a person sees. */
  showsDisplay(tool: string): boolean {
    return this.#byName.get(tool)?.showsDisplay ?? false;
  }
}
