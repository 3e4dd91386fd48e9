import type { Servers } from "../../../engine/session/session_parts.ts";
import { systemClock } from "../../../model/clock.ts";
import { fail, isObject, type Json, type JsonObject, reasonOf } from "../../../model/mod.ts";
import type { SearchBackend, SearchResult } from "../../../tools/web/web_search.ts";

const TIMEOUT_MS = 30_000;
const MAX_ANSWER_CHARS = 2 * 1024 * 1024;
const SHAPE = '{"results":[{"title","url","snippet"}]}';

/** The search service of the setting `webSearch`; undefined where none is set. Throws `config_invalid`. */
export function searchBackend(setting: unknown, servers: Pick<Servers, "call">): SearchBackend | undefined {
  if (setting === undefined) return undefined;
  const { url, mcp } = isObject(setting) ? setting : {};
  if (typeof url === "string" && mcp === undefined) return byUrl(url);
  const [, server, tool] = typeof mcp === "string" && url === undefined ? /^([^/]+)\/(.+)$/.exec(mcp) ?? [] : [];
  if (server === undefined) {
    throw fail("config_invalid", "The setting webSearch names no search service", {
      hint: 'Write {"url": "https://…"} or {"mcp": "SERVER/TOOL"}.',
    });
  }
  return byServer(`mcp__${server}__${tool}`.replace(/[^a-zA-Z0-9_-]/g, "_"), servers);
}

/** Searches by a POST request to an address. */
function byUrl(url: string): SearchBackend {
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) {
    throw fail("config_invalid", `The setting webSearch.url is not a web address: ${JSON.stringify(url)}`);
  }
  return async (query, signal) => {
    const late = new AbortController();
    const cancel = systemClock.after(
      TIMEOUT_MS,
      () => late.abort(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)),
    );
    try {
      const response = await fetch(parsed, {
        method: "POST",
        redirect: "error",
        headers: { "content-type": "application/json", accept: "application/json" },
        body: JSON.stringify(query),
        signal: AbortSignal.any([signal, late.signal]),
      });
      const text = (await response.text()).slice(0, MAX_ANSWER_CHARS);
      if (!response.ok) throw new Error(`HTTP ${response.status}: ${text.slice(0, 200)}`);
      return resultsOf(parse(text)) ?? refuse(`the answer is not of the form ${SHAPE}`);
    } catch (error) {
      signal.throwIfAborted();
      throw fail("tool_failed", `The search service ${parsed.origin} failed: ${reasonOf(error)}`);
    } finally {
      cancel();
    }
  };
}

/** Searches by a tool of an MCP server. */
function byServer(tool: string, servers: Pick<Servers, "call">): SearchBackend {
  return async (query, signal) => {
    const answer = await servers.call(tool, { input: { ...query }, signal });
    const text = textOf(answer.content);
    if (answer.isError === true) throw fail("tool_failed", `The search by ${tool} failed: ${text.slice(0, 500)}`);
    return resultsOf(answer.structuredContent) ?? resultsOf(parse(text)) ??
      [...text.matchAll(/https?:\/\/[^\s<>"')\]]+/g)].map(([url]) => ({ title: url, url, snippet: "" }));
  };
}

function resultsOf(value: unknown): SearchResult[] | null {
  const list = isObject(value) ? value.results : value;
  if (!Array.isArray(list)) return null;
  return list.flatMap((entry) => {
    if (!isObject(entry) || typeof entry.url !== "string") return [];
    const { title, url, snippet } = entry;
    return [{
      title: typeof title === "string" ? title : url,
      url,
      snippet: typeof snippet === "string" ? snippet : "",
    }];
  });
}

function textOf(content: Json | undefined): string {
  const texts = Array.isArray(content) ? content.filter(isObject).map((part) => (part as JsonObject).text) : [];
  return texts.filter((text) => typeof text === "string").join("\n");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function refuse(reason: string): never {
  throw new Error(reason);
}
