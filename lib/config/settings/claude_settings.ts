import { isObject } from "../../model/json.ts";
import { fail } from "../../model/problem.ts";

/** The names of Claude Code's settings files; a later one is more specific. */
export const CLAUDE_SETTINGS: readonly string[] = [".claude/settings.json", ".claude/settings.local.json"];

const LISTS = ["allow", "ask", "deny"] as const;

/** The rules of a settings file of Claude Code, which is all that is used of it. Throws a QwenError where it is wrong. */
export function claudePermissions(value: unknown, path: string): unknown {
  if (!isObject(value)) return value;
  const { permissions } = value;
  if (permissions === undefined) return {};
  if (!isObject(permissions)) throw fail("config_invalid", `Cannot use ${path}: permissions must be an object`);
  const rules = LISTS.flatMap((name) => permissions[name] === undefined ? [] : [[name, permissions[name]] as const]);
  return { permissions: Object.fromEntries(rules) };
}
