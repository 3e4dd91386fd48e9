import { type Bench, type Figure, type Row, undisturbed } from "../figure.ts";
import { textAnswer } from "../model_server.ts";
import { timeInTurns, withArgs } from "../program.ts";

/** A one-chunk answer, from the start of the process to its end. */
export const oneChunk: Row = {
  name: "one-chunk",
  async measure({ qwen, sources, model, floor, rounds }: Bench): Promise<Figure[]> {
    model.add("one", () => textAnswer(1));
    const env = model.env("one");
    const args = ["-p", "hello", "-o", "stream-json"];
    const programs = [
      withArgs(floor("fetch_and_print"), [], env),
      withArgs(qwen, args, env),
      withArgs(sources, args, env),
    ];
    const [bare, ours, fromSources] = (await timeInTurns(programs, rounds)).map((times) =>
      undisturbed(times.map(({ endMs }) => endMs))
    );
    model.takeVisits();
    return [
      { name: "one-chunk answer, start to exit", unit: "ms", ours, floor: bare, target: { times: 3.5 } },
      { name: "one-chunk answer, from sources", unit: "ms", ours: fromSources, floor: bare, target: null },
    ];
  },
};
