import type { Json, JsonObject } from "../model/json.ts";
import { isObject } from "../model/json.ts";
import type { FlatSettings, SettingSource } from "./setting_file.ts";
import { type SettingKey, settingSpec } from "./setting_keys.ts";

/** Settings that were said in vain, and why. */
type Refused = { path: string; reason: string }[];

/** What all sources say together, the later ones winning, and what an untrusted one among them may not say. */
export function mergeSettings(
  sources: readonly SettingSource[],
  untrusted: SettingSource | null,
): { values: FlatSettings; refused: Refused } {
  const values: FlatSettings = new Map();
  for (const source of sources) if (source !== untrusted) mergeTrusted(values, source.values);
  // The project tightens what all others have agreed on, so that no later source is needed to undo it.
  return { values, refused: untrusted ? tighten(values, untrusted.values) : [] };
}

function mergeTrusted(into: FlatSettings, from: FlatSettings): void {
  for (const [key, value] of from) {
    const before = into.get(key);
    into.set(key, before === undefined ? value : combine(settingSpec(key).merge ?? "replace", before, value));
  }
}

function combine(how: "replace" | "union" | "concat" | "shallow", before: Json, value: Json): Json {
  if (how === "shallow" && isObject(before) && isObject(value)) return { ...before, ...value };
  if (how === "union" && Array.isArray(before) && Array.isArray(value)) return [...new Set([...before, ...value])];
  if (how === "concat" && Array.isArray(before) && Array.isArray(value)) return [...before, ...value];
  if (how === "concat" && isObject(before) && isObject(value)) {
    const joined: JsonObject = { ...before };
    for (const [event, hooks] of Object.entries(value)) {
      const earlier = joined[event];
      joined[event] = Array.isArray(earlier) && Array.isArray(hooks) ? [...earlier, ...hooks] : hooks;
    }
    return joined;
  }
  return value;
}

/** Applies what an untrusted project may say and returns what it may not. */
function tighten(into: FlatSettings, from: FlatSettings): Refused {
  const ignored: Refused = [];
  for (const [key, value] of from) {
    const tightened = tightenOne(key, into.get(key), value);
    if ("ignored" in tightened) ignored.push({ path: key, reason: tightened.ignored });
    else into.set(key, tightened.value);
  }
  return ignored;
}

function tightenOne(key: SettingKey, before: Json | undefined, value: Json): { value: Json } | { ignored: string } {
  const spec = settingSpec(key);
  const holds = before ?? spec.assumed;
  switch (spec.project ?? "ignore") {
    case "ignore":
      return { ignored: "Only a trusted project may set this (--trust-project)" };
    case "add":
      return { value: combine("union", before ?? [], value) };
    case "narrow": {
      const isList = Array.isArray(before) && Array.isArray(value);
      return { value: isList ? before.filter((entry) => value.includes(entry)) : value };
    }
    case "shrink": {
      const bound = (limit: Json | undefined): number => typeof limit === "number" && limit >= 0 ? limit : Infinity;
      return bound(value) <= bound(holds) ? { value } : { ignored: `A project may only lower this; ${holds} holds` };
    }
    case "stricter": {
      const rank = (word: Json | undefined): number => spec.choices?.findIndex((choice) => choice === word) ?? -1;
      return rank(value) <= rank(holds) ? { value } : { ignored: `A project may only tighten this; ${holds} holds` };
    }
  }
}
