import type { Rule } from "../model/mod.ts";
import type { Opening } from "../terminal/chat/chat.ts";
import { ruleText } from "../terminal/chat/questions.ts";
import { openChat } from "../terminal/open_chat.ts";
import { openTerminal } from "../terminal/terminal.ts";
import { chatPort, inputHistoryFile, keepRules } from "./assembly/client/chat_port.ts";
import type { RunConfig } from "./assembly/config/load_config.ts";
import { type Pipes, writeOutputNow } from "./process/pipes.ts";
import type { Signals } from "./process/signals.ts";
import type { RunView } from "./run_to_exit.ts";

/** Opens the terminal as a conversation that begins with an opening, or as the view of one prompt. */
export async function openTerminalView(
  opening: Opening | null,
  { config, pipes, signals }: { config: RunConfig; pipes: Pipes; signals: Signals },
): Promise<RunView> {
  const { flags, cwd } = config;
  const env = (name: string): string | undefined => Deno.env.get(name);
  const isAsked = flags.permissionPrompts !== "none";
  const isPlain = flags.plain ?? false;
  if (opening === null) {
    const canAsk = isAsked && pipes.isInputTerminal && pipes.isErrorTerminal;
    const answers = canAsk ? { keepRules: (rules: readonly Rule[]) => keepRules(cwd, rules.map(ruleText)) } : null;
    return openTerminal(pipes, { env, isPlain, answers });
  }
  const chat = await openChat({
    stdout: pipes.stdout,
    writeNow: writeOutputNow,
    env,
    port: chatPort(config),
    historyFile: inputHistoryFile(config),
    opening,
    theme: config.settings.get("ui.theme") ?? null,
    isPlain,
    answers: isAsked,
  });
  signals.onInterrupt = () => chat.interrupt();
  chat.start();
  return chat;
}
