import type { Shorten } from "../../../stream/record_writer.ts";
import { shrink } from "../../../stream/shrink.ts";
import { spillFiles } from "./spill_files.ts";

/** Shortens records that are too long for a line, and saves the removed values in a folder. */
export function shortenRecords(folder: string): Shorten {
  const spill = spillFiles(folder);
  return async (record, maxBytes) => await shrink(record, { maxBytes, spill });
}
