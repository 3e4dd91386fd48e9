import { type Bench, type Figure, type Row, undisturbed } from "../figure.ts";
import { callAnswer, textAnswer, type Visit } from "../model_server.ts";
import { time, withArgs } from "../program.ts";

const TURNS = 50;

/** Our own time between the end of an answer that calls a tool and the next request. */
export const toolTurns: Row = {
  name: "tool-turns",
  async measure({ qwen, model, floor }: Bench): Promise<Figure[]> {
    const folder = await Deno.makeTempDir();
    try {
      // Never the same call twice: a model that repeats itself is stopped.
      const file = (turn: number): string => `${folder}/file_${turn}.txt`;
      for (let turn = 0; turn < TURNS; turn++) await Deno.writeTextFile(file(turn), "some text\n".repeat(20));
      const tools = {
        file: { call: (turn: number) => callAnswer("read_file", { file_path: file(turn) }), atMost: 3 },
        edit: {
          call: (turn: number) =>
            callAnswer("write_file", { file_path: `${folder}/out.txt`, content: `turn ${turn}\n` }),
          atMost: 3,
        },
        shell: {
          call: (turn: number) => callAnswer("run_shell_command", { command: `: ${turn}`, is_background: false }),
          atMost: 6,
        },
      };
      model.add("idle", () => textAnswer(1));
      await time(withArgs(floor("ask_again"), [String(TURNS)], model.env("idle")));
      const bare = gap(model.takeVisits());
      const figures: Figure[] = [];
      for (const [name, { call, atMost }] of Object.entries(tools)) {
        model.add(name, (results) => results < TURNS ? call(results) : textAnswer(1));
        const args = ["-p", "hello", "-o", "stream-json", "--yolo", "--sandbox=off", "--include-directories", folder];
        await time(withArgs(qwen, args, model.env(name)));
        const ours = gap(model.takeVisits());
        figures.push({
          name: `${name}-tool turn, our own time`,
          unit: "ms",
          ours: ours - bare,
          floor: bare,
          target: { atMost },
        });
      }
      return figures;
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
};

/** The usual time from an answer to the next request. */
function gap(visits: readonly Visit[]): number {
  if (visits.length !== TURNS + 1) throw new Error(`There were ${visits.length} requests and not ${TURNS + 1}`);
  return undisturbed(visits.slice(1).map(({ askedAt }, index) => askedAt - visits[index].answeredAt));
}
