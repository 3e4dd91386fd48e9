/** What hosts of a project sent without effect, for `doctor`: hosts of Claude Code expect an empty stderr. */
import { isObject } from "../model/json.ts";
import { replaceFile } from "./replace_file.ts";
import { makePrivateFolder, projectFolder, type StorePaths } from "./store_paths.ts";

/** Something that a host sent and the program does not know. */
export interface UnknownInput {
  dialect: string;
  /** Such as `the field x of a user line`; never a value. */
  what: string;
  /** When it was sent last, in milliseconds. */
  at: number;
}

/** More of them say nothing new. */
const MAX_ENTRIES = 50;
const MAX_BYTES = 64 * 1024;

/** The file of a project. */
export function unknownInputFile(paths: StorePaths): string {
  return `${projectFolder(paths)}/unknown_input.json`;
}

/** The entries of a project, newest first. A file that is missing or damaged has none. */
export async function readUnknownInput(file: string): Promise<UnknownInput[]> {
  let value: unknown;
  try {
    const { size } = await Deno.stat(file);
    value = size > MAX_BYTES ? null : JSON.parse(await Deno.readTextFile(file));
  } catch {
    // Nothing was sent yet, or another program has written here.
    return [];
  }
  if (!Array.isArray(value)) return [];
  return value.filter((entry): entry is UnknownInput =>
    isObject(entry) && typeof entry.dialect === "string" && typeof entry.what === "string" &&
    typeof entry.at === "number" && Number.isFinite(new Date(entry.at).getTime())
  ).slice(0, MAX_ENTRIES);
}

/** Adds entries to a project's file; the newest ones are kept. Throws the error of the file system. */
export async function keepUnknownInput(file: string, entries: readonly UnknownInput[]): Promise<void> {
  const isNew = ({ dialect, what }: UnknownInput): boolean =>
    !entries.some((entry) => entry.dialect === dialect && entry.what === what);
  const kept = [...entries, ...(await readUnknownInput(file)).filter(isNew)];
  const text = JSON.stringify(kept.slice(0, MAX_ENTRIES), null, 1);
  await makePrivateFolder(file.slice(0, file.lastIndexOf("/")));
  await replaceFile(file, new TextEncoder().encode(`${text}\n`));
}
