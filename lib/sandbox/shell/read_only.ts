/**
 * Which commands change nothing and read nothing outside the workspace. Every program has its own grammar: a command
 * with an unlisted option is not read-only and needs an approval.
 */
import { basename, isAbsolute, isInside, join, normalize } from "../../path/mod.ts";
import { FIND_TESTS, FIND_VALUED } from "./find_expression.ts";
import { parseOptions } from "./option_table.ts";
import { leavesThroughLink, physicalPath } from "./physical_path.ts";
import { gitGrammarOf, type Grammar, grammarOf } from "./read_only_grammars.ts";
import type { Redirection, Script, Word } from "./shell_words.ts";

/** The folder in which a script runs, and what it may read. */
export interface ReadingPlace {
  cwd: string;
  roots: readonly string[];
  /** Resolves links in the existing part of a path. */
  real: (path: string) => string;
  /** Whether a path in the roots is hidden. */
  isHidden?: (path: string) => boolean;
  /** Whether a pattern may match something out of reach; by default it does not. */
  leadsOut?: (pattern: string) => boolean;
  /** Whether git in a folder runs nothing that its configuration names; by default it does not. */
  isPlainGit?: (folder: string) => boolean;
  /** Whether git in a folder uses the repository of the workspace; by default it does not. */
  isOwnGit?: (folder: string) => boolean;
  /**
   * Whether a verified sandbox confines commands. Without one, a mistake in a grammar has consequences, so that only
   * commands without options and patterns are taken for read-only.
   */
  isConfined?: boolean;
  /** Whether a path is in the session's `/tmp`, which may be read besides the roots; by default there is none. */
  isTemporary?: (path: string) => boolean;
}

const MAX_FOLDERS = 8;

/** Whether every command of a script only reads, and only in the workspace. */
export function isReadOnly(script: Pick<Script, "commands" | "problem">, place: ReadingPlace): boolean {
  if (script.problem !== null || script.commands.length === 0) return false;
  // The folder of a command depends on the commands before it: it must be read-only in every possible folder.
  const folders = [normalize(place.cwd)];
  for (const command of script.commands) {
    if (command.assignments.length > 0 || !command.redirections.every((r) => isHarmless(r, { ...place, folders }))) {
      return false;
    }
    const [program, ...rest] = command.words;
    if (program.text === "cd") {
      if (!changeFolder(rest, folders, place)) return false;
    } else if (!readsOnly(program.text, { ...place, args: rest, folders })) return false;
  }
  return true;
}

interface Reach extends ReadingPlace {
  /** Every folder in which the command may run. */
  folders: readonly string[];
}

interface Invocation extends Reach {
  args: Word[];
}

function readsOnly(program: string, call: Invocation): boolean {
  const texts = call.args.map((arg) => arg.text);
  if (!call.isConfined && call.args.some((arg) => arg.isPattern || arg.text.startsWith("-"))) return false;
  if (call.args.some((arg) => arg.isPattern && !isSafePattern(arg.text, call))) return false;
  if (program === "git") return gitReads(texts, call);
  if (program === "find") return findReads(texts, call);
  if (program === "sed") return sedPrints(texts, call);
  if (program === "ps") {
    return texts.length === 0 || (texts.length === 1 && ["aux", "-ef", "-e", "-A"].includes(texts[0]));
  }
  const grammar = grammarOf(program);
  if (program === "diff" && !comparesInside(texts, call)) return false;
  return grammar !== undefined && fits(texts, grammar, call);
}

function fits(args: readonly string[], grammar: Grammar, call: Invocation): boolean {
  const parsed = parseOptions(args, { table: grammar.table });
  if (parsed === null) return false;
  if (grammar.operands === "text") return true;
  const { operands, options } = parsed;
  if (grammar.maxOperands !== undefined) {
    // A pattern may stand for any number of operands.
    if (operands.length > grammar.maxOperands || call.args.some((arg) => arg.isPattern)) return false;
  }
  const hasPattern = grammar.operands !== "pattern" ||
    options.some(({ name }) => grammar.patternOptions?.includes(name));
  const paths = hasPattern ? operands : operands.slice(1);
  return paths.every((path) => path === "-" || isReadable(path, call));
}

