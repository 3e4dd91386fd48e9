/** Replaces a file in one step: a reader sees the old content or the new one, never a part. */
export async function replaceFile(path: string, content: Uint8Array, mode = 0o600): Promise<void> {
  const draft = `${path}.${Deno.pid}.${crypto.randomUUID()}.tmp`;
  try {
    const file = await Deno.open(draft, { write: true, createNew: true, mode });
    try {
      for (let done = 0; done < content.length;) done += await file.write(content.subarray(done));
      await file.syncData();
    } finally {
      file.close();
    }
    // The mask of the process may have taken bits away that the file had before.
    if (Deno.build.os !== "windows") await Deno.chmod(draft, mode);
    await Deno.rename(draft, path);
  } catch (error) {
    await Deno.remove(draft).catch(() => undefined);
    throw error;
  }
}
