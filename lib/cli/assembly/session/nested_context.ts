import { dirname } from "../../../path/mod.ts";
import { defined } from "../../../config/defined.ts";
import { readNestedContext } from "../../../config/context_files.ts";
import type { NestedContext } from "../../../engine/session/session_parts.ts";
import type { RunConfig } from "../config/load_config.ts";

const MAX_FOLDERS = 32;

/** Finds the context files of the folders between the working folder and a file; undefined where none are read. */
export function nestedContext({ flags, settings, cwd }: RunConfig): NestedContext | undefined {
  if (flags.bare || flags.safeMode) return undefined;
  const names = settings.get("context.fileName");
  return async (path, known) => {
    const texts: string[] = [];
    for (const folder of foldersBetween(cwd, path)) {
      if (known.has(folder)) continue;
      known.add(folder);
      for (const file of await readNestedContext(folder, { cwd, ...defined({ names }) })) {
        texts.push(`Instructions for ${folder}, from ${file.path}:\n${file.text}`);
      }
    }
    return texts;
  };
}

/** The folders below the working folder that hold a path, outer ones first. */
function foldersBetween(cwd: string, path: string): string[] {
  const folders: string[] = [];
  for (let folder = dirname(path); folder.startsWith(`${cwd}/`); folder = dirname(folder)) folders.unshift(folder);
  return folders.slice(0, MAX_FOLDERS);
}
