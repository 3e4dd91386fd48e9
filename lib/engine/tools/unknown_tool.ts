import { isObject, type Tool } from "../../model/mod.ts";
import type { ToolRegistry } from "./tool_registry.ts";

/** The answer to a call of a tool that does not exist or is not offered. */
export function unknownTool(name: string, registry: ToolRegistry): string {
  if (registry.isWithheld(name)) {
    return `Qwen Code requires permission to use "${name}", but that permission was declined: the tool is not offered in this run.`;
  }
  const instead = registry.insteadOf(name);
  if (instead.length > 0) {
    return `There is no tool "${name}" here. Use ${instead.map(signatureOf).join(" or ")}.`;
  }
  const near = nearest(name, registry.names());
  const hint = near.length > 0 ? ` Did you mean one of: ${near.map((n) => `"${n}"`).join(", ")}?` : "";
  return `Tool "${name}" not found in registry. Tools must use the exact names that are registered.${hint}`;
}

/** A tool with its fields, the optional ones with a question mark: `edit {file_path, old_string, replace_all?}`. */
function signatureOf({ name, input }: Tool): string {
  const required = Array.isArray(input.required) ? input.required : [];
  const fields = Object.keys(isObject(input.properties) ? input.properties : {});
  return `${name} {${fields.map((field) => required.includes(field) ? field : `${field}?`).join(", ")}}`;
}

/** Names that share the most with a wrong one, best first. */
function nearest(name: string, known: readonly string[]): string[] {
  const pairs = (text: string): Set<string> =>
    new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, i) => text.slice(i, i + 2).toLowerCase()));
  const wanted = pairs(name);
  return known
    .map((candidate) => ({ candidate, score: wanted.intersection(pairs(candidate)).size }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}
