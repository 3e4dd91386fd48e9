import type { CommandInfo, CommandResult } from "../model/event.ts";
import type {
  CommandRequest,
  HintReply,
  HintRequest,
  LoadedCommands,
  OfferedPrompt,
  ParsedCommand,
  SessionDesk,
} from "../model/ports.ts";
import { deferred } from "../model/deferred.ts";
import { problemOf } from "../model/problem.ts";
import { SETTLED } from "../model/within.ts";
import { BUILTIN_COMMANDS } from "./builtin/mod.ts";
import { type CommandsOptions, isThere, listedOffer, listOf } from "./catalogue.ts";
import { describeSubcommands, refuseUnknown, resolvePath } from "./command_tree.ts";
import type { CustomCommands } from "./custom/load_custom_commands.ts";
import type { FileHints } from "./hints/file_hints.ts";
import { HintBoard } from "./hints/hint_board.ts";
import type { Hints } from "./hints/slash_hints.ts";
import { parseCommand } from "./parse_command.ts";
import { type CommandCall, complain, type SlashCommand } from "./slash_command.ts";

/** What a registry is made of. */
export interface RegistryOptions extends Pick<CommandsOptions, "cwd" | "clock" | "folders" | "loadingAfterMs"> {
  /** Names that are switched off, in lower case. */
  disabled: ReadonlySet<string>;
  /** Prompts that MCP servers offer at the moment. */
  offers: () => readonly OfferedPrompt[];
}

/** All slash commands of one folder, built in and custom. */
export class CommandRegistry implements LoadedCommands {
  readonly #options: RegistryOptions;
  readonly #board = new HintBoard();
  /** Hints that are being worked on, also those that nobody waits for any more. */
  readonly #answers = new Set<Promise<unknown>>();
  #files: FileHints | null = null;
  #commands: readonly SlashCommand[] = BUILTIN_COMMANDS;
  #ignored: CustomCommands["ignored"] = [];

  constructor(options: RegistryOptions) {
    this.#options = options;
  }

  /** Project files that were not honoured, and why. */
  get ignored(): readonly { path: string; reason: string }[] {
    return this.#ignored;
  }

  /** The commands as lists show them. */
  list(scope: "all" | "headless" = "all"): CommandInfo[] {
    return listOf(this.#enabled(), scope);
  }

  parse(text: string): ParsedCommand | null {
    return parseCommand(this.#enabled(), text);
  }

  async run(request: CommandRequest, desk: SessionDesk): Promise<CommandResult> {
    const words = request.path.map((word, index) => index === 0 ? word.replace(/^\//, "") : word);
    const { command, path, rest } = resolvePath(this.#all(), words);
    if (command && this.#isDisabled(path[0])) {
      return complain(`The command "/${path[0]}" is disabled by the current configuration.`);
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
      return await command.run(call, desk);
    } catch (error) {
      desk.signal.throwIfAborted();
      const { message, hint } = problemOf(error);
      return complain(`/${path.join(" ")} failed: ${message}${hint ? ` (${hint})` : ""}`);
    }
  }

  async *hint(request: HintRequest, desk: SessionDesk): AsyncGenerator<HintReply> {
    const { promptId, trigger } = request;
    const turn = this.#board.open(desk.info().sessionId, promptId);
    const signal = AbortSignal.any([turn.signal, desk.signal]);
    const reply = (status: HintReply["status"], hints: Hints): HintReply => (
      { kind: "hint", promptId, trigger, status, ...hints }
    );
    const nothing: Hints = { suggestions: [], isPerfectMatch: false };
    try {
      const answer = this.#answer(request, desk, signal);
      // A hint that was replaced has no one to tell of its failure.
      const settled = answer.catch(() => {}).finally(() => this.#answers.delete(settled));
      this.#answers.add(settled);
      if (trigger === "at" && !this.#files?.isReady && await this.#isSlow(answer, signal)) {
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

  /** Paths of files and folders that may be meant, best first. */
  async suggestFiles(text: string, signal: AbortSignal): Promise<string[]> {
    const answer = this.#fileHints().then((files) => files.find(text, signal));
    const settled = answer.catch(() => {/* Told to whoever asked. */}).finally(() => this.#answers.delete(settled));
    this.#answers.add(settled);
    return (await untilAborted(answer, signal)) ?? [];
  }

  /** Reads the custom commands again. */
  async refresh(): Promise<void> {
    const present = this.#options.folders.filter(({ path }) => isThere(path));
    if (present.length === 0) {
      this.#commands = BUILTIN_COMMANDS;
      this.#ignored = [];
      return;
    }
    const { loadCustomCommands }: typeof import("./custom/load_custom_commands.ts") = await import(
      deferred("./custom/load_custom_commands.ts")
    );
    const taken = new Set(BUILTIN_COMMANDS.flatMap(({ name, aliases }) => [name, ...(aliases ?? [])]));
    const custom = await loadCustomCommands(present, taken);
    this.#commands = [...BUILTIN_COMMANDS, ...custom.commands];
    this.#ignored = custom.ignored;
  }

  /** Stops what runs in the background. */
  async close(): Promise<void> {
    await this.#files?.close();
    await Promise.all(this.#answers);
  }

  async #answer(request: HintRequest, desk: SessionDesk, signal: AbortSignal): Promise<Hints> {
    if (request.trigger === "at") return await (await this.#fileHints()).suggest(request, signal);
    const { slashHints }: typeof import("./hints/slash_hints.ts") = await import(deferred("./hints/slash_hints.ts"));
    return await slashHints(this.#enabled(), request.text.slice(0, Math.max(0, request.cursor)), desk);
  }

  async #fileHints(): Promise<import("./hints/file_hints.ts").FileHints> {
    const { FileHints }: typeof import("./hints/file_hints.ts") = await import(deferred("./hints/file_hints.ts"));
    return this.#files ??= new FileHints({ root: this.#options.cwd, clock: this.#options.clock });
  }

  /** Whether an answer takes longer than a person should wait without a word. */
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
    const offers = this.#options.offers();
    return offers.length === 0 ? this.#commands : [...this.#commands, ...offers.map(offeredCommand)];
  }

  #enabled(): readonly SlashCommand[] {
    const all = this.#all();
    return this.#options.disabled.size === 0 ? all : all.filter(({ name }) => !this.#isDisabled(name));
  }

  #isDisabled(name: string): boolean {
    return this.#options.disabled.has(name.toLowerCase());
  }
}

/** A prompt of a server as a command. */
function offeredCommand(prompt: OfferedPrompt): SlashCommand {
  const listed = listedOffer(prompt);
  return {
    ...listed,
    run: async (call, desk) => {
      const { runServerPrompt }: typeof import("./server_prompt.ts") = await import(deferred("./server_prompt.ts"));
      return await runServerPrompt(prompt, { ...call, argumentHint: listed.argumentHint }, desk);
    },
  };
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
