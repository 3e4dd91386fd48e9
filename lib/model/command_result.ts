import type { Message, Part } from "./content.ts";
import type { Json } from "./json.ts";

/** The result of a slash command. */
export type CommandResult =
  | { type: "handled"; text?: string }
  | { type: "message"; level: "info" | "error"; content: string }
  /** `choices` are the values that the command takes as its argument; `text` is for clients without a screen. */
  | { type: "dialog"; dialog: string; choices?: string[]; current?: string | null; text?: string }
  | { type: "tool"; tool: string; input: Json }
  /** A complete prompt: its references are already read. `model` applies to it only. */
  | { type: "submit_prompt"; content: Part[]; model?: string }
  | { type: "load_history"; history: Message[] }
  | { type: "quit"; text?: string }
  | { type: "quit_confirmation" }
  | { type: "confirm_shell_commands"; commands: string[] }
  | { type: "confirm_action"; prompt: string };
