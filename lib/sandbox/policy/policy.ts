import { dirname, isInside } from "../../path/mod.ts";
import type { Access, PermissionUpdate, Verdict } from "../../model/ports/access.ts";
import type { Policy, PolicyCall } from "../../model/ports.ts";
import { escapeGlob } from "../../search/glob.ts";
import { realPathNow } from "../files/paths/real_path.ts";
import { type SessionTemporary, TEMPORARY } from "../files/session_temporary.ts";
import { lstatOrNull } from "../files/paths/stat_or_null.ts";
import { discardedBy } from "../shell/discarding.ts";
import { isPlainRepository, shareRepository } from "../shell/git_config.ts";
import type { ReadingPlace } from "../shell/read_only.ts";
import { readScript, type Script } from "../shell/shell_words.ts";
import { fencedOff, runsListed, unlisted } from "./fence_judge.ts";
import { coversPath, fenceRules, type Fences, reachOf, WORKSPACE_ONLY } from "./fences.ts";
import { leadsOut } from "./pattern_links.ts";
import { matchingRule, type PolicySubject, subjectOf } from "./policy_subjects.ts";
import { isGitInternal, isGuarded } from "./guarded_files.ts";
import { type Behavior, RuleBook, type RuleTexts } from "./rule_book.ts";
import { hostOf } from "./rule_matches.ts";
import { type ParsedRule, parseRule, type RuleFolders } from "./rules.ts";
import { judgeShell, type ShellCase } from "./shell_judge.ts";
import type { ToolNames } from "./tool_names.ts";
import { allowed, askedByMode, askedByRule, deniedByCoreTools, deniedByPlanMode, deniedByRule } from "./verdicts.ts";

/** The folders of the workspace; a host may change them. */
export interface Workspace {
  readonly roots: readonly string[];
  /** Further folders that may be read. */
  readonly readRoots: readonly string[];
  addRoot(root: string): void;
  removeRoot(root: string): void;
}

/** What a policy is made from. */
export interface PolicyOptions {
  /** The names of all tools that rules can refer to. */
  names: ToolNames;
  workspace: Workspace;
  folders: RuleFolders;
  rules?: RuleTexts;
  /** Tools that `--core-tools` names; null means all of them. */
  coreTools?: readonly string[] | null;
  /** Whether sub-agents start without a question in every mode, as some hosts expect; their own calls are judged. */
  callsAgentsFreely?: boolean;
  /** What tools may reach; by default the workspace only. */
  fences?: Fences;
  /** Files and folders that no tool may write: the project's own configuration. */
  guarded?: readonly string[];
  /** The file of remembered facts, in a folder that is closed to every other tool. */
  memory?: string;
  /** Whether a verified sandbox confines commands; by default none does. */
  isConfined?: () => Promise<boolean>;
  /** Why the sandbox cannot guard every file that is executed later; null where it can. */
  gap?: () => string | null;
  /** The session's own `/tmp`, which tools may read and write; resolves to null where there is none. */
  temporary?: () => Promise<SessionTemporary | null>;
  /** Resolves links in the existing part of a path; by default on the real file system. */
  real?: (path: string) => string;
  /** Whether a POSIX shell runs commands, whose words the parser knows; by default one does. */
  isPosixShell?: boolean;
}

/** Judges calls: fences first, then rules, then the approval mode. */
export class RulePolicy implements Policy {
  readonly #names: ToolNames;
  readonly #workspace: Workspace;
  readonly #folders: RuleFolders;
  readonly #book: RuleBook;
  readonly #coreTools: ReadonlySet<string> | null;
  readonly #callsAgentsFreely: boolean;
  readonly #fences: Fences;
  readonly #guarded: readonly string[];
  readonly #memory: string | undefined;
  readonly #real: (path: string) => string;
  readonly #isPosixShell: boolean;
  readonly #askConfined: () => Promise<boolean>;
  readonly #gap: () => string | null;
  readonly #askTemporary: () => Promise<SessionTemporary | null>;
  /** The last answer of `#askTemporary`. */
  #temporary: SessionTemporary | null = null;
  /** The last answer of `#askConfined`. */
  #isConfined = false;

