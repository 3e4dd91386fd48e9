/** The entries of git's index that can make a read-only command do more than read. */

const MAX_BYTES = 64 * 1024 * 1024;
const SIGNATURE = 0x44495243;
const HASH_BYTES = 20;
const MODE_AT = 24;
const FLAGS_AT = 60;
const EXTENDED = 0x4000;
const KIND_MASK = 0o170000;
const FILE = 0o100000;
const LINK = 0o120000;

/** The last result: a large index takes long to read and is needed several times for one command. */
let last: { stamp: string; isForeign: boolean } | null = null;

/** Whether an index has entries of other repositories, or cannot be understood. A missing index has none. */
export function hasForeignEntries(path: string): boolean {
  try {
    const { isFile, size, mtime, ino, dev } = Deno.statSync(path);
    // Reading a pipe would block.
    if (!isFile || size > MAX_BYTES) return true;
    const stamp = [path, dev, ino, size, mtime?.getTime()].join(" ");
    if (last?.stamp !== stamp) last = { stamp, isForeign: isForeign(Deno.readFileSync(path)) };
    return last.isForeign;
  } catch (error) {
    // A truncated or unreadable index is not understood.
    return !(error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory);
  }
}

function isForeign(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const version = view.getUint32(4);
  if (view.getUint32(0) !== SIGNATURE || version < 2 || version > 4) return true;
  const count = view.getUint32(8);
  let at = 12;
  for (let entry = 0; entry < count; entry++) {
    const start = at;
    const kind = view.getUint32(start + MODE_AT) & KIND_MASK;
    // A submodule: git enters it and trusts its configuration. Any other kind means a misread index.
    if (kind !== FILE && kind !== LINK) return true;
    const isExtended = (view.getUint16(start + FLAGS_AT) & EXTENDED) !== 0;
    at = start + FLAGS_AT + (isExtended ? 4 : 2);
    if (version === 4) { while (view.getUint8(at++) >= 128); }
    at = bytes.indexOf(0, at);
    if (at < 0) return true;
    at = version === 4 ? at + 1 : start + ((at - start + 8) & ~7);
  }
  return hasForeignExtension(view, at);
}

/** Whether an extension moves entries to another file, or is unknown. */
function hasForeignExtension(view: DataView, from: number): boolean {
  const end = view.byteLength - HASH_BYTES;
  let at = from;
  while (at < end) {
    const name = String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));
    if (name === "link" || name === "sdir" || !/^[A-Za-z]{4}$/.test(name)) return true;
    at += 8 + view.getUint32(at + 4);
  }
  return at !== end;
}
