/** The man page, written from the same tables as `--help`. */
import { type Code, CODES } from "../model/problem.ts";
import type { FlagSpec } from "./flag_spec.ts";
import { GROUPS } from "./flag_spec.ts";
import { type FlagName, flagNames, specOf, SUBCOMMANDS } from "./flag_table.ts";
import { usageOf } from "./flags.ts";
import { EXAMPLES, INTRODUCTION, valueLabel, wrap } from "./help.ts";
import { VERSION } from "./version.ts";
import { environmentRows } from "./help_topics.ts";
import { printText } from "./print_text.ts";
import type { SubcommandContext } from "./subcommands.ts";

/** `qwen man`: prints the man page, for `man -l` or a folder of the MANPATH. */
export async function manPage(_words: readonly string[], { pipes }: SubcommandContext): Promise<number> {
  return await printText(roff(), pipes);
}

function roff(): string {
  return [
    `.TH QWEN 1 "" ${quoted(`qwen ${VERSION}`)} "User Commands"`,
    ".SH NAME",
    "qwen \\- headless coding agent",
    ".SH SYNOPSIS",
    ...synopsis(),
    ".SH DESCRIPTION",
    ...paragraph(INTRODUCTION.replaceAll("\n", " ").replace(/^qwen: a/, "A")),
    ".PP",
    ...paragraph(
      "The answer goes to stdout and nothing else does; what people should know goes to stderr. On a terminal the " +
        "answer streams, tool calls are told in one line each, Ctrl-C cancels the turn and a second Ctrl-C leaves at once.",
    ),
    ".SH SUBCOMMANDS",
    ...Object.keys(SUBCOMMANDS).flatMap((name) => subcommand(name as keyof typeof SUBCOMMANDS)),
    ".SH OPTIONS",
    ...GROUPS.flatMap(group),
    ".SH EXAMPLES",
    ".EX",
    ...EXAMPLES.split("\n").map((line) => text(line.replace(/^ {2}/, ""))),
    ".EE",
    ".SH EXIT STATUS",
    ...exitStatuses(),
    ".SH ENVIRONMENT",
    ...environmentRows().flatMap(({ rows }) => rows).flatMap(([name, meaning]) => entry(bold(name), `${meaning}.`)),
    ".SH FILES",
    ...entry(italic("~/.qwen/settings.json"), "Your settings: JSON with comments; see qwen schema settings."),
    ...entry(italic(".qwen/settings.json"), "Settings of a project; without --trust-project they may only tighten."),
    ...entry(italic("QWEN.md, AGENTS.md"), "Standing instructions that are given to the model."),
    ...entry(italic("~/.qwen/projects/"), "Saved sessions, for --continue and --resume."),
    ".SH SEE ALSO",
    text("qwen --help dialects, qwen --help settings, qwen doctor"),
  ].join("\n");
}

function synopsis(): string[] {
  const ways = ["[flags] PROMPT…", "[flags] --input-format stream-json", "SUBCOMMAND"];
  return ways.flatMap((way, index) => [...(index > 0 ? [".br"] : []), `.B qwen`, text(way)]);
}

function subcommand(name: keyof typeof SUBCOMMANDS): string[] {
  return entry(bold(usageOf(name)), `${SUBCOMMANDS[name].help}.`);
}

function group(heading: typeof GROUPS[number]): string[] {
  const own = flagNames().filter((name) => specOf(name).group === heading && !specOf(name).hidden);
  return [`.SS ${text(heading)}`, ...own.flatMap(flag)];
}

function flag(name: FlagName): string[] {
  const spec: FlagSpec = specOf(name);
  const spellings = [...(spec.short ? [`-${spec.short}`] : []), `--${name}`].map(bold).join(", ");
  const value = valueLabel(spec);
  const facts = [
    ...(spec.default ? [`Default: ${spec.default}.`] : []),
    ...("choices" in spec && spec.choices ? [`One of ${spec.choices.join(", ")}.`] : []),
    ...(spec.also ? [`Also ${spec.also.map((also) => `--${also}`).join(", ")}.`] : []),
    ...(spec.env ? [`Environment: ${spec.env}.`] : []),
  ];
  const effect = spec.inert ? "Accepted without effect. " : "";
  const label = value === ""
    ? spellings
    : `${spellings}${value.startsWith(" ") ? " " : ""}${italic(value.trimStart())}`;
  return entry(label, `${effect}${spec.help}. ${facts.join(" ")}`.trimEnd());
}

function exitStatuses(): string[] {
  const codes = Object.keys(CODES) as Code[];
  const statuses = [...new Set(codes.map((code) => CODES[code].exit))].sort((a, b) => a - b);
  return [
    ...entry(bold("0"), "Success."),
    ...statuses.flatMap((status) => {
      const own = codes.filter((code) => CODES[code].exit === status);
      const lines = own.flatMap((code) => [".br", ...paragraph(`${code}: ${CODES[code].meaning}`)]);
      return [".TP", bold(String(status)), ...lines.slice(1)];
    }),
  ];
}

/** A label that is roff already, and what it means. */
function entry(label: string, meaning: string): string[] {
  return [".TP", label, ...paragraph(meaning)];
}

function paragraph(words: string): string[] {
  return wrap(words, 72).map(text);
}

function bold(words: string): string {
  return `\\fB${escaped(words)}\\fR`;
}

function italic(words: string): string {
  return `\\fI${escaped(words)}\\fR`;
}

/** A line of text; at its beginning a full stop or an apostrophe would be a request. */
function text(line: string): string {
  const body = escaped(line);
  return /^[.']/.test(body) ? `\\&${body}` : body;
}

function escaped(words: string): string {
  return words.replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll("'", "\\(aq").replaceAll("`", "\\(ga")
    .replaceAll("^", "\\(ha").replaceAll("~", "\\(ti").replaceAll("…", "...");
}

function quoted(words: string): string {
  return `"${words.replaceAll('"', "\\(dq")}"`;
}
