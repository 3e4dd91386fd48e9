import { type CharTest, ClassReader } from "./char_class.ts";

/**
 * Which characters of a pattern are special. `glob` is for tools and permission rules: `*`, `?`, `[…]`, `**` and
 * `{a,b}`. `ignore` is the syntax of .gitignore: the same without braces. `wildcard` knows only `*`, which also
 * matches slashes.
 */
export type GlobSyntax = "glob" | "ignore" | "wildcard";

const SLASH = 47;

/** One state of the automaton. */
interface State {
  /** States entered at the same time. */
  also: number[];
  /** Entered at the same time when the previous character was a slash or there was none. */
  alsoAtStart: number[];
  /** Which characters lead to `next`; null for states that only join others. */
  test: CharTest | null;
  next: number;
}

/** A set of states that were reached together, with the sets that the characters seen so far lead to. */
interface StateSet {
  states: readonly number[];
  accepts: boolean;
  next: Map<number, StateSet>;
}

/** The most states and transitions kept for reuse; after that the memory starts anew. */
const MAX_KEPT = 50_000;

/**
 * A compiled pattern. Matching reads each character once, so its time is at most the length of the pattern times the
 * length of the path. Braces are branches of the automaton: no number of alternatives is too large.
 */
export class Glob {
  readonly #states: readonly State[];
  readonly #sets = new Map<string, StateSet>();
  #start: StateSet | undefined;
  #kept = 0;

  constructor(pattern: string, syntax: GlobSyntax = "glob") {
    this.#states = new Builder(pattern, syntax).build();
  }

  /** Whether the pattern matches a whole path with slashes. */
  matches(path: string): boolean {
    return this.#read(path, "whole");
  }

  /** Whether the pattern matches a path or a folder above it. */
  covers(path: string): boolean {
    return this.#read(path, "folders");
  }

  #read(path: string, scope: "whole" | "folders"): boolean {
    let set = this.#start ??= this.#close([0], "start");
    for (let at = 0; at < path.length;) {
      const code = path.codePointAt(at) ?? 0;
      if (code === SLASH && at > 0 && scope === "folders" && set.accepts) return true;
      const known = set.next.get(code);
      const next: StateSet = known ?? this.#step(set, code);
      if (next.states.length === 0) return false;
      set = next;
      at += code > 0xffff ? 2 : 1;
    }
    return set.accepts;
  }

  #step(set: StateSet, code: number): StateSet {
    const reached: number[] = [];
    for (const id of set.states) {
      const { test, next } = this.#states[id];
      if (test?.(code)) reached.push(next);
    }
    const found = this.#close(reached, code === SLASH ? "start" : "inside");
    set.next.set(code, found);
    this.#keep(1);
    return found;
  }

  /** The set of all states that are entered together with the given ones. */
  #close(from: readonly number[], segment: "start" | "inside"): StateSet {
    const seen = new Set(from);
    for (const id of seen) {
      const { also, alsoAtStart } = this.#states[id];
      for (const other of also) seen.add(other);
      if (segment === "start") { for (const other of alsoAtStart) seen.add(other); }
    }
    const last = this.#states.length - 1;
    const accepts = seen.has(last);
    const states = [...seen].filter((id) => this.#states[id].test !== null || id === last).sort((a, b) => a - b);
    const key = states.join();
    const known = this.#sets.get(key);
    if (known) return known;
    const set: StateSet = { states, accepts, next: new Map() };
    this.#keep(states.length + 1);
    this.#sets.set(key, set);
    return set;
  }

  #keep(size: number): void {
    this.#kept += size;
    if (this.#kept <= MAX_KEPT) return;
    this.#kept = size;
    this.#sets.clear();
    this.#start = undefined;
  }
}

const cache = new Map<string, Glob>();
const MAX_CACHED = 1_000;

