import { type OptionTable, optionTable, type TableDetails } from "./option_table.ts";

/**
 * The options with which a program only reads. Options that make it follow links are left out, because links may lead
 * out of the workspace.
 */
export interface Grammar {
  table: OptionTable;
  /** What the operands are; with `pattern` the first one is a pattern and the rest are paths. */
  operands: "paths" | "text" | "pattern";
  maxOperands?: number;
  /** Options that name the pattern, or make one unnecessary: with them all operands are paths. */
  patternOptions?: readonly string[];
}

/** The read-only grammar of a program other than git, find, sed and ps. */
export function grammarOf(program: string): Grammar | undefined {
  return Object.hasOwn(PROGRAMS, program) ? PROGRAMS[program] : undefined;
}

/** The read-only grammar of a git command. */
export function gitGrammarOf(command: string): Grammar | undefined {
  return Object.hasOwn(GIT_COMMANDS, command) ? GIT_COMMANDS[command] : undefined;
}

function paths(options = "", details: TableDetails & { max?: number } = {}): Grammar {
  const { max, ...table } = details;
  return {
    table: optionTable(options, table),
    operands: "paths",
    ...(max === undefined ? {} : { maxOperands: max }),
  };
}

function text(options = ""): Grammar {
  return { table: optionTable(options), operands: "text" };
}

function pattern(options: string, patternOptions: readonly string[]): Grammar {
  return { table: optionTable(options), operands: "pattern", patternOptions };
}

const PROGRAMS: Readonly<Record<string, Grammar>> = {
  true: text(),
  false: text(),
  echo: text("n e E"),
  printf: text(),
  pwd: paths("L P", { max: 0 }),
  whoami: paths("", { max: 0 }),
  id: paths("u g G n", { max: 0 }),
  uname: paths("a s n r v m p i o", { max: 0 }),
  nproc: paths("", { max: 0 }),
  printenv: text(),
  which: text("a"),
  basename: text("a z s="),
  dirname: text("z"),
  seq: text("w s="),
  cat: paths("A b e E n s t T u v number show-all squeeze-blank"),
  tac: paths(),
  nl: paths("b= w="),
  rev: paths(),
  head: paths("q v z n= c= lines= bytes= #"),
  tail: paths("q v z n= c= lines= bytes= #"),
  wc: paths("c l m w L lines words bytes chars"),
  ls: paths(
    "1 a A b B c C d F g h i k l m n N o p q Q r R s S t u U v x X Z I= w= all almost-all human-readable recursive " +
      "reverse directory full-time group-directories-first color=? sort= time= time-style=",
  ),
  tree: paths("a d f i p s u g D F C N r t L= I= P= dirsfirst noreport gitignore", { joinsValues: false }),
  stat: paths("L f t c= dereference terse format= printf="),
  du: paths("a b c h k m s S x 0 d= t= max-depth="),
  df: paths("a h H i k l T P"),
  realpath: paths("e m s z"),
  readlink: paths("e f m n z"),
  cmp: paths("b l s"),
  // Without -r and -N: comparing folders follows the links in them.
  diff: paths("a u b B c i q w s y d U= brief unified=? color=? exclude="),
  md5sum: paths(),
  sha1sum: paths(),
  sha256sum: paths(),
  cut: paths("s z b= c= d= f= fields= delimiter= characters= bytes="),
  column: paths("t x s= c="),
  sort: paths(
    "b d f g h i n r R s u V z M c C k= t= unique reverse numeric-sort human-numeric-sort version-sort",
  ),
  // The second operand of uniq is a file that it writes.
  uniq: paths("c d D i u z f= s= w= count repeated unique", { max: 1 }),
  tr: text("c d s C t"),
  grep: pattern(
    "a b c E F G H h i I l L n o P q r s T U v w x z Z A= B= C= m= e= recursive ignore-case line-number " +
      "files-with-matches files-without-match count invert-match word-regexp extended-regexp fixed-strings " +
      "only-matching no-filename with-filename color=? include= exclude= exclude-dir= max-count= context= " +
      "after-context= before-context= regexp=",
    ["e", "regexp"],
  ),
  rg: pattern(
    "a c F i H h I l n N o P s S u U v w x 0 A= B= C= e= g= m= t= T= files hidden no-ignore ignore-case line-number " +
      "files-with-matches count fixed-strings only-matching json multiline no-heading heading smart-case word-regexp " +
      "invert-match stats type-list glob= type= type-not= max-count= context= after-context= before-context= " +
      "max-depth= sort= color= regexp=",
    ["e", "regexp", "files", "type-list"],
  ),
};

const REVISIONS = paths(
  "p w b s u z R M=? C=? n= S= G= L= U=? # oneline graph stat=? name-only name-status all decorate=? no-color " +
    "abbrev-commit reverse first-parent merges no-merges cached staged word-diff=? shortstat numstat follow " +
    "no-ext-diff no-textconv patch no-patch summary branches=? tags=? remotes=? topo-order date-order " +
    "ignore-all-space ignore-space-change minimal patience histogram raw full-index no-renames color=? since= until= " +
    "after= before= author= committer= grep= format=? pretty=? date= unified=? max-count= skip= diff-filter= abbrev=?",
);

const GIT_COMMANDS: Readonly<Record<string, Grammar>> = {
  status: paths(
    "s b v z u=? short branch porcelain=? ignored=? long verbose show-stash ahead-behind untracked-files=?",
  ),
  log: REVISIONS,
  show: REVISIONS,
  diff: REVISIONS,
  branch: paths("a r v all remotes list show-current verbose no-color", { max: 0 }),
  remote: paths("v verbose", { max: 0 }),
  blame: paths("w s e b l M=? C=? L= show-email porcelain line-porcelain"),
  "ls-files": paths(
    "c d m o i s u z cached deleted modified others ignored stage unmerged exclude-standard full-name error-unmatch",
  ),
  "rev-parse": paths(
    "q short=? abbrev-ref=? verify show-toplevel git-dir is-inside-work-tree show-prefix symbolic-full-name quiet",
  ),
  describe: paths("tags all always long dirty=? contains match= abbrev=?"),
  "cat-file": paths("p t s"),
  grep: pattern(
    "i I n l c w v E F P o q e= A= B= C= ignore-case line-number files-with-matches count word-regexp fixed-strings " +
      "extended-regexp cached untracked",
    ["e"],
  ),
};
