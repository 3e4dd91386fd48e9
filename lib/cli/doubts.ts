import { deferred } from "../model/deferred.ts";
import { HOOK_EVENTS } from "../engine/hook_events.ts";
import { parseRule } from "../sandbox/rules.ts";
import { canonicalTool, isKnownTool, toolWords } from "../sandbox/tool_names.ts";
import { rulesOf } from "./fenced.ts";
import type { Flags } from "./flag_table.ts";
import type { Settings } from "./settings.ts";

/** What is looked at. */
export interface DoubtGround {
  flags: Flags;
  settings: Settings;
  /** Whether a client's program wrote the flags: it may name tools that exist elsewhere. */
  isHosted: boolean;
}

/** What flags and settings say that can have no effect, each as one sentence. */
export async function doubtsOf({ flags, settings, isHosted }: DoubtGround): Promise<string[]> {
  const { allow, ask, deny } = rulesOf({ flags, settings });
  const core = flags.coreTools ?? settings.get("tools.core") ?? [];
  const rules = [...new Set([...allow, ...ask, ...deny, ...core])];
  const events = Object.keys(settings.get("hooks") ?? {}).filter((event) => !HOOK_EVENTS.has(event));
  return [
    ...(await Promise.all(rules.map((rule) => ruleDoubt(rule, isHosted)))).flat(),
    ...(flags.includeDirectories ?? []).flatMap((path) => folderDoubt("--include-directories", path)),
    ...(settings.get("context.includeDirectories") ?? []).flatMap((path) =>
      folderDoubt("context.includeDirectories", path)
    ),
    ...await Promise.all(events.map(async (event) => {
      const shown = JSON.stringify(event);
      return `The setting hooks names ${shown}, which is no event${await meant(event, [...HOOK_EVENTS])}`;
    })),
  ];
}

async function ruleDoubt(text: string, isHosted: boolean): Promise<string[]> {
  const shown = JSON.stringify(text);
  const rule = parseRule(text);
  if (rule === null) return [`The rule ${shown} is not understood and matches nothing: look at its parentheses.`];
  if (isHosted || rule.tool.startsWith("mcp__") || isKnownTool(rule.tool)) return [];
  const words = toolWords().filter((word) => canonicalTool(word) !== word);
  const near = await meant(rule.tool, [...words, ...toolWords()]);
  return [`The rule ${shown} names no tool that is known here${near}`];
}

function folderDoubt(origin: string, path: string): string[] {
  try {
    if (Deno.statSync(path).isDirectory) return [];
  } catch {
    // What cannot be looked at cannot be worked in either.
  }
  return [`${origin} names ${path}, which is no folder.`];
}

async function meant(word: string, known: readonly string[]): Promise<string> {
  const { nearest }: typeof import("./nearest.ts") = await import(deferred("./nearest.ts"));
  const near = nearest(word, known);
  return near === null ? "." : `: did you mean ${near}?`;
}
