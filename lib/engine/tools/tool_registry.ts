import type { Check, ClientTool, JsonSchema, Policy, RunSituation, Tool, ToolSpec } from "../../model/mod.ts";

/** Options of a tool registry. */
export interface ToolRegistryOptions {
  tools: readonly Tool[];
  policy: Policy;
  compile: (schema: JsonSchema) => Promise<Check>;
  /** Whether the agent may have a tool; all when absent. */
  admits?: (tool: Tool) => boolean;
  /** The run as it is now; without it every tool is taken to work. */
  situation?: () => RunSituation;
}

/** The tools of a session by name and alias, and which of them the model is offered. */
export class ToolRegistry {
  readonly #policy: Policy;
  readonly #compile: (schema: JsonSchema) => Promise<Check>;
  readonly #tools = new Map<string, Tool>();
  readonly #aliases = new Map<string, string>();
  /** Names that only models use, in lower case. */
  readonly #callNames = new Map<string, string>();
  readonly #admits: (tool: Tool) => boolean;
  readonly #situation: (() => RunSituation) | null;
  readonly #checks = new Map<string, Promise<Check>>();

  constructor(options: ToolRegistryOptions) {
    this.#policy = options.policy;
    this.#admits = options.admits ?? (() => true);
    this.#compile = options.compile;
    this.#situation = options.situation ?? null;
    for (const tool of options.tools) this.add(tool);
  }

  add(tool: Tool): void {
    this.#tools.set(tool.name, tool);
    this.#checks.delete(tool.name);
    for (const alias of tool.aliases ?? []) this.#aliases.set(alias, tool.name);
    for (const name of [...tool.aliases ?? [], ...tool.callNames ?? []]) {
      this.#callNames.set(name.toLowerCase(), tool.name);
    }
  }

  remove(name: string): void {
    this.#tools.delete(name);
    this.#checks.delete(name);
  }

  /** The tool of this name, alias or name in another harness, if the model may use it. */
  find(name: string): Tool | undefined {
    const tool = this.#named(name);
    return tool && this.#isOffered(tool) ? tool : undefined;
  }

  /** Whether a tool exists but policy withholds it. */
  isWithheld(name: string): boolean {
    const tool = this.#named(name);
    return tool !== undefined && !this.#isOffered(tool);
  }

  /** The tools that do the work of another harness's tool with arguments of their own. */
  insteadOf(name: string): Tool[] {
    const wanted = name.toLowerCase();
    return [...this.#tools.values()].filter((tool) =>
      this.#isOffered(tool) && tool.insteadOf?.some((other) => other.toLowerCase() === wanted)
    );
  }

  #named(name: string): Tool | undefined {
    const own = this.#tools.get(name) ?? this.#tools.get(this.#aliases.get(name) ?? "");
    return own ?? this.#tools.get(this.#callNames.get(name.trim().toLowerCase()) ?? "");
  }

  names(): string[] {
    return [...this.#tools.values()].filter((tool) => this.#isOffered(tool)).map((tool) => tool.name);
  }

  /** The tools for the model: all that can work or only those named, and those that the client runs. */
  specs(only: readonly string[] | undefined, clientTools: readonly ClientTool[] = []): ToolSpec[] {
    const wanted = only && new Set(only.map((name) => this.#aliases.get(name) ?? name));
    const situation = this.#situation?.();
    // Where nobody can end plan mode, nothing can be changed.
    const onlyReads = situation?.mode === "plan" && !situation.answers;
    const works = (tool: Tool): boolean =>
      !situation || ((tool.worksIn?.(situation) ?? true) && !(onlyReads && tool.kind === "edit"));
    const own = [...this.#tools.values()].filter((tool) =>
      this.#isOffered(tool) && works(tool) && (!wanted || wanted.has(tool.name))
    );
    return [...own, ...clientTools].map(({ name, description, input }) => ({ name, description, input }));
  }

  /** Whether a list of names, which may be aliases, has a tool. */
  isAmong(tool: Tool, names: readonly string[]): boolean {
    return names.some((name) => name === tool.name || this.#aliases.get(name) === tool.name);
  }

  /** The tools of another agent: those of this registry that it may have, and its own. */
  derive(options: { admits: (tool: Tool) => boolean; own: readonly Tool[] }): ToolRegistry {
    const shared = [...this.#tools.values()].filter((tool) => this.#isOffered(tool) && options.admits(tool));
    const compile = this.#compile;
    const situation = this.#situation;
    const other = new ToolRegistry({
      tools: [...shared, ...options.own],
      policy: this.#policy,
      compile,
      ...(situation ? { situation } : {}),
    });
    for (const { name } of shared) {
      const check = this.#checks.get(name);
      if (check) other.#checks.set(name, check);
    }
    return other;
  }

  #isOffered(tool: Tool): boolean {
    return this.#policy.offers(tool.name) && this.#admits(tool);
  }

  /** The checker of a tool's input, compiled when first needed. */
  check(tool: Tool): Promise<Check> {
    let check = this.#checks.get(tool.name);
    if (!check) this.#checks.set(tool.name, check = this.#compile(tool.input));
    return check;
  }
}
