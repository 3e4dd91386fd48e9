import { fail, type Message, type SessionDesk, type Verdict } from "../model/mod.ts";
import { applyChange } from "./changes.ts";
import { tellDirectories } from "./directory_hooks.ts";
import type { Voice } from "./outbox.ts";
import type { SessionParts } from "./session_parts.ts";
import type { SessionState } from "./session_state.ts";
import { estimateTokens } from "./token_count.ts";
import type { Workshop } from "./workshop.ts";

/** What a desk is made of. */
export interface DeskScope {
  parts: SessionParts;
  state: SessionState;
  workshop: Workshop;
  startedAt: number;
  prompts: number;
  voice: Voice;
  signal: AbortSignal;
  /** Starts the conversation anew. */
  clear: () => void;
  /** Runs a change of the conversation while no turn works on it; throws QwenError when one does. */
  alone: <T>(change: () => Promise<T>) => Promise<T>;
}

/** What slash commands may see and do of a session. */
export function makeDesk(scope: DeskScope): SessionDesk {
  const { parts, state, workshop, voice, signal, alone } = scope;
  const { desk } = parts;
  if (!desk) throw fail("command_failed", "Slash commands are not available in this run");
  const { files, shell, clock, policy, journal } = parts;
  const replace = (history: Message[]): void => {
    workshop.history.replace(history);
    // The model no longer has what it has read: reading it again must not answer "unchanged".
    workshop.memory.seen.clear();
    journal?.append({ type: "compaction", history, at: clock.now() });
  };
  return {
    ...desk,
    signal,
    clock,
    files,
    shell,
    info: () => workshop.info(),
    history: () => workshop.history.messages,
    replaceHistory: (history) => alone(() => Promise.resolve(replace(history))),
    clear: () =>
      alone(() => {
        replace([]);
        scope.clear();
        return Promise.resolve();
      }),
    compact: (instructions) => alone(() => workshop.compact({ voice, trigger: "manual", instructions, signal })),
    ask: (instruction) => alone(() => workshop.ask(instruction, signal)),
    usage: () => ({
      total: workshop.tally.total,
      stats: workshop.tally.snapshot(),
      startedAt: scope.startedAt,
      prompts: scope.prompts,
      contextTokens: estimateTokens(workshop.history.messages),
    }),
    models: () => Promise.resolve([...parts.models]),
    tools: () => workshop.toolbox.specs(undefined).map(({ name, description }) => ({ name, description })),
    agents: () => state.agents,
    hooks: () => workshop.hooks.list(),
    jobs: () => [...workshop.memory.jobs.values()],
    async configure(change): Promise<void> {
      await applyChange(change, { parts, state, workshop, voice });
      voice.emit({ type: "session.changed", session: workshop.info(), what: change.key });
    },
    permit(update): void {
      policy.update(update);
      tellDirectories(workshop.hooks, update, { voice, source: "slash_command" });
      if (update.type === "directories") state.changeRoots(update);
    },
    judgeShell: (command): Promise<Verdict> =>
      policy.judge({
        tool: "run_shell_command",
        kind: "exec",
        input: { command },
        access: [{ kind: "run", command, cwd: parts.cwd }],
        mode: state.mode,
      }),
    directories: () => state.roots,
  };
}
