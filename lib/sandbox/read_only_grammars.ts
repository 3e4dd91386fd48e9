/**
 * How a program may be called so that it only reads. What is not listed here is not read-only; options by which it
 * follows the links that it finds are left out, for they may lead out of the workspace.
 */
export interface Grammar {
  /** Options of one letter without a value. */
  short?: string;
  /** Options of one letter with a value. */
  valued?: string;
  long?: readonly string[];
  longValued?: readonly string[];
  /** Whether `-5` is an option. */
  numbers?: boolean;
  /** What the other words are; with `pattern` the first one is a pattern, the rest are paths. */
  operands: "paths" | "text" | "pattern";
  maxOperands?: number;
}

const words = (text: string): string[] => text.split(" ");

type Grammars = Readonly<Record<string, Grammar>>;

let programs: Grammars | undefined;
let gitCommands: Grammars | undefined;

/** How a program other than git, find, sed and ps only reads. The table is made when it is first asked. */
export function grammarOf(program: string): Grammar | undefined {
  programs ??= programGrammars();
  return Object.hasOwn(programs, program) ? programs[program] : undefined;
}

/** How a command of git only reads. */
export function gitGrammarOf(command: string): Grammar | undefined {
  gitCommands ??= gitGrammars();
  return Object.hasOwn(gitCommands, command) ? gitCommands[command] : undefined;
}

const programGrammars = (): Grammars => ({
  true: { operands: "text" },
  false: { operands: "text" },
  echo: { short: "neE", operands: "text" },
  printf: { operands: "text" },
  pwd: { short: "LP", operands: "paths", maxOperands: 0 },
  whoami: { operands: "paths", maxOperands: 0 },
  id: { short: "ugGn", operands: "paths", maxOperands: 0 },
  uname: { short: "asnrvmpio", operands: "paths", maxOperands: 0 },
  nproc: { operands: "paths", maxOperands: 0 },
  printenv: { operands: "text" },
  which: { short: "a", operands: "text" },
  basename: { short: "az", valued: "s", operands: "text" },
  dirname: { short: "z", operands: "text" },
  seq: { short: "w", valued: "s", operands: "text" },
  cat: { short: "AbeEnstTuv", long: words("number show-all squeeze-blank"), operands: "paths" },
  tac: { operands: "paths" },
  nl: { valued: "bw", operands: "paths" },
  rev: { operands: "paths" },
  head: { short: "qvz", valued: "nc", longValued: words("lines bytes"), numbers: true, operands: "paths" },
  tail: { short: "qvz", valued: "nc", longValued: words("lines bytes"), numbers: true, operands: "paths" },
  wc: { short: "clmwL", long: words("lines words bytes chars"), operands: "paths" },
  ls: {
    short: "1aAbBcCdFghiklmnNopqQrRsStuUvxXZ",
    valued: "Iw",
    long: words("all almost-all human-readable recursive reverse directory full-time group-directories-first color"),
    longValued: words("sort time time-style"),
    operands: "paths",
  },
  tree: { short: "adfipsugDFCNrt", valued: "LIP", long: words("dirsfirst noreport gitignore"), operands: "paths" },
  stat: {
    short: "Lft",
    valued: "c",
    long: words("dereference terse"),
    longValued: words("format printf"),
    operands: "paths",
  },
  du: { short: "abchkmsSx0", valued: "dt", longValued: words("max-depth"), operands: "paths" },
  df: { short: "ahHiklTP", operands: "paths" },
  realpath: { short: "emsz", operands: "paths" },
  readlink: { short: "efmnz", operands: "paths" },
  cmp: { short: "bls", operands: "paths" },
  // Folders are compared through the links in them.
  diff: {
    short: "aubBciqwNsyd",
    valued: "U",
    long: words("brief unified"),
    longValued: words("color exclude"),
    operands: "paths",
  },
  md5sum: { operands: "paths" },
  sha1sum: { operands: "paths" },
  sha256sum: { operands: "paths" },
  cut: { short: "sz", valued: "bcdf", longValued: words("fields delimiter characters bytes"), operands: "paths" },
  column: { short: "tx", valued: "sc", operands: "paths" },
  sort: {
    short: "bdfghinrRsuVzMcC",
    valued: "kt",
    long: words("unique reverse numeric-sort human-numeric-sort version-sort"),
    operands: "paths",
  },
  // The second operand of uniq is a file that it writes.
  uniq: { short: "cdDiuz", valued: "fsw", long: words("count repeated unique"), operands: "paths", maxOperands: 1 },
  tr: { short: "cdsCt", operands: "text" },
  grep: {
    short: "abcEFGHhiIlLnoPqrsTUvwxzZ",
    valued: "ABCme",
    long: words(
      "recursive ignore-case line-number files-with-matches files-without-match count invert-match word-regexp " +
        "extended-regexp fixed-strings only-matching no-filename with-filename color",
    ),
    longValued: words("include exclude exclude-dir max-count context after-context before-context"),
    operands: "pattern",
  },
  rg: {
    short: "acFiHhIlnNoPsSuUvwx0",
    valued: "ABCegmtT",
    long: words(
      "files hidden no-ignore ignore-case line-number files-with-matches count fixed-strings only-matching json " +
        "multiline no-heading heading smart-case word-regexp invert-match stats type-list",
    ),
    longValued: words("glob type type-not max-count context after-context before-context max-depth sort color"),
    operands: "pattern",
  },
});

const REVISIONS: Grammar = {
  short: "pwbMCsuzR",
  valued: "nSGUL",
  numbers: true,
  long: words(
    "oneline graph stat name-only name-status all decorate no-color abbrev-commit reverse first-parent merges no-merges " +
      "cached staged word-diff shortstat numstat follow no-ext-diff no-textconv patch no-patch summary branches tags remotes " +
      "topo-order date-order ignore-all-space ignore-space-change minimal patience histogram raw full-index no-renames color",
  ),
  longValued: words(
    "since until after before author committer grep format pretty date unified max-count skip diff-filter abbrev color " +
      "decorate stat word-diff",
  ),
  operands: "paths",
};

const gitGrammars = (): Grammars => ({
  status: {
    short: "sbvzu",
    long: words("short branch porcelain ignored long verbose show-stash ahead-behind untracked-files"),
    operands: "paths",
  },
  log: REVISIONS,
  show: REVISIONS,
  diff: REVISIONS,
  branch: {
    short: "arv",
    long: words("all remotes list show-current verbose no-color"),
    operands: "paths",
    maxOperands: 0,
  },
  remote: { short: "v", long: words("verbose"), operands: "paths", maxOperands: 0 },
  blame: { short: "wsebMCl", valued: "L", long: words("show-email porcelain line-porcelain"), operands: "paths" },
  "ls-files": {
    short: "cdmoisuz",
    long: words("cached deleted modified others ignored stage unmerged exclude-standard full-name error-unmatch"),
    operands: "paths",
  },
  "rev-parse": {
    short: "q",
    long: words(
      "short abbrev-ref verify show-toplevel git-dir is-inside-work-tree show-prefix symbolic-full-name quiet",
    ),
    operands: "paths",
  },
  describe: {
    long: words("tags all always long dirty contains"),
    longValued: words("match abbrev"),
    operands: "paths",
  },
  "cat-file": { short: "pts", operands: "paths" },
  grep: {
    short: "iInlcwvEFPoq",
    valued: "eABC",
    long: words(
      "ignore-case line-number files-with-matches count word-regexp fixed-strings extended-regexp cached untracked",
    ),
    operands: "pattern",
  },
});
