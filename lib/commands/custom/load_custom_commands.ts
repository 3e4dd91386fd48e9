import type { SlashCommand } from "../slash_command.ts";
import { customCommand } from "./custom_command.ts";
import { parseMarkdownPrompt, parseTomlPrompt, type PromptFile } from "./prompt_file.ts";
import { hasShellBlocks, parseTemplate } from "./prompt_template.ts";

/** A folder with prompt files. */
export interface CommandFolder {
  path: string;
  source: "user" | "project";
  /** Whether shell blocks and a choice of model take effect. A folder of the user is always trusted. */
  isTrusted: boolean;
}

/** The commands found, and the files that were skipped. */
export interface CustomCommands {
  commands: SlashCommand[];
  ignored: { path: string; reason: string }[];
  /** Files that became commands. */
  used: string[];
}

const MAX_FILES = 500;
const MAX_BYTES = 256 * 1024;
const MAX_DEPTH = 8;

/**
 * Reads `*.md` and `*.toml` below folders into commands named `folder:file`. An earlier folder wins over a later one, a
 * name in `taken` is never replaced. A missing folder is not an error.
 */
export async function loadCustomCommands(
  folders: readonly CommandFolder[],
  taken: ReadonlySet<string>,
): Promise<CustomCommands> {
  const commands = new Map<string, SlashCommand>();
  const ignored: CustomCommands["ignored"] = [];
  const used: string[] = [];
  for (const folder of folders) {
    const files = await promptFiles(folder);
    for (const file of files.slice(0, MAX_FILES)) {
      const name = file.replace(/\.(md|toml)$/i, "").split("/").join(":");
      const path = `${folder.path}/${file}`;
      const reason = commands.has(name) || taken.has(name.toLowerCase())
        ? `/${name} exists already`
        : await load(name, { path, folder, commands });
      if (reason) ignored.push({ path, reason });
      else used.push(path);
    }
    if (files.length > MAX_FILES) {
      ignored.push({ path: folder.path, reason: `only the first ${MAX_FILES} files are read` });
    }
  }
  return { commands: [...commands.values()], ignored, used };
}

/** Loads one file; returns why it was skipped, or null. */
async function load(
  name: string,
  { path, folder, commands }: { path: string; folder: CommandFolder; commands: Map<string, SlashCommand> },
): Promise<string | null> {
  if (/\s/.test(name)) return "a command name cannot contain white space";
  let prompt: PromptFile | null;
  try {
    const { isFile, size } = await Deno.stat(path);
    if (!isFile) return "it is not a regular file";
    if (size > MAX_BYTES) return `it is larger than ${MAX_BYTES / 1024} KiB`;
    const text = await Deno.readTextFile(path);
    prompt = path.toLowerCase().endsWith(".toml") ? await parseTomlPrompt(text) : await parseMarkdownPrompt(text);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  if (!prompt || prompt.template === "") return "it has no prompt";
  const isTrusted = folder.source === "user" || folder.isTrusted;
  if (!isTrusted && hasShellBlocks(parseTemplate(prompt.template))) {
    return "it runs shell commands and the project is not trusted (--trust-project)";
  }
  commands.set(name, customCommand(name, isTrusted ? prompt : { ...prompt, model: null }));
  return null;
}

/** Relative paths of the prompt files of a folder, sorted. Links in a project are not followed. */
async function promptFiles(folder: CommandFolder): Promise<string[]> {
  const found: string[] = [];
  const walk = async (relative: string, depth: number): Promise<void> => {
    for await (const entry of Deno.readDir(`${folder.path}/${relative}`)) {
      if (found.length > MAX_FILES) return;
      if (entry.isSymlink && folder.source === "project") continue;
      if (entry.isDirectory && depth < MAX_DEPTH) await walk(`${relative}${entry.name}/`, depth + 1);
      else if (!entry.isDirectory && /\.(md|toml)$/i.test(entry.name)) found.push(`${relative}${entry.name}`);
    }
  };
  try {
    if (folder.source === "project" && await leadsElsewhere(folder.path)) return [];
    await walk("", 1);
  } catch (error) {
    const isAbsent = error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory;
    if (!isAbsent && !(error instanceof Deno.errors.PermissionDenied)) throw error;
  }
  return found.sort();
}

/** Whether `.qwen` or `commands` is a symbolic link, which could expose files outside the project. */
async function leadsElsewhere(path: string): Promise<boolean> {
  const parent = path.slice(0, path.lastIndexOf("/"));
  const links = await Promise.all([path, parent].map((folder) => Deno.lstat(folder)));
  return links.some((info) => info.isSymlink);
}
