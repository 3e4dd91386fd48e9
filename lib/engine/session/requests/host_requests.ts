import { type CommandOf, fail, type JsonObject, type PromptCommand, type Reply } from "../../../model/mod.ts";
import type { Asks } from "./asks.ts";
import { applyChange } from "../changes.ts";
import { makeCommandContext } from "../command_context.ts";
import type { CommandCaller, CommandRunner } from "../command_runner.ts";
import type { Emitter } from "../event_queue.ts";
import { runToolRequest } from "./host_tool_calls.ts";
import { PendingRequests } from "./pending_requests.ts";
import type { PromptScheduler } from "../prompts/prompt_scheduler.ts";
import { answerQuery } from "../queries.ts";
import type { SessionParts } from "../session_parts.ts";
import type { SessionRuntime } from "../session_runtime.ts";
import type { SessionState } from "../session_state.ts";

/** A request of the host beside its prompts: its opening, a change, a query, a slash command, a hint or a tool call. */
export type HostRequest = CommandOf<"open" | "configure" | "query" | "slash" | "hint" | "tool_request">;

/** The parts of the requests of a host. */
export interface HostRequestsParts {
  parts: SessionParts;
  state: SessionState;
  runtime: SessionRuntime;
  asks: Asks;
  commands: CommandRunner;
  prompts: PromptScheduler;
  /** Called after each request that was answered beside the turn. */
  onSettled: () => void;
}

/** Answers the requests of a host beside its prompts. */
export class HostRequests {
  readonly pending: PendingRequests;
  readonly #parts: HostRequestsParts;
  /** The newest prompt of a slash command that was submitted here. */
  #continued: PromptCommand | null = null;

  constructor(parts: HostRequestsParts) {
    this.#parts = parts;
    this.pending = new PendingRequests(parts.onSettled);
  }

