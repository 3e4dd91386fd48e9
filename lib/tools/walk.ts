import { deferred } from "../model/deferred.ts";
import { join } from "@std/path/join";
import { relative } from "@std/path/relative";
import type { ToolContext } from "../model/ports.ts";
import { decodeText } from "./text_file.ts";
import { unlessRefused } from "./unless_refused.ts";

/** A file or folder that was found. */
export interface Found {
  path: string;
  /** From the folder where the walk began. */
  name: string;
  isDirectory: boolean;
}

/** How to walk. */
export interface WalkOptions {
  folder: string;
  /** Ignore files that are honoured. */
  ignoreFiles?: readonly string[];
}

/** Ignore files that are honoured unless a call says otherwise. */
export const IGNORE_FILES: readonly string[] = [".gitignore", ".qwenignore"];
/** Folders that are never walked into. */
const SKIPPED = new Set([".git", "node_modules"]);
/** The most entries one walk looks at. */
const MAX_VISITED = 200_000;
const MAX_IGNORE_BYTES = 256 * 1024;

/** Every file below a folder that no ignore file leaves out, in the order of their names. Links are not followed. */
export async function* walk(options: WalkOptions, context: ToolContext): AsyncGenerator<Found, void> {
  const names = options.ignoreFiles ?? IGNORE_FILES;
  const start = await IgnoreRules.above(options.folder, names, context);
  const pending = [{ folder: options.folder, rules: start }];
  let visited = 0;
  for (let next = pending.pop(); next; next = pending.pop()) {
    context.signal.throwIfAborted();
    const listing = context.files.list(next.folder);
    const entries = next.folder === options.folder ? await listing : await unlessRefused(listing);
    if (!entries) continue;
    const present = entries.map((entry) => entry.name).filter((name) => names.includes(name));
    const rules = await next.rules.with(next.folder, present, context);
    const folders: typeof pending = [];
    for (const entry of entries) {
      if (++visited > MAX_VISITED) return;
      const path = join(next.folder, entry.name);
      if (entry.isSymlink || rules.ignores(path, entry.isDirectory ? "folder" : "file")) continue;
      if (entry.isDirectory && SKIPPED.has(entry.name)) continue;
      yield { path, name: relative(options.folder, path), isDirectory: entry.isDirectory };
      if (entry.isDirectory) folders.push({ folder: path, rules });
    }
    pending.push(...folders.reverse());
  }
}

type Matcher = { test(path: string): { ignored: boolean; unignored: boolean } };

/** The ignore files that hold in a folder; deeper ones have the last word. */
export class IgnoreRules {
  readonly #levels: readonly { folder: string; matcher: Matcher }[];

  private constructor(levels: readonly { folder: string; matcher: Matcher }[]) {
    this.#levels = levels;
  }

  /** The rules of all folders of the workspace above this one. */
  static async above(folder: string, names: readonly string[], context: ToolContext): Promise<IgnoreRules> {
    let rules = new IgnoreRules([]);
    const root = context.roots.find((candidate) => folder === candidate || folder.startsWith(`${candidate}/`));
    if (root === undefined) return rules;
    const steps = relative(root, folder).split("/").filter((step) => step !== "");
    let current = root;
    for (const step of steps) {
      rules = await rules.with(current, names, context);
      current = join(current, step);
    }
    return rules;
  }

  /** These rules and those of the named files in a folder. */
  async with(folder: string, names: readonly string[], context: ToolContext): Promise<IgnoreRules> {
    const added: { folder: string; matcher: Matcher }[] = [];
    for (const name of names) {
      const path = join(folder, name);
      const info = await unlessRefused(context.files.stat(path));
      if (!info?.isFile) continue;
      const bytes = await unlessRefused(context.files.read(path, { maxBytes: MAX_IGNORE_BYTES }));
      const text = bytes ? decodeText(bytes)?.text ?? "" : "";
      const { default: ignore }: { default: typeof import("ignore") } = await import(deferred("ignore"));
      added.push({ folder, matcher: ignore().add(text) });
    }
    return added.length === 0 ? this : new IgnoreRules([...this.#levels, ...added]);
  }

  /** Whether a path is left out. */
  ignores(path: string, kind: "file" | "folder"): boolean {
    let isIgnored = false;
    for (const { folder, matcher } of this.#levels) {
      const name = relative(folder, path) + (kind === "folder" ? "/" : "");
      const { ignored, unignored } = matcher.test(name);
      if (ignored) isIgnored = true;
      if (unignored) isIgnored = false;
    }
    return isIgnored;
  }
}
