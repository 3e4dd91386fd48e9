import { type Code, CODES } from "../../../model/problem.ts";
import { EXAMPLES, INTRODUCTION } from "../../args/help/help.ts";
import { flagsIn, valueLabel, wrap } from "../../args/help/help_page.ts";
import { environmentRows } from "../../args/help/help_topics.ts";
import { type Flag, GROUPS } from "../../args/table/flag_spec.ts";
import { printText } from "../../process/pipes.ts";
import { GENERAL_FLAGS, ownFlags } from "../../args/table/known_flags.ts";
import { VERSION } from "../../version.ts";
import { allSubcommands } from "../mod.ts";
import { defineSubcommand, usageOf } from "../subcommand.ts";

/** `qwen man`: prints the man page, for `man -l` or a folder of the MANPATH. */
export const man = defineSubcommand({
  name: "man",
  help: "Print the man page",
  words: [],
  async run(_words, { pipes }): Promise<number> {
    return await printText(await manPage(), pipes);
  },
});

/** The man page as roff, generated from the same tables as `--help`. */
async function manPage(): Promise<string> {
  const subcommands = await allSubcommands();
  const flags = [...GENERAL_FLAGS, ...subcommands.flatMap(ownFlags)];
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
      "Only the answer goes to stdout; messages for people go to stderr. On a terminal the answer streams and each " +
        "tool call takes one line. Ctrl-C cancels the turn; a second Ctrl-C exits at once.",
    ),
    ".SH SUBCOMMANDS",
    ...subcommands.flatMap((subcommand) => entry(bold(usageOf(subcommand)), `${subcommand.help}.`)),
    ".SH OPTIONS",
    ...GROUPS.flatMap((group) => [`.SS ${text(group)}`, ...flagsIn(group, flags).flatMap(flagEntry)]),
    ".SH EXAMPLES",
    ".EX",
    ...EXAMPLES.split("\n").map((line) => text(line.replace(/^ {2}/, ""))),
    ".EE",
    ".SH EXIT STATUS",
    ...exitStatuses(),
    ".SH ENVIRONMENT",
    ...environmentRows(flags).flatMap(({ rows }) => rows).flatMap(([name, meaning]) =>
      entry(bold(name), `${meaning}.`)
    ),
    ".SH FILES",
    ...entry(italic("~/.qwen/settings.json"), "Your settings: JSON with comments; see qwen schema settings."),
    ...entry(italic(".qwen/settings.json"), "Settings of a project; without --trust-project they may only tighten."),
    ...entry(italic("AGENTS.md, QWEN.md, CLAUDE.md, GEMINI.md"), "Standing instructions for the model."),
    ...entry(italic("~/.qwen/projects/"), "Saved sessions, for --continue and --resume."),
    ".SH SEE ALSO",
    text("qwen --help dialects, qwen --help settings, qwen doctor"),
  ].join("\n");
}

function synopsis(): string[] {
  const ways = ["[flags] PROMPT…", "[flags] --input-format stream-json", "SUBCOMMAND"];
  return ways.flatMap((way, index) => [...(index > 0 ? [".br"] : []), `.B qwen`, text(way)]);
}

function flagEntry({ name, spec, of }: Flag): string[] {
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
  return entry(label, `${effect}${of ? `(qwen ${of}) ` : ""}${spec.help}. ${facts.join(" ")}`.trimEnd());
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

/** A label, which is roff already, and its meaning. */
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
