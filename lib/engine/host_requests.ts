import {
  type Command,
  fail,
  type LoadedCommands,
  type PromptCommand,
  type Reply,
  type SessionDesk,
} from "../model/mod.ts";
import { Asides } from "./asides.ts";
import type { Asks } from "./asks.ts";
import { applyChange } from "./changes.ts";
import { type Around, CommandRunner } from "./command_runner.ts";
import { makeDesk } from "./desk.ts";
import type { Voice } from "./outbox.ts";
import { type PromptLine, tellDropped } from "./prompt_line.ts";
import { answerQuery } from "./queries.ts";
import type { SessionParts } from "./session_parts.ts";
import type { SessionState } from "./session_state.ts";
import { runToolRequest } from "./tool_request.ts";
import type { Workshop } from "./workshop.ts";

type CommandOf<Type extends Command["type"]> = Extract<Command, { type: Type }>;

/** A command that is more than a word in the conversation. */
export type HostRequest = CommandOf<"configure" | "query" | "slash" | "hint" | "tool_request">;

/** What requests see and do of their session. */
export interface RequestScope {
  parts: SessionParts;
  commands: LoadedCommands | null;
  state: SessionState;
  workshop: Workshop;
  asks: Asks;
  line: PromptLine;
  startedAt: number;
  /** How many prompts were taken up. */
  prompts: () => number;
  /** Whether a prompt is being worked on. */
  isRunning: () => boolean;
  /** Puts a prompt in line. */
  submit: (prompt: PromptCommand, voice: Voice) => void;
  /** Takes up what waits in line. */
  pump: () => void;
  /** Tells hooks that the conversation was cleared. */
  tellClear: () => void;
}

/** What a host asks beside its prompts: changes, questions, slash commands, hints and tools that it runs itself. */
export class HostRequests {
  /** Runs slash commands, and keeps the prompts that they make. */
  readonly commands: CommandRunner;
  /** Those that are being answered beside the turn. */
  readonly asides: Asides;
  readonly #scope: RequestScope;
  /** Commands that are changing the conversation. */
  #changing = 0;
  /** Resolves when the last of them is done. */
  #changed: Promise<void> = Promise.resolve();

  constructor(scope: RequestScope) {
    const { parts, commands, state, asks, submit } = scope;
    this.#scope = scope;
    this.asides = new Asides(scope.pump);
    const desk = (around: Around, place: "beside" | "inside"): SessionDesk => this.#desk(around, place);
    this.commands = new CommandRunner({ parts, commands, state, asks, desk, submit });
  }

  /** Whether the conversation is being changed: no prompt may be taken up meanwhile. */
  get isChanging(): boolean {
    return this.#changing > 0;
  }

  /** Takes a request. Returns at once: it is answered beside the reading. */
  take(command: HostRequest, voice: Voice): void {
    const { asides } = this;
    switch (command.type) {
      case "configure":
        return asides.start(command, { voice, work: () => this.#configure(command, voice) });
      case "query":
        return asides.start(command, { voice, work: (signal) => this.#query(command, { voice, signal }) });
      case "slash": {
        const claimed = { ...command, promptId: this.#scope.line.claim(command.promptId) };
        return asides.start(claimed, { voice, work: (signal) => this.commands.run(claimed, { voice, signal }) });
      }
      case "hint":
        return asides.start(command, { voice, work: (signal) => this.commands.hint(command, { voice, signal }) });
      case "tool_request":
        return this.#toolRequest(command, voice);
    }
  }

  /** Ends the running hint of a prompt; null is all of the session. */
  cancelHint(promptId: string | null): void {
    const { commands, state } = this.#scope;
    commands?.cancelHint(state.sessionId, promptId);
  }

  async #query(command: CommandOf<"query">, around: Around): Promise<Reply> {
    const { query } = command;
    if (query.subject === "continue") return this.#continue(around.voice);
    if (query.subject !== "cancel_prompt") {
      return { kind: "value", subject: query.subject, value: await answerQuery(query, { ...this.#scope, ...around }) };
    }
    const dropped = this.#scope.line.remove(query.messageId);
    if (dropped) tellDropped(dropped);
    return { kind: "value", subject: query.subject, value: { cancelled: dropped !== undefined } };
  }

  /** Takes up a turn that was cut off, where there is one. */
  #continue(voice: Voice): Reply {
    const { line, workshop, isRunning } = this.#scope;
    const isIdle = line.size === 0 && !isRunning();
    const interruption = isIdle ? workshop.history.interruption() : "none";
    const accepted = interruption !== "none";
    if (accepted) {
      const unnamed = { promptId: null, messageId: null };
      const prompt: PromptCommand = { type: "prompt", content: [], ...unnamed, options: { goOn: true } };
      line.push({ ...unnamed, voice, prompt, run: null });
    }
    return { kind: "value", subject: "continue", value: { accepted, interruption } };
  }

  async #configure(command: CommandOf<"configure">, voice: Voice): Promise<Reply> {
    const { parts: { commands, models }, state, workshop } = this.#scope;
    let own: Reply | null = null;
    for (const change of command.changes) own = await applyChange(change, { ...this.#scope, voice }) ?? own;
    const keys = command.changes.map((change) => change.key);
    const session = workshop.info();
    voice.emit({ type: "session.changed", session, what: keys.join(",") });
    if (own) return own;
    if (!keys.some((key) => HANDSHAKE.has(key))) return { kind: "configured", session, changes: keys };
    const agents = state.agents.map(({ name, description }) => ({ name, description }));
    return { kind: "initialized", session, commands: commands?.list("headless") ?? [], agents, models: [...models] };
  }

  #toolRequest(command: CommandOf<"tool_request">, voice: Voice): void {
    const { line, workshop, pump } = this.#scope;
    const fault = line.push({
      promptId: command.promptId,
      messageId: null,
      voice,
      prompt: null,
      run: async (abort) => await runToolRequest(command, { runner: await workshop.runner(), voice, abort }),
    });
    if (fault) voice.emit({ type: "rejected", problem: fault });
    pump();
  }

  #desk(around: Around, place: "beside" | "inside"): SessionDesk {
    const { workshop, state, prompts, tellClear } = this.#scope;
    const clear = (): void => {
      workshop.memory.todos = [];
      tellClear();
      state.starting = "clear";
      around.voice.emit({ type: "session.reset", newSessionId: state.sessionId });
    };
    const alone = place === "inside" ? <T>(change: () => T): T => change() : this.#alone;
    return makeDesk({ ...this.#scope, ...around, prompts: prompts(), clear, alone });
  }

  /** Changes the conversation while nobody else works on it: no turn begins meanwhile, and other changes wait. */
  readonly #alone = async <T>(change: () => Promise<T>): Promise<T> => {
    const { isRunning, pump } = this.#scope;
    if (isRunning()) {
      throw fail("command_failed", "The conversation cannot be changed while a prompt is being worked on", {
        hint: "Wait for its end, or cancel it.",
      });
    }
    this.#changing += 1;
    const done = this.#changed.then(change);
    this.#changed = done.then(() => {}, () => {/* Told to whoever asked for it. */});
    try {
      return await done;
    } finally {
      this.#changing -= 1;
      pump();
    }
  };
}

// Changes that only a handshake brings; it is answered with all that a host wants to know at the start.
const HANDSHAKE: ReadonlySet<string> = new Set(["hooks", "agents", "hostServers", "answers"]);
