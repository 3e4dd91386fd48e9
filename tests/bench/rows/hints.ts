import type { Figure, Row } from "../figure.ts";
import { measureHintLatency } from "../hint_latency.ts";

/** Hints for files in a large folder. */
export const hints: Row = {
  name: "hints",
  async measure({ rounds }): Promise<Figure[]> {
    const files = rounds < 10 ? 20_000 : 100_000;
    const { firstMs, slowestMs } = await measureHintLatency(files);
    const of = `of ${files.toLocaleString("en")} files`;
    return [
      { name: `first hint ${of}`, unit: "ms", ours: firstMs, floor: null, target: { atMost: 400 } },
      { name: `slowest later hint ${of}`, unit: "ms", ours: slowestMs, floor: null, target: { atMost: 20 } },
    ];
  },
};
