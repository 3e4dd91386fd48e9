import type { Check, ClientTool, JsonSchema, Policy, Tool, ToolSpec } from "../model/mod.ts";

/** What a toolbox is made with. */
export interface ToolboxOptions {
  tools: readonly Tool[];
  policy: Policy;
  compile: (schema: JsonSchema) => Promise<Check>;
  /** Whether the agent may have a tool; all unless said. */
  admits?: (tool: Tool) => boolean;
}

/** The tools of a session, by name and alias, and what the model is offered of them. */
export class Toolbox {
  readonly #policy: Policy;
  readonly #compile: (schema: JsonSchema) => Promise<Check>;
  readonly #tools = new Map<string, Tool>();
  readonly #aliases = new Map<string, string>();
  readonly #admits: (tool: Tool) => boolean;
  readonly #checks = new Map<string, Promise<Check>>();

  constructor(options: ToolboxOptions) {
    this.#policy = options.policy;
    this.#admits = options.admits ?? (() => true);
    this.#compile = options.compile;
    for (const tool of options.tools) this.add(tool);
  }

  add(tool: Tool): void {
    this.#tools.set(tool.name, tool);
    this.#checks.delete(tool.name);
    for (const alias of tool.aliases ?? []) this.#aliases.set(alias, tool.name);
  }

  remove(name: string): void {
    this.#tools.delete(name);
    this.#checks.delete(name);
  }

  /** The tool that a model means, if it may use it at all. */
  find(name: string): Tool | undefined {
    const tool = this.#tools.get(name) ?? this.#tools.get(this.#aliases.get(name) ?? "");
    return tool && this.#isOffered(tool) ? tool : undefined;
  }

  /** Whether a tool is there but withheld by policy. */
  isWithheld(name: string): boolean {
    const tool = this.#tools.get(name) ?? this.#tools.get(this.#aliases.get(name) ?? "");
    return tool !== undefined && !this.#isOffered(tool);
  }

  names(): string[] {
    return [...this.#tools.values()].filter((tool) => this.#isOffered(tool)).map((tool) => tool.name);
  }

  /** What the model is told: all that policy offers, or only the tools named, and those that the client runs. */
  specs(only: readonly string[] | undefined, clientTools: readonly ClientTool[] = []): ToolSpec[] {
    const wanted = only && new Set(only.map((name) => this.#aliases.get(name) ?? name));
    const own = [...this.#tools.values()].filter((tool) => this.#isOffered(tool) && (!wanted || wanted.has(tool.name)));
    return [...own, ...clientTools].map(({ name, description, input }) => ({ name, description, input }));
  }

  /** The tools of another agent: those of ours that it may have, and its own. */
  derive(options: { admits: (tool: Tool) => boolean; own: readonly Tool[] }): Toolbox {
    const shared = [...this.#tools.values()].filter((tool) => this.#isOffered(tool) && options.admits(tool));
    const compile = this.#compile;
    const other = new Toolbox({ tools: [...shared, ...options.own], policy: this.#policy, compile });
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
