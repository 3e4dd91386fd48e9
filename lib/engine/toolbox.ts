import type { Check, ClientTool, JsonSchema, Policy, Tool, ToolSpec } from "../model/mod.ts";

/** The tools of a session, by name and alias, and what the model is offered of them. */
export class Toolbox {
  readonly #policy: Policy;
  readonly #compile: (schema: JsonSchema) => Promise<Check>;
  readonly #tools = new Map<string, Tool>();
  readonly #aliases = new Map<string, string>();
  readonly #checks = new Map<string, Promise<Check>>();

  constructor(options: { tools: readonly Tool[]; policy: Policy; compile: (schema: JsonSchema) => Promise<Check> }) {
    this.#policy = options.policy;
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
    return tool && this.#policy.offers(tool.name) ? tool : undefined;
  }

  /** Whether a tool is there but withheld by policy. */
  isWithheld(name: string): boolean {
    const tool = this.#tools.get(name) ?? this.#tools.get(this.#aliases.get(name) ?? "");
    return tool !== undefined && !this.#policy.offers(tool.name);
  }

  names(): string[] {
    return [...this.#tools.keys()].filter((name) => this.#policy.offers(name));
  }

  /** What the model is told: all that policy offers, or only the tools named, and those that the client runs. */
  specs(only: readonly string[] | undefined, clientTools: readonly ClientTool[] = []): ToolSpec[] {
    const wanted = only && new Set(only.map((name) => this.#aliases.get(name) ?? name));
    const own = [...this.#tools.values()].filter((tool) =>
      this.#policy.offers(tool.name) && (!wanted || wanted.has(tool.name))
    );
    return [...own, ...clientTools].map(({ name, description, input }) => ({ name, description, input }));
  }

  /** The checker of a tool's input, compiled when first needed. */
  check(tool: Tool): Promise<Check> {
    let check = this.#checks.get(tool.name);
    if (!check) this.#checks.set(tool.name, check = this.#compile(tool.input));
    return check;
  }
}
