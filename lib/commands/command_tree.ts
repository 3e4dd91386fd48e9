import { complain, lines, say, type SlashCommand } from "./slash_command.ts";
import type { CommandResult } from "../model/event.ts";

/** Where the words of a path lead. */
export interface Resolved {
  /** Null when the first word is no command. */
  command: SlashCommand | null;
  /** Names of the commands gone through, aliases replaced. */
  path: string[];
  /** Words that are left over. */
  rest: string[];
}

/** Whether a word is the name or an alias of a command, in whatever case. */
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

/** The answer to a command that does nothing by itself: what can be typed after it. */
export function describeSubcommands(command: SlashCommand, path: readonly string[]): CommandResult {
  const entries = (command.subcommands ?? []).map((sub) => ({
    name: `/${[...path, sub.name].join(" ")}${sub.argumentHint ? ` ${sub.argumentHint}` : ""}`,
    description: sub.description,
  }));
  return say(`/${path.join(" ")} takes a subcommand:\n${lines(entries)}`);
}

/** The answer to a word that is no command, with the nearest one that is. */
export function refuseUnknown(words: readonly string[], known: readonly string[]): CommandResult {
  const typed = words[words.length - 1] ?? "";
  const nearest = nearestName(typed, known);
  const prefix = words.slice(0, -1).join(" ");
  const suggestion = nearest ? ` Did you mean /${prefix ? `${prefix} ` : ""}${nearest}?` : "";
  return complain(`Unknown command: /${words.join(" ")}.${suggestion} /help lists all commands.`);
}

/** The name that differs least from a typed word, or null when none is near. */
export function nearestName(word: string, names: readonly string[]): string | null {
  let best: string | null = null;
  let least = Math.max(2, Math.ceil(word.length / 3)) + 1;
  for (const name of names) {
    const distance = editDistance(word.toLowerCase(), name.toLowerCase(), least);
    if (distance < least) [best, least] = [name, distance];
  }
  return best;
}

function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[b.length];
}
