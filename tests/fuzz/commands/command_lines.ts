/** Command lines made at random from the options that programs have, spelled in all the ways in which they accept them. */

/** A command line and the rule that it is judged by. */
export interface FuzzedLine {
  command: string;
  /** Null where it is judged as a command that may run unasked because it only reads. */
  rule: string | null;
}

/** A program with the options that a fuzzer tries; some of them write files or start programs. */
interface Target {
  words: string;
  long: readonly string[];
  letters: string;
  operands: readonly string[];
  /** Whether it is also tried without a rule. */
  reads?: boolean;
}

/** A file that no command line may write, a command that none may run, and a file that none may read. */
export const WRITTEN = "WRITTEN";
export const PAYLOAD = "touch EXECUTED";
export const OUTSIDE = "../outside/secret.txt";

const list = (text: string): string[] => text.split(" ");
const FILES = ["a.txt", "dir", "dir/b.txt", "u/a*.json", OUTSIDE, "link/../secret.txt", ".", WRITTEN];
const REVISIONS = [...FILES, "HEAD", "HEAD~0"];
const DIFF = list("output format abbrev decorate color stat word-diff unified ext-diff patch name-only oneline since");

const TARGETS: readonly Target[] = [
  { words: "git log", long: [...DIFF, "max-count", "author"], letters: "pnOSGULMC", operands: REVISIONS, reads: true },
  { words: "git show", long: DIFF, letters: "pOSGUMC", operands: REVISIONS, reads: true },
  { words: "git diff", long: [...DIFF, "no-index"], letters: "pOSGUMC", operands: REVISIONS, reads: true },
  {
    words: "git grep",
    long: list("open-files-in-pager count untracked no-index ext-grep"),
    letters: "nOleif",
    operands: ["one", ...REVISIONS],
    reads: true,
  },
  { words: "git ls-remote", long: list("upload-pack exec heads tags"), letters: "qth", operands: ["."] },
  { words: "git fetch", long: list("upload-pack depth tags"), letters: "qvu", operands: [".", "ext::sh% -c% x"] },
  { words: "git clone", long: list("upload-pack config template depth"), letters: "qcu", operands: [". COPY"] },
  { words: "git push", long: list("receive-pack exec force tags"), letters: "qvf", operands: [". HEAD:refs/heads/x"] },
  { words: "git rebase", long: list("exec root onto strategy quiet"), letters: "qxis", operands: ["HEAD", "--root"] },
  { words: "git archive", long: list("output remote exec format"), letters: "vo", operands: ["HEAD"] },
  { words: "git", long: list("config-env exec-path no-pager git-dir"), letters: "cCpP", operands: ["status", "zz"] },
  {
    words: "sort",
    long: list("output compress-program unique reverse files0-from buffer-size temporary-directory"),
    letters: "uorknSTbt",
    operands: FILES,
    reads: true,
  },
  {
    words: "tar",
    long: list("to-command checkpoint-action use-compress-program checkpoint extract create file verbose"),
    letters: "cxfvIFOzt",
    operands: ["t.tar", "a.txt", "xf t.tar", "cf /dev/null a.txt"],
  },
  {
    words: "sed",
    long: list("in-place expression file quiet separate"),
    letters: "neifsEz",
    operands: ["p", `w ${WRITTEN}`, `1e ${PAYLOAD}`, `s/one/x/w ${WRITTEN}`, "1,2p", ...FILES],
    reads: true,
  },
  { words: "make", long: list("makefile file eval silent directory"), letters: "sfknCE", operands: ["all", "X=1"] },
  { words: "awk", long: list("file exec load assign"), letters: "fvFEi", operands: awkPrograms() },
  { words: "gawk", long: list("file exec load include output"), letters: "fvFEiol", operands: awkPrograms() },
  { words: "zip", long: list("unzip-command test quiet out"), letters: "qTrjO", operands: ["COPY.zip a.txt"] },
  { words: "npm run x", long: list("script-shell silent prefix"), letters: "s", operands: ["", "--"] },
  {
    words: "rsync",
    long: list("rsh archive rsync-path"),
    letters: "aeve",
    operands: ["a.txt localhost:x", "a.txt COPY"],
  },
  { words: "curl", long: list("output silent config data"), letters: "soKdT", operands: ["file:///etc/hostname"] },
  {
    words: "find",
    long: [],
    letters: "",
    operands: [".", `. -fprint ${WRITTEN}`, `. -exec ${PAYLOAD} +`],
    reads: true,
  },
  {
    words: "diff",
    long: list("color unified exclude new-file recursive"),
    letters: "uNrUqb",
    operands: FILES,
    reads: true,
  },
  {
    words: "rg",
    long: list("pre color glob files hostname-bin search-zip"),
    letters: "0enNzFf",
    operands: ["one", ...FILES],
    reads: true,
  },
  {
    words: "grep",
    long: list("file color include recursive"),
    letters: "rnefRl",
    operands: ["one", ...FILES],
    reads: true,
  },
  { words: "uniq", long: list("count unique skip-fields"), letters: "cdfuz", operands: FILES, reads: true },
  { words: "tree", long: list("output gitignore dirsfirst"), letters: "NifIoaL", operands: FILES, reads: true },
  { words: "ls", long: list("color sort time all"), letters: "laIwR", operands: FILES, reads: true },
  { words: "cat", long: list("number show-all"), letters: "nAs", operands: FILES, reads: true },
  { words: "head", long: list("lines bytes"), letters: "ncq", operands: FILES, reads: true },
  { words: "split", long: list("filter lines bytes"), letters: "lbn", operands: ["a.txt COPY"] },
];

