import type { PermissionUpdate, Rule } from "../../model/access.ts";
import { isObject } from "../../model/json.ts";
import type { Words } from "./words.ts";

const RULE_CHANGES: Readonly<Record<string, "add" | "replace" | "remove">> = {
  addRules: "add",
  replaceRules: "replace",
  removeRules: "remove",
};

/** The changes of permissions that a host sends with its answer; what it does not spell out is left away. */
export function readUpdates(value: unknown, words: Pick<Words, "ownTool" | "ownMode">): PermissionUpdate[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry) => {
    const update = isObject(entry) ? readUpdate(entry, words) : null;
    return update ? [update] : [];
  });
}

function readUpdate(
  entry: Record<string, unknown>,
  words: Pick<Words, "ownTool" | "ownMode">,
): PermissionUpdate | null {
  const type = typeof entry.type === "string" ? entry.type : "";
  if (type === "setMode") {
    const known = typeof entry.mode === "string" ? words.ownMode(entry.mode) : null;
    return known && { type: "mode", mode: known.mode };
  }
  if (type === "addDirectories" || type === "removeDirectories") {
    const directories = Array.isArray(entry.directories) ? entry.directories.filter((d) => typeof d === "string") : [];
    return { type: "directories", change: type === "addDirectories" ? "add" : "remove", directories };
  }
  const change = Object.hasOwn(RULE_CHANGES, type) ? RULE_CHANGES[type] : null;
  const { behavior } = entry;
  if (change === null || (behavior !== "allow" && behavior !== "deny" && behavior !== "ask")) return null;
  const rules = (Array.isArray(entry.rules) ? entry.rules : []).flatMap((rule): Rule[] => {
    if (!isObject(rule) || typeof rule.toolName !== "string") return [];
    const specifier = typeof rule.ruleContent === "string" ? rule.ruleContent : null;
    return [{ tool: words.ownTool(rule.toolName), specifier }];
  });
  return { type: "rules", change, behavior, rules };
}
