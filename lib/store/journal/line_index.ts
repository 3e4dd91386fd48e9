import { joinBytes } from "../../stream/join_bytes.ts";
import { MAX_LINE_BYTES } from "./lines.ts";

/** A line of a file by its place, with its first bytes. */
export interface IndexedLine {
  start: number;
  /** The position behind its last byte, without the newline. */
  end: number;
  /** The whole line where it is short, and its beginning where it is long. */
  head: Uint8Array;
  isWhole: boolean;
}

const CHUNK_BYTES = 1024 * 1024;
/** Of a longer line only the beginning is kept. */
export const HEAD_BYTES = 4 * 1024;

/** Finds the lines of a file without keeping the content of long ones. */
export function* indexLines(file: Deno.FsFile): Generator<IndexedLine> {
  const chunk = new Uint8Array(CHUNK_BYTES);
  let head: Uint8Array[] = [];
  let headSize = 0;
  let start = 0;
  let position = 0;
  const hold = (bytes: Uint8Array): void => {
    const room = HEAD_BYTES - headSize;
    if (room <= 0 || bytes.length === 0) return;
    head.push(bytes.slice(0, room));
    headSize += head[head.length - 1].length;
  };
  const take = (end: number): IndexedLine => {
    const line = { start, end, head: joinBytes(head, headSize), isWhole: headSize === end - start };
    head = [];
    headSize = 0;
    return line;
  };
  for (let count = file.readSync(chunk); count !== null; count = file.readSync(chunk)) {
    const bytes = chunk.subarray(0, count);
    let from = 0;
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, from)) {
      hold(bytes.subarray(from, end));
      yield take(position + end);
      from = end + 1;
      start = position + from;
    }
    hold(bytes.subarray(from));
    position += count;
  }
  if (position > start) yield take(position);
}

/** The text of a line that was indexed; null when it is too long to be read. */
export function readLineAt(file: Deno.FsFile, { start, end }: { start: number; end: number }): string | null {
  return end - start > MAX_LINE_BYTES ? null : readTextAt(file, { start, end });
}

/** The beginning of a line that was indexed. */
export function readHeadAt(file: Deno.FsFile, { start, end }: { start: number; end: number }): string {
  return readTextAt(file, { start, end: Math.min(end, start + HEAD_BYTES) });
}

function readTextAt(file: Deno.FsFile, { start, end }: { start: number; end: number }): string {
  const bytes = new Uint8Array(end - start);
  file.seekSync(start, Deno.SeekMode.Start);
  for (let done = 0; done < bytes.length;) {
    const count = file.readSync(bytes.subarray(done));
    if (count === null) break;
    done += count;
  }
  return new TextDecoder().decode(bytes);
}
