import type { PermissionUpdate, Rule } from "../../model/ports/access.ts";
import { isObject, type JsonObject } from "../../model/json.ts";
import type { AgentProtocol } from "./agent_protocol.ts";

const RULE_CHANGES: Readonly<Record<string, "add" | "replace" | "remove">> = {
  addRules: "add",
  replaceRules: "replace",
  removeRules: "remove",
};

/** Reads the permission changes in a host's answer; incomplete entries are ignored. */
export function readUpdates(value: unknown, protocol: Pick<AgentProtocol, "ownTool" | "ownMode">): PermissionUpdate[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry) => {
    const update = isObject(entry) ? readUpdate(entry, protocol) : null;
    return update ? [update] : [];
  });
}

function readUpdate(
  entry: Record<string, unknown>,
  protocol: Pick<AgentProtocol, "ownTool" | "ownMode">,
): PermissionUpdate | null {
  const type = typeof entry.type === "string" ? entry.type : "";
  if (type === "setMode") {
    const known = typeof entry.mode === "string" ? protocol.ownMode(entry.mode) : null;
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
    return [{ tool: protocol.ownTool(rule.toolName), specifier }];
  });
  return { type: "rules", change, behavior, rules };
}

/** Writes permission changes so that a host can send them back. */
export function writeUpdates(
  updates: PermissionUpdate[],
  protocol: Pick<AgentProtocol, "tool" | "mode">,
): JsonObject[] {
  return updates.map((update): JsonObject => {
    const destination = "session";
    if (update.type === "mode") return { type: "setMode", mode: protocol.mode(update.mode), destination };
    if (update.type === "directories") {
      return { type: `${update.change}Directories`, directories: update.directories, destination };
    }
    const rules = update.rules.map((rule): JsonObject => {
      const toolName = protocol.tool(rule.tool);
      return rule.specifier === null ? { toolName } : { toolName, ruleContent: rule.specifier };
    });
    return { type: `${update.change}Rules`, rules, behavior: update.behavior, destination };
  });
}