function awkPrograms(): string[] {
  return [
    "{print $1}",
    `BEGIN{system("${PAYLOAD}")}`,
    `BEGIN{f="system";@f("${PAYLOAD}")}`,
    `BEGIN{print 1 > "${WRITTEN}"}`,
    `BEGIN{print 1 | "${PAYLOAD}"}`,
    `BEGIN{"${PAYLOAD}" | getline x}`,
    `BEGIN{x = 1 / 2; system("${PAYLOAD}") / 3}`,
  ];
}

/** Options that write a file or start a program, with a value and operands with which they do. */
interface Danger {
  words: string;
  long?: string;
  letter?: string;
  value: string;
  operands?: string;
  /** Options without a value, or with an optional one, that may stand before it. */
  before: readonly string[];
}

const LOG_OPTIONS = list(
  "--abbrev --format --format=x --decorate --color --stat --word-diff -U --unified -p --oneline",
);

const DANGERS: readonly Danger[] = [
  { words: "git log", long: "output", value: WRITTEN, before: LOG_OPTIONS },
  { words: "git diff", long: "output", value: WRITTEN, before: LOG_OPTIONS, operands: "HEAD" },
  { words: "git show", long: "output", value: WRITTEN, before: LOG_OPTIONS },
  {
    words: "git grep",
    long: "open-files-in-pager",
    letter: "O",
    value: PAYLOAD,
    before: ["-n", "-i"],
    operands: "one",
  },
  { words: "git ls-remote", long: "upload-pack", value: PAYLOAD, before: ["-q", "--heads"], operands: "." },
  { words: "git fetch", long: "upload-pack", value: PAYLOAD, before: ["-q", "--tags"], operands: "." },
  { words: "git push", long: "exec", value: PAYLOAD, before: ["-q", "--force"], operands: ". HEAD:refs/heads/x" },
  { words: "git rebase", long: "exec", letter: "x", value: PAYLOAD, before: ["-q", "-f"], operands: "--root" },
  { words: "git clone", long: "upload-pack", letter: "u", value: PAYLOAD, before: ["-q"], operands: ". COPY" },
  {
    words: "git clone",
    long: "config",
    letter: "c",
    value: `core.fsmonitor=${PAYLOAD}`,
    before: ["-q"],
    operands: ". COPY",
  },
  { words: "git archive", long: "output", letter: "o", value: WRITTEN, before: ["-v"], operands: "HEAD" },
  {
    words: "git format-patch",
    long: "output-directory",
    letter: "o",
    value: WRITTEN,
    before: ["-q"],
    operands: "--root",
  },
  { words: "sort", long: "output", letter: "o", value: WRITTEN, before: ["-u", "-r", "-n"], operands: "a.txt" },
  { words: "tar xf t.tar", long: "to-command", value: PAYLOAD, before: ["-v"] },
  { words: "tar cf /dev/null a.txt", long: "checkpoint-action", value: `exec=${PAYLOAD}`, before: ["--checkpoint=1"] },
  { words: "tar cf COPY a.txt", long: "use-compress-program", letter: "I", value: PAYLOAD, before: ["-v"] },
  {
    words: "sed",
    long: "expression",
    letter: "e",
    value: `w ${WRITTEN}`,
    before: ["-n", "-s", "-E"],
    operands: "a.txt",
  },
  { words: "sed", long: "in-place", letter: "i", value: `.${WRITTEN}`, before: ["-n", "-e p"], operands: "p a.txt" },
  { words: "make", long: "makefile", letter: "f", value: "evil.mk", before: ["-s", "-k"] },
  { words: "make", long: "eval", value: `$(shell ${PAYLOAD})`, before: ["-s"] },
  { words: "zip", long: "unzip-command", value: PAYLOAD, before: ["-q", "-T"], operands: "COPY.zip a.txt -T" },
  { words: "rsync", long: "rsh", letter: "e", value: PAYLOAD, before: ["-a", "-v"], operands: "a.txt localhost:x" },
  { words: "ssh", letter: "o", value: `ProxyCommand=${PAYLOAD}`, before: ["-4", "-q"], operands: "localhost true" },
  {
    words: "curl",
    long: "output",
    letter: "o",
    value: WRITTEN,
    before: ["-s", "-f"],
    operands: "file:///etc/hostname",
  },
  { words: "npm run x", long: "script-shell", value: "./trap.sh", before: ["--silent", "-s"] },
  { words: "split", long: "filter", value: PAYLOAD, before: ["-l 1", "-d"], operands: "a.txt" },
  { words: "tree", letter: "o", value: WRITTEN, before: ["-N", "-i", "-I x", "-f"] },
  { words: "uniq", letter: "c", value: "a.txt", before: ["-d", "-i"], operands: WRITTEN },
  { words: "uniq u/a*.json", letter: "c", value: "", before: ["-d"] },
  { words: "rg", letter: "e", value: "outside", before: ["-0", "-N", "-n"], operands: OUTSIDE },
  { words: "diff", long: "color", value: OUTSIDE, before: ["-u", "-N"], operands: "a.txt" },
];

