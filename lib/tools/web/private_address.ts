/** Whether an address belongs to this machine or a private network. An address that cannot be parsed counts as private. */
export function isPrivateAddress(address: string): boolean {
  const text = address.replace(/^\[|\]$/g, "").toLowerCase();
  if (text.includes(":")) return isPrivateV6(text);
  const parts = text.split(".").map(Number);
  if (parts.length !== 4 || parts.some((part) => !Number.isInteger(part) || part < 0 || part > 255)) return true;
  return isPrivateV4(parts);
}

function isPrivateV4([a, b, c]: number[]): boolean {
  return a === 0 || a === 10 || a === 127 || a >= 224 ||
    (a === 100 && b >= 64 && b < 128) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && b === 168) ||
    (a === 192 && b === 0 && (c === 0 || c === 2)) ||
    (a === 198 && (b === 18 || b === 19)) ||
    (a === 198 && b === 51 && c === 100) ||
    (a === 203 && b === 0 && c === 113);
}

function isPrivateV6(text: string): boolean {
  const groups = groupsOf(text);
  if (!groups) return true;
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && (groups[5] === 0xffff || groups[5] === 0);
  if (isMapped) return isPrivateV4([groups[6] >> 8, groups[6] & 255, groups[7] >> 8, groups[7] & 255]);
  if (groups[0] === 0x64 && groups[1] === 0xff9b) return true;
  if (groups[0] === 0x2002) return isPrivateV4([groups[1] >> 8, groups[1] & 255, groups[2] >> 8, groups[2] & 255]);
  // Only 2000::/3 is public; documentation and tunnels in it are not.
  return groups[0] < 0x2000 || groups[0] > 0x3fff || (groups[0] === 0x2001 && (groups[1] === 0xdb8 || groups[1] === 0));
}

function groupsOf(text: string): number[] | null {
  const plain = text.replace(/%.*$/, "").replace(
    /(\d+)\.(\d+)\.(\d+)\.(\d+)$/,
    (_, a, b, c, d) => `${(Number(a) * 256 + Number(b)).toString(16)}:${(Number(c) * 256 + Number(d)).toString(16)}`,
  );
  const [head, tail, more] = plain.split("::");
  if (more !== undefined) return null;
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const gap = 8 - left.length - right.length;
  if (tail === undefined ? gap !== 0 : gap < 0) return null;
  const groups = [...left, ...Array.from({ length: gap }, () => "0"), ...right].map((group) => parseInt(group, 16));
  return groups.every((group) => group >= 0 && group <= 0xffff) ? groups : null;
}
