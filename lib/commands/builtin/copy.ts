import type { SessionDesk } from "../../model/ports.ts";
import { type CommandCall, type CommandResult, complain } from "../slash_command.ts";
import { textOf } from "../../model/content.ts";

/** `/copy`: hands the last answer to the host, which owns the clipboard. */
export function copy({ args }: CommandCall, desk: SessionDesk): CommandResult {
  const answers = desk.history().filter((message) => message.role === "assistant" && textOf(message.parts) !== "");
  const last = answers[answers.length - 1];
  if (!last) return complain("There is no answer to copy yet.");
  const text = textOf(last.parts);
  if (args.trim() !== "code") return { type: "handled", text };
  const blocks = [...text.matchAll(/^```[^\n]*\n([\s\S]*?)^```/gm)].map((match) => match[1]);
  if (blocks.length === 0) return complain("There is no code in the last answer.");
  return { type: "handled", text: blocks[blocks.length - 1] };
}
