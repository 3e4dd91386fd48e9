import { textOf } from "../../model/content.ts";
import type { Ask, ToolCompleted } from "../../model/event.ts";

/** The text of a question to a person. */
export function confirmationText(ask: Ask): string {
  switch (ask.kind) {
    case "permission": {
      const asked = ask.confirmation;
      const what = asked.kind === "exec"
        ? asked.command
        : asked.kind === "edit"
        ? asked.diff
        : asked.kind === "info"
        ? asked.prompt
        : asked.kind === "plan"
        ? asked.plan
        : "";
      return what === "" ? asked.title : `${asked.title}\n${what}`;
    }
    case "confirm_shell":
      return `${ask.command} wants to run:\n${ask.commands.join("\n")}`;
    case "confirm_action":
      return ask.prompt;
    case "confirm_quit":
      return "End the session?";
    case "elicitation":
      return `${ask.server}: ${ask.message}`;
    case "hook":
    case "mcp":
    case "client_call":
      return "";
  }
}

/** The result of a tool call for a person. */
export function resultText(event: ToolCompleted): string {
  const { display } = event;
  if (display?.kind === "text") return display.text;
  if (display?.kind === "diff" && !event.isError) return display.diff;
  return textOf(event.output);
}
