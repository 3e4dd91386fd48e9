import { type Bench, type Figure, type Row, undisturbed } from "../figure.ts";
import { textAnswer } from "../model_server.ts";
import { timeInTurns, withArgs } from "../program.ts";

/** The first line of the executable beside an empty one; nothing where no runtime base is given. */
export const compiled: Row = {
  name: "compiled",
  async measure({ compiled, model, rounds }: Bench): Promise<Figure[]> {
    if (compiled === null) return [];
    model.add("compiled", () => textAnswer(1));
    const program = withArgs(compiled.qwen, ["-p", "hello", "-o", "stream-json"], model.env("compiled"));
    const [empty, ours] = await timeInTurns([compiled.empty, program], rounds);
    model.takeVisits();
    return [{
      name: "first line, compiled",
      unit: "ms",
      ours: undisturbed(ours.map(({ firstByteMs }) => firstByteMs)),
      floor: undisturbed(empty.map(({ endMs }) => endMs)),
      target: { times: 4.5 },
    }];
  },
};
