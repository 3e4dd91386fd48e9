import { dirname } from "@std/path/dirname";
import type { Access, PermissionUpdate, Verdict } from "../model/access.ts";
import type { PolicyCall } from "../model/ports.ts";
import { type Deed, deedOf, matchingRule } from "./deeds.ts";
import { fencedOff, runsListed, unlisted } from "./fence_judge.ts";
import { coversPath, type Fences, reachOf } from "./fences.ts";
import { isPlainRepository } from "./git_config.ts";
import { leadsOut } from "./pattern_links.ts";
import type { Workspace } from "./policy.ts";
import { isGitInternal, isProtected } from "./protected_paths.ts";
import type { ReadingPlace } from "./read_only.ts";
import { isInside } from "./real_path.ts";
import type { Behavior, RuleBook } from "./rule_book.ts";
import { hostOf } from "./rule_matches.ts";
import type { ParsedRule, RuleFolders } from "./rules.ts";
import { judgeShell, type ShellCase } from "./shell_judge.ts";
import { readScript, type Script } from "./shell_words.ts";
import { canonicalTool } from "./tool_names.ts";

/** What a judge goes by. */
export interface JudgeGround {
  workspace: Workspace;
  folders: RuleFolders;
  /** The rules as they are at the moment of a judgement. */
  book: RuleBook;
  /** Whether `--core-tools` leaves a tool in place, by its wire name. */
  isCore: (tool: string) => boolean;
  callsAgentsFreely: boolean;
  fences: Fences;
  guarded: readonly string[];
  memory: string | undefined;
  real: (path: string) => string;
}

/** Judges calls by rules first and by the approval mode where no rule speaks. */
export class CallJudge {
  readonly #workspace: Workspace;
  readonly #folders: RuleFolders;
  readonly #book: RuleBook;
  readonly #isCore: (tool: string) => boolean;
  readonly #callsAgentsFreely: boolean;
  readonly #fences: Fences;
  readonly #guarded: readonly string[];
  readonly #memory: string | undefined;
  readonly #real: (path: string) => string;

  constructor(ground: JudgeGround) {
    this.#workspace = ground.workspace;
    this.#folders = ground.folders;
    this.#book = ground.book;
    this.#isCore = ground.isCore;
    this.#callsAgentsFreely = ground.callsAgentsFreely;
    this.#fences = ground.fences;
    this.#guarded = ground.guarded;
    this.#memory = ground.memory;
    this.#real = ground.real;
  }

