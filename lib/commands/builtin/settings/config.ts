import type { SessionChange } from "../../../model/command.ts";
import type { CommandContext } from "../../../model/ports.ts";
import {
  type CommandCall,
  type CommandResult,
  firstWord,
  refuse,
  say,
  type SlashCommand,
} from "../../slash_command.ts";
import { isObject, type Json, type JsonObject } from "../../../model/json.ts";

/** Settings that decide what may run: a prompt must not loosen them. */
const GUARDED: ReadonlySet<string> = new Set(["permissions", "tools", "security", "mcp", "mcpServers", "hooks", "env"]);

/** Settings that can change while a session runs. */
const CHANGEABLE: Readonly<Record<string, (value: string) => SessionChange>> = {
  "model.name": (value) => ({ key: "model", value }),
  "model.reasoningEffort": (value) => ({ key: "effort", value }),
};

const SECRET = /key|token|secret|password|authorization/i;

/** `/config`: reads and changes settings of this session. */
export const config: SlashCommand = {
  name: "config",
  description: "Show or change settings of this session",
  argumentHint: "[key] [value]",
  isSecondary: true,
  complete: (context) => keysOf(context.settings(), "").map((value) => ({ value })),
  run: showOrChange,
};

async function showOrChange({ args }: CommandCall, context: CommandContext): Promise<CommandResult> {
  const { word, rest } = firstWord(args.replace(/^\s*(get|set)\s+/, "").replace(/^(\S+?)\s*=\s*/, "$1 "));
  if (word === "") return say(JSON.stringify(hideSecrets(context.settings()), null, 2));
  if (rest === "") {
    const value = valueAt(context.settings(), word);
    if (value === undefined) return refuse(`There is no setting "${word}". /config lists those that are set.`);
    return say(`${word} = ${JSON.stringify(SECRET.test(word) ? "***" : hideSecrets(value))}`);
  }
  if (GUARDED.has(word.split(".")[0])) {
    return refuse(
      `"${word}" guards the session and cannot be changed by a command: edit the settings file or give flags`,
    );
  }
  const value = parseValue(rest);
  if (typeof value !== "string" || !Object.hasOwn(CHANGEABLE, word)) {
    const names = Object.keys(CHANGEABLE).join(", ");
    return refuse(`"${word}" is read when a session starts. While one runs these can be changed: ${names}`);
  }
  await context.configure(CHANGEABLE[word](value));
  return say(`${word} = ${JSON.stringify(value)}`);
}

function parseValue(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text; // A bare word is a string.
  }
}

function valueAt(settings: JsonObject, path: string): Json | undefined {
  let value: Json | undefined = settings;
  for (const key of path.split(".")) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key] as Json;
  }
  return value;
}

function keysOf(settings: JsonObject, prefix: string): string[] {
  return Object.entries(settings).flatMap(([key, value]) =>
    isObject(value) ? keysOf(value as JsonObject, `${prefix}${key}.`) : [`${prefix}${key}`]
  );
}

/** Settings as they may be shown: values whose name sounds secret are covered. */
function hideSecrets(value: Json): Json {
  if (Array.isArray(value)) return value.map(hideSecrets);
  if (!isObject(value)) return value;
  const shown: JsonObject = {};
  for (const [key, inner] of Object.entries(value as JsonObject)) {
    shown[key] = SECRET.test(key) && typeof inner === "string" ? "***" : hideSecrets(inner);
  }
  return shown;
}