const VALUES = [
  WRITTEN,
  PAYLOAD,
  "./trap.sh",
  OUTSIDE,
  "x",
  "1",
  `exec=${PAYLOAD}`,
  "evil.mk",
  `core.fsmonitor=${PAYLOAD}`,
];

/** Makes command lines from a source of random numbers. */
export class CommandLines {
  readonly #below: (limit: number) => number;

  constructor(below: (limit: number) => number) {
    this.#below = below;
  }

  next(): FuzzedLine {
    return this.#below(3) === 0 ? this.#random() : this.#dangerous();
  }

  #dangerous(): FuzzedLine {
    const danger = this.#pick(DANGERS);
    const { long, letter, value, before } = danger;
    const words = [danger.words, ...Array.from({ length: this.#below(3) }, () => this.#pick(before))];
    const isLong = long !== undefined && (letter === undefined || this.#below(2) === 0);
    words.push(...(isLong ? this.#spell(long, value) : this.#cluster(danger)));
    if (this.#below(2) === 0) words.push(this.#pick(before));
    words.push(danger.operands ?? "");
    const isReading = /^(git (log|show|diff|grep)|sort|tree|uniq|rg|diff|sed)/.test(danger.words);
    return this.#line(words, isReading ? "reading" : "other");
  }

  /** A long option in one of the spellings that programs accept. */
  #spell(name: string, value: string): string[] {
    const spelled = this.#below(2) === 0 ? name.slice(0, 2 + this.#below(Math.max(1, name.length - 2))) : name;
    return this.#below(3) > 0 ? [`--${spelled}=${quoted(value)}`] : [`--${spelled}`, quoted(value)];
  }

  /** A letter at the end of others that take no value. */
  #cluster({ letter = "", value, before }: Danger): string[] {
    const others = before.filter((option) => /^-\w$/.test(option)).map((option) => option[1]);
    let cluster = "-";
    for (let count = this.#below(3); count > 0 && others.length > 0; count--) cluster += this.#pick(others);
    return this.#below(3) === 0 ? [`${cluster}${letter}${quoted(value)}`] : [`${cluster}${letter}`, quoted(value)];
  }

  #line(words: readonly string[], kind: "reading" | "other"): FuzzedLine {
    const program = words[0].split(" ", 1)[0];
    const isFree = kind === "reading" && this.#below(2) === 0;
    const command = words.filter((word) => word !== "" && word !== "''").join(" ");
    return { command, rule: isFree ? null : `Bash(${program} *)` };
  }

  #random(): FuzzedLine {
    const target = this.#pick(TARGETS);
    const words: string[] = [target.words];
    for (let count = 1 + this.#below(2); count > 0; count--) words.push(...this.#option(target));
    const operands = Array.from({ length: this.#below(3) }, () => this.#operand(target));
    // Most programs accept options after operands.
    if (this.#below(4) === 0) words.splice(1, 0, ...operands);
    else words.push(...operands);
    return this.#line(words, target.reads ? "reading" : "other");
  }

  #operand(target: Target): string {
    const operand = this.#pick(target.operands);
    // A few operands are several words, or patterns; programs of sed and awk are one word.
    return /[{}()"'$;]|^\w+ \w+$|^1e|^s\//.test(operand) && !/^(xf|cf) /.test(operand) ? quoted(operand) : operand;
  }

  #option(target: Target): string[] {
    const value = this.#pick(VALUES);
    if (target.long.length > 0 && this.#below(3) > 0) {
      const name = this.#pick(target.long);
      const spelled = this.#below(3) === 0 ? name.slice(0, 3 + this.#below(Math.max(1, name.length - 3))) : name;
      return this.#below(2) === 0 ? [`--${spelled}=${quoted(value)}`] : [`--${spelled}`, ...this.#sometimes(value)];
    }
    if (target.letters === "") return [];
    let cluster = "-";
    for (let count = 1 + this.#below(3); count > 0; count--) cluster += this.#pick([...target.letters]);
    return this.#below(4) === 0 ? [cluster + quoted(value)] : [cluster, ...this.#sometimes(value)];
  }

  #sometimes(value: string): string[] {
    return this.#below(2) === 0 ? [quoted(value)] : [];
  }

  #pick<T>(values: readonly T[]): T {
    return values[this.#below(values.length)];
  }
}

function quoted(text: string): string {
  return /^[\w./=:~-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
