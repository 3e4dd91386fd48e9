import type { Bench, Figure, Row } from "../figure.ts";
import { time, use, withArgs } from "../program.ts";

const SLOTS = 8;
const MIB = 2 ** 20;

/** Many jobs in one process: their memory over one run, and their rate beside that of separate processes. */
export const batch: Row = {
  name: "batch",
  async measure(bench: Bench): Promise<Figure[]> {
    const isQuick = bench.rounds < 10;
    const jobs = isQuick ? 200 : 1_000;
    const root = await Deno.realPath(await Deno.makeTempDir());
    try {
      const one = { ...withArgs(bench.qwen, ["-p", "hello", "--provider", "demo"]), cwd: root };
      const lines = Array.from({ length: jobs }, (_, i) => JSON.stringify({ id: `job-${i}`, prompt: `hello ${i}` }));
      await Deno.writeTextFile(`${root}/jobs.ndjson`, `${lines.join("\n")}\n`);
      const args = ["batch", "jobs.ndjson", "-j", String(SLOTS), "-o", "results.ndjson", "--provider", "demo"];
      const single = await use(one);
      const whole = await use({ ...withArgs(bench.qwen, args), cwd: root });
      const apart = isQuick ? 2 * SLOTS : 8 * SLOTS;
      const start = performance.now();
      for (let done = 0; done < apart; done += SLOTS) {
        await Promise.all(Array.from({ length: SLOTS }, () => time(one)));
      }
      const floor = apart / (performance.now() - start) * 1000;
      const shown = jobs.toLocaleString("en");
      return [
        {
          name: `memory of ${shown} jobs over one run`,
          unit: "MiB",
          ours: (whole.peakBytes - single.peakBytes) / MIB,
          floor: null,
          target: { atMost: 128 },
        },
        {
          name: "jobs a second beside separate processes",
          unit: "/s",
          ours: jobs / whole.wallMs * 1000,
          floor,
          target: { share: 5 },
        },
      ];
    } finally {
      await Deno.remove(root, { recursive: true });
    }
  },
};
