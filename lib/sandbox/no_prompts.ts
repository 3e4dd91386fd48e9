/**
 * Importing this makes a thread with few rights refuse instead of ask. Where stdin is a terminal, Deno would put a
 * question to the person for every file that the thread may not touch; a tool's path is no reason to ask anybody.
 */

type Right = "read" | "write";

const RIGHTS = {
  realPathSync: "read",
  lstatSync: "read",
  readDirSync: "read",
  openSync: "read",
  mkdirSync: "write",
  chmodSync: "write",
  renameSync: "write",
  removeSync: "write",
} as const satisfies Partial<Record<keyof typeof Deno, Right>>;

type Touch = (path: string, ...rest: unknown[]) => unknown;

/** What was granted last: one path is looked at several times in a row, and rights do not change. */
let granted = "";

function refusing(name: keyof typeof RIGHTS): Touch {
  const touch = Deno[name] as Touch;
  const right = RIGHTS[name];
  return (path, ...rest) => {
    const wish = `${right} ${path}`;
    if (wish !== granted && Deno.permissions.querySync({ name: right, path }).state !== "granted") {
      throw new Deno.errors.NotCapable(`Requires ${right} access to "${path}"`);
    }
    granted = wish;
    return touch(path, ...rest);
  };
}

for (const name of Object.keys(RIGHTS) as (keyof typeof RIGHTS)[]) {
  Object.assign(Deno, { [name]: refusing(name) });
}
