/**
 * The options of common programs that a rule with a wildcard covers: those with which the program neither starts
 * another program nor writes to a file that only an option names. A rule covers other options only if it spells them
 * out. A program without a grammar is covered as the rule says: its user has granted it as a whole.
 */
import { type OptionTable, optionTable, type ParsedOptions, parseOptions, type TableDetails } from "./option_table.ts";
import { isPlainAwk, isPlainSed } from "./script_texts.ts";
import { findExpressionIsPlain } from "./find_expression.ts";
import { coversGit } from "./git_rule_grammars.ts";

/** The words of a command that a rule must cover. */
export interface RuledCommand {
  /** The name of the program, without a folder. */
  program: string;
  args: readonly string[];
  /** Those of the arguments that are patterns, which stand for names of files. */
  patterns: readonly string[];
  /** The words of the rule. */
  named: readonly string[];
}

interface ProgramGrammar {
  table: OptionTable;
  /** Whether the operands start nothing; by default they do not. `free` are those that the rule does not name. */
  isPlain?: (parsed: ParsedOptions & { free: string[] }) => boolean;
  /** How many operands are not names of files that are read, and may therefore be no patterns. */
  fixedOperands?: number;
  /** Rewrites the words first, for programs with an older notation. */
  prepare?: (args: readonly string[]) => readonly string[] | null;
}