/** A compiled pattern from a bounded cache, for patterns that are asked for again and again. */
export function cachedGlob(pattern: string, syntax: GlobSyntax = "glob"): Glob {
  const key = `${syntax} ${pattern}`;
  let glob = cache.get(key);
  if (glob) return glob;
  if (cache.size >= MAX_CACHED) cache.clear();
  glob = new Glob(pattern, syntax);
  cache.set(key, glob);
  return glob;
}

/** A text as a pattern that matches nothing else. */
export function escapeGlob(text: string): string {
  return text.replace(/[\\*?[\]{},!]/g, "\\$&");
}

const anyCode: CharTest = () => true;
const inName: CharTest = (code) => code !== SLASH;

/** An open `{`: where its alternatives begin and end. */
interface Group {
  open: number;
  ends: number[];
  /** States from which a `/` after the group may be left out, because a `**` before it matched nothing. */
  skips: number[];
}

/** Makes the automaton of a pattern in one pass, without recursion. State 0 starts, the last one accepts. */
class Builder {
  readonly #pattern: string;
  readonly #syntax: GlobSyntax;
  readonly #states: State[] = [];
  readonly #braces: ReadonlyMap<number, number>;
  readonly #classes: ClassReader;
  readonly #groups: Group[] = [];
  #current: number;
  /** Skips of a group that has just ended. */
  #skips: number[] = [];

  constructor(pattern: string, syntax: GlobSyntax) {
    this.#pattern = syntax === "glob" ? pattern.replace(/^\.\//, "") : pattern;
    this.#syntax = syntax;
    this.#braces = syntax === "glob" ? pairBraces(this.#pattern) : new Map();
    this.#classes = new ClassReader(this.#pattern);
    this.#current = this.#add();
  }

  build(): State[] {
    const step = this.#syntax === "wildcard" ? (at: number) => this.#readWildcard(at) : (at: number) => this.#read(at);
    for (let at = 0; at < this.#pattern.length;) at = step(at);
    // The accepting state has to be the last one.
    this.#join(this.#add());
    return this.#states;
  }

  #readWildcard(at: number): number {
    if (this.#pattern[at] === "*") this.#loop(anyCode);
    else return this.#literal(at);
    return at + 1;
  }

  /** Reads one element of the pattern and returns where the next one begins. */
  #read(at: number): number {
    const skips = this.#skips;
    this.#skips = [];
    switch (this.#pattern[at]) {
      case "?":
        this.#consume(inName);
        return at + 1;
      case "*":
        return this.#readStars(at);
      case "/":
        return this.#readSlash(at, skips);
      case "[": {
        const found = this.#classes.read(at);
        if (!found) return this.#syntax === "ignore" ? this.#fail() : this.#literal(at);
        this.#consume((code) => code !== SLASH && found.test(code));
        return found.end;
      }
      case "\\":
        if (at + 1 < this.#pattern.length) return this.#literal(at + 1);
        return this.#syntax === "ignore" ? this.#fail() : this.#literal(at);
      case "{":
      case ",":
      case "}":
        return this.#braces.has(at) ? this.#readBrace(at, skips) : this.#literal(at);
      default:
        return this.#literal(at);
    }
  }

  #readStars(at: number): number {
    const end = this.#endOfStars(at);
    if (end - at === 1) {
      this.#loop(inName);
      return end;
    }
    const before = this.#current;
    this.#loop(inName);
    if (this.#pattern[end] === "/") {
      // Beside its meaning as one star: any number of folders, but only at the start of a name.
      this.#consume((code) => code === SLASH);
      const folders = this.#add();
      const slash = this.#add();
      this.#states[before].alsoAtStart.push(folders, this.#current);
      this.#consumeFrom(folders, { test: anyCode, next: folders });
      this.#states[folders].also.push(slash);
      this.#consumeFrom(slash, { test: (code) => code === SLASH, next: this.#current });
      return end + 1;
    }
    if (this.#endsSegment(end)) {
      const rest = this.#add();
      this.#states[before].alsoAtStart.push(rest);
      this.#consumeFrom(rest, { test: anyCode, next: rest });
      this.#states[rest].also.push(this.#current);
      if (end < this.#pattern.length) {
        const none = this.#add();
        this.#states[before].alsoAtStart.push(none);
        this.#groups.at(-1)?.skips.push(none);
      }
    }
    return end;
  }

