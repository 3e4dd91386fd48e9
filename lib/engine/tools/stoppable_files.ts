import type { FileInfo, Files } from "../../model/mod.ts";

/** Files that refuse writes once the call was cancelled: cancel means stopped. */
export function stoppable(files: Files, signal: AbortSignal): Files {
  return {
    resolve: (path, purpose) => files.resolve(path, purpose),
    read: (path, limits) => files.read(path, limits),
    stat: (path) => files.stat(path),
    examine: (path, purpose) => files.examine(path, purpose),
    list: (path) => files.list(path),
    search: files.search,
    write(path, content): Promise<FileInfo> {
      signal.throwIfAborted();
      return files.write(path, content);
    },
    change(changes): Promise<(FileInfo | null)[]> {
      signal.throwIfAborted();
      return files.change(changes);
    },
  };
}
