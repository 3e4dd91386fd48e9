import { dirname, isInside, join, realPathSync, resolve } from "../path/mod.ts";
import { exists } from "./exists.ts";
import { type FileText, readValueFile } from "./value_file.ts";

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
}

/** The context files, and those that were left out, each with a warning. */
export interface ContextFiles {
  files: ContextFile[];
  leftOut: { path: string; reason: string }[];
  warnings: string[];
}

/** The default of the setting `context.fileName`. */
const CONTEXT_NAMES: readonly string[] = ["QWEN.md", "AGENTS.md", "CLAUDE.md", "GEMINI.md"];

/** Most bytes of a context file of a sub-folder. */
const NESTED_BYTES = 64 * 1024;

/** Reads context files: the user's, then from the git root down to the working folder, so that the nearest comes last. */
export async function readContextFiles(options: ContextOptions): Promise<ContextFiles> {
  const { maxBytes = 256 * 1024, maxTotalBytes = 1024 * 1024 } = options;
  const names = (options.names ?? CONTEXT_NAMES).filter(isPlainName);
  const folders = [resolve(options.home), ...projectFolders(resolve(options.cwd))];
  const paths = [...new Set(folders.flatMap((folder) => names.map((name) => join(folder, name))))];
  const project = realFolder(folders[1]);
  const isOwn = (path: string): boolean => dirname(path) === folders[0];
  const read = await Promise.all(
    paths.map((path) => isOwn(path) ? null : outsideOf(project, path)).map((outside, index) =>
      outside ?? readValueFile(paths[index], { regularOnly: true, maxBytes })
    ),
  );
  const files: ContextFile[] = [];
  const leftOut: ContextFiles["leftOut"] = [];
  const seen = new Map<string, string>();
  let total = 0;
  for (const [index, file] of read.entries()) {
    const path = paths[index];
    if (file.kind === "missing") continue;
    const text = file.kind === "text" ? file.text.trim() : "";
    const real = realFolder(path);
    const same = seen.get(real);
    total += text.length;
    const reason = file.kind !== "text"
      ? file.message
      : text === ""
      ? "it is empty"
      : same !== undefined
      ? `it is the same file as ${same}`
      : total > maxTotalBytes
      ? `context files together exceed ${maxTotalBytes} bytes`
      : null;
    if (reason !== null) leftOut.push({ path, reason });
    else files.push({ path, text });
    seen.set(real, path);
  }
  const isHarmless = /^it is (empty|the same file)/;
  const warnings = leftOut.filter(({ reason }) => !isHarmless.test(reason))
    .map(({ path, reason }) => `Left out ${path}: ${reason}`);
  return { files, leftOut, warnings };
}

/** A context file of a folder below the working folder, for a conversation that has come there. */
export async function readNestedContext(
  folder: string,
  { cwd, names = CONTEXT_NAMES }: { cwd: string; names?: readonly string[] },
): Promise<ContextFile[]> {
  const project = realFolder(gitRootOf(cwd) ?? cwd);
  const paths = names.filter(isPlainName).map((name) => join(folder, name));
  const found: ContextFile[] = [];
  const seen = new Set<string>();
  for (const path of paths) {
    const file = outsideOf(project, path) ?? await readValueFile(path, { regularOnly: true, maxBytes: NESTED_BYTES });
    const real = realFolder(path);
    if (file.kind !== "text" || file.text.trim() === "" || seen.has(real)) continue;
    seen.add(real);
    found.push({ path, text: file.text.trim() });
  }
  return found;
}

/** Why a file of a project is left out: a link must not bring any file of the machine into the prompt. */
function outsideOf(project: string, path: string): FileText | null {
  try {
    const real = realPathSync(path);
    return isInside(real, project)
      ? null
      : { kind: "unreadable", message: `it is a link that leads out of the project, to ${real}` };
  } catch {
    // A missing file is reported by the one who reads it.
    return null;
  }
}

function realFolder(path: string): string {
  try {
    return realPathSync(path);
  } catch {
    // A missing folder has no files.
    return path;
  }
}

/** A name with a path in it could bring any file of the machine into the prompt. */
function isPlainName(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && !/[/\\\0]/.test(name);
}

/** The folders from the git root down to the working folder; only the working folder outside of a repository. */
function projectFolders(cwd: string): string[] {
  const root = gitRootOf(cwd);
  const folders = [cwd];
  while (root !== null && folders[0] !== root) folders.unshift(dirname(folders[0]));
  return folders;
}

/** The root of the repository that a folder belongs to; null outside of one. */
export function gitRootOf(cwd: string): string | null {
  let folder = cwd;
  while (!exists(join(folder, ".git"))) {
    const parent = dirname(folder);
    if (parent === folder) return null;
    folder = parent;
  }
  return folder;
}
