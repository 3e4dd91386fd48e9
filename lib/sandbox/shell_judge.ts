import { basename } from "@std/path/basename";
import { keepsFiles, matchingRule } from "./deeds.ts";
import { isReadOnly } from "./read_only.ts";
import type { ReadingPlace } from "./read_only.ts";
import type { RuleBook } from "./rule_book.ts";
import { matchesCommand } from "./rule_matches.ts";
import type { ParsedRule, RuleFolders } from "./rules.ts";
import { innerOf, shellFacts } from "./shell_facts.ts";
import type { ShellFacts } from "./shell_facts.ts";
import { isInside } from "./real_path.ts";
import { joinWords, readScript } from "./shell_words.ts";
import type { Script, SimpleCommand } from "./shell_words.ts";

/** What the rules and the grammar say of a command line. */
export type ShellJudgement =
  | { decision: "deny" | "ask"; rule: ParsedRule }
  | { decision: "allow"; rule: ParsedRule | null }
  /** No rule speaks: the mode decides. */
  | { decision: "open"; isWriting: boolean; problem: string | null };

/** What a command line is judged by. */
export interface ShellCase {
  tool: string;
  command: string;
  place: ReadingPlace;
  folders: RuleFolders;
  book: RuleBook;
  /** Whether a file may be written without asking, for redirections of commands that are allowed. */
  mayWrite: (path: string) => boolean;
}

