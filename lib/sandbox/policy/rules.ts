import type { Rule } from "../../model/ports/access.ts";
import { cachedGlob } from "../../search/glob.ts";
import type { ToolNames } from "./tool_names.ts";

/** A rule ready to be matched. */
export interface ParsedRule {
  /** As the user wrote it. */
  text: string;
  /** The wire name of the tool, or the name of an MCP server or tool. */
  tool: string;
  specifier: string | null;
}

/** The folders of relative paths in rules. */
export interface RuleFolders {
  cwd: string;
  /** The folder of the project, for patterns that begin with one slash. */
  project: string;
  home: string;
}

/** Parses `Tool` or `Tool(specifier)`; null when the parentheses do not match. */
export function parseRule(text: string, names: ToolNames): ParsedRule | null {
  const trimmed = text.trim();
  const open = trimmed.indexOf("(");
  if (open < 0) {
    return trimmed === "" || trimmed.includes(")")
      ? null
      : { text: trimmed, tool: names.canonical(trimmed), specifier: null };
  }
  if (!trimmed.endsWith(")") || !isBalanced(trimmed)) return null;
  const specifier = trimmed.slice(open + 1, -1).trim();
  const tool = names.canonical(trimmed.slice(0, open).trim());
  return { text: trimmed, tool, specifier: specifier === "" || specifier === "*" ? null : specifier };
}

/** Whether a specifier has an extended glob such as `@(a|b)`, which rules do not support. */
export function hasExtendedGlob(specifier: string): boolean {
  return /[?*+@!]\([^()]*\)/.test(specifier);
}

/** The text of a rule that a host sent as an object. */
export function ruleText(rule: Rule): string {
  return rule.specifier === null ? rule.tool : `${rule.tool}(${rule.specifier})`;
}

/** Whether a rule applies to a tool, whatever its specifier. */
export function namesTool(rule: ParsedRule, tool: string, names: ToolNames): boolean {
  if (!rule.tool.startsWith("mcp__")) return names.ruleCovers(rule.tool, tool);
  // Tools of MCP servers have no specifiers.
  if (rule.specifier !== null) return false;
  return rule.tool.includes("*")
    ? cachedGlob(rule.tool, "wildcard").matches(tool)
    : tool === rule.tool || (!rule.tool.slice(5).includes("__") && tool.startsWith(`${rule.tool}__`));
}

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const char of text) {
    if (char === "(") depth++;
    if (char === ")" && --depth < 0) return false;
  }
  return depth === 0;
}
