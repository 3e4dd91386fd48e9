import { isObject } from "../../model/json.ts";
import { fail } from "../../model/problem.ts";
import { parse } from "../jsonc.ts";
import { settingsOf, type SettingSource } from "./setting_source.ts";
import { unsafeFile } from "../unsafe_file.ts";
import { readValueFile } from "../value_file.ts";

/** The version of the settings file, as qwen-code counts them. */
export const SETTINGS_VERSION = 3;
const MAX_SETTINGS_BYTES = 1024 * 1024;
/** Deeper values could exhaust the stack of whoever walks through them. */
const MAX_DEPTH = 64;

/**
 * Reads a settings file; null when there is none. `pick` chooses what is used of the file of another program. Throws a
 * QwenError for a file that is unsafe or wrong.
 */
export async function readSettingFile(
  path: string,
  options: { expand: ((name: string) => string | undefined) | null; pick?: (value: unknown) => unknown },
): Promise<SettingSource | null> {
  const unsafe = unsafeFile(path);
  if (unsafe === "missing") return null;
  if (unsafe) throw fail("config_invalid", `Cannot use ${path}: ${unsafe.reason}`, { hint: unsafe.hint });
  const file = await readValueFile(path, { regularOnly: true, maxBytes: MAX_SETTINGS_BYTES });
  if (file.kind !== "text") throw fail("config_invalid", `Cannot read ${path}: ${file.message}`);
  if (depthOf(file.text) > MAX_DEPTH) {
    throw fail("config_invalid", `Cannot use ${path}: it is nested deeper than ${MAX_DEPTH} levels`);
  }
  let value: unknown;
  try {
    value = file.text.trim() === "" ? {} : parse(file.text);
  } catch (error) {
    throw fail("config_invalid", `Cannot read ${path}: ${withLine(error, file.text)}`);
  }
  if (options.pick) value = options.pick(value);
  requireKnown(value, path);
  return await settingsOf(value, { origin: path, expand: options.expand });
}

/** Throws for a file of a newer program, which this one would misread. */
function requireKnown(value: unknown, path: string): void {
  const version = isObject(value) ? value.$version : undefined;
  if (typeof version !== "number" || version <= SETTINGS_VERSION) return;
  throw fail(
    "config_invalid",
    `${path} has $version ${version}, and this program reads versions up to ${SETTINGS_VERSION}`,
    {
      hint: "Update qwen, or keep its settings in another folder with QWEN_HOME.",
    },
  );
}

/** How deep a text nests brackets outside of strings; brackets in comments count too. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\\n]|\\.)*"|[[\]{}]/g)) {
    if (token === "[" || token === "{") deepest = Math.max(deepest, ++depth);
    else if (token === "]" || token === "}") depth--;
  }
  return deepest;
}

function withLine(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : String(error);
  const position = /position (\d+)/.exec(message)?.[1];
  if (position === undefined) return message;
  const line = text.slice(0, Number(position)).split("\n").length;
  return `line ${line}: ${message}`;
}
