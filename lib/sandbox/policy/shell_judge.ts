import { basename, isAbsolute, isInside, normalize, resolve } from "../../path/mod.ts";
import { matchingRule, restrictsReading } from "./policy_subjects.ts";
import { physicalPath } from "../shell/physical_path.ts";
import { coversArguments } from "../shell/program_grammars.ts";
import { isReadOnly, type ReadingPlace } from "../shell/read_only.ts";
import type { RuleBook } from "./rule_book.ts";
import { matchesCommand } from "./rule_matches.ts";
import type { ParsedRule, RuleFolders } from "./rules.ts";
import { innerOf, shellFacts } from "../shell/shell_facts.ts";
import type { ShellFacts } from "../shell/shell_facts.ts";
import { joinWords, readScript } from "../shell/shell_words.ts";
import type { Script, SimpleCommand } from "../shell/shell_words.ts";

/** The verdict of the rules and the read-only grammar on a command line. */
export type ShellJudgement =
  | { decision: "deny" | "ask"; rule: ParsedRule }
  | { decision: "allow"; rule: ParsedRule | null }
  /** No rule matches: the mode decides. */
  | { decision: "open"; isWriting: boolean; problem: string | null };

/** A command line and what it is judged by. */
export interface ShellCase {
  tool: string;
  command: string;
  /** Whether a POSIX shell runs it. What another shell makes of the words is not known, so they allow nothing. */
  isPosix: boolean;
  place: ReadingPlace;
  folders: RuleFolders;
  book: RuleBook;
  /** Whether a file may be written without asking, for redirections of allowed commands. */
  mayWrite: (path: string) => boolean;
}

const MAX_INNER_WORDS = 64;

/** Variables that change only the output of a program. */
const HARMLESS_VARIABLE =
  /^(NODE_ENV|CI|LANG|LC_[A-Z]+|TZ|FORCE_COLOR|NO_COLOR|RUST_LOG|RUST_BACKTRACE|PYTHONUNBUFFERED)=/;

/** Whether an assignment before a command changes only the output of its program. */
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
  if (!shell.isPosix) return judgeUnread(shell);
  const script = readScript(shell.command);
  const isFree = !restrictsReading(shell.book) || !script.commands.some(readsUnnamed);
  if (isFree && isReadOnly(script, shell.place)) return { decision: "allow", rule: null };
  const rule = allowing(shell, script);
  if (rule) return { decision: "allow", rule };
  return { decision: "open", isWriting: facts.writes.length > 0, problem: script.problem };
}

/** A command for a shell that the parser does not know: only a rule for the whole tool allows it. */
function judgeUnread({ book, tool }: ShellCase): ShellJudgement {
  const whole = book.forTool("allow", tool).find((rule) => rule.specifier === null);
  if (whole) return { decision: "allow", rule: whole };
  return { decision: "open", isWriting: true, problem: "it is not for a POSIX shell" };
}

/** The first deny or ask rule that matches any part of the command line. */
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
  return matchingAsOtherTool(behavior, shell, facts);
}

/** Applies the rules of other tools to commands that do the same, such as reading a file. */
function matchingAsOtherTool(behavior: "deny" | "ask", shell: ShellCase, facts: ShellFacts): ParsedRule | null {
  const { book, folders, place } = shell;
  const paths = (list: readonly string[]): { literal: string; real: string }[] =>
    list.map((path) => ({ literal: normalize(path), real: physicalPath(path, { folder: "/", real: place.real }) }));
  const subjects = [
    ...(facts.reads.length > 0 ? [{ tool: "read_file", paths: paths(facts.reads), urls: [] }] : []),
    ...(facts.writes.length > 0 ? [{ tool: "edit", paths: paths(facts.writes), urls: [] }] : []),
    ...(facts.writes.length > 0 ? [{ tool: "write_file", paths: paths(facts.writes), urls: [] }] : []),
    ...(facts.urls.length > 0 ? [{ tool: "web_fetch", paths: [], urls: facts.urls }] : []),
  ];
  for (const subject of subjects) {
    const rule = matchingRule(book, { behavior, subject: { ...subject, input: {} }, folders });
    if (rule) return rule;
  }
  return null;
}

