import { shellWord } from "../model/shell_word.ts";
import { fail, reasonOf } from "../model/problem.ts";

/** Why a configuration file must not be used, and how to fix it. */
export interface Unsafe {
  reason: string;
  hint: string;
}

/** Whether a configuration file is missing or unsafe; null when it may be used. */
export function unsafeFile(path: string): "missing" | Unsafe | null {
  let info: Deno.FileInfo;
  try {
    info = Deno.statSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return "missing";
    throw fail("config_invalid", `Cannot read ${path}: ${reasonOf(error)}`);
  }
  if (Deno.build.os === "windows") return null;
  const own = Deno.uid();
  if (info.uid !== null && info.uid !== own && info.uid !== 0) {
    return {
      reason: `it belongs to another user (${info.uid})`,
      hint: `Make it yours: chown ${own} ${shellWord(path) ?? "FILE"}`,
    };
  }
  if (info.mode !== null && (info.mode & 0o002) !== 0) {
    return { reason: "everybody may write it", hint: `Take that right away: chmod o-w ${shellWord(path) ?? "FILE"}` };
  }
  return null;
}
