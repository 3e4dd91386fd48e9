import { basename } from "@std/path/basename";
import type { Access, Verdict } from "../model/access.ts";
import { coversName, coversPath, type Fences, reachOf } from "./fences.ts";
import { isReadOnly, type ReadingPlace } from "./read_only.ts";
import type { RuleTexts } from "./rule_book.ts";
import { shellFacts } from "./shell_facts.ts";
import { readScript } from "./shell_words.ts";

type Denial = Extract<Verdict, { decision: "deny" }>;

/** The rules that the fences stand for, in the words in which users write rules. */
export function fenceRules(fences: Fences): Required<Pick<RuleTexts, "allow" | "deny">> {
  const { run } = fences;
  const shell = "run_shell_command";
  return {
    allow: run.allow === "all" ? [shell] : run.allow.map((program) => `${shell}(${program} *)`),
    deny: run.deny === "all" ? [shell] : run.deny.map((program) => `${shell}(${program})`),
  };
}

/** The word of the fences on what a call needs: a denial that no mode, rule or host lifts, or null. */
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
          hint: `--allow-write ${need.path} opens it.`,
        };
      }
    }
  }
  return null;
}

/** Whether every program of a command is one that `--allow-run` lists; without a list every program is. */
export function runsListed(command: string, around: { fences: Fences; place: ReadingPlace; home: string }): boolean {
  const { run } = around.fences;
  if (run.allow === "all" || run.allow.length === 0) return true;
  const script = readScript(command);
  if (script.problem !== null) return false;
  if (isReadOnly(script, around.place)) return true;
  const { argvs } = shellFacts(command, { cwd: around.place.cwd, home: around.home });
  return argvs.every(([program]) =>
    program === "cd" || coversName(run.allow, program) || coversName(run.allow, basename(program))
  );
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
