import type { QwenError } from "../../model/problem.ts";
import { isBigFolder } from "../../search/big_folder.ts";
import { isSame, refusal, replaced, systemFailure } from "./paths/path_checks.ts";

/** The most entries of a folder that can be listed. */
const MAX_ENTRIES = 100_000;

/** An entry of a folder. */
export interface Entry {
  name: string;
  isDirectory: boolean;
  isSymlink: boolean;
}

/** The entries of a folder, sorted by name. */
export function entriesOf(path: string, folder: string): Entry[] {
  const entries: Entry[] = [];
  for (const { name, isDirectory, isSymlink } of Deno.readDirSync(folder)) {
    entries.push({ name, isDirectory, isSymlink });
    if (entries.length > MAX_ENTRIES) throw tooMany(path);
  }
  return entries.sort((a, b) => a.name < b.name ? -1 : 1);
}

/** The same of a folder that is held open. A folder with more entries than can be listed is not read to its end. */
export function heldEntriesOf(path: string, descriptor: string): Entry[] | Promise<Entry[]> {
  return isBigFolder(Deno.statSync(descriptor)) ? manyEntriesOf(path, descriptor) : entriesOf(path, descriptor);
}

async function manyEntriesOf(path: string, descriptor: string): Promise<Entry[]> {
  const before = Deno.statSync(descriptor);
  const entries: Entry[] = [];
  try {
    for await (const { name, isDirectory, isSymlink } of Deno.readDir(descriptor)) {
      entries.push({ name, isDirectory, isSymlink });
      if (entries.length > MAX_ENTRIES) throw tooMany(path);
    }
    // The descriptor was held all the time; another folder behind it would be a fault of ours.
    if (!isSame(before, Deno.statSync(descriptor))) throw replaced(path);
  } catch (error) {
    throw systemFailure(path, error);
  }
  return entries.sort((a, b) => a.name < b.name ? -1 : 1);
}

function tooMany(path: string): QwenError {
  return refusal(path, { reason: `it has more than ${MAX_ENTRIES} entries`, hint: "List a smaller folder." });
}
