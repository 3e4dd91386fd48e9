/** How a search reaches files: synchronously, because a trip to another thread takes longer than a path lookup. */
export interface FileAccess {
  readDirSync(path: string): Iterable<Deno.DirEntry>;
  /** Reads a folder piece by piece. */
  readDir(path: string): AsyncIterable<Deno.DirEntry>;
  lstatSync(path: string): Deno.FileInfo;
  openSync(path: string): Deno.FsFile;
}

/** The file system without further checks. */
export const DENO_FILES: FileAccess = {
  readDirSync: (path) => Deno.readDirSync(path),
  readDir: (path) => Deno.readDir(path),
  lstatSync: (path) => Deno.lstatSync(path),
  openSync: (path) => Deno.openSync(path, { read: true }),
};

/** Reads the first bytes of a file into a buffer and returns how many there are. */
export function fill(file: Deno.FsFile, buffer: Uint8Array): number {
  let length = 0;
  while (length < buffer.length) {
    const count = file.readSync(buffer.subarray(length));
    if (count === null) break;
    length += count;
  }
  return length;
}

/** Whether an error concerns one file only, so that a search can go on without it. */
export function isOutOfReach(error: unknown): boolean {
  const { NotFound, NotADirectory, IsADirectory, PermissionDenied, NotCapable, FilesystemLoop } = Deno.errors;
  return [NotFound, NotADirectory, IsADirectory, PermissionDenied, NotCapable, FilesystemLoop].some((kind) =>
    error instanceof kind
  );
}
