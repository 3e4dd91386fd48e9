import type { Flag, FlagSpec, Group } from "../table/flag_spec.ts";

const MIN_COLUMNS = 60;
const MAX_COLUMNS = 100;
const LABEL_COLUMNS = 24;

/** Lines of a help text within a width. */
export class Page {
  readonly columns: number;
  readonly #blocks: string[] = [];

  constructor(columns = 80) {
    this.columns = Math.min(MAX_COLUMNS, Math.max(MIN_COLUMNS, columns));
  }

  /** A paragraph. */
  text(text: string): void {
    this.#blocks.push(wrap(text, this.columns).join("\n"));
  }

  /** Text that keeps its line breaks. */
  verbatim(text: string): void {
    this.#blocks.push(text);
  }

  /** A heading and its lines. */
  section(heading: string, lines: readonly string[]): void {
    this.#blocks.push([`${heading}:`, ...lines].join("\n"));
  }

  /** A label and its meaning, aligned with its neighbours. */
  entry(label: string, text: string): string[] {
    const lines = wrap(text, this.columns - LABEL_COLUMNS);
    const pad = " ".repeat(LABEL_COLUMNS);
    const head = `  ${label}`;
    if (head.length > LABEL_COLUMNS - 2) return [head, ...lines.map((line) => pad + line)];
    return [head.padEnd(LABEL_COLUMNS) + (lines[0] ?? ""), ...lines.slice(1).map((line) => pad + line)];
  }

  toString(): string {
    return `${this.#blocks.join("\n\n")}\n`;
  }
}

/** The flags that the help texts show in a group. */
export function flagsIn(group: Group, flags: readonly Flag[]): Flag[] {
  return flags.filter(({ spec }) => spec.group === group && !spec.hidden);
}

/** The lines of a flag; `full` has all its spellings and choices. */
export function flagLines(page: Page, { name, spec, of }: Flag, options: { full?: true } = {}): string[] {
  const short = spec.short ? `-${spec.short}, ` : "";
  const label = `${short}--${name}${valueLabel(spec)}`;
  const notes: string[] = [];
  if (spec.default) notes.push(`default: ${spec.default}`);
  if (spec.type === "choice" && options.full) notes.push(`one of ${spec.choices.join(", ")}`);
  if (options.full && spec.also) notes.push(`also ${spec.also.map((also) => `--${also}`).join(", ")}`);
  if (options.full && spec.env) notes.push(`environment: ${spec.env}`);
  const effect = spec.inert ? "No effect. " : "";
  const extra = notes.length > 0 ? ` (${notes.join("; ")})` : "";
  const help = options.full && of ? `(qwen ${of}) ${spec.help}` : spec.help;
  return page.entry(label, effect + help + extra);
}

/** How the value of a flag is written in help texts. */
export function valueLabel(spec: FlagSpec): string {
  if (spec.type === "boolean") return "";
  const metavar = spec.metavar ?? "VALUE";
  if (spec.type === "list" && spec.bare !== undefined) return `[=${metavar}]`;
  if (spec.type === "optional") return spec.next ? ` [${metavar}]` : `[=${metavar}]`;
  return ` ${metavar}`;
}

/** Breaks a text into lines of at most so many characters. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return line === "" ? lines : [...lines, line];
}
