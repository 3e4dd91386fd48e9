import type { Flags } from "./args/table/flag_table.ts";
import type { Opening } from "../terminal/chat/chat.ts";
import type { RunConfig } from "./assembly/config/load_config.ts";
import type { Pipes } from "./process/pipes.ts";
import type { RunView } from "./run_to_exit.ts";
import type { Signals } from "./process/signals.ts";

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
  around: { config: RunConfig; pipes: Pipes; signals: Signals },
): Promise<RunView | null> {
  const { config: { flags }, pipes } = around;
  if (kind.kind === "host") return null;
  if (kind.kind !== "chat" && (flags.quiet || !(pipes.isOutputTerminal || pipes.isErrorTerminal))) return null;
  const { openTerminalView } = await import("./terminal_view.ts");
  return await openTerminalView(kind.kind === "chat" ? kind.opening : null, around);
}
