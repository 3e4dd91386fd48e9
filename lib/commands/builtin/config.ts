import type { Change } from "../../model/command.ts";
import type { SessionDesk } from "../../model/ports.ts";
import {
  type ArgumentValue,
  type CommandCall,
  type CommandResult,
  complain,
  firstWord,
  say,
} from "../slash_command.ts";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";

/** Settings that say what may run: a prompt must not loosen them. */
const GUARDED: ReadonlySet<string> = new Set(["permissions", "tools", "security", "mcp", "mcpServers", "hooks", "env"]);

/** Settings that a session takes up while it runs. */
const CHANGEABLE: Readonly<Record<string, (value: string) => Change>> = {
  "model.name": (value) => ({ key: "model", value }),
  "model.reasoningEffort": (value) => ({ key: "effort", value }),
};

const SECRET = /key|token|secret|password|authorization/i;

/** The names of the settings that are set. */
export function complete(desk: SessionDesk): ArgumentValue[] {
  return keysOf(desk.settings(), "").map((value) => ({ value }));
}

/** `/config`: reads and changes settings of this session. */
export async function config({ args }: CommandCall, desk: SessionDesk): Promise<CommandResult> {
  const { word, rest } = firstWord(args.replace(/^\s*(get|set)\s+/, "").replace(/^(\S+?)\s*=\s*/, "$1 "));
  if (word === "") return say(JSON.stringify(hideSecrets(desk.settings()), null, 2));
  if (rest === "") {
    const value = valueAt(desk.settings(), word);
    if (value === undefined) return complain(`There is no setting "${word}". /config lists those that are set.`);
    return say(`${word} = ${JSON.stringify(SECRET.test(word) ? "***" : hideSecrets(value))}`);
  }
  if (GUARDED.has(word.split(".")[0])) {
    return complain(
      `"${word}" guards the session and cannot be changed by a command: edit the settings file or give flags`,
    );
  }
  const value = parseValue(rest);
  if (typeof value !== "string" || !Object.hasOwn(CHANGEABLE, word)) {
    const names = Object.keys(CHANGEABLE).join(", ");
    return complain(`"${word}" is read when a session starts. While one runs these can be changed: ${names}`);
  }
  await desk.configure(CHANGEABLE[word](value));
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
