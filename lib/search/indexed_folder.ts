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
   * All names in lower case in one text, with a `SEPARATOR` before each and after the last: one search through it is
   * much cheaper than one search per name.
   */
  readonly lowerNames: string;
  /** The start of each name in that text, and one position behind the last name. */
  readonly starts: Uint32Array;
}

/** Separates names: besides the slash, the only character that no name can contain. */
export const SEPARATOR = "\0";

/** Prepares the entries of a folder for searches. */
export function indexFolder(path: string, names: readonly string[]): IndexedFolder {
  const joined = names.join(SEPARATOR);
  let lowerNames = joined.toLowerCase();
  let lower = names;
  // A few letters become longer in lower case.
  if (lowerNames.length !== joined.length) {
    lower = names.map((name) => name.toLowerCase());
    lowerNames = lower.join(SEPARATOR);
  }
  const starts = new Uint32Array(names.length + 1);
  let start = 1;
  for (let i = 0; i < lower.length; i++) {
    starts[i] = start;
    start += lower[i].length + 1;
  }
  starts[names.length] = start;
  return {
    path,
    depth: path === "" ? 0 : path.split("/").length - 1,
    names,
    lowerPath: path.toLowerCase(),
    lowerNames: `${SEPARATOR}${lowerNames}${SEPARATOR}`,
    starts,
  };
}

/** Whether a name is that of a folder. */
export function isFolderName(name: string): boolean {
  return name.endsWith("/");
}
