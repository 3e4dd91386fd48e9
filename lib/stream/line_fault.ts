/** Why a line was replaced. */
export type LineFault = { kind: "too_long"; bytes: number; limit: number } | { kind: "not_utf8" };

const MARK = "\u0000line-fault ";

/** The line that replaces a faulty one, without its newline. */
export function lineFor(fault: LineFault): string {
  return MARK + (fault.kind === "too_long" ? `too_long ${fault.bytes} ${fault.limit}` : fault.kind);
}

/** The fault of a replaced line; null for an ordinary line. */
export function faultOf(line: string): LineFault | null {
  if (!line.startsWith(MARK)) return null;
  const [kind, bytes, limit] = line.slice(MARK.length).split(" ");
  return kind === "too_long" ? { kind, bytes: Number(bytes), limit: Number(limit) } : { kind: "not_utf8" };
}
