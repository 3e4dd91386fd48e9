import { globToRegExp } from "@std/path/glob-to-regexp";
import { join } from "@std/path/join";
import type { Rule } from "../model/access.ts";
import { canonicalTool, ruleCovers } from "./tool_names.ts";

/** A rule ready to be matched. */
export interface ParsedRule {
  /** As the user wrote it. */
  text: string;
  /** The wire name of the tool, or the name of an MCP server or tool. */
  tool: string;
  specifier: string | null;
}

/** Where the paths of rules begin. */
export interface RuleFolders {
  cwd: string;
  /** The folder of the project, for patterns that begin with one slash. */
  project: string;
  home: string;
}

/** Splits a list of rules at commas and line ends outside parentheses. */
export function splitRules(list: string): string[] {
  const rules: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= list.length; at++) {
    const char = list[at];
    if (char === "(") depth++;
    else if (char === ")") depth = Math.max(0, depth - 1);
    else if (char === undefined || ((char === "," || char === "\n") && depth === 0)) {
      const rule = list.slice(start, at).trim();
      if (rule !== "") rules.push(rule);
      start = at + 1;
    }
  }
  return rules;
}

/** Reads `Tool` or `Tool(specifier)`; null when the parentheses are wrong, and such a rule never matches. */
export function parseRule(text: string): ParsedRule | null {
  const trimmed = text.trim();
  const open = trimmed.indexOf("(");
  if (open < 0) return trimmed === "" || trimmed.includes(")") ? null : ruleOf(trimmed, trimmed, null);
  if (!trimmed.endsWith(")") || !isBalanced(trimmed)) return null;
  const specifier = trimmed.slice(open + 1, -1).trim();
  const name = trimmed.slice(0, open).trim();
  return ruleOf(trimmed, name, specifier === "" || specifier === "*" ? null : specifier);
}

/** The text of a rule that a host sent in parts. */
export function ruleText(rule: Rule): string {
  return rule.specifier === null ? rule.tool : `${rule.tool}(${rule.specifier})`;
}

/** Whether a rule speaks of a tool, whatever its specifier. */
export function namesTool(rule: ParsedRule, tool: string): boolean {
  if (!rule.tool.startsWith("mcp__")) return ruleCovers(rule.tool, tool);
  // A specifier means nothing to a tool of an MCP server.
  if (rule.specifier !== null) return false;
  return rule.tool.includes("*")
    ? matchesWildcard(rule.tool, tool)
    : tool === rule.tool || (!rule.tool.slice(5).includes("__") && tool.startsWith(`${rule.tool}__`));
}

/** Whether `*` in a pattern can stand for the rest of a text; linear in both. */
export function matchesWildcard(pattern: string, text: string): boolean {
  let p = 0;
  let t = 0;
  let star = -1;
  let mark = 0;
  while (t < text.length) {
    if (p < pattern.length && pattern[p] === "*") {
      star = p++;
      mark = t;
    } else if (p < pattern.length && pattern[p] === text[t]) {
      p++;
      t++;
    } else if (star >= 0) {
      p = star + 1;
      t = ++mark;
    } else return false;
  }
  while (pattern[p] === "*") p++;
  return p === pattern.length;
}

/** Whether a command specifier matches a command line. */
export function matchesCommand(specifier: string, line: string): boolean {
  const pattern = specifier.replace(/:\*$/, " *");
  if (!pattern.includes("*")) return line === pattern || line.startsWith(`${pattern} `);
  if (matchesWildcard(pattern, line)) return true;
  // A star that is a word of its own may also stand for no word at all.
  return pattern.endsWith(" *") && matchesWildcard(pattern.slice(0, -2), line);
}

/** Whether a path specifier, written like a line of .gitignore, matches an absolute path or a folder above it. */
export function matchesPath(specifier: string, path: string, folders: RuleFolders): boolean {
  const pattern = compiled(absolutePattern(specifier, folders));
  for (let at = path.length; at > 0; at = path.lastIndexOf("/", at - 1)) {
    if (pattern.test(path.slice(0, at))) return true;
  }
  return false;
}

/** Whether a domain specifier matches the host of an address or a domain above it. */
export function matchesDomain(specifier: string, url: string): boolean {
  const domain = specifier.replace(/^domain:/, "").trim().toLowerCase().replace(/^\*\./, "");
  const host = hostOf(url);
  return host !== null && domain !== "" && (host === domain || host.endsWith(`.${domain}`));
}

/** Whether a literal specifier, such as `coder,model:opus*`, matches a call's input. */
export function matchesLiteral(specifier: string, input: Readonly<Record<string, unknown>>): boolean {
  const names = [input.subagent_type, input.skill, input.name, input.url, input.query].filter((v) => v !== undefined);
  return specifier.split(",").map((part) => part.trim()).every((part) => {
    const colon = part.indexOf(":");
    if (colon > 0 && part.slice(0, colon) in input) {
      return matchesWildcard(part.slice(colon + 1), String(input[part.slice(0, colon)]));
    }
    return names.some((name) => name === part);
  });
}

/** The host of an address, without a last dot; null when it has none. */
export function hostOf(url: string): string | null {
  const parsed = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `https://${url}`);
  return parsed && parsed.hostname !== "" ? parsed.hostname.toLowerCase().replace(/\.$/, "") : null;
}

/** Patterns of rules: few, and asked for every file of a search. */
const patterns = new Map<string, RegExp>();
const MAX_PATTERNS = 1_000;

function compiled(glob: string): RegExp {
  const known = patterns.get(glob);
  if (known) return known;
  if (patterns.size >= MAX_PATTERNS) patterns.clear();
  const pattern = globToRegExp(glob, { globstar: true, extended: true });
  patterns.set(glob, pattern);
  return pattern;
}

function absolutePattern(specifier: string, folders: RuleFolders): string {
  // What holds for everything in a folder holds for the folder: removing it removes what is in it.
  const isFolder = /[^/]\/\*\*$/.test(specifier);
  const pattern = specifier.length > 1 ? specifier.replace(/\/(\*\*)?$/, "") : specifier;
  if (pattern.startsWith("//")) return pattern.slice(1);
  if (pattern === "~" || pattern.startsWith("~/")) return join(folders.home, pattern.slice(1));
  if (pattern.startsWith("/")) return join(folders.project, pattern);
  if (pattern.startsWith("./") || pattern.startsWith("../")) return join(folders.cwd, pattern);
  // As in .gitignore, a name without a slash is meant at every depth.
  return isFolder || pattern.includes("/") ? join(folders.cwd, pattern) : join(folders.cwd, "**", pattern);
}

function ruleOf(text: string, name: string, specifier: string | null): ParsedRule {
  return { text, tool: canonicalTool(name), specifier };
}

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const char of text) {
    if (char === "(") depth++;
    if (char === ")" && --depth < 0) return false;
  }
  return depth === 0;
}
