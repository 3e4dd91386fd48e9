/**
 * The user's home folder. Where the environment names none, the system's list of users does, and where that does not
 * know us either it is the root of the file system: never the working folder, whose settings would count as the user's.
 */
export function homeFolder(env: (name: string) => string | undefined, users = "/etc/passwd"): string {
  for (const name of ["HOME", "USERPROFILE"]) {
    const folder = env(name) ?? "";
    if (/^(\/|[A-Za-z]:[\\/]|\\\\)/.test(folder)) return folder;
  }
  let list = "";
  try {
    list = Deno.readTextFileSync(users);
  } catch {
    // Not every system has one.
  }
  const own = list.split("\n").map((line) => line.split(":")).find(([, , uid]) => uid === String(Deno.uid()));
  return own?.[5]?.startsWith("/") ? own[5] : "/";
}
