/** Which files a search looks at. */
export interface SearchRequest {
  /** The file or folder to search, absolute. It is searched even if it is ignored. */
  path: string;
  /** Patterns of which a file's path, relative to `path`, must match one; empty allows all files. */
  globs: readonly string[];
  /** Whether the folders below are listed but not entered. */
  isShallow?: boolean;
  /** Which ignore files apply: those of git, and all others. */
  ignores: { git: boolean; own: boolean };
}

/** A search for lines in files. */
export interface LineQuery {
  pattern: string;
  ignoreCase: boolean;
  multiline: boolean;
  /** How many lines to return around each match. */
  before: number;
  after: number;
  /** The most matches to return; all are counted. */
  limit: number;
}

/** One matching block of lines with its context. */
export interface LineMatch {
  /** The number of the first matching line. */
  line: number;
  /** The matching lines: one, or several where a match spans lines. */
  lines: readonly string[];
  before: readonly string[];
  after: readonly string[];
}

/** A file with matches. */
export interface MatchedFile {
  path: string;
  /** How many lines match. */
  count: number;
  /** The first matches, as far as the limit allows. */
  matches: readonly LineMatch[];
}

/** A file or folder that a walk found. */
export interface FoundEntry {
  path: string;
  isDirectory: boolean;
  mtimeMs: number;
}

/** Why files and folders were left out, with their number. */
export type LeftOut = Partial<Record<"unreadable" | "folder" | "size" | "name", number>>;

/** The end of a search. */
export interface SearchEnd {
  /** How many files were searched or found. */
  files: number;
  /** Whether ignore rules left something out. */
  ignored: boolean;
  leftOut: LeftOut;
}

/** A search for files and folders. */
export interface EntryQuery {
  order: "path" | "newest";
  /** The most entries to return; all are counted. */
  limit: number;
  folders: boolean;
}

/** Where a search reports to. */
export interface SearchOptions {
  signal: AbortSignal;
}

/** Searches many files in one call. Every result is confined like a single read. */
export interface FileSearch {
  /** Finds lines; `onFiles` receives files with matches as they are found. Rejects with PatternError's message. */
  lines(
    request: SearchRequest,
    query: LineQuery,
    options: SearchOptions & { onFiles(files: readonly MatchedFile[]): void },
  ): Promise<SearchEnd>;
  /** Finds files and folders. */
  entries(
    request: SearchRequest,
    query: EntryQuery,
    options: SearchOptions,
  ): Promise<SearchEnd & { entries: FoundEntry[] }>;
}
