/**
 * Importing this makes a thread with few rights refuse instead of ask. Where stdin is a terminal, Deno would put a
 * question to the person for every file that the thread may not touch; a tool's path is no reason to ask anybody.
 */

type Right = "read" | "write";

const RIGHTS = {
  realPath: "read",
  realPathSync: "read",
  lstat: "read",
  lstatSync: "read",
  stat: "read",
  readDir: "read",
  open: "read",
  mkdir: "write",
  chmod: "write",
  renameSync: "write",
  removeSync: "write",
} as const satisfies Partial<Record<keyof typeof Deno, Right>>;

type Touch = (path: string, ...rest: unknown[]) => unknown;

function refusing(name: keyof typeof RIGHTS): Touch {
  const touch = Deno[name] as Touch;
  return (path, ...rest) => {
    if (Deno.permissions.querySync({ name: RIGHTS[name], path }).state === "granted") return touch(path, ...rest);
    const refusal = new Deno.errors.NotCapable(`Requires ${RIGHTS[name]} access to "${path}"`);
    if (name.endsWith("Sync") || name === "readDir") throw refusal;
    return Promise.reject(refusal);
  };
}

for (const name of Object.keys(RIGHTS) as (keyof typeof RIGHTS)[]) {
  Object.assign(Deno, { [name]: refusing(name) });
}
