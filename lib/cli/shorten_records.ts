import { deferred } from "../model/mod.ts";
import type { Shorten } from "../stream/record_writer.ts";
import type { Spill } from "../stream/shrink.ts";

/** Makes lines of records that are too long, and keeps in a folder what they lose. */
export function shortenRecords(folder: string): Shorten {
  let spill: Spill | undefined;
  return async (record, maxBytes) => {
    const [{ shrink }, { spillFiles }]: [typeof import("../stream/shrink.ts"), typeof import("./spill_files.ts")] =
      await Promise.all([import(deferred("../stream/shrink.ts")), import(deferred("./spill_files.ts"))]);
    return await shrink(record, maxBytes, spill ??= spillFiles(folder));
  };
}
