import { type Bench, type Figure, type Row, undisturbed } from "../figure.ts";
import { timeInTurns, type Times, withArgs } from "../program.ts";
import { textAnswer } from "../model_server.ts";

const PROMPT = ["-p", "hello", "-o", "stream-json"];

/** The time to the first output: the first line of a run, the version, the help. */
export const start: Row = {
  name: "start",
  async measure({ qwen, sources, peers, model, floor, rounds }: Bench): Promise<Figure[]> {
    model.add("start", () => textAnswer(1));
    const env = model.env("start");
    const measured = [
      { name: "first line", program: withArgs(qwen, PROMPT, env), times: 3.5 },
      { name: "--version", program: withArgs(qwen, ["--version"]), times: 2 },
      { name: "--help", program: withArgs(qwen, ["--help"]), times: 2 },
      { name: "first line, from sources", program: withArgs(sources, PROMPT, env), times: null },
      { name: "--version, from sources", program: withArgs(sources, ["--version"]), times: null },
      ...peers.map((peer) => ({ name: `first line, ${peer.name}`, program: withArgs(peer, PROMPT, env), times: null })),
    ];
    const all = await timeInTurns([floor("empty"), ...measured.map(({ program }) => program)], rounds);
    const empty = undisturbed(all[0].map(({ endMs }) => endMs));
    const first = (times: Times[]): number => undisturbed(times.map(({ firstByteMs }) => firstByteMs));
    model.takeVisits();
    return measured.map(({ name, times }, index) => ({
      name,
      unit: "ms",
      ours: first(all[index + 1]),
      floor: empty,
      target: times === null ? null : { times },
    }));
  },
};