  constructor(options: PolicyOptions) {
    this.#names = options.names;
    this.#workspace = options.workspace;
    this.#folders = options.folders;
    this.#fences = options.fences ?? WORKSPACE_ONLY;
    const { allow, deny } = fenceRules(this.#fences);
    this.#book = new RuleBook({
      allow: [...(options.rules?.allow ?? []), ...allow],
      ask: options.rules?.ask ?? [],
      deny: [...(options.rules?.deny ?? []), ...deny],
    }, options.names);
    this.#coreTools = options.coreTools
      ? new Set(options.coreTools.flatMap((text) => parseRule(text, options.names)?.tool ?? []))
      : null;
    this.#callsAgentsFreely = options.callsAgentsFreely ?? false;
    this.#guarded = options.guarded ?? [];
    this.#memory = options.memory;
    this.#isPosixShell = options.isPosixShell ?? true;
    const real = options.real ?? realPathNow;
    this.#real = (path) => this.#temporary ? this.#temporary.toSeen(real(this.#temporary.toHost(path))) : real(path);
    this.#askTemporary = options.temporary ?? ((): Promise<null> => Promise.resolve(null));
    this.#gap = options.gap ?? ((): null => null);
    this.#askConfined = options.isConfined ?? ((): Promise<boolean> => Promise.resolve(false));
  }

  async judge(call: PolicyCall): Promise<Verdict> {
    const runs = call.access.some((access) => access.kind === "run");
    if (runs) this.#isConfined = await this.#askConfined();
    if (runs || call.access.some((access) => "path" in access && isInside(access.path, TEMPORARY))) {
      this.#temporary = await this.#askTemporary();
    }
    return this.#judge({ ...call, tool: this.#names.canonical(call.tool) });
  }

  suggest(call: PolicyCall): Promise<PermissionUpdate[]> {
    return Promise.resolve(this.#suggest(call));
  }

  update(update: PermissionUpdate): void {
    if (update.type === "rules") this.#book.update(update);
    if (update.type !== "directories") return;
    for (const directory of update.directories) {
      if (update.change === "add") this.#workspace.addRoot(directory);
      else this.#workspace.removeRoot(directory);
    }
  }

  offers(tool: string): boolean {
    const name = this.#names.canonical(tool);
    return this.#isCore(name) && !this.#book.forTool("deny", name).some((rule) => rule.specifier === null);
  }

  /** The rules in force, as texts: those of the start and those added since. */
  get rules(): { allow: string[]; ask: string[]; deny: string[] } {
    return this.#book.texts;
  }

  /** The parsed form of a command that rules or the read-only grammar allow because of its words; otherwise null. */
  understood(command: string, cwd: string): Script | null {
    const access = { kind: "run", command, cwd } as const;
    const call: PolicyCall = { tool: "run_shell_command", kind: "exec", input: {}, access: [access], mode: "auto" };
    const result = judgeShell(this.#shellCase(call, access));
    // A rule for the whole tool allows any interpretation by a shell.
    if (result.decision !== "allow" || result.rule?.specifier === null) return null;
    const script = readScript(command);
    return script.problem === null ? script : null;
  }

  /** Whether a deny rule forbids reading a file, whatever tool comes upon it. */
  forbidsReading(path: string): boolean {
    return this.#matching("deny", {
      tool: "read_file",
      input: {},
      paths: [{ literal: path, real: path }],
      urls: [],
    }) !== null;
  }

  #isCore(tool: string): boolean {
    return this.#coreTools === null || !this.#names.isCore(tool) || this.#coreTools.has(tool);
  }

  #judge(call: PolicyCall): Verdict {
    if (!this.#isCore(call.tool)) return deniedByCoreTools(call.tool);
    const fenced = fencedOff(call.access.filter((need) => !this.#isMemory(need)), {
      fences: this.#fences,
      real: this.#real,
      guarded: this.#guarded,
      home: this.#folders.home,
    });
    if (fenced) return fenced;
    const run = call.access.find((access) => access.kind === "run");
    return run ? this.#judgeShell(call, run) : this.#judgeOther(call);
  }

  #isMemory(need: Access): boolean {
    return need.kind === "write" && need.purpose === "memory" && need.path === this.#memory &&
      !coversPath(this.#fences.write.deny, need.path);
  }

  #judgeShell(call: PolicyCall, run: Extract<Access, { kind: "run" }>): Verdict {
    const { mode } = call;
    const result = judgeShell(this.#shellCase(call, run));
    if (result.decision === "deny") return deniedByRule(call.tool, result.rule);
    const place = this.#place(run.cwd);
    const isPosix = this.#isPosixShell;
    if (!runsListed(run.command, { fences: this.#fences, place, home: this.#folders.home, isPosix })) {
      return unlisted(run.command);
    }
    if (result.decision === "ask") return askedByRule(result.rule);
    if (result.decision === "allow" && result.rule === null) return { ...allowed(null), profile: "read-only" };
    if (result.decision === "allow" && mode !== "plan") return allowed(result.rule);
    if (mode === "plan") {
      return result.decision === "open" && result.isWriting
        ? deniedByPlanMode(call.tool)
        : askedByMode("plan mode: the command may do more than read");
    }
    if (mode === "yolo") return allowed(null);
    // What the command changes in the workspace can be restored, and the sandbox stops everything else.
    if (mode === "auto" && this.#isConfined) {
      const reason = this.#protectsFiles() ?? this.#unguarded() ??
        discardedBy(run.command, { cwd: run.cwd, home: this.#folders.home });
      return reason === null ? { ...allowed(null), profile: "guarded" } : askedByMode(reason);
    }
    const problem = result.decision === "open" ? result.problem : null;
    return askedByMode(problem ? `the command is not understood: ${problem}` : "the command may change something");
  }

  #unguarded(): string | null {
    const gap = this.#gap();
    return gap === null ? null : `files of the workspace that are executed later cannot be guarded: ${gap}`;
  }

  /** Why commands are asked about although they are confined: the sandbox does not know rules about single files. */
  #protectsFiles(): string | null {
    const rules = ["read_file", "edit", "write_file"].flatMap((tool) =>
      (["deny", "ask"] as const).flatMap((behavior) => this.#book.forTool(behavior, tool))
    ).filter(({ specifier }) => specifier !== null);
    return rules.length === 0
      ? null
      : `the rule "${rules[0].text}" protects files from tools, and a command could reach them`;
  }

  #shellCase(call: PolicyCall, run: Extract<Access, { kind: "run" }>): ShellCase {
    return {
      tool: call.tool,
      command: run.command,
      isPosix: this.#isPosixShell,
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
      isOwnGit: (folder) => this.#workspace.roots.some((root) => shareRepository(root, folder)),
      isConfined: this.#isConfined,
      ...(this.#temporary ? { isTemporary: (path) => this.#isTemporary(path) } : {}),
    };
  }

  /** Whether a path is in the session's `/tmp`. One that exists only in the machine's `/tmp` is not. */
  #isTemporary(path: string): boolean {
    const temporary = this.#temporary;
    if (!temporary?.holds(path)) return false;
    return lstatOrNull(temporary.toHost(path)) !== null || lstatOrNull(path) === null;
  }

  #judgeOther(call: PolicyCall): Verdict {
    const subject = subjectOf(call, this.#real);
    const denying = this.#matching("deny", subject);
    if (denying) return deniedByRule(call.tool, denying);
    const isFree = call.kind === "agent" && this.#callsAgentsFreely;
    const inPlan = call.mode === "plan" && !isFree ? planVerdict(call) : null;
    if (inPlan) return inPlan;
    if (call.access.some((access) => access.kind === "person")) return askedByMode("only a person can answer this");
    const asking = this.#matching("ask", subject);
    if (asking) return askedByRule(asking);
    const allowing = this.#matching("allow", subject);
    if (allowing) return allowed(allowing);
    const reason = isFree ? null : this.#objection(call);
    return reason === null ? allowed(null) : askedByMode(reason);
  }

  #matching(behavior: Behavior, subject: PolicySubject): ParsedRule | null {
    return matchingRule(this.#book, { behavior, subject, folders: this.#folders });
  }

  /** Why the mode asks about a call; null when it does not. */
  #objection(call: PolicyCall): string | null {
    const { mode } = call;
    const reaches = call.access.flatMap((access) => access.kind === "net" ? [access.url] : []);
    const closed = reaches.find((url) => reachOf(this.#fences.net, url) === "closed");
    // No mode opens the network.
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
        // Every call of the agent is judged by itself.
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
        // The memory file is the machine's own, also where the home lies in /tmp.
        if (access.purpose !== "memory" && this.#temporary?.holds(path)) continue;
        if (!this.#isInside(path)) return "it writes outside the workspace";
        if (isGitInternal(path, roots)) return "it changes what git commands run";
        if (mode === "auto" && isGuarded(path, roots)) return "the file decides what is run later";
      }
    }
    return null;
  }

  /** The roots, both as they are written and with links resolved. */
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
    return [path, this.#real(path)].every((tested) =>
      this.#isTemporary(tested) || roots.some((root) => isInside(tested, root))
    );
  }

  #suggest(call: PolicyCall): PermissionUpdate[] {
    const tool = this.#names.canonical(call.tool);
    const outside = call.access.flatMap((access) =>
      (access.kind === "read" || access.kind === "write") && !this.#isInside(access.path) &&
        !this.#isTemporary(access.path)
        ? [dirname(access.path)]
        : []
    );
    const folders: PermissionUpdate[] = outside.length === 0
      ? []
      : [{ type: "directories", change: "add", directories: [...new Set(outside)] }];
    if (outside.length > 0 && call.kind === "read") return folders;
    const mode: PermissionUpdate[] = call.kind === "edit" && call.mode === "default"
      ? [{ type: "mode", mode: "auto-edit" }]
      : [];
    const specifiers = call.access.flatMap(specifiersOf);
    const isUnnamed = specifiers.length === 0 && call.access.some((access) => access.kind === "write");
    const rules = specifiers.length > 0
      ? [...new Set(specifiers)].map((specifier) => ({ tool, specifier }))
      : [{ tool, specifier: null }];
    return [
      ...(isUnnamed ? [] : [{ type: "rules", change: "add", behavior: "allow", rules } as const]),
      ...folders,
      ...mode,
    ];
  }
}

/** The verdict of plan mode on a call other than a shell command; null where it has none. */
function planVerdict(call: PolicyCall): Verdict | null {
  if (call.kind === "edit" || call.kind === "mcp") return deniedByPlanMode(call.tool);
  if (call.kind === "info" || call.kind === "agent") return askedByMode("plan mode asks before this tool runs");
  return null;
}

function specifiersOf(access: Access): string[] {
  if (access.kind === "net") return [`domain:${hostOf(access.url) ?? access.url}`];
  // A name must not become a pattern, nor end the rule.
  if (access.kind === "write") return /[()\p{C}]/u.test(access.path) ? [] : [`/${escapeGlob(access.path)}`];
  if (access.kind !== "run") return [];
  const script = readScript(access.command);
  if (script.problem !== null) return [];
  return script.commands.map(({ words }) => {
    const [program, second] = words.map((word) => word.text);
    return second && /^[a-z][a-z-]*$/.test(second) ? `${program} ${second} *` : `${program} *`;
  });
}
