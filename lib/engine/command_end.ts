import { type CommandResult, type Ids, type Message, textOf } from "../model/mod.ts";
import type { Voice } from "./outbox.ts";
import type { TurnEnd } from "./turn.ts";

/** Ends the turn of a prompt that was a command: what the command says is the answer. */
export function commandEnd(result: CommandResult, { voice, ids }: { voice: Voice; ids: Ids }): TurnEnd {
  const { text, isError } = commandText(result);
  const message: Message = { id: ids.next(), role: "assistant", parts: [{ kind: "text", text }] };
  voice.emit({ type: "message.added", message, origin: "command" });
  return { outcome: { kind: "command", text, isError }, rounds: 0 };
}

/** What a command's result says in plain text, for clients that know no other form. */
function commandText(result: CommandResult): { text: string; isError: boolean } {
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
      return {
        text: `This command opens the dialog "${result.dialog}", which only a client with a screen can show.`,
        isError: true,
      };
    default:
      return { text: `This command needs an answer that is not to be had here (${result.type}).`, isError: true };
  }
}
