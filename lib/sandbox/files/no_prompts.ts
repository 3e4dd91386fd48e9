/**
 * Importing this makes a worker with few permissions refuse instead of ask. Where stdin is a terminal, Deno would
 * prompt for every file that the worker may not access.
 */

const { readDirSync, readDir, lstatSync, openSync } = Deno;

/**
 * The operations of a search, without a question for every path: a search stays below a folder whose access was asked
 * for once, and permissions hold for everything below a folder.
 */
export const SEARCH_ACCESS = {
  readDirSync: (path: string): Iterable<Deno.DirEntry> => readDirSync(path),
  readDir: (path: string): AsyncIterable<Deno.DirEntry> => readDir(path),
  lstatSync: (path: string): Deno.FileInfo => lstatSync(path),
  openSync: (path: string): Deno.FsFile => openSync(path, { read: true }),
};

type Permission = "read" | "write";

const PERMISSIONS = {
  realPathSync: "read",
  lstatSync: "read",
  readDirSync: "read",
  openSync: "read",
  mkdirSync: "write",
  chmodSync: "write",
  renameSync: "write",
  removeSync: "write",
} as const satisfies Partial<Record<keyof typeof Deno, Permission>>;

type Operation = (path: string, ...rest: unknown[]) => unknown;

/** The last granted request: one path is often used several times in a row, and permissions do not change. */
let granted = "";

function refusing(name: keyof typeof PERMISSIONS): Operation {
  const operation = Deno[name] as Operation;
  const permission = PERMISSIONS[name];
  return (path, ...rest) => {
    const request = `${permission} ${path}`;
    if (request !== granted && Deno.permissions.querySync({ name: permission, path }).state !== "granted") {
      throw new Deno.errors.NotCapable(`Requires ${permission} access to "${path}"`);
    }
    granted = request;
    return operation(path, ...rest);
  };
}

for (const name of Object.keys(PERMISSIONS) as (keyof typeof PERMISSIONS)[]) {
  Object.assign(Deno, { [name]: refusing(name) });
}
