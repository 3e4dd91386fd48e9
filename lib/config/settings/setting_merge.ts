import type { Json, JsonObject } from "../../model/json.ts";
import { isObject } from "../../model/json.ts";
import type { FlatSettings, SettingSource } from "./setting_source.ts";
import { type Merge, type SettingKey, settingSpec } from "./setting_keys.ts";

/** Settings that an untrusted project may not make, and why. */
export type Refused = { path: string; reason: string }[];

/** Merges all sources, the later ones winning, and lists what untrusted ones among them may not set. */
export function mergeSettings(
  sources: readonly SettingSource[],
  untrusted: readonly SettingSource[],
): { values: FlatSettings; refused: Map<SettingSource, Refused> } {
  const values: FlatSettings = new Map();
  for (const source of sources) if (!untrusted.includes(source)) mergeTrusted(values, source.values);
  // The project comes last: it tightens the result of all others, so that no later source has to undo it.
  return { values, refused: new Map(untrusted.map((source) => [source, tighten(values, source.values)])) };
}

function mergeTrusted(into: FlatSettings, from: FlatSettings): void {
  for (const [key, value] of from) {
    const before = into.get(key);
    into.set(key, before === undefined ? value : combine(before, value, settingSpec(key)));
  }
}

function combine(before: Json, value: Json, { merge = "replace" }: { merge?: Merge }): Json {
  if (merge === "shallow" && isObject(before) && isObject(value)) return { ...before, ...value };
  if (merge === "union" && Array.isArray(before) && Array.isArray(value)) return [...new Set([...before, ...value])];
  if (merge === "concat" && Array.isArray(before) && Array.isArray(value)) return [...before, ...value];
  if (merge === "concat" && isObject(before) && isObject(value)) {
    const joined: JsonObject = { ...before };
    for (const [event, hooks] of Object.entries(value)) {
      const earlier = joined[event];
      joined[event] = Array.isArray(earlier) && Array.isArray(hooks) ? [...earlier, ...hooks] : hooks;
    }
    return joined;
  }
  return value;
}

/** Applies the settings that an untrusted project may make and returns the others. */
function tighten(into: FlatSettings, from: FlatSettings): Refused {
  const ignored: Refused = [];
  for (const [key, value] of from) {
    const tightened = tightenOne(key, { before: into.get(key), value });
    if ("ignored" in tightened) ignored.push({ path: key, reason: tightened.ignored });
    else into.set(key, tightened.value);
  }
  return ignored;
}

function tightenOne(
  key: SettingKey,
  { before, value }: { before: Json | undefined; value: Json },
): { value: Json } | { ignored: string } {
  const spec = settingSpec(key);
  const holds = before ?? spec.assumed;
  switch (spec.project ?? "ignore") {
    case "ignore":
      return { ignored: "Only a trusted project may set this (--trust-project)" };
    case "add":
      return { value: combine(before ?? [], value, { merge: "union" }) };
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
