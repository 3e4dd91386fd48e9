import type { ToolNaming } from "../../model/ports/tool_naming.ts";

/** Resolves the names that rules use for tools. Knows no tool itself: everything comes from the tools' declarations. */
export class ToolNames {
  readonly #tools: ReadonlyMap<string, ToolNaming>;
  readonly #canonical = new Map<string, string>();

  constructor(tools: readonly ToolNaming[]) {
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
    for (const { name, aliases = [] } of tools) {
      for (const alias of [name, ...aliases]) this.#canonical.set(alias, name).set(alias.toLowerCase(), name);
    }
  }

  /** The wire name of a tool that may be called by an alias; unknown names stay as they are. */
  canonical(name: string): string {
    return this.#canonical.get(name) ?? this.#canonical.get(name.toLowerCase()) ?? name;
  }

  /** Every alias and name that a rule can use. */
  get words(): string[] {
    return [...this.#tools.values()].flatMap(({ name, aliases = [] }) => [...aliases, name]);
  }

  /** Whether a wire name belongs to a declared tool. */
  isKnown(name: string): boolean {
    return this.#tools.has(name);
  }

  /** Whether a rule for one tool applies to another one; both by wire name. */
  ruleCovers(ruled: string, tool: string): boolean {
    return ruled === tool || (this.#tools.get(tool)?.ruleGroups?.some((group) => group === ruled) ?? false);
  }

  /** Whether `--core-tools` can remove this tool. Tools of servers are not declared, so it cannot remove them. */
  isCore(tool: string): boolean {
    const naming = this.#tools.get(tool);
    return naming !== undefined && !naming.isEssential;
  }
}
