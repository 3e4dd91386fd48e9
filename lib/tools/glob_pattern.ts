import { toolFailure } from "./input.ts";

/** A longer pattern is not looked at: to find its braces could take very long. */
const MAX_CHARS = 1_000;

/** A file pattern with `*`, `?`, `[…]`, `{a,b}` and `**`, matched in time that no pattern can blow up. */
export class GlobPattern {
  readonly #alternatives: string[][];

  constructor(pattern: string) {
    if (pattern.length > MAX_CHARS) {
      throw toolFailure(`The pattern has ${pattern.length} characters, at most ${MAX_CHARS} are allowed.`);
    }
    this.#alternatives = expandBraces(pattern.replace(/^\.\//, "")).map((one) => one.split("/"));
  }

  /** Whether a relative path with slashes matches as a whole. */
  matches(path: string): boolean {
    const segments = path.split("/");
    return this.#alternatives.some((pattern) => matchesPath(pattern, segments));
  }
}

/** Alternatives of `{a,b}`; more than this are not made. */
const MAX_ALTERNATIVES = 64;

function expandBraces(pattern: string): string[] {
  const done: string[] = [];
  const open = [pattern];
  while (open.length > 0 && done.length + open.length <= MAX_ALTERNATIVES) {
    const next = open.pop() ?? "";
    const match = /^(.*?)\{([^{}]*,[^{}]*)\}(.*)$/s.exec(next);
    if (!match) done.push(next);
    else for (const choice of match[2].split(",")) open.push(match[1] + choice + match[3]);
  }
  return [...done, ...open];
}

/** The same greedy walk as for a segment: a later `**` makes going back to an earlier one needless. */
function matchesPath(pattern: readonly string[], segments: readonly string[]): boolean {
  let p = 0;
  let s = 0;
  let star = -1;
  let mark = 0;
  while (s < segments.length) {
    if (p < pattern.length && pattern[p] === "**") {
      star = p++;
      mark = s;
    } else if (p < pattern.length && matchesSegment(pattern[p], segments[s])) {
      p++;
      s++;
    } else if (star >= 0) {
      p = star + 1;
      s = ++mark;
    } else return false;
  }
  while (pattern[p] === "**") p++;
  return p === pattern.length;
}

function matchesSegment(pattern: string, text: string): boolean {
  let p = 0;
  let t = 0;
  let star = -1;
  let mark = 0;
  while (t < text.length) {
    const length = p < pattern.length && pattern[p] !== "*" ? matchOne(pattern, p, text[t]) : 0;
    if (pattern[p] === "*") {
      star = p++;
      mark = t;
    } else if (length > 0) {
      p += length;
      t++;
    } else if (star >= 0) {
      p = star + 1;
      t = ++mark;
    } else return false;
  }
  while (pattern[p] === "*") p++;
  return p === pattern.length;
}

/** How much of the pattern one character matches; 0 is no match. */
function matchOne(pattern: string, at: number, char: string): number {
  if (pattern[at] === "?") return 1;
  if (pattern[at] === "\\" && at + 1 < pattern.length) return pattern[at + 1] === char ? 2 : 0;
  const end = pattern[at] === "[" ? pattern.indexOf("]", at + 2) : -1;
  if (end < 0) return pattern[at] === char ? 1 : 0;
  const isNegated = pattern[at + 1] === "!" || pattern[at + 1] === "^";
  return inClass(pattern.slice(at + (isNegated ? 2 : 1), end), char) !== isNegated ? end + 1 - at : 0;
}

function inClass(members: string, char: string): boolean {
  for (let at = 0; at < members.length; at++) {
    if (members[at + 1] === "-" && at + 2 < members.length) {
      if (members[at] <= char && char <= members[at + 2]) return true;
      at += 2;
    } else if (members[at] === char) return true;
  }
  return false;
}
