import { dirname } from "../../path/mod.ts";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import { fail, reasonOf } from "../../model/problem.ts";
import { SETTINGS_VERSION } from "./setting_file.ts";
import { unsafeFile } from "../unsafe_file.ts";

/** A change of one setting, by its path. */
export interface SettingWrite {
  path: readonly string[];
  /** The new value from the old one. */
  change: (before: Json | undefined) => Json;
}

/** Changes settings in a file, which is created where there is none. Throws a QwenError when the file is unsuitable. */
export async function writeSettings(file: string, writes: readonly SettingWrite[]): Promise<void> {
  const settings = await readWhole(file);
  for (const { path, change } of writes) {
    let holder = settings;
    for (const name of path.slice(0, -1)) {
      const inner = holder[name];
      holder = isObject(inner) ? inner as JsonObject : (holder[name] = {});
    }
    const last = path[path.length - 1];
    holder[last] = change(holder[last]);
  }
  try {
    await Deno.mkdir(dirname(file), { recursive: true });
    const draft = `${file}.${Deno.pid}.tmp`;
    await Deno.writeTextFile(draft, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 });
    await Deno.rename(draft, file);
  } catch (error) {
    throw fail("config_invalid", `Cannot write ${file}: ${reasonOf(error)}`);
  }
}

async function readWhole(file: string): Promise<JsonObject> {
  const unsafe = unsafeFile(file);
  if (unsafe === "missing") return { $version: SETTINGS_VERSION };
  if (unsafe) throw fail("config_invalid", `Cannot use ${file}: ${unsafe.reason}`, { hint: unsafe.hint });
  try {
    const found: unknown = JSON.parse(await Deno.readTextFile(file));
    if (isObject(found)) return found as JsonObject;
  } catch {
    // Comments would be lost by writing the file anew.
  }
  throw fail("config_invalid", `${file} has comments or is not an object: it is not rewritten`, {
    hint: "Add the entry by hand.",
  });
}
