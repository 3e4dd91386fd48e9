import type { Skill } from "../model/project_file.ts";
import { readFrontMatter } from "../stream/front_matter.ts";
import { readValueFile } from "./value_file.ts";

/** A folder with a folder for each skill. */
export interface SkillFolder {
  path: string;
  /** Whether a project brought it; its symbolic links are then not followed. */
  isProject: boolean;
  /** Whether its skills may grant permissions. */
  isTrusted: boolean;
}

/** The skills that were read, and each file with what became of it. */
export interface SkillFiles {
  skills: Skill[];
  files: { path: string; taken: boolean; reason?: string }[];
}

const MAX_SKILLS = 200;
const MAX_BYTES = 256 * 1024;

/** Reads `NAME/SKILL.md` of several folders; an earlier folder wins. A missing folder has none. */
export async function readSkillFolders(folders: readonly SkillFolder[]): Promise<SkillFiles> {
  const found: SkillFiles = { skills: [], files: [] };
  for (const folder of folders) {
    for (const name of await foldersIn(folder)) {
      const path = `${folder.path}/${name}/SKILL.md`;
      const read = await readSkill(path, { name, folder });
      if (read === null) continue;
      const isKnown = found.skills.some((skill) => skill.name === name);
      const reason = typeof read === "string" ? read : isKnown ? `the skill ${name} exists already` : null;
      if (reason !== null) found.files.push({ path, taken: false, reason });
      else if (typeof read !== "string") {
        found.skills.push(read.skill);
        found.files.push({ path, taken: true, ...(read.remark ? { reason: read.remark } : {}) });
      }
    }
  }
  return found;
}

async function foldersIn({ path, isProject }: SkillFolder): Promise<string[]> {
  const names: string[] = [];
  try {
    if (isProject && await leadsElsewhere(path)) return [];
    for await (const { name, isDirectory, isSymlink } of Deno.readDir(path)) {
      if (isDirectory || (isSymlink && !isProject)) names.push(name);
    }
  } catch (error) {
    const isAbsent = error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory;
    if (!isAbsent && !(error instanceof Deno.errors.PermissionDenied)) throw error;
  }
  return names.sort().slice(0, MAX_SKILLS);
}

/** Whether the folder or the one above it is a symbolic link, which could expose files outside the project. */
async function leadsElsewhere(path: string): Promise<boolean> {
  const parent = path.slice(0, path.lastIndexOf("/"));
  const links = await Promise.all([path, parent].map((folder) => Deno.lstat(folder)));
  return links.some((info) => info.isSymlink);
}

/** One skill, why its file is not used, or null where there is none. */
async function readSkill(
  path: string,
  { name, folder }: { name: string; folder: SkillFolder },
): Promise<{ skill: Skill; remark: string | null } | string | null> {
  if (folder.isProject && await isLink(path)) return "it is a symbolic link";
  const file = await readValueFile(path, { regularOnly: true, maxBytes: MAX_BYTES });
  if (file.kind === "missing") return null;
  if (file.kind !== "text") return file.message;
  if (!/^[\w.-]+$/.test(name)) return "the name of a skill has only letters, digits, dots, dashes and underscores";
  try {
    return await parseSkill(file.text, { name, folder });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await Deno.lstat(path)).isSymlink;
  } catch {
    // A missing file is reported by the one who reads it.
    return false;
  }
}

async function parseSkill(
  text: string,
  { name, folder }: { name: string; folder: SkillFolder },
): Promise<{ skill: Skill; remark: string | null } | string> {
  if (!/^\uFEFF?---[ \t]*\r?\n/.test(text)) return "it does not begin with front matter between --- lines";
  const matter = await readFrontMatter(text);
  if (!matter) return "its front matter is not closed by a --- line";
  const description = [matter.values.get("description") ?? []].flat().join(" ").replace(/\s+/g, " ").trim();
  if (description === "") return "its front matter has no description";
  const listed = rulesOf(matter.values.get("allowed-tools"));
  const mayGrant = !folder.isProject || folder.isTrusted;
  const isHeld = listed.length > 0 && !mayGrant;
  return {
    skill: {
      name,
      description,
      body: matter.body.trim(),
      folder: `${folder.path}/${name}`,
      allowedTools: mayGrant ? listed : [],
    },
    remark: isHeld ? "Not used without --trust-project: allowed-tools" : null,
  };
}

/** Rules from a list or from a text with commas or spaces between them. */
function rulesOf(value: string | string[] | undefined): string[] {
  const texts = value === undefined ? [] : [value].flat();
  return texts.flatMap((text) => text.match(/[^\s,()]+(?:\([^)]*\))?/g) ?? []);
}
