import type { Rule } from "../model/mod.ts";
import type { Flags } from "./args/table/flag_table.ts";
import type { Opening } from "../terminal/chat/chat.ts";
import { chatPort, inputHistoryFile, keepRules } from "./assembly/client/chat_port.ts";
import type { RunConfig } from "./assembly/config/load_config.ts";
import { type Pipes, writeOutputNow } from "./process/pipes.ts";
import type { RunView } from "./run_to_exit.ts";
import type { Signals } from "./process/signals.ts";
import { ruleText } from "../terminal/chat/questions.ts";

/** How a run is driven: by a host on stdin, by one prompt, or by a person at the terminal. */
export type RunKind =
  | { kind: "host"; prompt: string | null }
  | { kind: "one_shot"; prompt: string | null }
  | { kind: "chat"; opening: Opening };

/** How a conversation begins, where the command line has no prompt and a person is at the terminal; else null. */
export function conversationOf(flags: Flags, pipes: Pipes): Opening | null {
  const isText = flags.outputFormat === undefined || flags.outputFormat === "text";
  const isAtTerminal = pipes.isInputTerminal && pipes.isOutputTerminal;
  if (!isAtTerminal || !isText || flags.prompt !== undefined || flags.jsonSchema !== undefined) return null;
  const isResumed = flags.continue === true || flags.resume !== undefined;
  return {
    prompt: flags.promptInteractive ?? null,
    session: flags.resume === "" ? "choose" : isResumed ? "recall" : "new",
  };
}

/** Opens the view through which a person watches a run in text mode; null where no one watches. */
export async function openView(
  kind: RunKind,
  { config, pipes, signals }: { config: RunConfig; pipes: Pipes; signals: Signals },
): Promise<RunView | null> {
  const { flags, cwd } = config;
  const env = (name: string): string | undefined => Deno.env.get(name);
  const isAsked = flags.permissionPrompts !== "none";
  const isPlain = flags.plain ?? false;
  if (kind.kind === "chat") {
    const { openChat } = await import("../terminal/open_chat.ts");
    const chat = await openChat({
      stdout: pipes.stdout,
      writeNow: writeOutputNow,
      env,
      port: chatPort(config),
      historyFile: inputHistoryFile(config),
      opening: kind.opening,
      theme: config.settings.get("ui.theme") ?? null,
      isPlain,
      answers: isAsked,
    });
    signals.onInterrupt = () => chat.interrupt();
    chat.start();
    return chat;
  }
  if (kind.kind === "host" || flags.quiet || !(pipes.isOutputTerminal || pipes.isErrorTerminal)) return null;
  const { openTerminal } = await import("../terminal/terminal.ts");
  const canAsk = isAsked && pipes.isInputTerminal && pipes.isErrorTerminal;
  const answers = canAsk ? { keepRules: (rules: readonly Rule[]) => keepRules(cwd, rules.map(ruleText)) } : null;
  return openTerminal(pipes, { env, isPlain, answers });
}
