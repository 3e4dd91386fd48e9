/** One settings file. Mostly there is none: what reads it is loaded where there is one. */
import { deferred } from "../model/deferred.ts";
import type { Json } from "../model/json.ts";
import { fail, reasonOf } from "../model/problem.ts";
import { untraced } from "../model/untraced.ts";
import type { SettingKey } from "./setting_keys.ts";

/** Values by path, before they are merged. */
export type FlatSettings = Map<SettingKey, Json>;

/** What one source says. */
export interface SettingSource {
  /** The file, or the flag, that it comes from. */
  origin: string;
  values: FlatSettings;
  warnings: string[];
}

/** Reads a settings file; null when there is none. Throws a QwenError for a file that is unsafe or wrong. */
export async function readSettingFile(
  path: string,
  options: { expand: ((name: string) => string | undefined) | null },
): Promise<SettingSource | null> {
  const unsafe = unsafeFile(path);
  if (unsafe === "missing") return null;
  if (unsafe) throw fail("config_invalid", `Cannot use ${path}: ${unsafe.reason}`, { hint: unsafe.hint });
  const { settingsIn }: typeof import("./setting_source.ts") = await import(deferred("./setting_source.ts"));
  return await settingsIn(path, options);
}

/** Why a configuration file must not be believed, or null. */
export function unsafeFile(path: string): "missing" | { reason: string; hint: string } | null {
  let info: Deno.FileInfo;
  try {
    // Mostly there is none, and a look that is waited for costs five times as much.
    info = untraced(() => Deno.statSync(path));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return "missing";
    throw fail("config_invalid", `Cannot read ${path}: ${reasonOf(error)}`);
  }
  if (Deno.build.os === "windows") return null;
  const own = Deno.uid();
  if (info.uid !== null && info.uid !== own && info.uid !== 0) {
    return { reason: `it belongs to another user (${info.uid})`, hint: `Make it yours: chown ${own} ${path}` };
  }
  if (info.mode !== null && (info.mode & 0o002) !== 0) {
    return { reason: "everybody may write it", hint: `Take that right away: chmod o-w ${path}` };
  }
  return null;
}