const AWK = /system\s*\(|[|>]|getline|^-[fiEl]|^--(file|include|exec|load)/;
const VIM = /^(\+.*|-[cSsuUwW].*|--cmd.*|--remote.*)$/;
const MAX_INNER_WORDS = 64;

/** Commands of git that run programs, or write down which are run. */
const GIT_RUNNERS = new Set(
  "config credential daemon difftool filter-branch hook instaweb maintenance mergetool send-email shell".split(" "),
);

/** Options by which a program runs or writes what its name does not tell; a wildcard never covers them. */
const ESCAPES: Readonly<Record<string, RegExp>> = {
  find: /^-(exec|execdir|ok|okdir|delete|fprint|fprint0|fprintf|fls)$/,
  git:
    /^(-c.*|-C.*|-O.*|--exec-path.*|--config-env.*|--upload-pack.*|--receive-pack.*|--open-files-in-pager.*|--ext-diff|--git-dir.*|--work-tree.*|--output.*|-u.+pack|--exec=?.*|--extcmd.*|--template.*|ext::.*)$/,
  rg: /^--(pre|hostname-bin|search-zip)/,
  sort: /^(-o.*|--output.*|--compress-program.*)$/,
  tar: /^(--to-command|--checkpoint-action|--use-compress-program|-I|-F|--info-script|--new-volume-script)/,
  sed: /^-[a-zA-Z]*[if]|^--(in-place|file)|(^|[;{}\s\d$/])[eEwW](\s|;|$)|\/[gpiImM\d]*[ew]/,
  curl: /^(-o.*|-O|--output.*|-K.*|--config.*|-T.*|--upload-file.*|(?!https?:)[a-zA-Z][\w+.-]*:\/\/.*)$/,
  wget:
    /^(-[a-zA-Z]*[OPei].*|--(output-document|directory-prefix|execute|input-file|config|use-askpass|post-file|body-file).*)$/,
  ssh: /^-[oFJE]/,
  npm: /^--(script-shell|prefix|node-options|globalconfig|userconfig)/,
  make: /^((\.?SHELL(FLAGS)?|MAKEFLAGS|MAKEFILES)=.*|--eval.*|-[fC].*|--(make)?file.*|--directory.*)$/,
  zip: /^(-TT.*|--unzip-command.*)$/,
  awk: AWK,
  gawk: AWK,
  mawk: AWK,
  less: /^(\+.*|-[^-]*[oOkKtTpP].*|--(log-file|lesskey|tag|pattern).*)$/i,
  vim: VIM,
  vi: VIM,
  rsync: /^(-e.*|--rsh.*)$/,
  man: /^(-P.*|--pager.*|-H.*)$/,
};

/** Variables that change nothing but how a program talks. */
const HARMLESS_VARIABLE =
  /^(NODE_ENV|CI|LANG|LC_[A-Z]+|TZ|FORCE_COLOR|NO_COLOR|RUST_LOG|RUST_BACKTRACE|PYTHONUNBUFFERED)=/;

/** Whether an assignment before a command changes nothing but how its program talks. */
export function isHarmlessVariable(assignment: string): boolean {
  return HARMLESS_VARIABLE.test(assignment);
}

/** Judges a command line: the most restrictive part wins. */
export function judgeShell(shell: ShellCase): ShellJudgement {
  const facts = shellFacts(shell.command, { cwd: shell.place.cwd, home: shell.folders.home });
  for (const decision of ["deny", "ask"] as const) {
    const rule = forbidding(decision, shell, facts);
    if (rule) return { decision, rule };
  }
  const script = readScript(shell.command);
  const isFree = !keepsFiles(shell.book) || !script.commands.some(readsUnnamed);
  if (isFree && isReadOnly(script, shell.place)) return { decision: "allow", rule: null };
  const rule = allowing(shell, script);
  if (rule) return { decision: "allow", rule };
  return { decision: "open", isWriting: facts.writes.length > 0, problem: script.problem };
}

/** The first rule that denies, or asks for, any part of the command line. */
function forbidding(behavior: "deny" | "ask", shell: ShellCase, facts: ShellFacts): ParsedRule | null {
  const lines = facts.argvs.flatMap((argv) => [
    joinWords(argv),
    argv.join(" "),
    [basename(argv[0]), ...argv.slice(1)].join(" "),
  ]);
  lines.push(shell.command.trim());
  for (const rule of shell.book.forTool(behavior, shell.tool)) {
    const { specifier } = rule;
    if (specifier === null || lines.some((line) => matchesCommand(specifier, line))) return rule;
  }
  return virtual(behavior, shell, facts);
}

/** Shell commands that do what another tool does fall under the rules of that tool. */
function virtual(behavior: "deny" | "ask", shell: ShellCase, facts: ShellFacts): ParsedRule | null {
  const { book, folders, place } = shell;
  const paths = (list: readonly string[]): { literal: string; real: string }[] =>
    list.map((path) => ({ literal: path, real: place.real(path) }));
  const deeds = [
    ...(facts.reads.length > 0 ? [{ tool: "read_file", paths: paths(facts.reads), urls: [] }] : []),
    ...(facts.writes.length > 0 ? [{ tool: "edit", paths: paths(facts.writes), urls: [] }] : []),
    ...(facts.writes.length > 0 ? [{ tool: "write_file", paths: paths(facts.writes), urls: [] }] : []),
    ...(facts.urls.length > 0 ? [{ tool: "web_fetch", paths: [], urls: facts.urls }] : []),
  ];
  for (const deed of deeds) {
    const rule = matchingRule(book, { behavior, deed: { ...deed, input: {} }, folders });
    if (rule) return rule;
  }
  return null;
}

/** A rule that allows the command line: a rule for the whole tool, or one for each of its commands. */
function allowing(shell: ShellCase, script: Script): ParsedRule | null {
  const rules = shell.book.forTool("allow", shell.tool);
  const whole = rules.find((rule) => rule.specifier === null);
  if (whole) return whole;
  if (script.problem !== null) return null;
  let first: ParsedRule | null = null;
  const moves: SimpleCommand[] = [];
  for (const command of script.commands) {
    if (isReadOnly({ commands: [...moves, command], problem: null }, shell.place)) {
      if (command.words[0].text === "cd") moves.push(command);
      continue;
    }
    if (moves.length > 0 && dependsOnFolder(command)) return null;
    const rule = rules.find((candidate) => allows(candidate, command, shell));
    if (!rule) return null;
    first ??= rule;
  }
  return first;
}

function allows(rule: ParsedRule, command: SimpleCommand, shell: ShellCase): boolean {
  const specifier = (rule.specifier ?? "").replace(/:\*$/, " *");
  if (!command.assignments.every(isHarmlessVariable)) return false;
  if (!command.redirections.every((redirection) => isCovered(redirection, shell))) return false;
  const argv = command.words.map((word) => word.text);
  // A pattern in the place of the program would cover every program.
  const program = specifier.split(" ", 1)[0];
  if (program.replace(/\*$/, "").includes("*") || program === "*") return false;
  const escape = Object.hasOwn(ESCAPES, basename(argv[0])) ? ESCAPES[basename(argv[0])] : null;
  const named = specifier.split(" ");
  if (escape && argv.slice(1).some((arg) => escape.test(arg) && !named.includes(arg))) return false;
  if (basename(argv[0]) === "git" && !coversGit(argv, named)) return false;
  return matchesCommand(specifier, joinWords(argv)) && coversInner(argv, named, shell);
}

/** Whether a rule for git may speak for a command of it that runs programs, or says which are run later. */
function coversGit(argv: readonly string[], named: readonly string[]): boolean {
  const sub = argv.slice(1).find((arg) => !arg.startsWith("-")) ?? "";
  if (GIT_RUNNERS.has(sub) && !named.includes(sub)) return false;
  const runner = { submodule: "foreach", bisect: "run", rebase: "-x" }[sub];
  return runner === undefined || !argv.includes(runner) || named.includes(runner);
}

/** Whether a rule that covers a wrapper, such as `timeout` or `sh -c`, may speak for what that runs. */
function coversInner(argv: readonly string[], named: readonly string[], shell: ShellCase): boolean {
  const inner = innerOf(argv);
  if (!inner) return true;
  const star = named.findIndex((word) => word.includes("*"));
  const spelled = star < 0 ? named.length : star;
  // A rule that spells out the program behind the wrapper means just that.
  const index = "words" in inner ? argv.length - inner.words.length : argv.length - 1;
  if (spelled > index) return true;
  // What comes from a pipe is not known.
  if (basename(argv[0]) === "xargs" || argv.length > MAX_INNER_WORDS) return false;
  const command = "script" in inner ? inner.script : joinWords(inner.words);
  if (command.trim() === "") return true;
  const script = readScript(command);
  return isReadOnly(script, shell.place) || allowing({ ...shell, command }, script) !== null;
}

/** Whether a command shows the content of files that it does not name, so that no rule could speak of them. */
function readsUnnamed({ words }: SimpleCommand): boolean {
  const [program, ...args] = words.map((word) => word.text);
  if (program === "rg" || words.some((word) => word.isPattern)) return true;
  if (program === "grep") return args.some((arg) => /^-[a-zA-Z]*r/.test(arg) || arg === "--recursive");
  return program === "git" && args.some((arg) => /^(blame|cat-file|diff|grep|log|show)$/.test(arg));
}

/** Whether a command means something else in another folder than rules were written for. */
function dependsOnFolder(command: SimpleCommand): boolean {
  const program = command.words[0].text;
  return (program.includes("/") && !program.startsWith("/")) ||
    command.redirections.some(({ target }) => !target.startsWith("/") && !/^\d$/.test(target));
}

function isCovered(redirection: { operator: string; target: string }, shell: ShellCase): boolean {
  const { operator, target } = redirection;
  if (target === "/dev/null" || (operator.endsWith("&") && /^\d$/.test(target))) return true;
  const facts = shellFacts(`true ${operator} ${joinWords([target])}`, {
    cwd: shell.place.cwd,
    home: shell.folders.home,
  });
  // Shells give meaning to names such as /dev/tcp: what is read has to be a file of the workspace.
  const { roots, real, isHidden } = shell.place;
  const isIn = (path: string): boolean => roots.some((root) => isInside(path, root)) && !isHidden?.(path);
  return facts.writes.length + facts.reads.length > 0 && facts.writes.every((path) => shell.mayWrite(path)) &&
    facts.reads.every((path) => isIn(path) && isIn(real(path)));
}
