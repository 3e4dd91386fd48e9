import { deferred } from "../model/deferred.ts";
import { parseArgs } from "@std/cli/parse-args";
import { fail } from "../model/problem.ts";
import { fillFromEnvironment } from "./flag_env.ts";
import { brokenRule } from "./flag_rules.ts";
import { type Scan, scanArgs } from "./flag_scan.ts";
import { camelCase, type SubcommandName } from "./flag_spec.ts";
import { type FlagName, FLAGS, type Flags, specOf, SUBCOMMANDS } from "./flag_table.ts";
import { convert, type ReadValueFile, toChoice } from "./flag_values.ts";
import { readValueFile } from "./value_file.ts";

/** Something the user should know although the run goes on. */
export interface FlagNotice {
  code: "unknown_flag" | "no_effect";
  text: string;
}

/** A subcommand and its words. */
export interface Subcommand {
  name: SubcommandName;
  words: string[];
}

/** A command line, understood. */
export interface ParsedFlags {
  flags: Flags;
  /** Words of the prompt; empty for a subcommand. */
  positionals: string[];
  subcommand: Subcommand | null;
  notices: FlagNotice[];
  /** Whose SDK drives the program, as far as the command line and the environment tell. */
  host: "claude" | "qwen" | null;
}

/** What parsing needs to know of the world. */
export interface FlagContext {
  /** Whether stdin is a terminal. */
  isTerminal: boolean;
  /** Some variables stand in for flags that were not given. */
  env?: (name: string) => string | undefined;
  readFile?: ReadValueFile;
}

/** Understands a command line; throws a QwenError when it is wrong. The only I/O is the reading of `@file` values. */
export async function parseFlags(argv: readonly string[], context: FlagContext): Promise<ParsedFlags> {
  const hostDriven = isHostDriven(argv);
  const name = subcommandName(argv[0]);
  let scan = scanArgs(name ? argv.slice(1) : argv, { hostDriven });
  const subcommand = name && fitsSubcommand(name, scan.positionals) ? { name, words: scan.positionals } : null;
  if (name && !subcommand) scan = scanArgs(argv, { hostDriven });
  const positionals = subcommand ? [] : scan.positionals;
  const isAsking = scan.given.has("help") || scan.given.has("version") || scan.given.has("protocol-version");
  if (scan.unknown.length > 0 && !hostDriven && !isAsking) {
    const { unknownFlag }: typeof import("./unknown_flag.ts") = await import(deferred("./unknown_flag.ts"));
    throw unknownFlag(scan.unknown[0]);
  }
  const flags = await valuesOf(scan, context.readFile ?? readValueFile);
  const env = context.env ?? (() => undefined);
  const host = hostOf(flags, env);
  const notices = noticesOf(scan);
  if (!isAsking) {
    checkSubcommand(subcommand, scan);
    const error = brokenRule({ flags, positionals, isTerminal: context.isTerminal, host });
    if (error) throw error;
  }
  const filled = isAsking ? flags : fillFromEnvironment(flags, env);
  return { flags: filled, positionals, subcommand, notices, host };
}

/** The output format that a command line asks for, when all else fails to parse: for the result of an argument error. */
export function requestedOutputFormat(argv: readonly string[]): Flags["outputFormat"] {
  const known = FLAGS["output-format"].choices;
  const find = (word: string | undefined): Flags["outputFormat"] => known.find((choice) => choice === word);
  for (const [index, word] of argv.entries()) {
    if (word === "--") break;
    const match = /^(?:-o|--output-format|--outputFormat)(?:=(.*))?$/.exec(word);
    if (match) return find(match[1] ?? argv[index + 1]);
  }
  return isHostDriven(argv) ? "stream-json" : undefined;
}

function isHostDriven(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return argv.slice(0, end < 0 ? undefined : end).some((word, index) => {
    const match = /^--(?:input-format|inputFormat)(?:=(.*))?$/.exec(word);
    return match !== null && /^stream-(chunk-)?json$/.test(match[1] ?? argv[index + 1] ?? "");
  });
}

function subcommandName(word: string | undefined): SubcommandName | null {
  const names = Object.keys(SUBCOMMANDS) as SubcommandName[];
  return names.find((name) => name === word) ?? null;
}

/** Prose may begin with such a word too: more words than a subcommand takes are a prompt. */
function fitsSubcommand(name: SubcommandName, words: readonly string[]): boolean {
  return words.length <= SUBCOMMANDS[name].words.length;
}

