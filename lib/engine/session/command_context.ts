import { type CommandContext, fail, type Verdict } from "../../model/mod.ts";
import { tellDirectories } from "../hooks/session_hooks.ts";
import { estimateTokens } from "../turn/history/token_count.ts";
import { applyChange } from "./changes.ts";
import type { Emitter } from "./event_queue.ts";
import type { SessionParts } from "./session_parts.ts";
import type { SessionRuntime } from "./session_runtime.ts";
import type { SessionState } from "./session_state.ts";

/** The session that a command runs in, and on whose behalf. */
export interface CommandScope {
  parts: SessionParts;
  state: SessionState;
  runtime: SessionRuntime;
  emitter: Emitter;
  signal: AbortSignal;
  /** Runs a change of the conversation while no other prompt works on it; throws QwenError when one does. */
  change: <T>(change: () => Promise<T>) => Promise<T>;
}

/** Makes the context of a slash command. Throws QwenError where slash commands are unavailable. */
export function makeCommandContext(scope: CommandScope): CommandContext {
  const { parts, state, runtime, emitter, signal, change } = scope;
  const { identity: { cwd }, model: { choices }, tools: { files, shell }, world: { clock }, host } = parts;
  if (!host.commandContext) throw fail("command_failed", "Slash commands are not available in this run");
  return {
    ...host.commandContext,
    signal,
    clock,
    files,
    shell,
    info: () => runtime.info(),
    provider: () => parts.model.provider.name,
    history: () => runtime.history.messages,
    replaceHistory: (history) => change(() => Promise.resolve(runtime.replaceHistory(history))),
    clear: () => change(() => runtime.clear(emitter)),
    compact: (instructions) =>
      change(() => runtime.compactor.compact({ emitter, trigger: "manual", instructions, signal })),
    ask: (instruction) => change(() => runtime.compactor.ask(instruction, signal)),
    usage: () => ({
      total: runtime.tally.total,
      stats: runtime.tally.snapshot(),
      startedAt: state.startedAt,
      prompts: state.prompts,
      contextTokens: estimateTokens(runtime.history.messages),
      costs: runtime.costs(),
    }),
    models: () => Promise.resolve([...choices]),
    tools: () =>
      runtime.registry.specs(undefined).map(({ name, description }) => {
        const kind = runtime.registry.find(name)?.kind;
        return { name, description, ...(kind ? { kind } : {}) };
      }),
    agents: () => state.agents,
    hooks: () => runtime.hooks.list(),
    jobs: () => [...runtime.memory.jobs.values()],
    async configure(wanted): Promise<void> {
      await applyChange(wanted, { parts, state, runtime, emitter });
      emitter.emit({ type: "session.changed", session: runtime.info(), what: wanted.key });
    },
    permit(update): void {
      runtime.permissions.apply(update);
      tellDirectories(runtime.hooks, update, { emitter, source: "slash_command" });
    },
    judgeShell: (command): Promise<Verdict> =>
      runtime.permissions.policy.judge({
        tool: "run_shell_command",
        kind: "exec",
        input: { command },
        access: [{ kind: "run", command, cwd }],
        mode: state.mode,
      }),
    directories: () => state.roots,
  };
}
