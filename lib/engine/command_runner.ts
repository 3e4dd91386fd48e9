import {
  type Ask,
  type Command,
  type CommandResult,
  fail,
  type LoadedCommands,
  type PromptCommand,
  type Reply,
  type SessionDesk,
} from "../model/mod.ts";
import type { Asks } from "./asks.ts";
import { Interrupt } from "./interrupt.ts";
import type { Voice } from "./outbox.ts";
import type { SessionParts } from "./session_parts.ts";
import type { SessionState } from "./session_state.ts";

type CommandOf<Type extends Command["type"]> = Extract<Command, { type: Type }>;

/** What commands are run with. */
export interface CommandRunnerParts {
  parts: SessionParts;
  commands: LoadedCommands | null;
  state: SessionState;
  asks: Asks;
  /** What a command may do; `beside` a turn it may not change the conversation of that turn. */
  desk: (around: Around, place: "beside" | "inside") => SessionDesk;
  /** Puts a prompt that a command has made in line. */
  submit: (prompt: PromptCommand, voice: Voice) => void;
}

/** Who is answered, and what stops the work. */
export interface Around {
  voice: Voice;
  signal: AbortSignal;
}

/** A prompt that a command has made, until the host sends it on. */
interface Held {
  prompt: PromptCommand;
  voice: Voice;
}

/** Runs slash commands and hints, asks the host where they want a word first, and keeps the prompts that they make. */
export class CommandRunner {
  readonly #parts: CommandRunnerParts;
  /** The newest prompt that a command has made and that nobody has sent on. */
  #held: Held | undefined;

  constructor(parts: CommandRunnerParts) {
    this.#parts = parts;
  }

  /** Whether a prompt waits for the host to send it on. */
  get isHolding(): boolean {
    return this.#held !== undefined;
  }

  /** Runs a command of the host beside the turn, under an id of its own. */
  async run(command: CommandOf<"slash"> & { promptId: string }, around: Around): Promise<Reply> {
    const { commands } = this.#parts;
    if (!commands) throw fail("command_failed", "Slash commands are not available in this run");
    const { raw, approved, promptId } = command;
    const { path, args } = (command.path.length === 0 ? commands.parse(raw) : null) ?? command;
    const request = { path, args, raw, ...(approved ? { approved } : command.confirmed ? { approved: [raw] } : {}) };
    const answer = (result: CommandResult): Reply => ({ kind: "command", promptId, path, args, result });
    try {
      // What a server offers is known once it is connected.
      if (/^\/?mcp__/.test(path[0] ?? raw)) await this.#parts.parts.servers?.ready();
      let result = await commands.run(request, this.#parts.desk(around, "beside"));
      result = await this.#confirmed(result, { ...around, request, place: "beside" });
      if (result.type === "submit_prompt") this.#hold(result, { promptId, voice: around.voice });
      return answer(result);
    } catch (error) {
      if (!(error instanceof Interrupt)) throw error;
      return answer({ type: "message", level: "error", content: "The command was cancelled." });
    }
  }

  /** A prompt that is a known slash command is answered without the model; null when it is none. */
  async runInPrompt(text: string, around: Around): Promise<CommandResult | null> {
    const { commands } = this.#parts;
    const parsed = commands?.parse(text);
    if (!commands || !parsed?.known) return null;
    const result = await commands.run(parsed, this.#parts.desk(around, "inside"));
    return await this.#confirmed(result, { ...around, request: parsed, place: "inside" });
  }

  /** Answers a hint as far as there is something to say. */
  async hint(command: CommandOf<"hint">, around: Around): Promise<null> {
    const { commands } = this.#parts;
    if (!commands) throw fail("command_failed", "Hints are not available in this run");
    for await (const hint of commands.hint(command, this.#parts.desk(around, "beside"))) {
      around.voice.emit({ type: "reply", result: hint });
    }
    return null;
  }

  /**
   * A prompt as it is to be worked on. One that sends on what a command has made runs under the command's id and with
   * its model, and what was made is dropped: it is worked on once. Any other prompt means that the host went on.
   */
  takeUp(prompt: PromptCommand): PromptCommand {
    const held = this.#held?.prompt;
    const { promptId, options } = prompt;
    if (!held || options.silent) return prompt;
    this.#held = undefined;
    if (!options.continuation || (promptId !== null && promptId !== held.promptId)) return prompt;
    return { ...prompt, promptId: held.promptId, options: { ...held.options, ...options, literal: true } };
  }

  /** Nobody can send on any more: what was made is worked on as it is. */
  closeInput(): void {
    const held = this.#held;
    this.#held = undefined;
    if (held) this.#parts.submit(held.prompt, held.voice);
  }

  /** Forgets the prompt that waits. */
  drop(): void {
    this.#held = undefined;
  }

  #hold(result: CommandResult & { type: "submit_prompt" }, around: { promptId: string; voice: Voice }): void {
    const { promptId, voice } = around;
    const options = { literal: true, continuation: true, ...(result.model ? { model: result.model } : {}) } as const;
    const prompt: PromptCommand = { type: "prompt", content: result.content, promptId, messageId: null, options };
    this.#held = { prompt, voice };
    if (this.#parts.asks.isClosed) this.closeInput();
  }

  /** Asks the host where a command wants a word first, and runs it again with the answer. */
  async #confirmed(
    result: CommandResult,
    around: Around & { request: { path: string[]; args: string; raw: string }; place: "beside" | "inside" },
  ): Promise<CommandResult> {
    const { asks, state, commands } = this.#parts;
    const { request, voice, signal, place } = around;
    const ask = askOf(result, request.raw);
    if (!ask || !commands || !state.answers || asks.isClosed) return result;
    const settled = await asks.ask(ask, { voice, signal, timeoutMs: state.askTimeoutMs });
    if (settled.answer.kind !== "allow") {
      const why = settled.answer.kind === "value" ? "no decision was given" : settled.answer.message;
      return { type: "message", level: "error", content: `The command was not run: ${why}` };
    }
    if (result.type === "quit_confirmation") return { type: "quit" };
    const approved = result.type === "confirm_shell_commands" ? result.commands : [request.raw];
    return await commands.run({ ...request, approved }, this.#parts.desk(around, place));
  }
}

function askOf(result: CommandResult, raw: string): Ask | null {
  switch (result.type) {
    case "confirm_shell_commands":
      return { kind: "confirm_shell", commands: result.commands, command: raw };
    case "confirm_action":
      return { kind: "confirm_action", prompt: result.prompt, command: raw };
    case "quit_confirmation":
      return { kind: "confirm_quit" };
    default:
      return null;
  }
}