/** Whether a rule with a wildcard covers the arguments of a program. */
export function coversArguments(command: RuledCommand): boolean {
  const { program, args, patterns, named } = command;
  const grammar = Object.hasOwn(GRAMMARS, program) ? GRAMMARS[program] : undefined;
  if (grammar === undefined && program !== "git" && program !== "find") return true;
  // A pattern may stand for an option.
  if (patterns.some((pattern) => /^[*?[-]/.test(pattern))) return false;
  const spelled = new Set(named.filter((word) => word.startsWith("-") && !word.includes("*")));
  const starred = named.filter((word) => /^--[\w-]+=[^*]*\*$/.test(word)).map((word) => word.replace(/\*$/, ""));
  // A rule that spells `--option=*` covers every value of this option.
  const words = args.filter((arg) => !starred.some((prefix) => arg.startsWith(prefix)));
  if (program === "git") return coversGit(words, { named, spelled });
  if (program === "find") return findExpressionIsPlain(words.filter((word) => !spelled.has(word)));
  if (grammar === undefined) return true;
  const prepared = grammar.prepare ? grammar.prepare(words) : words;
  const parsed = prepared && parseOptions(prepared, { table: grammar.table, spelled });
  if (!parsed) return false;
  if (parsed.operands.slice(0, grammar.fixedOperands ?? 0).some((operand) => patterns.includes(operand))) return false;
  const free = parsed.operands.filter((operand) => !named.includes(operand));
  return grammar.isPlain?.({ ...parsed, free }) ?? true;
}

function of(options: string, details: TableDetails & Omit<ProgramGrammar, "table"> = {}): ProgramGrammar {
  const { isPlain, prepare, fixedOperands, ...table } = details;
  return {
    table: optionTable(options, table),
    ...(isPlain ? { isPlain } : {}),
    ...(prepare ? { prepare } : {}),
    ...(fixedOperands ? { fixedOperands } : {}),
  };
}

const isWebAddress = (operand: string): boolean => /^(https?:\/\/|(?![\w+.-]*:\/\/)[^-])/i.test(operand);
const WEB: Pick<ProgramGrammar, "isPlain"> = { isPlain: ({ free }) => free.every(isWebAddress) };
/** A value that begins with `@` names a file whose content is sent. */
const TEXT = /^(?!@)/;
const NOWHERE = /^(-|\/dev\/null)$/;

const AWK = of("F= v= field-separator= assign=", {
  maxOperands: 1,
  fixedOperands: 1,
  isPlain: ({ operands: [program, ...rest] }) =>
    isPlainAwk(program ?? "") && rest.every((operand) => !operand.startsWith("-") && !operand.startsWith("/inet")),
});
const PAGER_FREE = (operands: readonly string[]): boolean => operands.every((operand) => !operand.startsWith("+"));
const VIM = of("R n", { isPlain: ({ free }) => PAGER_FREE(free) });
const SSH_OPTIONS = "4 6 a C n N q T t v x p= i= l=";

/** Commands of npm that do not configure what it runs later. */
const NPM_COMMANDS = new Set(
  ("test t tst run run-script rum urn start stop restart install i in ci clean-install add ls list la ll outdated view " +
    "info show v audit fund pack version why explain prune dedupe ddp update up upgrade uninstall remove rm un rebuild " +
    "doctor ping whoami publish search find docs help root bin prefix exec x link init create").split(" "),
);

const GRAMMARS: Readonly<Record<string, ProgramGrammar>> = {
  rg: of(
    "a c F i H h I l n N o P s S u U v w x 0 L A= B= C= e= g= m= t= T= f= files hidden no-ignore ignore-case " +
      "line-number no-line-number files-with-matches files-without-match count count-matches fixed-strings " +
      "only-matching json multiline no-heading heading smart-case word-regexp invert-match stats type-list follow " +
      "glob= iglob= type= type-not= max-count= context= after-context= before-context= max-depth= sort= sortr= color= " +
      "regexp= replace= r= trim vimgrep passthru column no-messages no-filename with-filename no-config",
  ),
  sort: of(
    "b d f g h i n r R s u V z M c C m k= t= S= unique reverse numeric-sort general-numeric-sort " +
      "human-numeric-sort version-sort month-sort random-sort ignore-case ignore-leading-blanks dictionary-order " +
      "stable merge zero-terminated check=? key= field-separator= parallel= buffer-size= debug",
  ),
  tar: of(
    "c x t r u z j J a v f= C= p k m O h P S X= create extract get list append update gzip gunzip bzip2 xz zstd " +
      "verbose file= directory= preserve-permissions keep-old-files to-stdout dereference exclude= exclude-vcs " +
      "strip-components= wildcards auto-compress numeric-owner no-same-owner totals help version",
    {
      // A name with a colon is a file of another machine, which tar reaches by a program.
      values: { f: /^[^:]*$/, file: /^[^:]*$/ },
      prepare: newTarNotation,
      isPlain: ({ options }) => writesOnlyArchives(options),
    },
  ),
  sed: of("n E r s u z e= quiet silent regexp-extended separate unbuffered null-data posix sandbox expression=", {
    fixedOperands: 1,
    isPlain: ({ options, operands }) => {
      const given = options.filter(({ name }) => name === "e" || name === "expression").map(({ value }) => value ?? "");
      return (given.length > 0 ? given : operands.slice(0, 1)).every(isPlainSed);
    },
  }),
  curl: of(
    "s S f L k v i I g G 4 6 0 H= A= X= d= e= u= b= m= o= r= silent show-error fail fail-with-body location insecure " +
      "verbose include head get ipv4 ipv6 compressed no-progress-meter header= user-agent= request= data= data-raw= " +
      "data-ascii= data-binary= json= referer= user= cookie= max-time= connect-timeout= retry= retry-delay= output= " +
      "range= url= http1.1 http2 max-redirs= version help",
    {
      values: {
        ...{ o: NOWHERE, output: NOWHERE, H: TEXT, header: TEXT, b: /=/, cookie: /=/, url: /^https?:\/\//i },
        ...{ d: TEXT, data: TEXT, "data-ascii": TEXT, "data-binary": TEXT, json: TEXT },
      },
      ...WEB,
    },
  ),
  wget: of(
    "q v S c 4 6 T= t= U= w= O= quiet verbose server-response spider continue timeout= tries= wait= user-agent= " +
      "header= output-document= method= post-data= body-data= no-verbose version help",
    { values: { O: NOWHERE, "output-document": NOWHERE }, ...WEB },
  ),
  ssh: of(SSH_OPTIONS, { maxOperands: 2 }),
  scp: of("3 4 6 B C p q r v T P= i= l="),
  sftp: of("4 6 a C p q r v P= i= l="),
  npm: of(
    "s d D E O B g w= silent quiet verbose json long parseable all depth= workspace= workspaces if-present save " +
      "save-dev save-exact save-optional save-peer no-save global production omit= include= only= dry-run " +
      "no-audit no-fund no-progress no-color legacy-peer-deps prefer-offline offline ignore-scripts no-optional " +
      "package-lock-only force f tag= access= version help",
    {
      isPlain: ({ operands: [command], free }) =>
        !free.includes(command) || command === undefined || NPM_COMMANDS.has(command),
    },
  ),
  make: of(
    "s k n j=? l=? B i q t w p d silent quiet keep-going just-print dry-run recon jobs=? load-average=? always-make " +
      "ignore-errors question touch print-directory no-print-directory trace print-data-base debug=? " +
      "warn-undefined-variables output-sync=? O=? version help",
    // A variable can replace any program that a makefile runs.
    { isPlain: ({ free }) => free.every((operand) => /^(V|VERBOSE|DEBUG)=\d?$|^[^=]*$/.test(operand)) },
  ),
  zip: of("r q v j u y 0 1 2 3 4 5 6 7 8 9 @ recurse-paths quiet verbose junk-paths update"),
  awk: AWK,
  gawk: AWK,
  mawk: AWK,
  nawk: AWK,
  less: of("N S R F X i I n r s e E f m M q g G J w", { isPlain: ({ free }) => PAGER_FREE(free) }),
  vim: VIM,
  vi: VIM,
  view: VIM,
  rsync: of(
    "a v r z n h P u c t p o g l L H A X x q i S W k K D R d progress stats delete delete-after delete-before " +
      "delete-during delete-excluded exclude= include= dry-run human-readable archive verbose recursive compress update " +
      "checksum times perms links copy-links partial inplace append bwlimit= timeout= max-size= min-size= size-only " +
      "ignore-existing existing itemize-changes info= quiet relative no-owner no-group no-perms prune-empty-dirs " +
      "list-only numeric-ids cvs-exclude C",
    // `host:` and `rsync:` reach other machines by a program, or hand files to them.
    { isPlain: ({ free }) => free.every((operand) => !/^[^/]*:/.test(operand)) },
  ),
  man: of("k f w a s= S= whatis apropos where path all sections= version help"),
  tree: of(
    "a d f i p s u g D F C N r t l h n J X L= I= P= dirsfirst noreport gitignore du prune filelimit= charset=",
    { joinsValues: false },
  ),
  diff: of(
    "a u b B c i q w N r s y d p t T e n U= C= W= x= I= X= brief unified=? context=? recursive new-file color=? " +
      "exclude= ignore-all-space ignore-space-change ignore-blank-lines ignore-case report-identical-files " +
      "side-by-side suppress-common-lines width= text minimal show-c-function label= strip-trailing-cr",
  ),
  diff3: of("A e E x X 3 m a T i"),
  sdiff: of("a b B d E i l s t W w="),
  split: of("a= b= C= d e l= n= t= u x suffix-length= bytes= line-bytes= lines= number=?", {
    values: { n: /^[^$]*$/ },
  }),
  install: of("b c C d D g= m= o= p s S= t= T v directory mode= owner= group= target-directory= verbose"),
  shuf: of("e i= n= r z echo input-range= head-count= repeat zero-terminated"),
  uniq: of("c d D i u z f= s= w= count repeated all-repeated=? unique ignore-case skip-fields= skip-chars=", {
    fixedOperands: Infinity,
    isPlain: ({ operands }) => operands.length <= 1,
  }),
};

/** Whether tar writes nothing but a file that is named as an archive: any other file would be overwritten by it. */
function writesOnlyArchives(options: ParsedOptions["options"]): boolean {
  const writes = options.some(({ name }) => ["c", "r", "u", "create", "append", "update"].includes(name));
  const archives = options.filter(({ name }) => name === "f" || name === "file").map(({ value }) => value ?? "");
  return !writes || archives.every((name) => name === "-" || name === "/dev/null" || ARCHIVE.test(name));
}

const ARCHIVE = /\.(tar|tgz|tbz|tbz2|txz|tzst|tar\.(gz|bz2|xz|zst|Z|lz4))$/;

/** Turns `tar xzf a.tgz` into `tar -x -z -f a.tgz`; null when a value is missing. */
function newTarNotation(args: readonly string[]): readonly string[] | null {
  const [first, ...rest] = args;
  if (first === undefined || first.startsWith("-")) return args;
  const words: string[] = [];
  for (const letter of first) {
    words.push(`-${letter}`);
    if (!"fCX".includes(letter)) continue;
    const value = rest.shift();
    if (value === undefined) return null;
    words.push(value);
  }
  return [...words, ...rest];
}
