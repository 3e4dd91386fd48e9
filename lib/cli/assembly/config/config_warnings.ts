import { nearest } from "../../../stream/nearest.ts";
import { HOOK_EVENTS } from "../../../engine/hooks/hook_events.ts";
import { parseRule } from "../../../sandbox/policy/rules.ts";
import { TOOL_NAMES } from "../session/tool_names.ts";
import { rulesOf } from "../session/fenced.ts";
import type { Flags } from "../../args/table/flag_table.ts";
import type { Settings } from "../../../config/settings/settings.ts";

/** What is checked. */
export interface ConfigWarningInput {
  flags: Flags;
  settings: Settings;
  /** Whether a client's program wrote the flags: it may name tools that exist elsewhere. */
  isHosted: boolean;
}

/** One sentence for each flag and setting that can have no effect. */
export function configWarningsOf({ flags, settings, isHosted }: ConfigWarningInput): string[] {
  const { allow, ask, deny } = rulesOf({ flags, settings });
  const core = flags.coreTools ?? settings.get("tools.core") ?? [];
  const rules = [...new Set([...allow, ...ask, ...deny, ...core])];
  const included = settings.get("context.includeDirectories") ?? [];
  const events = Object.keys(settings.get("hooks") ?? {}).filter((event) => !HOOK_EVENTS.has(event));
  return [
    ...rules.flatMap((rule) => ruleWarning(rule, isHosted ? "hosted" : "typed")),
    ...(flags.includeDirectories ?? []).flatMap((path) => folderWarning("--include-directories", path)),
    ...included.flatMap((path) => folderWarning("context.includeDirectories", path)),
    ...events.map((event) =>
      `The setting hooks names ${JSON.stringify(event)}, which is not an event${suggestion(event, [...HOOK_EVENTS])}`
    ),
  ];
}

function ruleWarning(text: string, origin: "hosted" | "typed"): string[] {
  const shown = JSON.stringify(text);
  const rule = parseRule(text, TOOL_NAMES);
  if (rule === null) return [`The rule ${shown} cannot be parsed and matches nothing: check its parentheses.`];
  if (origin === "hosted" || rule.tool.startsWith("mcp__") || TOOL_NAMES.isKnown(rule.tool)) return [];
  const aliases = TOOL_NAMES.words.filter((word) => TOOL_NAMES.canonical(word) !== word);
  return [`The rule ${shown} names an unknown tool${suggestion(rule.tool, [...aliases, ...TOOL_NAMES.words])}`];
}

function folderWarning(origin: string, path: string): string[] {
  try {
    if (Deno.statSync(path).isDirectory) return [];
  } catch {
    // A folder that cannot be read cannot be worked in either.
  }
  return [`${origin} names ${path}, which is not a folder.`];
}

function suggestion(word: string, known: readonly string[]): string {
  const near = nearest(word, known);
  return near === null ? "." : `: did you mean ${near}?`;
}
