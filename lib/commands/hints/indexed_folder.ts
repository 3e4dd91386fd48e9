/** The entries of one folder, ready to be searched. */
export interface IndexedFolder {
  /** Relative to the root, with a slash at the end; the root is empty. */
  readonly path: string;
  readonly depth: number;
  /** Names of the entries; those of folders end with a slash. */
  readonly names: readonly string[];
  /** The path in lower case. */
  readonly lowerPath: string;
  /**
   * All names in lower case in one text, with a `SEPARATOR` before each and after the last: one search through it
   * costs a fraction of one search a name.
   */
  readonly lowerNames: string;
  /** Where each name begins in that text; one more stands behind the last. */
  readonly starts: Uint32Array;
}

/** Stands between names: the one character beside the slash that no name can hold. */
export const SEPARATOR = "\0";

/** Prepares the entries of a folder for searches. */
export function indexFolder(path: string, names: readonly string[]): IndexedFolder {
  const lower = names.map((name) => name.toLowerCase());
  const starts = new Uint32Array(names.length + 1);
  let start = 1;
  for (const [i, name] of lower.entries()) {
    starts[i] = start;
    start += name.length + 1;
  }
  starts[names.length] = start;
  return {
    path,
    depth: path === "" ? 0 : path.split("/").length - 1,
    names,
    lowerPath: path.toLowerCase(),
    lowerNames: `${SEPARATOR}${lower.join(SEPARATOR)}${SEPARATOR}`,
    starts,
  };
}

/** Whether a name is that of a folder. */
export function isFolderName(name: string): boolean {
  return name.endsWith("/");
}
