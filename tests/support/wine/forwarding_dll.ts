/**
 * Writes a Windows library without code: each of its functions is one of another library. Wine before 9 lacks
 * `bcryptprimitives.dll`, of which Deno needs one function.
 */
const RVA = 0x1000;
const FILE_AT = 0x200;
const SECTION_BYTES = 0x200;
const HEADER_AT = 0x80;
const EXPORTS_BYTES = 40;
const encoder = new TextEncoder();

/** The bytes of a library for 64-bit Windows; `forwards` maps names to `LIBRARY.FUNCTION`. */
export function forwardingDll(name: string, forwards: Readonly<Record<string, string>>): Uint8Array {
  const rows = Object.entries(forwards).sort(([a], [b]) => a < b ? -1 : 1);
  const table = exportTable(name, rows);
  if (table.length > SECTION_BYTES) throw new RangeError("The library has too many functions for one section");
  const bytes = new Uint8Array(FILE_AT + SECTION_BYTES);
  const view = new DataView(bytes.buffer);
  const text = (at: number, value: string): void => bytes.set(encoder.encode(value), at);
  text(0, "MZ");
  view.setUint32(0x3c, HEADER_AT, true);
  text(HEADER_AT, "PE");
  const short = (at: number, value: number): void => view.setUint16(HEADER_AT + at, value, true);
  const long = (at: number, value: number): void => view.setUint32(HEADER_AT + at, value, true);
  // The file header: 64-bit, one section, a library.
  short(4, 0x8664);
  short(6, 1);
  short(20, 0xf0);
  short(22, 0x2022);
  // The optional header: where it is loaded, its alignment and its sizes.
  short(24, 0x20b);
  long(32, SECTION_BYTES);
  view.setBigUint64(HEADER_AT + 48, 0x180000000n, true);
  long(56, 0x1000);
  long(60, 0x200);
  short(64, 6);
  short(72, 6);
  long(80, 0x2000);
  long(84, FILE_AT);
  short(92, 3);
  short(94, 0x160);
  long(132, 16);
  long(136, RVA);
  long(140, table.length);
  // The section with the table of functions.
  const section = 24 + 0xf0;
  text(HEADER_AT + section, ".edata");
  long(section + 8, table.length);
  long(section + 12, RVA);
  long(section + 16, SECTION_BYTES);
  long(section + 20, FILE_AT);
  long(section + 36, 0x40000040);
  bytes.set(table, FILE_AT);
  return bytes;
}

/** The table of functions; a function whose address lies in the table is a name elsewhere. */
function exportTable(name: string, rows: readonly (readonly [string, string])[]): Uint8Array {
  const functionsAt = EXPORTS_BYTES;
  const namesAt = functionsAt + 4 * rows.length;
  const ordinalsAt = namesAt + 4 * rows.length;
  let end = ordinalsAt + 2 * rows.length;
  const strings: { at: number; bytes: Uint8Array }[] = [];
  const put = (value: string): number => {
    const bytes = encoder.encode(`${value}\0`);
    strings.push({ at: end, bytes });
    end += bytes.length;
    return RVA + end - bytes.length;
  };
  const ownName = put(name);
  const places = rows.map(([from, to]) => ({ from: put(from), to: put(to) }));
  const table = new Uint8Array(end);
  const view = new DataView(table.buffer);
  const head = [ownName, 1, rows.length, rows.length, RVA + functionsAt, RVA + namesAt, RVA + ordinalsAt];
  head.forEach((value, index) => view.setUint32(12 + 4 * index, value, true));
  for (const [index, { from, to }] of places.entries()) {
    view.setUint32(functionsAt + 4 * index, to, true);
    view.setUint32(namesAt + 4 * index, from, true);
    view.setUint16(ordinalsAt + 2 * index, index, true);
  }
  for (const { at, bytes } of strings) table.set(bytes, at);
  return table;
}
