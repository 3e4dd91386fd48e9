import type { ParsedCommand } from "../model/ports.ts";
import { resolvePath } from "./command_tree.ts";
import type { SlashCommand } from "./slash_command.ts";

/**
 * A text read as a command, or null when it is for the model. `//`, a comment and a first
 * word with another slash, which is a path, are text. A lone `?` is `/help`; `?name` is `/name`.
 */
export function parseCommand(commands: readonly SlashCommand[], text: string): ParsedCommand | null {
  const raw = text.trim();
  const trigger = raw.startsWith("/") ? "slash" : raw.startsWith("?") ? "question" : null;
  if (!trigger || raw === "/" || raw.startsWith("//") || raw.startsWith("/*")) return null;
  const line = raw === "?" ? "?" : raw.slice(1).trimStart();
  const first = line.split(/\s/, 1)[0];
  if (first === "" || first.includes("/") || first.includes("\\")) return null;
  const words = [...line.matchAll(/\S+/g)];
  const { command, path } = resolvePath(commands, words.map(([word]) => word));
  if (!command) {
    return { trigger, path: [first], args: line.slice(first.length).trim(), raw, known: false };
  }
  const last = words[path.length - 1];
  return { trigger, path, args: line.slice(last.index + last[0].length).trim(), raw, known: true };
}
