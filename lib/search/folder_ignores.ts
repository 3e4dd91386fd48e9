import { dirname } from "../path/mod.ts";
import { DENO_FILES, type FileAccess, fill, isOutOfReach } from "./file_access.ts";
import { EXCLUDE, type FolderIgnores, IGNORE_FILES, MAX_IGNORE_BYTES, ROOT_IGNORE_FILE } from "./ignore_rules.ts";

/** Where ignore files are read. */
export interface IgnorePlace {
  access: FileAccess;
  /** The workspace root, with a slash at its end; only there the root's ignore file applies. */
  root: string;
}

/** Reads the ignore files among the entries of a folder, which is absolute and ends with a slash. */
export function ignoresAmong(
  folder: string,
  entries: Iterable<{ name: string; isFile: boolean }>,
  { access, root }: IgnorePlace,
): FolderIgnores {
  const files: Record<string, string> = {};
  let isRepository = false;
  for (const { name, isFile } of entries) {
    if (name[0] !== ".") continue;
    if (name === ".git") isRepository = true;
    else if (isFile && isIgnoreFile(name, folder === root)) files[name] = ignoreText(folder + name, access);
  }
  if (isRepository) files[EXCLUDE] = ignoreText(folder + EXCLUDE, access);
  return { folder, files, isRepository };
}

/** Reads the ignore files of all folders above a workspace root, the outermost first. */
export function ignoresAbove(root: string): FolderIgnores[] {
  const above: FolderIgnores[] = [];
  for (let folder = root; folder !== dirname(folder);) {
    folder = dirname(folder);
    above.unshift(ignoresOf(folder.endsWith("/") ? folder : `${folder}/`, { access: DENO_FILES, root: "" }));
  }
  return above;
}

/** Reads the ignore files of a folder whose entries are not known. */
export function ignoresOf(folder: string, { access, root }: IgnorePlace): FolderIgnores {
  const names = [...IGNORE_FILES, ROOT_IGNORE_FILE].filter((name) =>
    name === EXCLUDE || isIgnoreFile(name, folder === root)
  );
  const files = Object.fromEntries(
    names.map((name) => [name, ignoreText(folder + name, access)]).filter(([, text]) => text !== ""),
  );
  return { folder, files, isRepository: exists(`${folder}.git`, access) };
}

function isIgnoreFile(name: string, isRoot: boolean): boolean {
  return name === ROOT_IGNORE_FILE ? isRoot : IGNORE_FILES.includes(name);
}

function exists(path: string, access: FileAccess): boolean {
  try {
    access.lstatSync(path);
    return true;
  } catch (error) {
    if (isOutOfReach(error)) return false;
    throw error;
  }
}

/** The text of an ignore file; empty when it is no file or cannot be read. */
function ignoreText(path: string, access: FileAccess): string {
  try {
    if (!access.lstatSync(path).isFile) return "";
    using file = access.openSync(path);
    const bytes = new Uint8Array(MAX_IGNORE_BYTES);
    return new TextDecoder().decode(bytes.subarray(0, fill(file, bytes)));
  } catch (error) {
    if (isOutOfReach(error)) return "";
    throw error;
  }
}
