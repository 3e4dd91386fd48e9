import { assertEquals } from "@std/assert";
import { DENO_FILES } from "../../../lib/search/file_access.ts";
import { PatternError } from "../../../lib/search/pattern/syntax.ts";
import { searchEntries, searchLines } from "../../../lib/search/run_search.ts";
import type { SearchScope } from "../../../lib/search/walk.ts";
import { Random } from "./random.ts";
import { makePattern, makeTree, type SearchTree } from "./search_case.ts";

/** How many cases to run, and where they come from. */
export interface CompareOptions {
  seed: number;
  /** Ends after so many cases or so many seconds. */
  cases: number;
  seconds: number;
  patternsPerTree: number;
}

/** Compares our search with ripgrep and our ignore rules with git on generated cases; returns how many it compared. */
export async function compareSearches(options: CompareOptions): Promise<number> {
  const until = performance.now() + options.seconds * 1000;
  let done = 0;
  for (let tree = 0; done < options.cases && performance.now() < until; tree++) {
    const seed = options.seed + tree;
    done += await compareTree(seed, options.patternsPerTree);
  }
  return done;
}

async function compareTree(seed: number, patterns: number): Promise<number> {
  const random = new Random(seed);
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "search_fuzz_" }));
  try {
    await writeTree(root, makeTree(random));
    await compareIgnores(root, seed);
    const compared = await Promise.all(Array.from({ length: patterns }, async () => {
      const query = { pattern: makePattern(random), ignoreCase: random.chance(0.7) };
      const theirs = await searchedByRipgrep(root, query);
      const ours = searchedByUs(root, query);
      // A pattern that ripgrep refuses is no case: we may accept it, because our size limit is another.
      if (theirs === null) return 0;
      assertEquals(ours, theirs, `seed ${seed}, ${JSON.stringify(query)}`);
      return 1;
    }));
    return compared.reduce((sum: number, one) => sum + one, 0);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

async function writeTree(root: string, { files, links }: SearchTree): Promise<void> {
  for (const [path, bytes] of files) {
    await Deno.mkdir(`${root}/${path.slice(0, path.lastIndexOf("/") + 1)}`, { recursive: true });
    await Deno.writeFile(`${root}/${path}`, bytes);
  }
  for (const [path, target] of links) {
    await Deno.mkdir(`${root}/${path.slice(0, path.lastIndexOf("/") + 1)}`, { recursive: true });
    await Deno.symlink(target, `${root}/${path}`);
  }
}

interface Query {
  pattern: string;
  ignoreCase: boolean;
}

/** Matching lines as `path:line`, sorted. */
function searchedByUs(root: string, query: Query): string[] | null {
  const wanted = { ...query, multiline: false, before: 0, after: 0, limit: 100_000 };
  const found: string[] = [];
  try {
    const run = searchLines(scopeOf(root), wanted, { access: DENO_FILES });
    for (const batch of run) {
      if (batch instanceof Promise) throw new Error("No folder of a case is big");
      for (const { path, matches, file } of batch) {
        file.close();
        found.push(...matches.map(({ line }) => `${path.slice(root.length + 1)}:${line}`));
      }
    }
  } catch (error) {
    if (error instanceof PatternError) return null;
    throw error;
  }
  return found.sort();
}

async function searchedByRipgrep(root: string, { pattern, ignoreCase }: Query): Promise<string[] | null> {
  const flags = ["--json", "--no-config", "--no-messages", "--no-ignore-global", "--hidden", "-g", "!.git"];
  const own = ["--ignore-file", ".qwenignore", ignoreCase ? "--ignore-case" : "--case-sensitive"];
  const { code, stdout } = await new Deno.Command("rg", {
    args: [...flags, ...own, "-e", pattern, "--", "./"],
    cwd: root,
    stdin: "null",
    stderr: "null",
  }).output();
  const found: string[] = [];
  let file: string[] = [];
  for (const line of new TextDecoder().decode(stdout).split("\n")) {
    if (line === "") continue;
    const { type, data } = JSON.parse(line);
    if (type === "match") file.push(`${String(data.path.text).replace(/^\.\//, "")}:${data.line_number}`);
    if (type !== "end") continue;
    if (data.binary_offset === null) found.push(...file);
    file = [];
  }
  return code === 2 && found.length === 0 ? null : found.sort();
}

function scopeOf(root: string): SearchScope {
  return { path: root, root, above: [], globs: [], ignores: { git: true, own: true } };
}

/** Compares the files that our rules leave with those that git does not ignore. */
async function compareIgnores(root: string, seed: number): Promise<void> {
  const isRepository = await Deno.stat(`${root}/.git`).then(() => true, () => false);
  const isNested = await Deno.stat(`${root}/vendor/.git`).then(() => true, () => false);
  if (!isRepository || isNested) return;
  await git(["init", "-q", "--template="], { cwd: root });
  const list = (ignores: { git: boolean; own: boolean }): string[] => {
    const query = { order: "path" as const, limit: 100_000, folders: false };
    const run = searchEntries({ ...scopeOf(root), ignores }, query, { access: DENO_FILES });
    for (let step = run.next();; step = run.next()) {
      if (step.done) return step.value.entries.map(({ path }) => path.slice(root.length + 1));
    }
  };
  const all = list({ git: false, own: false });
  const ignored = new Set(
    (await git(["check-ignore", "-z", "--no-index", "--stdin"], { cwd: root, input: all.join("\0") })).split("\0"),
  );
  assertEquals(list({ git: true, own: false }), all.filter((path) => !ignored.has(path)), `seed ${seed}, check-ignore`);
}

async function git(args: readonly string[], { cwd, input = "" }: { cwd: string; input?: string }): Promise<string> {
  const child = new Deno.Command("git", {
    args: ["-c", "core.excludesFile=/dev/null", ...args],
    cwd,
    env: { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input));
  await writer.close();
  const { code, stdout, stderr } = await child.output();
  if (code > 1) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}
