import type { JsonSchema } from "../model/json.ts";
import { fail } from "../model/problem.ts";
import type { Tool, ToolOutcome } from "../model/ports.ts";
import type { ToolNaming } from "../model/ports/tool_naming.ts";

/** How rules and hosts name the tool. */
export const TOOL_SEARCH_NAMING: ToolNaming = { name: "tool_search", claude: { name: "ToolSearch" } };

const DESCRIPTION = `Finds tools of MCP servers that are not in your list because there are too many of them.

Give a few words of what the tool should do, or its name. The tools that are found can be called from your next answer
on.`;

const INPUT: JsonSchema = {
  type: "object",
  properties: { query: { type: "string", description: "Words of the name or the description of the wanted tool." } },
  required: ["query"],
};

/** The most tools that one search finds, and that stay found. */
const MAX_FOUND = 10;
const MAX_KEPT = 50;
const MAX_DESCRIPTION = 200;

/**
 * Keeps the definitions of MCP tools within a number of bytes: those beyond it are not sent, and a tool to search for
 * them is offered instead. Tools that were found are sent from then on.
 */
export class ToolBudget {
  readonly #maxBytes: number;
  readonly #onFound: () => void;
  /** Names of the tools that were found, the newest last. */
  #found: string[] = [];
  #hidden: readonly Tool[] = [];

  constructor(maxBytes: number, onFound: () => void) {
    this.#maxBytes = maxBytes;
    this.#onFound = onFound;
  }

  /** The tools to send of all that servers offer. */
  sent(tools: readonly Tool[]): Tool[] {
    let room = this.#maxBytes;
    const fits = tools.filter((tool) => {
      if (this.#found.includes(tool.name)) return true;
      room -= bytesOf(tool);
      return room >= 0;
    });
    this.#hidden = tools.filter((tool) => !fits.includes(tool));
    return this.#hidden.length === 0 && this.#found.length === 0 ? fits : [...fits, this.#search()];
  }

  #search(): Tool {
    const find = (query: string): Tool[] => this.#find(query);
    return {
      ...TOOL_SEARCH_NAMING,
      description: DESCRIPTION,
      input: INPUT,
      kind: "other",
      parallel: true,
      title: ({ query }) => `Search for tools: ${String(query)}`,
      needs: () => [],
      // deno-lint-ignore require-yield
      async *run({ query }): AsyncGenerator<never, ToolOutcome> {
        if (typeof query !== "string" || query.trim() === "") throw fail("tool_failed", '"query" must be a text');
        return await Promise.resolve({ output: [{ kind: "text", text: foundText(find(query)) }] });
      },
    };
  }

  #find(query: string): Tool[] {
    const words = wordsOf(query);
    const ranked = this.#hidden.map((tool) => ({ tool, score: scoreOf(tool, { words, query }) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, MAX_FOUND)
      .map(({ tool }) => tool);
    const names = ranked.map(({ name }) => name);
    this.#found = [...this.#found.filter((name) => !names.includes(name)), ...names].slice(-MAX_KEPT);
    if (names.length > 0) this.#onFound();
    return ranked;
  }
}

/** The size of a definition as it is sent. */
function bytesOf({ name, description, input }: Tool): number {
  return new TextEncoder().encode(JSON.stringify({ name, description, input })).length;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 1);
}

/** How well a tool answers a search: words of its name count more than those of its description. */
function scoreOf(tool: Tool, { words, query }: { words: readonly string[]; query: string }): number {
  const name = tool.name.toLowerCase();
  const text = tool.description.toLowerCase();
  const exact = name.endsWith(query.trim().toLowerCase()) ? 100 : 0;
  return words.reduce((sum, word) => sum + (name.includes(word) ? 3 : 0) + (text.includes(word) ? 1 : 0), exact);
}

function foundText(tools: readonly Tool[]): string {
  if (tools.length === 0) return "No tool was found. Try other words, or do the work with the tools that you have.";
  const lines = tools.map(({ name, description }) => `- ${name}: ${description.slice(0, MAX_DESCRIPTION)}`);
  return `These tools can be called from now on:\n${lines.join("\n")}`;
}
