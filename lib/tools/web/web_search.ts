import type { JsonObject } from "../../model/json.ts";
import type { Tool, ToolContext, ToolOutcome } from "../../model/ports.ts";
import { textField, textList, titleOf, toolFailure } from "../input.ts";
import { withoutProgress } from "../without_progress.ts";

/** One page that a search has found. */
export interface SearchResult {
  title: string;
  url: string;
  snippet: string;
}

/** What is searched for, and on which hosts. */
export interface SearchQuery {
  query: string;
  allowed_domains?: string[];
  blocked_domains?: string[];
}

/** Asks the configured search service. Throws QwenError when it fails, or `signal.reason`. */
export type SearchBackend = (query: SearchQuery, signal: AbortSignal) => Promise<SearchResult[]>;

const MAX_RESULTS = 50;
const MAX_SNIPPET_CHARS = 1_000;

/** Makes the tool that searches the web. */
export function webSearch(search: SearchBackend): Tool {
  return {
    name: "web_search",
    description: "Searches the web and returns titles, addresses and excerpts. Name the pages that you use.",
    // The setting that names the service is the user's approval.
    kind: "other",
    parallel: true,
    aliases: ["WebSearch", "WebSearchTool"],
    callNames: ["google_web_search", "search_web"],
    claude: {
      name: "WebSearch",
      toResult: ({ data, durationMs }) => ({ ...data, durationSeconds: durationMs / 1000 }),
    },
    input: {
      type: "object",
      properties: {
        query: { type: "string", minLength: 2, description: "What to search for." },
        allowed_domains: { type: "array", items: { type: "string" }, description: "Only pages of these domains." },
        blocked_domains: { type: "array", items: { type: "string" }, description: "No pages of these domains." },
      },
      required: ["query"],
    },
    title: (input) => titleOf("Search the web for", input.query),
    needs: () => [],
    run: (input, context) => withoutProgress(() => run(input, { context, search })),
  };
}

async function run(
  input: JsonObject,
  { context, search }: { context: ToolContext; search: SearchBackend },
): Promise<ToolOutcome> {
  const query = textField(input, "query");
  const allowed = textList(input, "allowed_domains");
  const blocked = textList(input, "blocked_domains");
  if (allowed.length > 0 && blocked.length > 0) {
    throw toolFailure("allowed_domains and blocked_domains cannot be used together.", "Give one of them.");
  }
  const found = await search({
    query,
    ...(allowed.length > 0 ? { allowed_domains: allowed } : {}),
    ...(blocked.length > 0 ? { blocked_domains: blocked } : {}),
  }, context.signal);
  // A service may ignore the domains.
  const results = found.filter(({ url }) => isWanted(url, { allowed, blocked })).slice(0, MAX_RESULTS);
  const lines = results.map(({ title, url, snippet }, index) =>
    `${index + 1}. ${title}\n   ${url}${snippet === "" ? "" : `\n   ${snippet.slice(0, MAX_SNIPPET_CHARS)}`}`
  );
  const text = results.length === 0
    ? `The search for ${JSON.stringify(query)} found nothing.`
    : `Results of the search for ${JSON.stringify(query)}:\n\n${lines.join("\n")}`;
  return {
    output: [{ kind: "text", text }],
    display: { kind: "text", text: `Found ${results.length} pages for ${JSON.stringify(query)}.` },
    data: { query, results: [{ content: results.map(({ title, url }) => ({ title, url })) }] },
  };
}

function isWanted(url: string, { allowed, blocked }: { allowed: string[]; blocked: string[] }): boolean {
  const host = URL.parse(url)?.hostname;
  if (host === undefined) return false;
  const isOf = (domain: string): boolean => {
    const wanted = domain.toLowerCase().replace(/^\*?\./, "");
    return host === wanted || host.endsWith(`.${wanted}`);
  };
  return (allowed.length === 0 || allowed.some(isOf)) && !blocked.some(isOf);
}
