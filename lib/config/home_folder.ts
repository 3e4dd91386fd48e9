import { isAbsolute, slashed } from "../path/mod.ts";

/**
 * The user's home folder: from the environment, else from the system's list of users, else the root of the file system.
 * Never the working folder, whose settings would then count as the user's.
 */
export function homeFolder(env: (name: string) => string | undefined, users = "/etc/passwd"): string {
  for (const name of ["HOME", "USERPROFILE"]) {
    const folder = env(name) ?? "";
    if (/^(\/|[A-Za-z]:[\\/]|\\\\)/.test(folder)) return slashed(folder);
  }
  let list = "";
  try {
    list = Deno.readTextFileSync(users);
  } catch {
    // Not every system has one.
  }
  const own = list.split("\n").map((line) => line.split(":")).find(([, , uid]) => uid === String(Deno.uid()));
  return own?.[5] && isAbsolute(own[5]) ? own[5] : "/";
}
