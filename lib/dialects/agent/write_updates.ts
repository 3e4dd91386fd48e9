import type { PermissionUpdate } from "../../model/access.ts";
import type { Words } from "./words.ts";

/** Changes of permissions as a host may send them back. */
export function writeUpdates(updates: PermissionUpdate[], words: Pick<Words, "tool" | "mode">): object[] {
  return updates.map((update) => {
    const destination = "session";
    if (update.type === "mode") return { type: "setMode", mode: words.mode(update.mode), destination };
    if (update.type === "directories") {
      return { type: `${update.change}Directories`, directories: update.directories, destination };
    }
    const rules = update.rules.map((rule) => {
      const toolName = words.tool(rule.tool);
      return rule.specifier === null ? { toolName } : { toolName, ruleContent: rule.specifier };
    });
    return { type: `${update.change}Rules`, rules, behavior: update.behavior, destination };
  });
}
