import { DIALECTS } from "../../dialects/mod.ts";
import { findSubcommand } from "../commands/mod.ts";
import { type Subcommand, usageOf } from "../commands/subcommand.ts";
import { nearest } from "../../stream/nearest.ts";
import { fail, type QwenError } from "../../model/problem.ts";
import { fillFromEnvironment } from "./flag_env.ts";
import { brokenRule } from "./flag_rules.ts";
import { camelCase, kebabCase } from "./table/flag_spec.ts";
import type { Flags } from "./table/flag_table.ts";
import { flagValue, type ReadValueFile, toChoice } from "./flag_values.ts";
import { allFlags, GENERAL_FLAGS, ownersOf, ownFlags } from "./table/known_flags.ts";
import { meantSubcommand, type Scan, scanCommandLine } from "./scan_args.ts";

export type { Flags } from "./table/flag_table.ts";

/** A warning about the command line that does not stop the run. */
export interface FlagNotice {
  code: "unknown_flag" | "no_effect";
  text: string;
}

/** A parsed command line. */
export interface ParsedFlags {
  flags: Flags;
  /** Words of the prompt; empty for a subcommand. */
  positionals: string[];
  subcommand: { name: string; words: string[] } | null;
  notices: FlagNotice[];
  /** Whose SDK drives the program, as far as the command line and the environment tell. */
  host: "claude" | "qwen" | null;
}

/** The surroundings that parsing depends on. */
export interface FlagContext {
  /** Whether stdin is a terminal. */
  isTerminal: boolean;
  /** Some variables replace flags that were not given. */
  env?: (name: string) => string | undefined;
  readFile?: ReadValueFile;
}

/** Parses a command line; throws a QwenError when it is wrong. The only I/O is the reading of `@file` values. */
export async function parseFlags(argv: readonly string[], context: FlagContext): Promise<ParsedFlags> {
  const scan = await scanCommandLine(argv);
  if (scan.faults.length > 0) throw scan.faults[0];
  const isAsking = ["help", "version", "protocol-version"].some((name) => scan.given.has(name));
  if (!isAsking) {
    await checkKnown(scan);
    await checkSubcommand(scan);
  }
  const flags = await valuesOf(scan, context.readFile);
  const env = context.env ?? (() => undefined);
  const host = hostOf(flags, { env, argv });
  const { subcommand } = scan;
  const positionals = subcommand ? [] : scan.positionals;
  const isServer = subcommand?.name === "serve" || flags.serverMode !== undefined || flags.web === true;
  if (!isAsking) {
    if (subcommand) checkWords(subcommand, scan.positionals);
    const error = brokenRule({ flags, positionals, isTerminal: context.isTerminal, isServer, host });
    if (error) throw error;
  }
  const running = subcommand ?? (isServer ? await findSubcommand("serve") : null);
  const known = running ? [...GENERAL_FLAGS, ...ownFlags(running)] : GENERAL_FLAGS;
  return {
    flags: isAsking ? flags : fillFromEnvironment(flags, { env, known }),
    positionals,
    subcommand: subcommand && { name: subcommand.name, words: scan.positionals },
    notices: noticesOf(scan),
    host,
  };
}

/** Refuses flags of other subcommands and, unless a program drives the run, unknown flags. */
async function checkKnown({ unknown, isHostDriven }: Scan): Promise<void> {
  for (const shown of unknown) {
    const owners = await ownersOf(shown.replace(/^-+/, ""));
    if (owners.length === 0) continue;
    throw fail("usage_error", `${shown} belongs to qwen ${owners.join(" and qwen ")}`, { param: shown });
  }
  if (unknown.length > 0 && !isHostDriven) throw await unknownFlag(unknown[0]);
}

/** Commands of other programs and the words that follow them; as prompts they would only cost tokens. */
const FOREIGN_COMMANDS: Readonly<Record<string, readonly string[]>> = {
  mcp: ["add-json", "reconnect"],
  config: ["", "list", "get", "set", "add", "remove"],
  extensions: ["", "list", "install", "uninstall", "update", "enable", "disable", "link", "new"],
  auth: ["", "status", "login", "logout"],
  plugin: ["", "list", "install", "uninstall", "marketplace"],
  version: [""],
  login: [""],
  logout: [""],
};
const MAX_FOREIGN_WORDS = 4;

