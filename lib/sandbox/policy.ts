import type { PermissionUpdate, Verdict } from "../model/access.ts";
import { deferred } from "../model/deferred.ts";
import type { Policy, PolicyCall } from "../model/ports.ts";
import type { CallJudge } from "./call_judge.ts";
import { fenceRules, type Fences, WORKSPACE_ONLY } from "./fences.ts";
import { realPathNow } from "./real_path.ts";
import { RuleBook, type RuleTexts } from "./rule_book.ts";
import { parseRule, type RuleFolders } from "./rules.ts";
import type { Script } from "./shell_words.ts";
import { canonicalTool, isCoreTool } from "./tool_names.ts";

/** Which folders are the workspace; a host may change it. */
export interface Workspace {
  readonly roots: readonly string[];
  /** Folders that may be read beyond the roots. */
  readonly readRoots: readonly string[];
  addRoot(root: string): void;
  removeRoot(root: string): void;
}

/** What the policy is made of. */
export interface PolicyOptions {
  workspace: Workspace;
  folders: RuleFolders;
  rules?: RuleTexts;
  /** Tools that `--core-tools` names; null is all of them. */
  coreTools?: readonly string[] | null;
  /** Whether agents are called without a question in every mode, as some hosts expect; each of their calls is judged. */
  callsAgentsFreely?: boolean;
  /** What tools may reach; by default the workspace only. */
  fences?: Fences;
  /** Files and folders that no tool writes: the project's own configuration. */
  guarded?: readonly string[];
  /** The file of facts to remember, in a folder that is closed to every other tool. */
  memory?: string;
  /** Follows links as far as the path is there; by default on the real file system. */
  real?: (path: string) => string;
}

/** Holds the rules of a session and says which tools are offered; the judge of calls is loaded with the first of them. */
export class RulePolicy implements Policy {
  readonly #options: PolicyOptions;
  readonly #fences: Fences;
  readonly #book: RuleBook;
  readonly #coreTools: ReadonlySet<string> | null;
  #loading: Promise<CallJudge> | undefined;
  #judge: CallJudge | undefined;

  constructor(options: PolicyOptions) {
    this.#options = options;
    this.#fences = options.fences ?? WORKSPACE_ONLY;
    const { allow, deny } = fenceRules(this.#fences);
    this.#book = new RuleBook({
      allow: [...(options.rules?.allow ?? []), ...allow],
      ask: options.rules?.ask ?? [],
      deny: [...(options.rules?.deny ?? []), ...deny],
    });
    this.#coreTools = options.coreTools
      ? new Set(options.coreTools.flatMap((text) => parseRule(text)?.tool ?? []))
      : null;
  }

  async ready(): Promise<void> {
    await this.#loaded();
  }

  async judge(call: PolicyCall): Promise<Verdict> {
    return (await this.#loaded()).judge(call);
  }

  async suggest(call: PolicyCall): Promise<PermissionUpdate[]> {
    return (await this.#loaded()).suggest(call);
  }

  /**
   * A command that rules or the read-only grammar allow for what it says, as it was understood; null for any other.
   * Throws where no call was judged before: no command is run unjudged.
   */
  understood(command: string, cwd: string): Script | null {
    if (!this.#judge) throw new Error("A command is to be run, and no call was judged before");
    return this.#judge.understood(command, cwd);
  }

  /** Whether a deny rule keeps a file from being read, whatever tool comes upon it. */
  async forbidsReading(path: string): Promise<boolean> {
    if (this.#book.forTool("deny", "read_file").length === 0) return false;
    return (await this.#loaded()).forbidsReading(path);
  }

  /** The rules in force, as texts: those it was made with and those that came since. */
  get rules(): { allow: string[]; ask: string[]; deny: string[] } {
    return this.#book.texts;
  }

  update(update: PermissionUpdate): void {
    if (update.type === "rules") this.#book.update(update);
    if (update.type === "directories") {
      const { workspace } = this.#options;
      for (const directory of update.directories) {
        if (update.change === "add") workspace.addRoot(directory);
        else workspace.removeRoot(directory);
      }
    }
  }

  offers(tool: string): boolean {
    const name = canonicalTool(tool);
    return this.#isCore(name) && !this.#book.forTool("deny", name).some((rule) => rule.specifier === null);
  }

  #isCore(tool: string): boolean {
    return this.#coreTools === null || !isCoreTool(tool) || this.#coreTools.has(tool);
  }

  #loaded(): Promise<CallJudge> {
    return this.#loading ??= this.#load();
  }

  async #load(): Promise<CallJudge> {
    const { CallJudge }: typeof import("./call_judge.ts") = await import(deferred("./call_judge.ts"));
    const { workspace, folders, callsAgentsFreely = false, guarded = [], memory, real = realPathNow } = this.#options;
    const isCore = (tool: string): boolean => this.#isCore(tool);
    const ground = { workspace, folders, book: this.#book, isCore, callsAgentsFreely, fences: this.#fences };
    return this.#judge = new CallJudge({ ...ground, guarded, memory, real });
  }
}
