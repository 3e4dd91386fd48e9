import { nearest } from "../../stream/nearest.ts";
import { isObject, type Json } from "../../model/json.ts";
import { fail, type QwenError } from "../../model/problem.ts";
import { FOREIGN_PATHS, isSettingKey, RENAMED, type SettingKey, settingKeys, settingSpec } from "./setting_keys.ts";

/** Values by path, before they are merged. */
export type FlatSettings = Map<SettingKey, Json>;

/** The settings of one source. */
export interface SettingSource {
  /** The file, or the flag, that it comes from. */
  origin: string;
  values: FlatSettings;
  warnings: string[];
}

const MODE_WORDS: Readonly<Record<string, string>> = {
  acceptEdits: "auto-edit",
  auto_edit: "auto-edit",
  autoEdit: "auto-edit",
  bypassPermissions: "yolo",
  dontAsk: "default",
};

/** Flattens a settings object to known paths and checks it against the table; throws a QwenError when it is wrong. */
export async function settingsOf(
  value: unknown,
  options: { origin: string; expand: ((name: string) => string | undefined) | null },
): Promise<SettingSource> {
  const { origin, expand } = options;
  if (!isObject(value)) throw fail("config_invalid", `Cannot use ${origin}: settings are a JSON object`);
  const values: FlatSettings = new Map();
  const unknown: string[] = [];
  flatten(value, (path, found) => {
    const key = isSettingKey(path) ? path : RENAMED[path];
    if (key) values.set(key, checked(key, expand ? replaceVariables(found, expand) : found, { path, origin }));
    else unknown.push(path);
  });
  await checkStructure(values, origin);
  return { origin, values, warnings: unknownWarnings(unknown, origin) };
}

/** Checks the inside of settings that are objects against the schema. */
async function checkStructure(values: FlatSettings, origin: string): Promise<void> {
  const nested: Record<string, Json> = {};
  for (const [key, value] of values) {
    const { type } = settingSpec(key);
    if (type === "rows") nested.permissions = { examples: value };
    if (type !== "object") continue;
    if (key === "model.generationConfig") nested.model = { generationConfig: value };
    else nested[key] = value;
  }
  if (Object.keys(nested).length === 0) return;
  const { validate } = await import("../../../schemas/settings.gen.js");
  if (validate(nested)) return;
  const fault = validate.errors?.[0];
  const path = (fault?.instancePath ?? "").slice(1).replaceAll("/", ".");
  throw fail("config_invalid", `Cannot use ${origin}: ${path} ${fault?.message ?? "does not fit the schema"}`, {
    param: path,
  });
}

function flatten(
  value: Record<string, unknown>,
  found: (path: string, value: Json) => void,
  { prefix = "" }: { prefix?: string } = {},
): void {
  for (const [name, inner] of Object.entries(value)) {
    const path = prefix + name;
    if (path === "model" && typeof inner === "string") found("model.name", inner);
    else if (path === "sandbox" && isObject(inner)) found("tools.sandbox", claudeSandbox(inner));
    else if (isSettingKey(path) || RENAMED[path] || !isObject(inner) || !isSection(path)) found(path, inner as Json);
    else flatten(inner, found, { prefix: `${path}.` });
  }
}

function claudeSandbox(value: Record<string, unknown>): string {
  if (value.enabled !== true) return "auto";
  return value.failIfUnavailable === true ? "required" : "auto";
}

function isSection(path: string): boolean {
  return settingKeys().some((key) => key.startsWith(`${path}.`));
}

function checked(key: SettingKey, value: Json, where: { path: string; origin: string }): Json {
  const spec = settingSpec(key);
  const wrong = (what: string): QwenError =>
    fail("config_invalid", `Cannot use ${where.origin}: ${where.path} must be ${what}, got ${shortJson(value)}`, {
      param: where.path,
    });
  switch (spec.type) {
    case "string":
      if (typeof value !== "string") throw wrong("a string");
      return value;
    case "boolean":
      if (typeof value !== "boolean") throw wrong("true or false");
      return value;
    case "integer":
    case "number": {
      const fits = typeof value === "number" && (spec.type === "number" || Number.isSafeInteger(value));
      const min = spec.min ?? -Infinity;
      if (!fits || value < min) {
        throw wrong(`${spec.type === "integer" ? "an integer" : "a number"} of at least ${min}`);
      }
      return value;
    }
    case "choice": {
      const word = typeof value === "boolean" && key === "tools.sandbox" ? (value ? "required" : "off") : value;
      const known = typeof word === "string" ? MODE_WORDS[word] ?? word : word;
      if (typeof known !== "string" || !spec.choices?.includes(known)) {
        throw wrong(`one of ${spec.choices?.join(", ")}`);
      }
      return known;
    }
    case "strings":
    case "list": {
      const list = typeof value === "string" && spec.type === "strings"
        ? value.split(",").map((entry) => entry.trim()).filter((entry) => entry !== "")
        : value;
      if (!Array.isArray(list) || !list.every((entry) => typeof entry === "string")) throw wrong("a list of strings");
      return list;
    }
    case "rows":
      if (!Array.isArray(value) || !value.every(isObject)) throw wrong("a list of objects");
      return value;
    case "object":
      if (!isObject(value)) throw wrong("an object");
      return value;
  }
}

function shortJson(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** Replaces `$NAME` and `${NAME}` in every string; names without a value stay as they are. */
function replaceVariables(value: Json, lookup: (name: string) => string | undefined): Json {
  if (typeof value === "string") {
    return value.replace(
      /\$(?:(\w+)|\{(\w+)\})/g,
      (whole, plain?: string, braced?: string) => lookup(plain ?? braced ?? "") ?? whole,
    );
  }
  if (Array.isArray(value)) return value.map((entry) => replaceVariables(entry, lookup));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaceVariables(inner, lookup)]));
}

function unknownWarnings(paths: readonly string[], origin: string): string[] {
  const isForeign = (path: string): boolean =>
    FOREIGN_PATHS.some((known) => path === known || path.startsWith(`${known}.`));
  const ours = paths.filter((path) => !isForeign(path));
  if (ours.length === 0) return [];
  const sections = settingKeys().flatMap((key) =>
    key.split(".").slice(0, -1).map((_, at, all) => all.slice(0, at + 1).join("."))
  );
  const known = [...new Set([...sections, ...settingKeys()])];
  return ours.map((path) => {
    const near = nearest(path, known);
    return `${origin}: unknown setting ${path} (${near === null ? "see --help settings" : `did you mean ${near}?`})`;
  });
}