  judge(given: PolicyCall): Verdict {
    const call = { ...given, tool: canonicalTool(given.tool) };
    if (!this.#isCore(call.tool)) return declinedByCore(call.tool);
    const fenced = fencedOff(call.access.filter((need) => !this.#isMemory(call.tool, need)), {
      fences: this.#fences,
      real: this.#real,
      guarded: this.#guarded,
      home: this.#folders.home,
    });
    if (fenced) return fenced;
    const run = call.access.find((access) => access.kind === "run");
    return run ? this.#judgeShell(call, run) : this.#judgeOther(call);
  }

  /** A command that rules or the read-only grammar allow for what it says, as it was understood; null for any other. */
  understood(command: string, cwd: string): Script | null {
    const access = { kind: "run", command, cwd } as const;
    const call: PolicyCall = { tool: "run_shell_command", kind: "exec", input: {}, access: [access], mode: "auto" };
    const result = judgeShell(this.#shellCase(call, access));
    // A rule for the whole tool allows whatever a shell makes of the command.
    if (result.decision !== "allow" || result.rule?.specifier === null) return null;
    const script = readScript(command);
    return script.problem === null ? script : null;
  }

  /** Whether a deny rule keeps a file from being read, whatever tool comes upon it. */
  forbidsReading(path: string): boolean {
    const deed: Deed = { tool: "read_file", input: {}, paths: [{ literal: path, real: path }], urls: [] };
    return this.#matching("deny", deed) !== null;
  }

  suggest(call: PolicyCall): PermissionUpdate[] {
    const tool = canonicalTool(call.tool);
    const specifiers = call.access.flatMap((access) => this.#specifiers(access));
    const outside = call.access.flatMap((access) =>
      access.kind === "read" && !this.#isInside(access.path) ? [dirname(access.path)] : []
    );
    if (outside.length > 0) return [{ type: "directories", change: "add", directories: outside }];
    const rules = specifiers.length > 0
      ? [...new Set(specifiers)].map((specifier) => ({ tool, specifier }))
      : [{ tool, specifier: null }];
    const suggestions: PermissionUpdate[] = [{ type: "rules", change: "add", behavior: "allow", rules }];
    if (call.kind === "edit" && call.mode === "default") suggestions.push({ type: "mode", mode: "auto-edit" });
    return suggestions;
  }

  #isMemory(tool: string, need: Access): boolean {
    return tool === "save_memory" && need.kind === "write" && need.path === this.#memory &&
      !coversPath(this.#fences.write.deny, need.path);
  }

  #judgeShell(call: PolicyCall, run: Extract<Access, { kind: "run" }>): Verdict {
    const { mode } = call;
    const result = judgeShell(this.#shellCase(call, run));
    if (result.decision === "deny") return declinedByRule(call.tool, result.rule);
    const place = this.#place(run.cwd);
    if (!runsListed(run.command, { fences: this.#fences, place, home: this.#folders.home })) {
      return unlisted(run.command);
    }
    if (result.decision === "ask") return askedByRule(result.rule);
    if (result.decision === "allow" && (result.rule === null || mode !== "plan")) return allowed(result.rule);
    if (mode === "plan") {
      return result.decision === "open" && result.isWriting
        ? blockedByPlan(call.tool)
        : { decision: "ask", source: "mode", reason: "plan mode: it cannot be told whether the command only reads" };
    }
    if (mode === "yolo") return allowed(null);
    const problem = result.decision === "open" ? result.problem : null;
    const reason = problem ? `the command is not understood: ${problem}` : "the command may change something";
    return { decision: "ask", source: "mode", reason };
  }

  #shellCase(call: PolicyCall, run: Extract<Access, { kind: "run" }>): ShellCase {
    return {
      tool: call.tool,
      command: run.command,
      place: this.#place(run.cwd),
      folders: { ...this.#folders, cwd: run.cwd },
      book: this.#book,
      mayWrite: (path) =>
        this.#judgeOther({ tool: "edit", kind: "edit", input: {}, access: [{ kind: "write", path }], mode: call.mode })
          .decision === "allow",
    };
  }

  #place(cwd: string): ReadingPlace {
    const { read } = this.#fences;
    const isHidden = (path: string): boolean => coversPath(read.deny, path);
    const isIn = (path: string): boolean => [path, this.#real(path)].every((p) => this.#isInside(p) && !isHidden(p));
    return {
      cwd,
      roots: this.#roots(),
      real: this.#real,
      isHidden,
      leadsOut: (pattern) => leadsOut(pattern, { isIn, isHidden }),
      isPlainGit: isPlainRepository,
    };
  }

  #judgeOther(call: PolicyCall): Verdict {
    const deed: Deed = deedOf(call, this.#real);
    const denying = this.#matching("deny", deed);
    if (denying) return declinedByRule(call.tool, denying);
    const isFree = call.kind === "agent" && this.#callsAgentsFreely;
    const inPlan = call.mode === "plan" && !isFree ? planVerdict(call) : null;
    if (inPlan) return inPlan;
    if (call.access.some((access) => access.kind === "person")) {
      return { decision: "ask", source: "mode", reason: "only a person can answer this" };
    }
    const asking = this.#matching("ask", deed);
    if (asking) return askedByRule(asking);
    const allowing = this.#matching("allow", deed);
    if (allowing) return allowed(allowing);
    const reason = isFree ? null : this.#objection(call);
    return reason === null ? allowed(null) : { decision: "ask", source: "mode", reason };
  }

  #matching(behavior: Behavior, deed: Deed): ParsedRule | null {
    return matchingRule(this.#book, { behavior, deed, folders: this.#folders });
  }

  /** Why the mode does not let a call run by itself; null when it does. */
  #objection(call: PolicyCall): string | null {
    const { mode } = call;
    const reaches = call.access.flatMap((access) => access.kind === "net" ? [access.url] : []);
    const closed = reaches.find((url) => reachOf(this.#fences.net, url) === "closed");
    // No mode opens the network by itself.
    if (closed !== undefined) return `no --allow-net covers ${hostOf(closed) ?? closed}`;
    if (reaches.length > 0) return null;
    if (mode === "yolo") return null;
    switch (call.kind) {
      case "read":
        return call.access.every((access) => access.kind !== "read" || this.#isReadable(access.path))
          ? null
          : "it reads outside the workspace";
      case "edit":
        return this.#editObjection(call);
      case "mcp":
        return call.access.every((access) => access.kind !== "mcp" || access.trusted)
          ? null
          : "the server is not trusted";
      case "agent":
        // Every call of the agent is judged for itself.
        return mode === "auto-edit" || mode === "auto" ? null : `${mode} mode asks before this tool runs`;
      case "info":
        return mode === "auto-edit" ? null : `${mode} mode asks before this tool runs`;
      case "exec":
        return `${mode} mode asks before commands run`;
      case "question":
        return "only a person can answer this";
      case "plan":
      case "other":
        return null;
    }
  }

  #editObjection(call: PolicyCall): string | null {
    const { mode } = call;
    if (mode !== "auto-edit" && mode !== "auto") return `${mode} mode asks before files are changed`;
    const roots = this.#roots();
    for (const access of call.access) {
      if (access.kind !== "write") continue;
      for (const path of [access.path, this.#real(access.path)]) {
        if (!this.#isInside(path)) return "it writes outside the workspace";
        if (isGitInternal(path, roots)) return "it changes what git commands run";
        if (mode === "auto" && isProtected(path, roots)) return "the file decides what is run later";
      }
    }
    return null;
  }

  /** The roots as they are written and with links followed. */
  #roots(): string[] {
    const { roots } = this.#workspace;
    return [...new Set([...roots, ...roots.map(this.#real)])];
  }

  #isInside(path: string): boolean {
    return this.#roots().some((root) => isInside(path, root));
  }

  #isReadable(path: string): boolean {
    const { readRoots } = this.#workspace;
    const roots = [...this.#roots(), ...readRoots, ...readRoots.map(this.#real)];
    return [path, this.#real(path)].every((tested) => roots.some((root) => isInside(tested, root)));
  }

  #specifiers(access: Access): string[] {
    if (access.kind === "net") return [`domain:${hostOf(access.url) ?? access.url}`];
    if (access.kind === "write") return [`/${access.path}`];
    if (access.kind !== "run") return [];
    const script = readScript(access.command);
    if (script.problem !== null) return [];
    return script.commands.map(({ words }) => {
      const [program, second] = words.map((word) => word.text);
      return second && /^[a-z][a-z-]*$/.test(second) ? `${program} ${second} *` : `${program} *`;
    });
  }
}

/** The word of plan mode on a call that is no shell command; null where it has no word of its own. */
function planVerdict(call: PolicyCall): Verdict | null {
  if (call.kind === "edit" || call.kind === "mcp") return blockedByPlan(call.tool);
  if (call.kind === "info" || call.kind === "agent") {
    return { decision: "ask", source: "mode", reason: "plan mode asks before this tool runs" };
  }
  return null;
}

function allowed(rule: ParsedRule | null): Verdict {
  return rule ? { decision: "allow", source: "rule", rule: rule.text } : { decision: "allow", source: "mode" };
}

function askedByRule(rule: ParsedRule): Verdict {
  return { decision: "ask", source: "rule", rule: rule.text, reason: `the ask rule "${rule.text}" matches` };
}

function declinedByRule(tool: string, rule: ParsedRule): Verdict {
  return {
    decision: "deny",
    source: "rule",
    rule: rule.text,
    message:
      `Qwen Code requires permission to use "${tool}", but that permission was declined. Matching deny rule: "${rule.text}".`,
    hint: `Remove "${rule.text}" from permissions.deny or --exclude-tools to allow it.`,
  };
}

function declinedByCore(tool: string): Verdict {
  return {
    decision: "deny",
    source: "core-tools",
    message:
      `Qwen Code requires permission to use "${tool}", but that permission was declined: it is not in --core-tools.`,
    hint: `Add ${tool} to --core-tools to allow it.`,
  };
}

function blockedByPlan(tool: string): Verdict {
  return {
    decision: "deny",
    source: "mode",
    message: `Tool blocked by plan mode: "${tool}" is not a read-only tool. ` +
      `Plan mode only reads: present the plan with exit_plan_mode first.`,
    hint: "Leave plan mode: --approval-mode default, auto-edit or yolo.",
  };
}