function checkSubcommand(subcommand: Subcommand | null, scan: Scan): void {
  for (const name of scan.given) {
    const owners = specOf(name).of;
    if (owners && !(subcommand && owners.includes(subcommand.name))) {
      const shown = scan.spelled.get(name);
      throw fail("usage_error", `${shown} belongs to qwen ${owners.join(" and qwen ")}`, { param: shown });
    }
  }
  if (!subcommand) return;
  for (const [index, word] of SUBCOMMANDS[subcommand.name].words.entries()) {
    const given = subcommand.words[index];
    const shown = `qwen ${subcommand.name}`;
    const hint = "To send these words to the model, use -p.";
    if (given === undefined && !word.optional) {
      throw fail("usage_error", `${shown} needs ${word.name}`, { hint: `Write ${usageOf(subcommand.name)}. ${hint}` });
    }
    if (given !== undefined && word.choices) toChoice(word.choices, given, { shown, name: word.name });
  }
}

/** How a subcommand is written. */
export function usageOf(name: SubcommandName): string {
  const words = SUBCOMMANDS[name].words.map((word) => word.optional ? `[${word.name}]` : word.name);
  return ["qwen", name, ...words].join(" ");
}

async function valuesOf(scan: Scan, readFile: ReadValueFile): Promise<Flags> {
  // Only what was given is declared: the parser's work grows with its declarations, and this is on the way to the start.
  const given = [...scan.given];
  const switches = given.filter((name) => specOf(name).type === "boolean");
  const raw = parseArgs(scan.tokens, {
    string: given.filter((name) => specOf(name).type !== "boolean"),
    boolean: switches,
    negatable: switches,
    collect: given.filter((name) => specOf(name).type === "list" || name === "mcp-config"),
  });
  const flags: Record<string, unknown> = {};
  for (const name of scan.given) {
    const spec = specOf(name);
    const written = { name, shown: `--${name}`, readFile };
    const value = raw[name];
    if (spec.type === "boolean") flags[camelCase(name)] = value === true;
    else if (spec.type === "list") flags[camelCase(name)] = listOf(name, Array.isArray(value) ? value.map(String) : []);
    else if (Array.isArray(value)) {
      const parts = await Promise.all(value.map((text) => convert(spec, String(text), written)));
      flags[camelCase(name)] = Object.assign({}, ...parts);
    } else flags[camelCase(name)] = await convert(spec, String(value), written);
  }
  if (raw["approval-mode"] === "dontAsk") flags.permissionPrompts ??= "none";
  if (flags.protocolVersion === true) flags.version = true;
  return flags;
}

function listOf(name: FlagName, items: string[]): string[] {
  const spec = specOf(name);
  if (spec.type !== "list") return items;
  if (spec.max !== undefined && items.length > spec.max) {
    throw fail("usage_error", `--${name} takes at most ${spec.max} values; got ${items.length}.`, {
      param: `--${name}`,
    });
  }
  return spec.choices ? items.map((item) => toChoice(spec.choices ?? [], item, { name, shown: `--${name}` })) : items;
}

function hostOf(flags: Flags, env: (name: string) => string | undefined): "claude" | "qwen" | null {
  if (flags.dialect === "claude" || flags.dialect === "qwen") return flags.dialect;
  if (flags.dialect && flags.dialect !== "auto") return null;
  if (flags.channel === "SDK") return "qwen";
  if (flags.inputFormat !== "stream-json") return null;
  const isClaude = flags.verbose === true || flags.permissionPromptTool !== undefined ||
    flags.settingSources !== undefined || env("CLAUDE_AGENT_SDK_VERSION") !== undefined ||
    env("CLAUDE_CODE_ENTRYPOINT") !== undefined;
  return isClaude ? "claude" : null;
}

/** Limits that are accepted and not kept are said aloud: a silent budget is worse than none. */
function noticesOf(scan: Scan): FlagNotice[] {
  const notices: FlagNotice[] = scan.unknown.map((shown) => ({
    code: "unknown_flag",
    text: `Ignored the unknown flag ${shown}`,
  }));
  if (scan.given.has("max-budget-usd")) {
    notices.push({
      code: "no_effect",
      text: "--max-budget-usd is not enforced: prices are not known here. Use --max-total-tokens.",
    });
  }
  return notices;
}

export type { Flags } from "./flag_table.ts";
