import type { CommandInfo, CommandResult } from "../model/event.ts";
import type { CommandContext } from "../model/ports.ts";

export type { CommandResult };

/** One slash command: how lists show it, how it is called and what it does. */
export interface SlashCommand {
  readonly name: string;
  readonly description: string;
  readonly argumentHint?: string;
  readonly aliases?: readonly string[];
  /** Does nothing useful without a user interface. */
  readonly needsInterface?: boolean;
  /** Kept out of completion lists while one letter is typed, so that the common commands stay in sight. */
  readonly isSecondary?: boolean;
  readonly subcommands?: readonly SlashCommand[];
  /** Absent when only the subcommands do something. May throw QwenError, which is answered as an error message. */
  run?(call: CommandCall, context: CommandContext): CommandResult | Promise<CommandResult>;
  /** Values that the argument may have. */
  complete?(context: CommandContext): readonly ArgumentValue[] | Promise<readonly ArgumentValue[]>;
}

/** A value that an argument may have. */
export interface ArgumentValue {
  value: string;
  description?: string;
}

/** A command as it was called. */
export interface CommandCall {
  readonly args: string;
  readonly raw: string;
  /** What the host has approved. */
  readonly approved: readonly string[];
  /** Every command there is, for `/help`. */
  readonly commands: readonly CommandInfo[];
}

/** An answer for the person who asked. */
export function say(content: string): CommandResult {
  return { type: "message", level: "info", content };
}

/** A refusal: what is wrong and what to type instead. */
export function refuse(content: string): CommandResult {
  return { type: "message", level: "error", content };
}

/** A prompt for the model in place of the command. */
export function submit(text: string): CommandResult {
  return { type: "submit_prompt", content: [{ kind: "text", text }] };
}

/** A list of names with descriptions, one a line. */
export function lines(entries: readonly { name: string; description: string }[]): string {
  return entries.map(({ name, description }) => description ? `- ${name}: ${description}` : `- ${name}`).join("\n");
}

/** The first word of an argument text, and the rest of it. */
export function firstWord(text: string): { word: string; rest: string } {
  const trimmed = text.trim();
  const end = trimmed.search(/\s/);
  return end < 0 ? { word: trimmed, rest: "" } : { word: trimmed.slice(0, end), rest: trimmed.slice(end).trim() };
}