/** Refuses a line that names a subcommand of another program, or one with a slip of the keys. */
async function checkSubcommand(scan: Scan): Promise<void> {
  if (scan.given.has("prompt")) return;
  const [first = "", second = ""] = scan.positionals;
  if (FOREIGN_COMMANDS[first]?.includes(second) && scan.positionals.length <= MAX_FOREIGN_WORDS) {
    const hint = "To send these words to the model, use -p.";
    throw fail("usage_error", `There is no subcommand ${JSON.stringify(`${first} ${second}`.trim())}`, { hint });
  }
  // A slash command, `?` and `@file` are prompts.
  const meant = /^[a-z]/i.test(first) ? await meantSubcommand(scan) : null;
  if (!meant) return;
  const hint = `Did you mean qwen ${meant}? To send these words to the model, use -p.`;
  throw fail("usage_error", `There is no subcommand ${JSON.stringify(scan.positionals[0])}. ${hint}`, { hint });
}

async function unknownFlag(shown: string): Promise<QwenError> {
  const word = shown.replace(/^-+/, "");
  const candidates = (await allFlags()).filter(({ spec }) => !spec.hidden).flatMap(({ name, spec }) => [
    name,
    ...(spec.also ?? []),
  ]);
  const near = nearest(kebabCase(word), candidates);
  const all = "See --help flags for all of them.";
  const hint = near === null ? all : `Did you mean --${near}? ${all}`;
  return fail("usage_error", `Unknown argument: ${word}`, { param: shown, hint });
}

function checkWords(subcommand: Subcommand, words: readonly string[]): void {
  const shown = `qwen ${subcommand.name}`;
  for (const [index, { name, choices, optional }] of subcommand.words.entries()) {
    const given = words[index];
    if (given === undefined && !optional) {
      const hint = `Write ${usageOf(subcommand)}. To send these words to the model, use -p.`;
      throw fail("usage_error", `${shown} needs ${name}`, { hint });
    }
    if (given !== undefined && choices) toChoice(choices, given, { shown, name });
  }
}

async function valuesOf({ given }: Scan, readFile: ReadValueFile | undefined): Promise<Flags> {
  const flags: Record<string, unknown> = {};
  for (const [name, flag] of given) flags[camelCase(name)] = await flagValue(flag, readFile);
  if (flags.ask === false) flags.permissionPrompts = "none";
  if (given.get("approval-mode")?.values.at(-1) === "dontAsk") flags.permissionPrompts ??= "none";
  if (flags.protocolVersion === true) flags.version = true;
  if (flags.acp === true) Object.assign(flags, { dialect: flags.dialect ?? "acp", inputFormat: "stream-json" });
  return flags;
}

function hostOf(
  flags: Flags,
  { env, argv }: { env: (name: string) => string | undefined; argv: readonly string[] },
): "claude" | "qwen" | null {
  if (flags.dialect === "claude" || flags.dialect === "qwen") return flags.dialect;
  if (flags.dialect && flags.dialect !== "auto") return null;
  if (flags.channel === "SDK") return "qwen";
  const isStructured = flags.outputFormat === "json" || flags.outputFormat === "stream-json";
  if (flags.inputFormat !== "stream-json") return isStructured && hasFlagsOfClaude(argv) ? "claude" : null;
  const isClaude = flags.verbose === true || flags.permissionPromptTool !== undefined ||
    flags.settingSources !== undefined || env("CLAUDE_AGENT_SDK_VERSION") !== undefined ||
    env("CLAUDE_CODE_ENTRYPOINT") !== undefined;
  return isClaude ? "claude" : null;
}

/** Whether a command line has flags that only hosts of Claude Code pass. */
function hasFlagsOfClaude(argv: readonly string[]): boolean {
  const names = new Set(argv.map((word) => word.split("=", 1)[0]));
  return DIALECTS.claude.flags?.some((flag) => names.has(flag)) ?? false;
}

function noticesOf({ unknown, given }: Scan): FlagNotice[] {
  const ignored = unknown.map((shown): FlagNotice => ({
    code: "unknown_flag",
    text: `Ignored the unknown flag ${shown}`,
  }));
  const warnings = [...given.values()].flatMap(({ spec }): FlagNotice[] =>
    spec.warning ? [{ code: "no_effect", text: spec.warning }] : []
  );
  return [...ignored, ...warnings];
}
