import { IgnoreList } from "./ignore_list.ts";

/** The exclude list of a repository, relative to the folder that contains `.git`. */
export const EXCLUDE = ".git/info/exclude";

/** Ignore files that apply to their folder and everything below. An earlier kind decides before a later one. */
const KINDS = [".rgignore", ".ignore", ".gitignore", EXCLUDE] as const;
type Kind = typeof KINDS[number];

const GIT_KINDS: ReadonlySet<Kind> = new Set<Kind>([".gitignore", EXCLUDE]);

/** The names of the ignore files of a folder. */
export const IGNORE_FILES: readonly string[] = KINDS;

/** The ignore file of a workspace root. Its rules apply where no other rule decides. */
export const ROOT_IGNORE_FILE = ".qwenignore";

/** The most bytes of an ignore file that are read. */
export const MAX_IGNORE_BYTES = 256 * 1024;

/** The ignore files of one folder. */
export interface FolderIgnores {
  /** Absolute, with a slash at its end. */
  folder: string;
  /** The content of each ignore file, by name. */
  files: Readonly<Record<string, string>>;
  /** Whether the folder contains `.git`. */
  isRepository: boolean;
}

/** Which ignore files apply. */
export interface IgnoreChoice {
  /** Those of git. */
  git: boolean;
  /** All others. */
  own: boolean;
}

interface Level {
  base: string;
  lists: Partial<Record<Kind, IgnoreList>>;
  isRepository: boolean;
}

/**
 * The ignore rules that apply in one folder, with the meaning that ripgrep gives them: each kind of file decides from
 * the deepest folder to the outermost, and the first kind with an answer wins. Rules of git apply inside a repository
 * only, and not across the border of a nested one.
 */
export class IgnoreRules {
  readonly #choice: IgnoreChoice;
  /** The deepest level first. */
  readonly #levels: readonly Level[];
  readonly #root: { base: string; list: IgnoreList } | null;
  /** The lists of each kind that have rules, in the order in which they decide. */
  readonly #deciding: readonly { base: string; list: IgnoreList }[];

  private constructor(
    choice: IgnoreChoice,
    parts: { levels: readonly Level[]; root: { base: string; list: IgnoreList } | null },
  ) {
    this.#choice = choice;
    this.#levels = parts.levels;
    this.#root = parts.root;
    this.#deciding = decidingLists(parts.levels, parts.root);
  }

  /** Whether no rule leaves anything out. */
  get isEmpty(): boolean {
    return this.#deciding.length === 0;
  }

  /** No rules. */
  static none(choice: IgnoreChoice = { git: true, own: true }): IgnoreRules {
    return new IgnoreRules(choice, { levels: [], root: null });
  }

  /** These rules with those of a folder below added. */
  within({ folder, files, isRepository }: FolderIgnores): IgnoreRules {
    const lists: Level["lists"] = {};
    for (const kind of KINDS) {
      const text = files[kind];
      const isWanted = GIT_KINDS.has(kind) ? this.#choice.git : this.#choice.own;
      const list = text && isWanted ? new IgnoreList(text) : null;
      if (list && !list.isEmpty) lists[kind] = list;
    }
    const text = this.#choice.own ? files[ROOT_IGNORE_FILE] : undefined;
    const root = text === undefined ? this.#root : { base: folder, list: new IgnoreList(text) };
    if (Object.keys(lists).length === 0 && !isRepository && root === this.#root) return this;
    const level = { base: folder, lists, isRepository };
    return new IgnoreRules(this.#choice, { levels: [level, ...this.#levels], root });
  }

  /**
   * Whether the rules leave out an entry, given by its absolute path. Folders above the entry are not looked at: a walk
   * does not enter those that are left out.
   */
  ignores(path: string, isDirectory: boolean): boolean {
    for (const { base, list } of this.#deciding) {
      const verdict = list.decide(path.slice(base.length), isDirectory);
      if (verdict !== null) return verdict;
    }
    return false;
  }
}

function decidingLists(
  levels: readonly Level[],
  root: { base: string; list: IgnoreList } | null,
): { base: string; list: IgnoreList }[] {
  const isInRepository = levels.some((level) => level.isRepository);
  const border = levels.findIndex((level) => level.isRepository);
  const found: { base: string; list: IgnoreList }[] = [];
  for (const kind of KINDS) {
    const isGit = GIT_KINDS.has(kind);
    if (isGit && !isInRepository) continue;
    for (const { base, lists } of isGit ? levels.slice(0, border + 1) : levels) {
      const list = lists[kind];
      if (list) found.push({ base, list });
    }
  }
  return root ? [...found, root] : found;
}
