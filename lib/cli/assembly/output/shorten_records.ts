import { join } from "../../../path/mod.ts";
import { shrink, type Spill } from "../../../stream/shrink.ts";
import type { Shorten } from "../../../stream/record_writer.ts";

/**
 * Saves values that did not fit into their line, each in a private file named after its hash. Where the folder cannot be
 * written, the system's temporary folder is used; a value that cannot be saved at all has no path.
 */
function spillFiles(folder: string): Spill {
  const encoder = new TextEncoder();
  let place: Promise<string | null> | undefined;
  return async (text) => {
    const bytes = encoder.encode(text);
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    const sha256 = hash.toHex();
    const home = await (place ??= writable(folder));
    const path = home === null ? "" : join(home, `${sha256}.txt`);
    const isKept = path !== "" && await Deno.writeFile(path, bytes, { mode: 0o600 }).then(() => true, () => false);
    return { path: isKept ? path : "", bytes: bytes.length, sha256 };
  };
}

async function writable(folder: string): Promise<string | null> {
  try {
    await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
    return folder;
  } catch {
    // A read-only home must not end a run over a long line.
    return await Deno.makeTempDir({ prefix: "qwen-spill-" }).catch(() => null);
  }
}

/** Shortens records that are too long for a line, and saves the removed values in a folder. */
export function shortenRecords(folder: string): Shorten {
  const spill = spillFiles(folder);
  return async (record, maxBytes) => await shrink(record, { maxBytes, spill });
}
