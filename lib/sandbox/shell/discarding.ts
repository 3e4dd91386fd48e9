/**
 * Commands that discard what only git's own data holds: stashes, unmerged branches, the reflog. `auto` mode asks before
 * them although the sandbox confines them, because only files of the workspace can be restored. A best effort: it only
 * decides what to ask about.
 */
import { basename } from "../../path/mod.ts";
import { shellFacts } from "./shell_facts.ts";
import { readScript } from "./shell_words.ts";

/** Words that are asked about in a script that is not understood. */
const SUSPECT = /\bgit\b[^\n]*\b(stash|branch|reflog|worktree|update-ref|filter-branch|prune)\b/;

/** What a command line would discard, for a question; null when nothing is known. */
export function discardedBy(command: string, scope: { cwd: string; home: string }): string | null {
  const { argvs } = shellFacts(command, scope);
  for (const argv of argvs) {
    const found = discardedByArgv(argv);
    if (found !== null) return found;
  }
  if (readScript(command).problem === null) return null;
  const [word] = SUSPECT.exec(command) ?? [];
  return word === undefined ? null : `it may discard work (${word.slice(0, 40)})`;
}

function discardedByArgv([program, ...args]: readonly string[]): string | null {
  if (basename(program) !== "git") return null;
  const words = withoutGlobals(args);
  return words.length > 0 && gitDiscards(words) ? `git ${words[0]} discards work` : null;
}

/** The words after the options of git itself. */
function withoutGlobals(args: readonly string[]): readonly string[] {
  let at = 0;
  while (at < args.length && args[at].startsWith("-")) {
    at += /^(-C|-c|--git-dir|--work-tree|--namespace|--exec-path)$/.test(args[at]) ? 2 : 1;
  }
  return args.slice(at);
}

function gitDiscards([command, ...args]: readonly string[]): boolean {
  // Long options may be abbreviated, and short ones joined.
  const has = (pattern: RegExp): boolean => args.some((arg) => pattern.test(arg));
  const [verb] = args.filter((arg) => !arg.startsWith("-"));
  switch (command) {
    case "stash":
      return verb === "drop" || verb === "clear";
    case "branch":
      return has(/^(-[a-zA-Z]*[DMCf]|--fo)/);
    case "worktree":
      return verb === "remove" || verb === "prune";
    case "reflog":
      return verb === "expire" || verb === "delete";
    case "update-ref":
    case "filter-branch":
    case "prune":
      return true;
    case "gc":
      return has(/^--pr/);
    default:
      return false;
  }
}
