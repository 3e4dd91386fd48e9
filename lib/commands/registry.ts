import type { CommandInfo, CommandResult } from "../model/event.ts";
import type {
  Clock,
  CommandContext,
  CommandRequest,
  Commands,
  Expanded,
  ExpandRequest,
  ExportFacts,
  HintReply,
  HintRequest,
  OfferedPrompt,
  ParsedCommand,
} from "../model/ports.ts";
import { EXPORTERS } from "./builtin/support/export_formats.ts";
import { problemOf } from "../model/problem.ts";
import { SETTLED } from "../model/within.ts";
import { BUILTIN_COMMANDS } from "./builtin/mod.ts";
import { describeSubcommands, refuseUnknown, resolvePath } from "./command_tree.ts";
import { type CommandFolder, type CustomCommands, loadCustomCommands } from "./custom/load_custom_commands.ts";
import { FileHints } from "./hints/file_hints.ts";
import { HintBoard } from "./hints/hint_board.ts";
import { type Hints, slashHints } from "./hints/slash_hints.ts";
import { expandReferences } from "./references.ts";
import { serverPromptCommand } from "./server_prompt.ts";
import { type CommandCall, refuse, type SlashCommand } from "./slash_command.ts";
import { grantOf } from "../model/ports/access.ts";
import { type Skill, skillText } from "../model/project_file.ts";

/** What the commands of a folder are opened with. */
export interface CommandsOptions {
  /** Absolute folder whose files hints are given for. */
  cwd: string;
  clock: Clock;
  /** Where prompt files are; an earlier folder wins. */
  folders: readonly CommandFolder[];
  /** Names that are switched off, in any case. */
  disabled?: readonly string[];
  /** Skills, which are commands too. */
  skills?: readonly Skill[];
  /** Prompts that MCP servers offer at the moment. */
  offers?: () => readonly OfferedPrompt[];
  /** How long a hint may take before a `loading` reply is sent. */
  loadingAfterMs?: number;
}

/** All slash commands of one folder, built-in and custom, with completion hints and `@` references. */
export class CommandRegistry implements Commands {
  readonly #options: CommandsOptions;
  readonly #disabled: ReadonlySet<string>;
  readonly #offers: () => readonly OfferedPrompt[];
  readonly #board = new HintBoard();
  /** Hints in progress, including those that nobody waits for any more. */
  readonly #answers = new Set<Promise<unknown>>();
  readonly #files: FileHints;
  #commands: readonly SlashCommand[] = BUILTIN_COMMANDS;
  #ignored: CustomCommands["ignored"] = [];
  #used: readonly string[] = [];

  constructor(options: CommandsOptions) {
    this.#options = options;
    this.#disabled = new Set(options.disabled?.map((name) => name.trim().replace(/^\//, "").toLowerCase()));
    this.#offers = options.offers ?? (() => []);
    this.#files = new FileHints({ root: options.cwd, clock: options.clock });
  }

  get ignored(): readonly { path: string; reason: string }[] {
    return this.#ignored;
  }

  get used(): readonly string[] {
    return this.#used;
  }

  list(scope: "all" | "headless" = "all"): CommandInfo[] {
    return this.#enabled()
      .filter((command) => scope === "all" || !command.needsInterface)
      .map(({ name, description, argumentHint }) => ({ name, description, argumentHint: argumentHint ?? "" }))
      .sort((a, b) => a.name < b.name ? -1 : 1);
  }

