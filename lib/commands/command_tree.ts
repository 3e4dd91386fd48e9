import { nearest } from "../stream/nearest.ts";
import { lines, refuse, say, type SlashCommand } from "./slash_command.ts";
import type { CommandResult } from "../model/event.ts";

/** The command that a path names. */
export interface Resolved {
  /** Null when the first word is not a command. */
  command: SlashCommand | null;
  /** Names of the commands gone through, aliases replaced. */
  path: string[];
  /** The remaining words. */
  rest: string[];
}

/** Whether a word is the name or an alias of a command, in any case. */
export function isNamed(command: SlashCommand, word: string): boolean {
  const wanted = word.toLowerCase();
  return command.name.toLowerCase() === wanted || (command.aliases?.includes(wanted) ?? false);
}

/** Follows words through commands and subcommands as far as they go. */
export function resolvePath(commands: readonly SlashCommand[], words: readonly string[]): Resolved {
  let level: readonly SlashCommand[] = commands;
  let command: SlashCommand | null = null;
  const path: string[] = [];
  for (const word of words) {
    const next = level.find((candidate) => isNamed(candidate, word));
    if (!next) break;
    command = next;
    path.push(next.name);
    level = next.subcommands ?? [];
  }
  return { command, path, rest: words.slice(path.length) };
}

/** The answer to a command that only has subcommands: a list of them. */
export function describeSubcommands(command: SlashCommand, path: readonly string[]): CommandResult {
  const entries = (command.subcommands ?? []).map((sub) => ({
    name: `/${[...path, sub.name].join(" ")}${sub.argumentHint ? ` ${sub.argumentHint}` : ""}`,
    description: sub.description,
  }));
  return say(`/${path.join(" ")} takes a subcommand:\n${lines(entries)}`);
}

/** The answer to an unknown command, with the nearest known one. */
export function refuseUnknown(words: readonly string[], known: readonly string[]): CommandResult {
  const typed = words[words.length - 1] ?? "";
  const near = nearest(typed, known);
  const prefix = words.slice(0, -1).join(" ");
  const suggestion = near ? ` Did you mean /${prefix ? `${prefix} ` : ""}${near}?` : "";
  return refuse(`Unknown command: /${words.join(" ")}.${suggestion} /help lists all commands.`);
}