/** `diff file folder` compares the file with the one of its name in the folder, which may be a link. */
function comparesInside(args: readonly string[], call: Invocation): boolean {
  const operands = args.filter((arg) => arg !== "-");
  return operands.every((one) =>
    operands.every((other) => one === other || isReadable(`${one}/${basename(other)}`, call))
  );
}

function gitReads(args: readonly string[], call: Invocation): boolean {
  // A folder below may be a repository whose configuration names programs to run.
  if (call.folders.length !== 1 || !call.roots.includes(call.folders[0])) return false;
  if (call.isPlainGit && !call.isPlainGit(call.folders[0])) return false;
  const rest = args[0] === "--no-pager" ? args.slice(1) : args;
  const name = rest[0] ?? "";
  const grammar = gitGrammarOf(name);
  return grammar !== undefined && fits(rest.slice(1), grammar, call);
}

function findReads(args: readonly string[], call: Invocation): boolean {
  let at = 0;
  while (at < args.length && !/^[-(!]/.test(args[at])) if (!isReadable(args[at++], call)) return false;
  for (; at < args.length; at++) {
    if (FIND_VALUED.has(args[at])) at++;
    else if (!FIND_TESTS.has(args[at])) return false;
  }
  return at === args.length;
}

function sedPrints(args: readonly string[], call: Invocation): boolean {
  const [option, script, ...paths] = args;
  return option === "-n" && /^(\d+|\$)(,(\d+|\$))?p$/.test(script ?? "") &&
    paths.every((path) => !path.startsWith("-") && isReadable(path, call));
}

function changeFolder(args: readonly Word[], folders: string[], place: ReadingPlace): boolean {
  if (args.length !== 1 || args[0].isPattern || args[0].text.startsWith("-") || args[0].text === "") return false;
  // The shell and the programs that it starts disagree about `..` behind a link.
  if (leavesThroughLink(args[0].text) || !isReadable(args[0].text, { ...place, folders })) return false;
  for (const folder of [...folders]) {
    const next = absolute(args[0].text, folder);
    if (!folders.includes(next)) folders.push(next);
  }
  return folders.length <= MAX_FOLDERS;
}

function isHarmless(redirection: Redirection, reach: Reach): boolean {
  const { operator, target } = redirection;
  if (/^\d*>&$/.test(operator)) return /^\d$/.test(target);
  if (target === "/dev/null") return true;
  return operator === "<" && isReadable(target, reach);
}

function isReadable(path: string, reach: Reach): boolean {
  const isIn = (tested: string): boolean =>
    (reach.roots.some((root) => isInside(tested, root)) || reach.isTemporary?.(tested) === true) &&
    !reach.isHidden?.(tested);
  return reach.folders.every((folder) =>
    isIn(absolute(path, folder)) && isIn(physicalPath(path, { folder, real: reach.real }))
  );
}

function absolute(path: string, folder: string): string {
  const joined = normalize(isAbsolute(path) ? path : join(folder, path));
  return joined.length > 1 ? joined.replace(/\/+$/, "") : joined;
}

/** Whether the names that match a pattern are neither options nor outside the folder that it names. */
function isSafePattern(text: string, reach: Reach): boolean {
  // A pattern at the start of a word may match an option.
  const isWord = /^[^*?[\]-]/.test(text);
  if ((!isWord && !/^--[a-z-]+=/.test(text)) || text.split("/").includes("..")) return false;
  // A matching link is followed like any other.
  return !isWord || reach.folders.every((folder) => !reach.leadsOut?.(absolute(text, folder)));
}
