import { Glob } from "./glob.ts";

/** One line of an ignore file. */
interface IgnoreRule {
  glob: Glob;
  /** Whether the pattern matches the name alone, in any folder. */
  isName: boolean;
  onlyFolders: boolean;
  /** Whether it brings back what an earlier line left out. */
  isNegated: boolean;
}

/** The rules of one ignore file. Literal names and endings such as `*.log` are found without trying every rule. */
export class IgnoreList {
  readonly #rules: readonly IgnoreRule[];
  /** Positions of rules by the only name, path or extension that they match. */
  readonly #names = new Map<string, number[]>();
  readonly #paths = new Map<string, number[]>();
  readonly #extensions = new Map<string, number[]>();
  /** Positions of all other rules. */
  readonly #others: number[] = [];

  constructor(text: string) {
    const rules: IgnoreRule[] = [];
    for (const line of text.replace(/^\uFEFF/, "").split(/\r?\n/)) {
      const parsed = parseRule(line);
      if (!parsed) continue;
      this.#file(parsed.pattern, { isName: parsed.isName, at: rules.length });
      rules.push({ ...parsed, glob: new Glob(parsed.pattern, "ignore") });
    }
    this.#rules = rules;
  }

  get isEmpty(): boolean {
    return this.#rules.length === 0;
  }

  /** Whether an entry is left out; null when no rule matches. The path is relative to the folder of the file. */
  decide(path: string, isDirectory: boolean): boolean | null {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const dot = name.lastIndexOf(".");
    const applies = (at: number): boolean => isDirectory || !this.#rules[at].onlyFolders;
    let last = -1;
    const look = (positions: readonly number[] | undefined): void => {
      const found = positions?.findLast(applies);
      if (found !== undefined && found > last) last = found;
    };
    look(this.#names.get(name));
    look(this.#paths.get(path));
    if (dot >= 0) look(this.#extensions.get(name.slice(dot)));
    for (let i = this.#others.length - 1; i >= 0 && this.#others[i] > last; i--) {
      const { glob, isName } = this.#rules[this.#others[i]];
      if (applies(this.#others[i]) && glob.matches(isName ? name : path)) last = this.#others[i];
    }
    return last < 0 ? null : !this.#rules[last].isNegated;
  }

  #file(pattern: string, { isName, at }: { isName: boolean; at: number }): void {
    const extension = /^\*(\.[^*?[\]\\/.]+)$/.exec(pattern)?.[1];
    if (isName && extension !== undefined) add(this.#extensions, { key: extension, at });
    else if (/[*?[\\]/.test(pattern)) this.#others.push(at);
    else add(isName ? this.#names : this.#paths, { key: pattern, at });
  }
}

function add(map: Map<string, number[]>, { key, at }: { key: string; at: number }): void {
  const known = map.get(key);
  if (known) known.push(at);
  else map.set(key, [at]);
}

function parseRule(line: string): (Omit<IgnoreRule, "glob"> & { pattern: string }) | null {
  if (line.startsWith("#")) return null;
  let pattern = withoutTrailingSpaces(line);
  const isNegated = pattern.startsWith("!");
  if (isNegated) pattern = pattern.slice(1);
  const onlyFolders = pattern.endsWith("/");
  if (onlyFolders) pattern = pattern.slice(0, -1);
  const isName = !pattern.includes("/");
  if (pattern.startsWith("/")) pattern = pattern.slice(1);
  return pattern === "" ? null : { pattern, isName, onlyFolders, isNegated };
}

/** A line without the spaces at its end; one behind a backslash counts. */
function withoutTrailingSpaces(line: string): string {
  let end = line.length;
  while (line[end - 1] === " ") {
    let slashes = 0;
    while (line[end - 2 - slashes] === "\\") slashes++;
    if (slashes % 2 === 1) break;
    end--;
  }
  return line.slice(0, end);
}
