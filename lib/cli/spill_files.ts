import { join } from "@std/path/join";
import type { Spill } from "../stream/shrink.ts";

/** Keeps values that did not fit into their line, each in a private file named after its content. */
export function spillFiles(folder: string): Spill {
  const encoder = new TextEncoder();
  return async (text) => {
    const bytes = encoder.encode(text);
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    const sha256 = hash.toHex();
    const path = join(folder, `${sha256}.txt`);
    await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
    await Deno.writeFile(path, bytes, { mode: 0o600 });
    return { path, bytes: bytes.length, sha256 };
  };
}
