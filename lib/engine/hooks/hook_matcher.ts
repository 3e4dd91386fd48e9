/** Decides whether a hook applies. */
export interface HookMatcher {
  matches(names: readonly string[]): boolean;
  /** Why the pattern is not used. */
  problem: string | null;
}

const MAX_PATTERN_CHARS = 256;
const MAX_NAME_CHARS = 200;
const MAX_OPEN_QUANTIFIERS = 3;
const EVERYTHING: HookMatcher = { matches: () => true, problem: null };

/**
 * Reads a matcher: nothing or `*` is everything, `Edit|Write` is a list of names, anything else a pattern that is
 * searched for in the name. A pattern that is broken, or could take very long, matches everything: a gate that is
 * asked too often is safer than one that is never asked.
 */
export function readMatcher(matcher: string | null): HookMatcher {
  const source = matcher?.trim() ?? "";
  if (source === "" || source === "*") return EVERYTHING;
  if (/^[\w\s|,-]+$/.test(source)) {
    const wanted = new Set(source.split(/[|,]/).map((name) => name.trim()).filter((name) => name !== ""));
    return { matches: (names) => names.some((name) => wanted.has(name)), problem: null };
  }
  const problem = hazardOf(source);
  if (problem !== null) return { matches: () => true, problem };
  const pattern = new RegExp(source);
  return { matches: (names) => names.some((name) => pattern.test(name.slice(0, MAX_NAME_CHARS))), problem: null };
}

/** Why a pattern is not used; null when it is valid and takes polynomial time of low degree at most. */
function hazardOf(source: string): string | null {
  if (source.length > MAX_PATTERN_CHARS) return `it is longer than ${MAX_PATTERN_CHARS} characters`;
  try {
    new RegExp(source);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const bare = source.replace(/\\./g, "x").replace(/\[[^\]]*\]/g, "x");
  if (/\)(?:[*+]|\{)/.test(bare)) return "it repeats a group";
  if (/\\[1-9k]/.test(source)) return "it refers back to a group";
  const open = bare.match(/[*+]|\{\d*,\}/g)?.length ?? 0;
  return open > MAX_OPEN_QUANTIFIERS ? `it repeats without a limit more than ${MAX_OPEN_QUANTIFIERS} times` : null;
}