/** A rule that allows the command line: a rule for the whole tool, or the first of one rule per command. */
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
    if (!staysAtHome(command, { moves, place: shell.place })) return null;
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
  // A pattern as the program would cover every program.
  const program = specifier.split(" ", 1)[0];
  if (program.replace(/\*$/, "").includes("*") || program === "*") return false;
  const named = specifier.split(" ");
  const patterns = command.words.filter((word) => word.isPattern).map((word) => word.text);
  if (!coversArguments({ program: basename(argv[0]), args: argv.slice(1), patterns, named })) return false;
  return matchesCommand(specifier, joinWords(argv)) && coversInner(argv, named, shell);
}

/** Whether a rule that matches a wrapper, such as `timeout` or `sh -c`, also covers what the wrapper runs. */
function coversInner(argv: readonly string[], named: readonly string[], shell: ShellCase): boolean {
  const inner = innerOf(argv);
  if (!inner) return true;
  const star = named.findIndex((word) => word.includes("*"));
  const spelled = star < 0 ? named.length : star;
  // The rule names the wrapped program itself.
  const index = "words" in inner ? argv.length - inner.words.length : argv.length - 1;
  if (spelled > index) return true;
  // Words from a pipe are unknown.
  if (basename(argv[0]) === "xargs" || argv.length > MAX_INNER_WORDS) return false;
  const command = "script" in inner ? inner.script : joinWords(inner.words);
  if (command.trim() === "") return true;
  const script = readScript(command);
  return isReadOnly(script, shell.place) || allowing({ ...shell, command }, script) !== null;
}

/** Whether a command shows the content of files that it does not name, so that rules for files cannot match. */
function readsUnnamed({ words }: SimpleCommand): boolean {
  const [program, ...args] = words.map((word) => word.text);
  if (program === "rg" || words.some((word) => word.isPattern)) return true;
  if (program === "grep") return args.some((arg) => /^-[a-zA-Z]*r/.test(arg) || arg === "--recursive");
  return program === "git" && args.some((arg) => /^(blame|cat-file|diff|grep|log|show)$/.test(arg));
}

/**
 * Whether a command means the same in the folders to which the commands before it change. A makefile and a repository
 * of another folder decide what is run, and nobody has judged them.
 */
function staysAtHome(
  command: SimpleCommand,
  around: { moves: readonly SimpleCommand[]; place: ReadingPlace },
): boolean {
  const { moves, place } = around;
  const program = basename(command.words[0].text);
  const folders = [place.cwd];
  for (const { words } of moves) folders.push(...folders.map((folder) => resolve(folder, words[1].text)));
  const isAway = (folder: string): boolean => !place.roots.includes(folder);
  if (program === "git") return folders.filter(isAway).every((folder) => place.isOwnGit?.(folder) ?? false);
  return moves.length === 0 || (program !== "make" && !namesRelatively(command));
}

/** Whether a command names its program or a file of a redirection from the current folder. */
function namesRelatively(command: SimpleCommand): boolean {
  const program = command.words[0].text;
  return (program.includes("/") && !isAbsolute(program)) ||
    command.redirections.some(({ target }) => !isAbsolute(target) && !/^\d$/.test(target));
}

function isCovered(redirection: { operator: string; target: string }, shell: ShellCase): boolean {
  const { operator, target } = redirection;
  if (target === "/dev/null" || (operator.endsWith("&") && /^\d$/.test(target))) return true;
  const facts = shellFacts(`true ${operator} ${joinWords([target])}`, {
    cwd: shell.place.cwd,
    home: shell.folders.home,
  });
  // Shells give names such as /dev/tcp a meaning, so only files of the workspace may be read.
  const { roots, real, isHidden } = shell.place;
  const isIn = (path: string): boolean => roots.some((root) => isInside(path, root)) && !isHidden?.(path);
  const opened = (path: string): string => physicalPath(path, { folder: "/", real });
  return facts.writes.length + facts.reads.length > 0 &&
    facts.writes.every((path) => shell.mayWrite(normalize(path)) && shell.mayWrite(opened(path))) &&
    facts.reads.every((path) => isIn(normalize(path)) && isIn(opened(path)));
}