  /** Takes a request. Returns at once: the answer is worked on beside the reading. */
  take(command: HostRequest, emitter: Emitter): void {
    const { pending } = this;
    switch (command.type) {
      case "open":
        return this.#open(command, emitter);
      case "configure":
        return pending.start(command, { emitter, work: () => this.#configure(command, emitter) });
      case "query":
        return pending.start(command, { emitter, work: (signal) => this.#query(command, { emitter, signal }) });
      case "slash": {
        const claimed = { ...command, promptId: this.#parts.prompts.queue.claim(command.promptId) };
        return pending.start(claimed, { emitter, work: (signal) => this.#slash(claimed, { emitter, signal }) });
      }
      case "hint": {
        const { commands } = this.#parts;
        const work = (signal: AbortSignal): Promise<null> => commands.hint(command, this.#caller({ emitter, signal }));
        return pending.start(command, { emitter, work });
      }
      case "tool_request":
        return this.#toolRequest(command, emitter);
    }
  }

  /** Works on the prompt that a slash command has made, and returns it. */
  submitHeld(): PromptCommand | null {
    const { commands, prompts } = this.#parts;
    const held = commands.release();
    if (!held) return null;
    const { prompt, emitter } = held;
    prompts.submit({ promptId: prompt.promptId, messageId: prompt.messageId, emitter, prompt, run: null });
    return prompt;
  }

  /** Whether a prompt only sends on what this session has sent on by itself. Without an id, its content tells. */
  isContinued({ promptId, content, options }: PromptCommand): boolean {
    const continued = this.#continued;
    if (!continued || options.continuation !== true) return false;
    if (promptId !== null) return promptId === continued.promptId;
    return JSON.stringify(content) === JSON.stringify(continued.content);
  }

  async #slash(
    command: CommandOf<"slash"> & { promptId: string },
    caller: { emitter: Emitter; signal: AbortSignal },
  ): Promise<Reply> {
    const reply = await this.#parts.commands.run(command, this.#caller(caller));
    if (this.#parts.asks.isClosed || !command.hostContinues) this.#continued = this.submitHeld();
    return reply;
  }

  async #query(command: CommandOf<"query">, caller: { emitter: Emitter; signal: AbortSignal }): Promise<Reply | null> {
    const { query } = command;
    const { subject } = query;
    if (subject === "continue") return this.#continue(caller.emitter);
    if (subject === "cancel_prompt") {
      const cancelled = this.#parts.prompts.queue.cancel(query.messageId);
      return { kind: "value", subject, value: { cancelled } };
    }
    if (subject === "rewind_prompt") {
      return { kind: "value", subject, value: await this.#rewind(query.promptId, caller.emitter) };
    }
    return { kind: "value", subject, value: await answerQuery(query, { ...this.#parts, ...caller }) };
  }

  /** Restores the files and the conversation as they were before a prompt. Throws QwenError while a prompt runs. */
  async #rewind(promptId: string, emitter: Emitter): Promise<JsonObject> {
    const { prompts, runtime, state, parts: { store } } = this.#parts;
    // A prompt of an earlier run is known by the id of its message.
    const messageId = state.promptMessages.get(promptId) ?? promptId;
    const { messages } = runtime.history;
    const at = messages.findIndex(({ id }) => id === messageId);
    if (at < 0) {
      throw fail("input_error", `This session has no prompt ${JSON.stringify(promptId.slice(0, 80))}`, {
        hint: "Use the prompt_id of a prompt of this session.",
      });
    }
    return await prompts.change(async () => {
      const restored = await store.query({ subject: "rewind", messageId, dryRun: false });
      runtime.replaceHistory(messages.slice(0, at));
      emitter.emit({ type: "history.rewound", promptId });
      return { prompt_id: promptId, files: restored ?? null };
    });
  }

  /** Continues a turn that was cut off, if there is one. The reply comes before the first event of the turn. */
  #continue(emitter: Emitter): null {
    const { prompts, runtime } = this.#parts;
    const interruption = prompts.isIdle ? runtime.history.interruption() : "none";
    const accepted = interruption !== "none";
    emitter.emit({ type: "reply", result: { kind: "value", subject: "continue", value: { accepted, interruption } } });
    if (accepted) {
      const unnamed = { promptId: null, messageId: null };
      const prompt: PromptCommand = { type: "prompt", content: [], ...unnamed, options: { goOn: true } };
      prompts.submit({ ...unnamed, emitter, prompt, run: null });
    }
    return null;
  }

  /** Reports the conversation so far where the client wants it, then the session as it is. */
  #open({ replays, servers }: CommandOf<"open">, emitter: Emitter): void {
    const { parts: { host, model }, runtime } = this.#parts;
    const origin = replays === "turns" ? "history" : "replay";
    for (const message of replays ? runtime.history.messages : []) {
      if (!message.isNote) emitter.emit({ type: "message.added", message, origin });
    }
    // Not awaited: the next prompt waits for them, and a failure is reported there.
    if (Object.keys(servers).length > 0) void host.servers?.setServers(servers, { introduced: "keep" });
    const commands = host.commands?.list("headless") ?? [];
    const { contextWindow } = runtime.model;
    const result = { session: runtime.info(), commands, models: [...model.choices], contextWindow };
    emitter.emit({ type: "reply", result: { kind: "opened", ...result } });
  }

  async #configure(command: CommandOf<"configure">, emitter: Emitter): Promise<Reply> {
    const { parts, state, runtime } = this.#parts;
    let own: Reply | null = null;
    for (const change of command.changes) own = await applyChange(change, { parts, state, runtime, emitter }) ?? own;
    const keys = command.changes.map((change) => change.key);
    const session = runtime.info();
    emitter.emit({ type: "session.changed", session, what: keys.join(",") });
    if (own) return own;
    if (!keys.some((key) => HANDSHAKE.has(key))) return { kind: "configured", session, changes: keys };
    const agents = state.agents.map(({ name, description }) => ({ name, description }));
    const commands = parts.host.commands?.list("headless") ?? [];
    return { kind: "initialized", session, commands, agents, models: [...parts.model.choices] };
  }

  #toolRequest(command: CommandOf<"tool_request">, emitter: Emitter): void {
    const { runner } = this.#parts.runtime;
    this.#parts.prompts.submit({
      promptId: command.promptId,
      messageId: null,
      emitter,
      prompt: null,
      run: (abort) => runToolRequest(command, { runner, emitter, abort }),
    });
  }

  #caller(caller: { emitter: Emitter; signal: AbortSignal }): CommandCaller {
    const { prompts } = this.#parts;
    const change = <T>(work: () => Promise<T>): Promise<T> => prompts.change(work);
    return { ...caller, context: () => makeCommandContext({ ...this.#parts, ...caller, change }) };
  }
}

// Changes that only a handshake contains; its reply has everything that a host needs at the start.
const HANDSHAKE: ReadonlySet<string> = new Set(["hooks", "agents", "hostServers", "answers"]);
