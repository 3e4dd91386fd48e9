import { basename, dirname, isAbsolute, resolve } from "../../path/mod.ts";
import type { Access, Verdict } from "../../model/ports/access.ts";
import { HARD_LINK, isHardLinked } from "../files/paths/path_checks.ts";
import { openingHint } from "../files/paths/path_hints.ts";
import { lstatOrNull } from "../files/paths/stat_or_null.ts";
import { coversName, coversPath, type Fences, type Grant, reachOf } from "./fences.ts";
import { isReadOnly, type ReadingPlace } from "../shell/read_only.ts";
import { shellFacts } from "../shell/shell_facts.ts";
import { isHarmlessVariable } from "./shell_judge.ts";
import { readScript } from "../shell/shell_words.ts";

type Denial = Extract<Verdict, { decision: "deny" }>;

/** The denial of a call that needs something outside the fences, or null. No mode, rule or host can override it. */
export function fencedOff(
  access: readonly Access[],
  around: { fences: Fences; real: (path: string) => string; guarded: readonly string[]; home: string },
): Denial | null {
  const { fences, real, guarded } = around;
  for (const need of access) {
    if (need.kind === "net" && reachOf(fences.net, need.url) === "denied") {
      return denied(`${need.url} is denied`, "net");
    }
    if (need.kind === "read" || need.kind === "write") {
      const paths = [need.path, real(need.path)];
      const isDenied = (path: string): boolean =>
        coversPath(fences.read.deny, path) || (need.kind === "write" && coversPath(fences.write.deny, path));
      if (paths.some(isDenied)) return denied(`${need.path} is denied`, need.kind);
      if (need.kind === "write" && paths.some((path) => coversPath(guarded, path))) {
        return {
          decision: "deny",
          source: "workspace",
          message: `Cannot write ${need.path}: it decides what is run or believed later.`,
          hint: openingHint("--allow-write", need.path),
        };
      }
      const linked = need.kind === "write" ? paths.find(isSharedFile) : undefined;
      if (linked !== undefined) {
        return {
          decision: "deny",
          source: "workspace",
          message: `Cannot write ${need.path}: ${HARD_LINK.reason}.`,
          hint: HARD_LINK.hint,
        };
      }
    }
  }
  return null;
}

/** Whether a file has more than one name. */
function isSharedFile(path: string): boolean {
  const info = lstatOrNull(path);
  return info !== null && isHardLinked(path, info);
}

/** Folders of system programs: an attacker who can write there already controls the machine. */
const SYSTEM_FOLDERS = new Set(["/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local/bin", "/opt/homebrew/bin"]);

/** Whether `--allow-run` lists every program of a command; without a list all programs are allowed. */
export function runsListed(
  command: string,
  around: { fences: Fences; place: ReadingPlace; home: string; isPosix: boolean },
): boolean {
  const { run } = around.fences;
  if (run.allow === "all" || run.allow.length === 0) return true;
  // Nobody knows which programs another shell would run.
  if (!around.isPosix) return false;
  const script = readScript(command);
  if (script.problem !== null) return false;
  if (isReadOnly(script, around.place)) return true;
  // A variable can make another program run than the named one.
  if (script.commands.some(({ assignments }) => !assignments.every(isHarmlessVariable))) return false;
  const moves = script.commands.some(({ words }) => words[0].text === "cd");
  const { argvs } = shellFacts(command, { cwd: around.place.cwd, home: around.home });
  return argvs.every(([program]) => program === "cd" || isListed(program, run.allow, { ...around.place, moves }));
}

/** A name is looked up in PATH; a path can be another program than the one of that name. */
function isListed(program: string, list: Grant, place: ReadingPlace & { moves: boolean }): boolean {
  if (!program.includes("/")) return coversName(list, program);
  if (isAbsolute(program) && SYSTEM_FOLDERS.has(dirname(program)) && coversName(list, basename(program))) return true;
  if (!isAbsolute(program) && place.moves) return false;
  const path = resolve(place.cwd, program);
  return list === "all" || list.some((entry) => entry.includes("/") && resolve(place.roots[0] ?? "/", entry) === path);
}

/** The denial of a program that `--allow-run` does not list. */
export function unlisted(command: string): Denial {
  return denied(`--allow-run does not list every program of ${JSON.stringify(command.slice(0, 200))}`, "run");
}

function denied(what: string, kind: string): Denial {
  return {
    decision: "deny",
    source: "sandbox",
    message: `Fenced off: ${what}.`,
    hint: `See --allow-${kind} and --deny-${kind}.`,
  };
}
