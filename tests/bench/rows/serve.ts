import type { Figure, Row } from "../figure.ts";
import { measureServe } from "../serve.ts";

/** Many clients at once, and what one that stalls costs another. */
export const serve: Row = {
  name: "serve",
  async measure({ rounds }): Promise<Figure[]> {
    const { recordsPerSecond, delayMs } = await measureServe({ turns: rounds < 10 ? 1_000 : 4_000 });
    const rates = [1, 50, 200].map((clients) => ({
      name: `records a second to ${clients} client${clients === 1 ? "" : "s"}`,
      unit: "/s",
      ours: recordsPerSecond[clients],
      floor: null,
      target: null,
    }));
    const added = delayMs.beside.p99 - delayMs.alone.p99;
    return [
      ...rates,
      { name: "added delay beside a stalled client", unit: "ms", ours: added, floor: null, target: { atMost: 50 } },
    ];
  },
};
