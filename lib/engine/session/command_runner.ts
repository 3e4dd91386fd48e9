import {
  type Ask,
  type CommandContext,
  type CommandOf,
  type CommandRequest,
  type CommandResult,
  type Commands,
  fail,
  type PromptCommand,
  type Reply,
  textOf,
} from "../../model/mod.ts";
import type { Asks } from "./requests/asks.ts";
import type { Emitter } from "./event_queue.ts";
import { Interrupt } from "./interrupt.ts";
import type { HostPort } from "./session_parts.ts";
import type { SessionState } from "./session_state.ts";

/** The parts of a command runner. */
export interface CommandRunnerParts {
  host: Pick<HostPort, "commands" | "servers">;
  state: SessionState;
  asks: Asks;
}

/** Who is answered, and what the command may do. */
export interface CommandCaller {
  emitter: Emitter;
  signal: AbortSignal;
  /** Makes the context of a command; throws QwenError where there is none. */
  context: () => CommandContext;
}

/** A prompt that a command has made, until the host sends it on. */
export interface HeldPrompt {
  prompt: PromptCommand;
  emitter: Emitter;
}

/** Runs slash commands and hints, asks the host for confirmation, and keeps the prompt that a command has made. */
export class CommandRunner {
  readonly #parts: CommandRunnerParts;
  /** The newest prompt that a command has made and the host has not sent on. */
  #held: HeldPrompt | undefined;

  constructor(parts: CommandRunnerParts) {
    this.#parts = parts;
  }

  /** Whether a prompt waits for the host to send it on. */
  get isHolding(): boolean {
    return this.#held !== undefined;
  }

  /** Runs a command of the host beside the turn. */
  async run(command: CommandOf<"slash"> & { promptId: string }, caller: CommandCaller): Promise<Reply> {
    const commands = this.#commands("Slash commands");
    const { raw, approved, promptId } = command;
    const { path, args } = (command.path.length === 0 ? commands.parse(raw) : null) ?? command;
    const request = { path, args, raw, ...(approved ? { approved } : command.confirmed ? { approved: [raw] } : {}) };
    const answer = (result: CommandResult): Reply => ({ kind: "command", promptId, path, args, result });
    try {
      // The prompts of a server are known once it is connected.
      if (/^\/?mcp__/.test(path[0] ?? raw)) await this.#parts.host.servers?.ready();
      const first = await commands.run(request, caller.context());
      const result = await this.#confirmed(first, { ...caller, commands, request, promptId });
      if (result.type === "submit_prompt") this.#hold(result, { promptId, emitter: caller.emitter });
      return answer(result);
    } catch (error) {
      if (!(error instanceof Interrupt)) throw error;
      return answer({ type: "message", level: "error", content: "The command was cancelled." });
    }
  }

  /** Runs a prompt that is a known slash command; null when it is none. */
  async runInPrompt(text: string, caller: CommandCaller): Promise<CommandResult | null> {
    const { commands } = this.#parts.host;
    const request = text.startsWith("/") || text.trim() === "?" ? commands?.parse(text) : null;
    if (!commands || !request?.known) return null;
    const result = await commands.run(request, caller.context());
    return await this.#confirmed(result, { ...caller, commands, request });
  }

  /** Answers a request for completions, perhaps with several replies. */
  async hint(command: CommandOf<"hint">, caller: CommandCaller): Promise<null> {
    for await (const result of this.#commands("Hints").hint(command, caller.context())) {
      caller.emitter.emit({ type: "reply", result });
    }
    return null;
  }

  /** Ends the running hint of a prompt; null is all of the session. */
  cancelHint(promptId: string | null): void {
    this.#parts.host.commands?.cancelHint(this.#parts.state.sessionId, promptId);
  }

  /**
   * Returns a prompt as it is to be worked on. One that sends on the prompt of a command runs under the command's id
   * and with its model. The held prompt is dropped in any case: it is worked on once, or the host went on.
   */
  takeUp(prompt: PromptCommand): PromptCommand {
    const held = this.#held?.prompt;
    const { promptId, options } = prompt;
    if (!held || options.silent) return prompt;
    this.#held = undefined;
    if (!options.continuation || (promptId !== null && promptId !== held.promptId)) return prompt;
    return { ...prompt, promptId: held.promptId, options: { ...held.options, ...options, literal: true } };
  }

  /** Takes the held prompt, if any. */
  release(): HeldPrompt | undefined {
    const held = this.#held;
    this.#held = undefined;
    return held;
  }

  #commands(what: string): Commands {
    const { commands } = this.#parts.host;
    if (!commands) throw fail("command_failed", `${what} are not available in this run`);
    return commands;
  }

  #hold(result: CommandResult & { type: "submit_prompt" }, caller: { promptId: string; emitter: Emitter }): void {
    const { promptId, emitter } = caller;
    const options = { literal: true, continuation: true, ...(result.model ? { model: result.model } : {}) } as const;
    const prompt: PromptCommand = { type: "prompt", content: result.content, promptId, messageId: null, options };
    this.#held = { prompt, emitter };
  }

  /** Asks the host where a command needs a confirmation, and runs it again with the answer. */
  async #confirmed(
    result: CommandResult,
    call: CommandCaller & { commands: Commands; request: CommandRequest; promptId?: string },
  ): Promise<CommandResult> {
    const { asks, state } = this.#parts;
    const { commands, request, emitter, signal, context, promptId } = call;
    const ask = askOf(result, request.raw);
    if (!ask || !state.answers || asks.isClosed) return result;
    const named = promptId === undefined ? {} : { promptId };
    const settled = await asks.ask(ask, { emitter, signal, timeoutMs: state.askTimeoutMs, ...named });
    if (settled.answer.kind !== "allow") {
      const why = settled.answer.kind === "value" ? "no decision was given" : settled.answer.message;
      return { type: "message", level: "error", content: `The command was not run: ${why}` };
    }
    if (result.type === "quit_confirmation") return { type: "quit" };
    const approved = result.type === "confirm_shell_commands" ? result.commands : [request.raw];
    return await commands.run({ ...request, approved }, context());
  }
}

/** The result of a command as plain text, for clients that know no other form. */
export function commandText(result: CommandResult): { text: string; isError: boolean } {
  switch (result.type) {
    case "handled":
      return { text: result.text ?? "Command executed successfully.", isError: false };
    case "message":
      return { text: result.content, isError: result.level === "error" };
    case "quit":
      return { text: result.text ?? "Bye.", isError: false };
    case "load_history":
      return { text: `Loaded ${result.history.length} messages.`, isError: false };
    case "submit_prompt":
      return { text: textOf(result.content), isError: false };
    case "dialog":
      if (result.text !== undefined) return { text: result.text, isError: false };
      return {
        text: `This command opens the dialog "${result.dialog}", which only a client with a screen can show.` +
          (result.choices?.length ? ` Values that it takes: ${result.choices.join(", ")}.` : ""),
        isError: true,
      };
    default:
      return { text: `This command needs an answer that is not available here (${result.type}).`, isError: true };
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