  parse(text: string): ParsedCommand | null {
    return parseCommand(this.#enabled(), text);
  }

  async run(request: CommandRequest, context: CommandContext): Promise<CommandResult> {
    const words = request.path.map((word, index) => index === 0 ? word.replace(/^\//, "") : word);
    const { command, path, rest } = resolvePath(this.#all(), words);
    if (command && this.#isDisabled(path[0])) {
      return refuse(`The command "/${path[0]}" is disabled by the current configuration.`);
    }
    if (!command) return refuseUnknown(words.slice(0, 1), this.#enabled().map(({ name }) => name));
    const args = [...rest, request.args].filter((text) => text !== "").join(" ");
    if (!command.run) {
      if (args === "") return describeSubcommands(command, path);
      const names = command.subcommands?.map(({ name }) => name) ?? [];
      return refuseUnknown([...path, args.split(/\s+/)[0]], names);
    }
    const call: CommandCall = {
      args,
      raw: request.raw,
      approved: request.approved ?? [],
      commands: this.list(),
    };
    try {
      return await command.run(call, context);
    } catch (error) {
      context.signal.throwIfAborted();
      const { message, hint } = problemOf(error);
      return refuse(`/${path.join(" ")} failed: ${message}${hint ? ` (${hint})` : ""}`);
    }
  }

  async *hint(request: HintRequest, context: CommandContext): AsyncGenerator<HintReply> {
    const { promptId, trigger } = request;
    const turn = this.#board.open(context.info().sessionId, promptId);
    const signal = AbortSignal.any([turn.signal, context.signal]);
    const reply = (status: HintReply["status"], hints: Hints): HintReply => (
      { kind: "hint", promptId, trigger, status, ...hints }
    );
    const nothing: Hints = { suggestions: [], isPerfectMatch: false };
    try {
      const answer = this.#answer(request, context, signal);
      const settled = answer.catch(() => {/* Nobody waits for a hint that was replaced. */}).finally(() =>
        this.#answers.delete(settled)
      );
      this.#answers.add(settled);
      if (trigger === "at" && !this.#files.isReady && await this.#isSlow(answer, signal)) {
        if (!signal.aborted) yield reply("loading", nothing);
      }
      const hints = await untilAborted(answer, signal);
      if (hints) yield reply("ok", hints);
    } catch (error) {
      if (!signal.aborted) yield { ...reply("error", nothing), message: problemOf(error).message };
    } finally {
      turn.close();
    }
  }

  cancelHint(sessionId: string, promptId: string | null): boolean {
    return this.#board.cancel(sessionId, promptId);
  }

  exportHistory(format: "markdown" | "json" | "html", facts: ExportFacts): string {
    return EXPORTERS[format === "markdown" ? "md" : format](facts);
  }

  async suggestFiles(text: string, signal: AbortSignal): Promise<string[]> {
    const answer = this.#files.find(text, signal);
    const settled = answer.catch(() => {/* The caller receives it. */}).finally(() => this.#answers.delete(settled));
    this.#answers.add(settled);
    return (await untilAborted(answer, signal)) ?? [];
  }

  async expand(request: ExpandRequest, signal: AbortSignal): Promise<Expanded> {
    return await expandReferences(request, signal);
  }

  async refresh(): Promise<void> {
    const taken = new Set(BUILTIN_COMMANDS.flatMap(({ name, aliases }) => [name, ...(aliases ?? [])]));
    const custom = await loadCustomCommands(this.#options.folders, taken);
    const known = new Set([...taken, ...custom.commands.map(({ name }) => name)]);
    const skills = (this.#options.skills ?? []).filter(({ name }) => !known.has(name)).map(skillCommand);
    this.#commands = [...BUILTIN_COMMANDS, ...custom.commands, ...skills];
    this.#ignored = custom.ignored;
    this.#used = custom.used;
  }

  async close(): Promise<void> {
    await this.#files.close();
    await Promise.all(this.#answers);
  }

  async #answer(request: HintRequest, context: CommandContext, signal: AbortSignal): Promise<Hints> {
    if (request.trigger === "at") return await this.#files.suggest(request, signal);
    return await slashHints(this.#enabled(), request.text.slice(0, Math.max(0, request.cursor)), context);
  }

  /** Whether an answer takes so long that a `loading` reply should come first. */
  async #isSlow(answer: Promise<unknown>, signal: AbortSignal): Promise<boolean> {
    const done = new AbortController();
    const waiting = this.#options.clock.sleep(
      this.#options.loadingAfterMs ?? 100,
      AbortSignal.any([done.signal, signal]),
    );
    const isSlow = await Promise.race([
      answer.then(() => false, () => false),
      waiting.then(() => true, () => false),
    ]);
    done.abort(SETTLED);
    return isSlow;
  }

  #all(): readonly SlashCommand[] {
    const offers = this.#offers();
    return offers.length === 0 ? this.#commands : [...this.#commands, ...offers.map(serverPromptCommand)];
  }

  #enabled(): readonly SlashCommand[] {
    const all = this.#all();
    return this.#disabled.size === 0 ? all : all.filter(({ name }) => !this.#isDisabled(name));
  }

  #isDisabled(name: string): boolean {
    return this.#disabled.has(name.toLowerCase());
  }
}

/** The value, or null when the signal comes first. */
function untilAborted<T>(value: Promise<T>, signal: AbortSignal): Promise<T | null> {
  if (signal.aborted) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve(null);
    signal.addEventListener("abort", stop, { once: true });
    value.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/**
 * A text read as a command, or null when it is for the model. `//`, a comment and a first
 * word with another slash, which is a path, are text. A lone `?` is `/help`; `?name` is `/name`.
 */
function parseCommand(commands: readonly SlashCommand[], text: string): ParsedCommand | null {
  const raw = text.trim();
  const trigger = raw.startsWith("/") ? "slash" : raw.startsWith("?") ? "question" : null;
  if (!trigger || raw === "/" || raw.startsWith("//") || raw.startsWith("/*")) return null;
  const line = raw === "?" ? "?" : raw.slice(1).trimStart();
  const first = line.split(/\s/, 1)[0];
  if (first === "" || first.includes("/") || first.includes("\\")) return null;
  const words = [...line.matchAll(/\S+/g)];
  const { command, path } = resolvePath(commands, words.map(([word]) => word));
  if (!command) {
    return { trigger, path: [first], args: line.slice(first.length).trim(), raw, known: false };
  }
  const last = words[path.length - 1];
  return { trigger, path, args: line.slice(last.index + last[0].length).trim(), raw, known: true };
}

/** A skill as a command: its instructions become a prompt for the model. No block in them is run or read. */
function skillCommand(skill: Skill): SlashCommand {
  return {
    name: skill.name,
    description: skill.description,
    argumentHint: "[arguments]",
    run: ({ args }, context) => {
      if (skill.allowedTools.length > 0) context.permit(grantOf(skill.allowedTools));
      return { type: "submit_prompt", content: [{ kind: "text", text: skillText(skill, args), isQuoted: true }] };
    },
  };
}
