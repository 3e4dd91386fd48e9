import { type ContentChange, type FileInfo, problemOf } from "../../model/mod.ts";
import { fail } from "../../model/problem.ts";

/** Changes files one at a time. */
export interface FileChanger {
  read(path: string): Promise<Uint8Array>;
  modeOf(path: string): number | null;
  write(path: string, content: Uint8Array, options: { mode?: number | null }): Promise<FileInfo>;
  remove(path: string): Promise<void>;
}

/** A file before its change; without content, there was none. */
interface Before {
  path: string;
  content: Uint8Array | null;
  mode: number | null;
}

/** Makes all changes in order. Where one fails, those before it are taken back. */
export async function changeFiles(
  files: FileChanger,
  changes: readonly ContentChange[],
): Promise<(FileInfo | null)[]> {
  const before: Before[] = [];
  for (const { path } of changes) {
    const mode = files.modeOf(path);
    before.push({ path, mode, content: mode === null ? null : await files.read(path) });
  }
  const done: (FileInfo | null)[] = [];
  try {
    for (const { path, content, like } of changes) {
      const mode = like === undefined ? null : modeBefore(like, { files, before });
      if (content !== null) done.push(await files.write(path, content, { mode }));
      else {
        await files.remove(path);
        done.push(null);
      }
    }
    return done;
  } catch (error) {
    await restore(files, before.slice(0, done.length).reverse());
    throw error;
  }
}

/** The permissions of a file before all changes: it may be gone by now. */
function modeBefore(path: string, { files, before }: { files: FileChanger; before: readonly Before[] }): number | null {
  const known = before.find((file) => file.path === path);
  return known ? known.mode : files.modeOf(path);
}

async function restore(files: FileChanger, changed: readonly Before[]): Promise<void> {
  for (const { path, content, mode } of changed) {
    try {
      if (content === null) await files.remove(path);
      else await files.write(path, content, { mode });
    } catch (error) {
      throw fail("tool_failed", `Cannot restore ${path} after a failed change: ${problemOf(error).message}`, {
        cause: error,
        hint: "Look at the file before you go on.",
      });
    }
  }
}
