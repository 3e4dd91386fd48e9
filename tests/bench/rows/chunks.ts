import { type Bench, type Figure, median, type Row, undisturbed } from "../figure.ts";
import { textAnswer } from "../model_server.ts";
import { use, withArgs } from "../program.ts";

const CHUNKS = 50_000;

/** A long answer with partial messages: processor time for each chunk, chunks a second, peak memory. */
export const chunks: Row = {
  name: "chunks",
  async measure({ qwen, model, floor, rounds }: Bench): Promise<Figure[]> {
    const answer = textAnswer(CHUNKS);
    model.add("many", () => answer);
    model.add("few", () => textAnswer(1));
    const loop = floor("parse_and_print");
    const args = ["-p", "hello", "-o", "stream-json", "--include-partial-messages"];
    const runs = { floor: [] as Cost[], ours: [] as Cost[] };
    for (let round = 0; round < Math.max(3, rounds / 4); round++) {
      runs.floor.push(await cost((script) => use(withArgs(loop, [], model.env(script)))));
      runs.ours.push(await cost((script) => use(withArgs(qwen, args, model.env(script)))));
    }
    model.takeVisits();
    const cpu = (list: Cost[]): number => median(list.map(({ cpuMs }) => cpuMs)) / CHUNKS * 1000;
    const rate = (list: Cost[]): number => CHUNKS / undisturbed(list.map(({ wallMs }) => wallMs)) * 1000;
    const peak = (list: Cost[]): number => median(list.map(({ peakBytes }) => peakBytes)) / 2 ** 20;
    return [
      { name: "CPU per 1,000 chunks", unit: "ms", ours: cpu(runs.ours), floor: cpu(runs.floor), target: { times: 3 } },
      {
        name: "chunks a second",
        unit: "/s",
        ours: rate(runs.ours),
        floor: rate(runs.floor),
        target: { atLeast: 100_000 },
      },
      {
        name: "peak memory on 50,000 chunks",
        unit: "MB",
        ours: peak(runs.ours),
        floor: peak(runs.floor),
        target: { atMost: 110 },
      },
    ];
  },
};

interface Cost {
  cpuMs: number;
  wallMs: number;
  peakBytes: number;
}

/** What the chunks cost: a run with them less one without. */
async function cost(run: (script: string) => Promise<Cost>): Promise<Cost> {
  const few = await run("few");
  const many = await run("many");
  return { cpuMs: many.cpuMs - few.cpuMs, wallMs: many.wallMs - few.wallMs, peakBytes: many.peakBytes };
}