  #readSlash(at: number, skips: readonly number[]): number {
    const end = this.#endOfStars(at + 1);
    const isRest = end - at > 2 && this.#pattern[end] !== "/" && this.#endsSegment(end);
    const before = this.#current;
    this.#consume((code) => code === SLASH);
    for (const skip of skips) this.#states[skip].also.push(this.#current);
    if (!isRest) return at + 1;
    // `a/**` is everything in the folder; outside ignore files it is also the folder itself.
    this.#loop(anyCode);
    if (this.#syntax === "glob") this.#states[before].also.push(this.#current);
    return end;
  }

  #readBrace(at: number, skips: readonly number[]): number {
    const group = this.#groups.at(-1);
    if (this.#pattern[at] === "{") {
      this.#groups.push({ open: this.#current, ends: [], skips: [] });
      this.#branch(this.#current);
    } else if (group) {
      group.ends.push(this.#current);
      group.skips.push(...skips);
      if (this.#pattern[at] === ",") this.#branch(group.open);
      else {
        this.#groups.pop();
        this.#current = this.#add();
        for (const end of group.ends) this.#states[end].also.push(this.#current);
        this.#skips = group.skips;
      }
    }
    return at + 1;
  }

  #endOfStars(at: number): number {
    let end = at;
    while (this.#pattern[end] === "*") end++;
    return end;
  }

  /** Whether a name ends here, also when the rest of the pattern stands behind braces. */
  #endsSegment(at: number): boolean {
    let end = at;
    while (end < this.#pattern.length && this.#pattern[end] !== "/") {
      const close = this.#pattern[end] === "{" ? undefined : this.#braces.get(end);
      if (close === undefined) return false;
      end = close + 1;
    }
    return true;
  }

  #literal(at: number): number {
    const wanted = this.#pattern.codePointAt(at) ?? 0;
    this.#consume((code) => code === wanted);
    return at + (wanted > 0xffff ? 2 : 1);
  }

  /** A pattern that git takes for broken matches nothing. */
  #fail(): number {
    this.#consume(() => false);
    return this.#pattern.length;
  }

  #consume(test: CharTest): void {
    const from = this.#current;
    this.#current = this.#add();
    this.#consumeFrom(from, { test, next: this.#current });
  }

  #loop(test: CharTest): void {
    const loop = this.#add();
    this.#states[this.#current].also.push(loop);
    this.#consumeFrom(loop, { test, next: loop });
    this.#current = this.#add();
    this.#states[loop].also.push(this.#current);
  }

  #branch(from: number): void {
    this.#current = this.#add();
    this.#states[from].also.push(this.#current);
  }

  #join(state: number): void {
    this.#states[this.#current].also.push(state);
  }

  #consumeFrom(state: number, edge: { test: CharTest; next: number }): void {
    Object.assign(this.#states[state], edge);
  }

  #add(): number {
    return this.#states.push({ also: [], alsoAtStart: [], test: null, next: 0 }) - 1;
  }
}

/** The positions of all braces and commas that form alternatives, each with the position of its closing brace. */
function pairBraces(pattern: string): Map<number, number> {
  const pairs = new Map<number, number>();
  const open: number[][] = [];
  const classes = new ClassReader(pattern);
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at];
    if (char === "\\") at++;
    else if (char === "[") at = (classes.read(at)?.end ?? at + 1) - 1;
    else if (char === "{") open.push([at]);
    else if (char === ",") open.at(-1)?.push(at);
    else if (char === "}") {
      const marks = open.pop() ?? [];
      // Braces without a comma stand for themselves.
      if (marks.length > 1) { for (const mark of [...marks, at]) pairs.set(mark, at); }
    }
  }
  return pairs;
}
