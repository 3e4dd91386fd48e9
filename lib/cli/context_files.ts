import { dirname } from "@std/path/dirname";
import { join } from "@std/path/join";
import { resolve } from "@std/path/resolve";
import type { Glance } from "../sandbox/glance.ts";
import { isThere } from "../sandbox/is_there.ts";
import { readValueFile } from "./value_file.ts";

/** A file of standing instructions. */
export interface ContextFile {
  path: string;
  text: string;
}

/** Where context files are looked for. */
export interface ContextOptions {
  cwd: string;
  /** The user's own folder, whose files come first. */
  home: string;
  /** Names to look for; each that exists is read. */
  names?: readonly string[];
  /** Most bytes of one file. */
  maxBytes?: number;
  /** Most bytes of all files together. */
  maxTotalBytes?: number;
  /** What is known to be absent. */
  glance?: Glance;
}

/** The context files, and what was left out. */
export interface ContextFiles {
  files: ContextFile[];
  warnings: string[];
}

/** Names that are looked for unless the setting `context.fileName` says otherwise. */
const CONTEXT_NAMES: readonly string[] = ["QWEN.md", "AGENTS.md"];

/** Reads context files: the user's, then from the git root down to the working folder, so that the nearest comes last. */
export async function readContextFiles(options: ContextOptions): Promise<ContextFiles> {
  const { maxBytes = 256 * 1024, maxTotalBytes = 1024 * 1024, glance } = options;
  const names = (options.names ?? CONTEXT_NAMES).filter(isPlainName);
  const folders = [resolve(options.home), ...projectFolders(resolve(options.cwd), glance)];
  const named = new Set(folders.flatMap((folder) => names.map((name) => join(folder, name))));
  const paths = [...named].filter((path) => !glance?.isAbsent(path));
  const read = await Promise.all(paths.map((path) => readValueFile(path, { regularOnly: true, maxBytes })));
  const found: ContextFiles = { files: [], warnings: [] };
  let total = 0;
  for (const [index, file] of read.entries()) {
    const path = paths[index];
    if (file.kind === "missing") continue;
    if (file.kind !== "text") {
      found.warnings.push(`Left out ${path}: ${file.message}`);
      continue;
    }
    const text = file.text.trim();
    if (text === "") continue;
    total += text.length;
    if (total > maxTotalBytes) {
      found.warnings.push(`Left out ${path}: context files together exceed ${maxTotalBytes} bytes`);
      break;
    }
    found.files.push({ path, text });
  }
  return found;
}

/** A name that points elsewhere could bring any file of the machine into the prompt. */
function isPlainName(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && !/[/\\\0]/.test(name);
}

/** The folders from the git root down to the working folder; only the working folder outside of a repository. */
function projectFolders(cwd: string, glance: Glance | undefined): string[] {
  const folders = [cwd];
  for (let folder = cwd; !isThere(join(folder, ".git"), glance);) {
    const parent = dirname(folder);
    if (parent === folder) return [cwd];
    folders.unshift(parent);
    folder = parent;
  }
  return folders;
}
