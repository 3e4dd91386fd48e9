import { deferred } from "../model/deferred.ts";
import { fail } from "../model/problem.ts";
import type { FlagSpec, Group, SubcommandName } from "./flag_spec.ts";
import { GROUPS } from "./flag_spec.ts";
import { type FlagName, flagNames, specOf, SUBCOMMANDS } from "./flag_table.ts";
import { usageOf } from "./flags.ts";
import { VERSION } from "./version.ts";

/** The version of Claude's agent protocol that is spoken: its clients warn about executables below 2.0.0. */
export const PROTOCOL_VERSION = "2.1.0";

/** What `-v` prints: client SDKs read the first word, people the second. */
export const PROTOCOL_VERSION_LINE = `${PROTOCOL_VERSION} (qwen ${VERSION})`;

/** The topics of `--help`. */
export const TOPICS = ["exit-codes", "flags", "dialects", "serve", "settings", "environment"] as const;

/** How wide the text may be. */
export interface HelpOptions {
  columns?: number;
}

const MIN_COLUMNS = 60;
const MAX_COLUMNS = 100;
const LABEL_COLUMNS = 24;

/** What the program is, in one sentence each for both ways to use it. */
export const INTRODUCTION = `qwen: a headless coding agent. Give it a prompt and read the answer, or
let a program drive it with JSON lines over stdin and stdout.`;

const USAGE = `  qwen [flags] PROMPT…          answer a prompt
  … | qwen [flags] [PROMPT]     the same, with piped text before it
  qwen --input-format stream-json
                                serve one host over stdin and stdout
  qwen SUBCOMMAND               see below`;

/** Command lines to begin with. */
export const EXAMPLES = `  # First try: no key, no network.
  qwen --provider demo "say hello"

  # Ask about a change. Nothing is written.
  git diff | qwen --approval-mode plan "is anything wrong here?"

  # Let it work, within limits.
  qwen --approval-mode auto-edit --allowed-tools "Bash(npm test)" \\
    --max-wall-time 10m -p @task.md

  # A value for a script, or a failure.
  RESULT=$(qwen -p "list the TODOs" --json-schema @todo.json) || exit 1

  # Every event as a JSON line.
  qwen -p "fix the build" -o stream-json --include-partial-messages

  # A session that a program feeds.
  curl -s "$URL" | qwen --input-format stream-json`;

/** The text of `--help`, or of one of its topics. */
export async function helpText(topic: string, options: HelpOptions = {}): Promise<string> {
  const page = new Page(options.columns);
  switch (topic) {
    case "":
      return mainHelp(page);
    case "flags":
    case "exit-codes":
    case "dialects":
    case "serve":
    case "settings":
    case "environment": {
      const topics: typeof import("./help_topics.ts") = await import(deferred("./help_topics.ts"));
      return topics.topicText(topic, page);
    }
    default:
      throw fail("usage_error", `There is no help on ${JSON.stringify(topic)}`, {
        hint: `Topics: ${TOPICS.join(", ")}.`,
      });
  }
}

/** The text of `qwen SUBCOMMAND --help`. */
export function subcommandHelp(name: SubcommandName, options: HelpOptions = {}): string {
  const page = new Page(options.columns);
  page.section("Usage", [`  ${usageOf(name)} [flags]`]);
  page.text(`${SUBCOMMANDS[name].help}.`);
  const own = flagNames().filter((flag) => belongsTo(flag, name));
  if (own.length > 0) page.section("Flags", own.flatMap((flag) => flagLines(page, flag)));
  if (name === "serve") page.text("How clients connect, attach and are limited: qwen --help serve.");
  return page.toString();
}

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

  /** A label and what it means, aligned with its neighbours. */
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

function mainHelp(page: Page): string {
  page.verbatim(INTRODUCTION);
  page.section("Usage", [USAGE]);
  page.section("Examples", [EXAMPLES]);
  const subcommands = Object.entries(SUBCOMMANDS).flatMap(([name, spec]) => page.entry(name, spec.help));
  page.section("Subcommands", subcommands);
  for (const group of GROUPS) {
    if (group === "Subcommands" || group === "Accepted for compatibility") continue;
    const shown = flagNames().filter((name) => isInGroup(name, group) && !specOf(name).host);
    page.section(group, shown.flatMap((name) => flagLines(page, name)));
  }
  page.section("More", [
    ...page.entry("--help flags", "All flags with all spellings, also those that only client SDKs pass"),
    ...page.entry("--help exit-codes", "Every error code and its exit status"),
    ...page.entry("--help dialects", "The words of the JSON lines"),
    ...page.entry("--help serve", "How clients connect to a server, attach and are limited"),
    ...page.entry("--help settings", "Settings files and what a project may change"),
    ...page.entry("--help environment", "Environment variables"),
  ]);
  return page.toString();
}

/** Whether the help texts show a flag in a group. */
export function isInGroup(name: FlagName, group: Group): boolean {
  const spec = specOf(name);
  return spec.group === group && !spec.hidden;
}

function belongsTo(flag: FlagName, name: SubcommandName): boolean {
  if (name === "serve") return specOf(flag).group === "Hosts and servers" && !specOf(flag).host;
  if (name === "validate" && flag === "dialect") return true;
  return specOf(flag).of?.includes(name) ?? false;
}

/** The lines of a flag; `full` has all its spellings and choices. */
export function flagLines(page: Page, name: FlagName, options: { full: boolean } = { full: false }): string[] {
  const spec = specOf(name);
  const short = spec.short ? `-${spec.short}, ` : "";
  const label = `${short}--${name}${valueLabel(spec)}`;
  const notes: string[] = [];
  if (spec.default) notes.push(`default: ${spec.default}`);
  if (spec.type === "choice" && options.full) notes.push(`one of ${spec.choices.join(", ")}`);
  if (options.full && spec.also) notes.push(`also ${spec.also.map((also) => `--${also}`).join(", ")}`);
  if (options.full && spec.env) notes.push(`environment: ${spec.env}`);
  const effect = spec.inert ? "No effect. " : "";
  const extra = notes.length > 0 ? ` (${notes.join("; ")})` : "";
  return page.entry(label, effect + spec.help + extra);
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
