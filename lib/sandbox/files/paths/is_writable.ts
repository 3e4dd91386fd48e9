/** Whether this process can create files in a folder, as far as that can be known without creating one. */
export function isWritable(folder: string): boolean {
  try {
    const { mode, uid, atime, mtime } = Deno.statSync(folder);
    const own = Deno.uid();
    if (own !== null && own !== 0 && mode !== null && (mode & (uid === own ? 0o200 : 0o022)) === 0) return false;
    // Setting the times that it has changes nothing, but fails on a read-only file system.
    if (atime && mtime) Deno.utimeSync(folder, atime, mtime);
    return true;
  } catch (error) {
    // Only the owner may set times; anything else will be reported by the first write.
    return !(error instanceof Error && /read-only/i.test(error.message));
  }
}
