const MODE = 0o600;

/** Replaces a file atomically: a reader sees the old content or the new one. */
export async function replaceFile(path: string, content: Uint8Array): Promise<void> {
  const draft = `${path}.${Deno.pid}.${crypto.randomUUID()}.tmp`;
  try {
    const file = await Deno.open(draft, { write: true, createNew: true, mode: MODE });
    try {
      for (let done = 0; done < content.length;) done += await file.write(content.subarray(done));
      await file.syncData();
    } finally {
      file.close();
    }
    // An unusual umask of the process may have removed some bits.
    if (Deno.build.os !== "windows") await Deno.chmod(draft, MODE);
    await Deno.rename(draft, path);
  } catch (error) {
    await Deno.remove(draft).catch(() => undefined);
    throw error;
  }
}
