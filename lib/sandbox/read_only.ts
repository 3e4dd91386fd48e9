/**
 * Which commands provably change nothing and read nothing outside the workspace. Every program has a grammar of its own:
 * an option that is not listed makes the command an ordinary one, which needs an approval.
 */
import { isAbsolute } from "@std/path/is-absolute";
import { join } from "@std/path/join";
import { normalize } from "@std/path/normalize";
import { gitGrammarOf, grammarOf } from "./read_only_grammars.ts";
import type { Grammar } from "./read_only_grammars.ts";
import type { Redirection, Script, Word } from "./shell_words.ts";
import { isInside } from "./real_path.ts";

/** Where a script runs and what it may read. */
export interface ReadingPlace {
  cwd: string;
  roots: readonly string[];
  /** Follows links; the same path when it is not there. */
  real: (path: string) => string;
  /** Whether a path in the roots is out of reach all the same. */
  isHidden?: (path: string) => boolean;
  /** Whether a pattern may stand for something out of reach; by default it is believed not to. */
  leadsOut?: (pattern: string) => boolean;
  /** Whether git in a folder runs nothing that its configuration names; by default it is believed to. */
  isPlainGit?: (folder: string) => boolean;
}

const MAX_FOLDERS = 8;

/** Whether every command of a script only reads, and only in the workspace. */
export function isReadOnly(script: Pick<Script, "commands" | "problem">, place: ReadingPlace): boolean {
  if (script.problem !== null || script.commands.length === 0) return false;
  // Which folder a command runs in depends on the ones before it: it has to be right in all that are possible.
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
  /** Every folder in which the command may find itself. */
  folders: readonly string[];
}

interface Invocation extends Reach {
  args: Word[];
}

function readsOnly(program: string, call: Invocation): boolean {
  const texts = call.args.map((arg) => arg.text);
  if (call.args.some((arg) => arg.isPattern && !isSafePattern(arg.text, call))) return false;
  if (program === "git") return gitReads(texts, call);
  if (program === "find") return findReads(texts, call);
  if (program === "sed") return sedPrints(texts, call);
  if (program === "ps") {
    return texts.length === 0 || (texts.length === 1 && ["aux", "-ef", "-e", "-A"].includes(texts[0]));
  }
  const grammar = grammarOf(program);
  return grammar !== undefined && fits(texts, grammar, call);
}

function fits(args: readonly string[], grammar: Grammar, call: Invocation): boolean {
  const operands: string[] = [];
  let hasPattern = grammar.operands !== "pattern";
  let isOver = false;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at];
    if (isOver || !arg.startsWith("-") || arg === "-") operands.push(arg);
    else if (arg === "--") isOver = true;
    else if (grammar.numbers && /^-\d+$/.test(arg)) continue;
    else {
      const used = optionLength(arg, grammar);
      if (used === 0) return false;
      if (/^-[a-zA-Z]*e/.test(arg) || arg === "--files") hasPattern = true;
      at += used - 1;
    }
  }
  if (grammar.operands === "text") return true;
  if (operands.length > (grammar.maxOperands ?? Infinity)) return false;
  const paths = hasPattern ? operands : operands.slice(1);
  return paths.every((path) => path === "-" || isReadable(path, call));
}

/** How many words an option takes, or 0 when it is not listed. */
function optionLength(option: string, grammar: Grammar): 0 | 1 | 2 {
  if (option.startsWith("--")) {
    const equals = option.indexOf("=");
    const name = equals < 0 ? option.slice(2) : option.slice(2, equals);
    if (grammar.long?.includes(name)) return 1;
    if (!grammar.longValued?.includes(name)) return 0;
    return equals < 0 ? 2 : 1;
  }
  for (let at = 1; at < option.length; at++) {
    if (grammar.valued?.includes(option[at])) return at === option.length - 1 ? 2 : 1;
    if (!grammar.short?.includes(option[at])) return 0;
  }
  return 1;
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

const FIND_TESTS = new Set(
  "-print -print0 -not ! -o -or -a -and ( ) -empty -prune -true -false -depth -daystart -xdev -mount -ls".split(
    " ",
  ),
);
const FIND_VALUED = new Set(
  ("-name -iname -path -ipath -wholename -iwholename -type -maxdepth -mindepth -size -mtime -mmin -atime -amin -ctime " +
    "-cmin -regex -iregex -regextype -perm -user -group").split(" "),
);

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
  if (!isReadable(args[0].text, { ...place, folders })) return false;
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
    reach.roots.some((root) => isInside(tested, root)) && !reach.isHidden?.(tested);
  return reach.folders.every((folder) => isIn(absolute(path, folder)) && isIn(reach.real(absolute(path, folder))));
}

function absolute(path: string, folder: string): string {
  const joined = normalize(isAbsolute(path) ? path : join(folder, path));
  return joined.length > 1 ? joined.replace(/\/+$/, "") : joined;
}

/** Whether the names that replace a pattern are neither options nor outside of where it seems to be. */
function isSafePattern(text: string, reach: Reach): boolean {
  // A pattern at the start of a word may turn into an option.
  const isWord = /^[^*?[\]-]/.test(text);
  if ((!isWord && !/^--[a-z-]+=/.test(text)) || text.split("/").includes("..")) return false;
  // A link that a name is put for is followed like any other.
  return !isWord || reach.folders.every((folder) => !reach.leadsOut?.(absolute(text, folder)));
}
