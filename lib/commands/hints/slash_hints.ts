import type { Suggestion } from "../../model/event.ts";
import type { CommandContext } from "../../model/ports.ts";
import { isNamed } from "../command_tree.ts";
import type { SlashCommand } from "../slash_command.ts";

/** Suggestions, and whether what was typed is already one of them. */
export interface Hints {
  suggestions: Suggestion[];
  isPerfectMatch: boolean;
}

/** The number of letters for which only the common commands are listed; before and after them all are. */
const COMMON_ONLY_AT = 1;

/** What may follow in a command line typed up to the cursor; `text` begins with `/` or `?`. */
export async function slashHints(
  commands: readonly SlashCommand[],
  text: string,
  context: CommandContext,
): Promise<Hints> {
  if (text.trim() === "?") return await slashHints(commands, "/?", context);
  const words = text.replace(/^\s*[/?]/, "").split(/\s+/);
  const partial = words[words.length - 1];
  let level = commands;
  let command: SlashCommand | null = null;
  let depth = 0;
  for (; depth < words.length - 1; depth++) {
    const next = level.find((candidate) => isNamed(candidate, words[depth]));
    if (!next) break;
    command = next;
    level = next.subcommands ?? [];
  }
  if (depth === words.length - 1 && (command === null || level.length > 0)) return commandHints(level, partial);
  if (!command?.complete) return { suggestions: [], isPerfectMatch: false };
  return valueHints(await command.complete(context), words.slice(depth).join(" "));
}

function commandHints(commands: readonly SlashCommand[], partial: string): Hints {
  const typed = partial.toLowerCase();
  const listed = commands.filter((command) => !command.isSecondary || typed.length !== COMMON_ONLY_AT);
  const starting = listed.flatMap((command) => {
    if (command.name.toLowerCase().startsWith(typed)) return [suggest(command)];
    return command.aliases?.some((alias) => alias.startsWith(typed)) ? [{ ...suggest(command), matchedIndex: 0 }] : [];
  });
  const found = starting.length > 0 ? starting : commands.flatMap((command) => {
    const index = command.name.toLowerCase().indexOf(typed);
    return index < 0 ? [] : [{ ...suggest(command), matchedIndex: index }];
  });
  found.sort((a, b) => a.label < b.label ? -1 : 1);
  return { suggestions: found, isPerfectMatch: commands.some((command) => command.run && isNamed(command, typed)) };
}

function suggest({ name, description }: SlashCommand): Suggestion {
  return { label: name, value: name, description };
}

function valueHints(values: readonly { value: string; description?: string }[], partial: string): Hints {
  const typed = partial.toLowerCase();
  const suggestions = values.flatMap(({ value, description }): Suggestion[] => {
    const index = value.toLowerCase().indexOf(typed);
    if (index < 0) return [];
    const base = description === undefined ? { label: value, value } : { label: value, value, description };
    return [index === 0 ? base : { ...base, matchedIndex: index }];
  });
  suggestions.sort((a, b) => (a.matchedIndex ?? 0) - (b.matchedIndex ?? 0));
  return { suggestions, isPerfectMatch: values.some(({ value }) => value === partial) };
}
