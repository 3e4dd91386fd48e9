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
