import { joinBytes } from "../../stream/join_bytes.ts";
import { MAX_LINE_BYTES } from "./lines.ts";

/** One line of a file; its text is null if it was too long. */
export interface Line {
  text: string | null;
  /** False for a last line without a newline: its writer died. */
  complete: boolean;
}

/** Reads a file line by line with bounded memory. */
export async function* readLines(path: string, maxBytes: number = MAX_LINE_BYTES): AsyncGenerator<Line> {
  const file = await Deno.open(path, { read: true });
  try {
    const decoder = new TextDecoder();
    const chunk = new Uint8Array(64 * 1024);
    let held: Uint8Array[] = [];
    let size = 0;
    const take = (complete: boolean): Line => {
      const text = size > maxBytes ? null : decoder.decode(joinBytes(held, size));
      held = [];
      size = 0;
      return { text, complete };
    };
    const hold = (bytes: Uint8Array): void => {
      size += bytes.length;
      if (size > maxBytes) held = [];
      else if (bytes.length > 0) held.push(bytes.slice());
    };
    for (let count = await file.read(chunk); count !== null; count = await file.read(chunk)) {
      const bytes = chunk.subarray(0, count);
      let start = 0;
      for (let end = bytes.indexOf(10); end !== -1; start = end + 1, end = bytes.indexOf(10, start)) {
        hold(bytes.subarray(start, end));
        yield take(true);
      }
      hold(bytes.subarray(start));
    }
    if (size > 0) yield take(false);
  } finally {
    file.close();
  }
}
