import { secretPaths } from "../../../lib/sandbox/config_paths.ts";
import { Confinement } from "../../../lib/sandbox/confinement.ts";
import { WORKSPACE_ONLY } from "../../../lib/sandbox/fences.ts";
import { WorkerFiles } from "../../../lib/sandbox/worker_files.ts";
import { WorkspaceFiles } from "../../../lib/sandbox/workspace_files.ts";
import { type Bench, type Figure, median, type Row } from "../figure.ts";

/** What the fences cost: a confined command beside a bare one, a file read in the thread beside one without it. */
export const fences: Row = {
  name: "fences",
  async measure({ rounds }: Pick<Bench, "rounds">): Promise<Figure[]> {
    const root = await Deno.realPath(await Deno.makeTempDir());
    await Deno.writeTextFile(`${root}/a`, "text\n".repeat(200));
    const figures = [...await commands(root, rounds), ...await files(root, rounds)];
    await Deno.remove(root, { recursive: true });
    return figures;
  },
};

async function commands(root: string, rounds: number): Promise<Figure[]> {
  const home = Deno.env.get("HOME") ?? "/";
  const confinement = new Confinement({
    wish: "auto",
    roots: [root],
    fences: WORKSPACE_ONLY,
    secrets: secretPaths(home),
    home,
    env: { PATH: Deno.env.get("PATH") ?? "" },
  });
  const { verified } = await confinement.verify();
  const bare: number[] = [];
  const confined: number[] = [];
  for (let round = 0; round < Math.max(20, rounds); round++) {
    bare.push(await timed(() => output(["true"])));
    confined.push(await timed(() => output(confinement.wrap(["true"], root))));
  }
  await confinement.close();
  const name = verified ? "a confined command" : "a command (bubblewrap does not work here)";
  return [{ name, unit: "ms", ours: median(confined), floor: median(bare), target: { times: 10 } }];
}

async function files(root: string, rounds: number): Promise<Figure[]> {
  const thread = new WorkerFiles({ roots: [root] });
  const direct = new WorkspaceFiles({ roots: [root] });
  await thread.read(`${root}/a`);
  const times = { thread: [] as number[], direct: [] as number[] };
  for (let round = 0; round < rounds * 10; round++) {
    times.direct.push(await timed(() => direct.read(`${root}/a`)));
    times.thread.push(await timed(() => thread.read(`${root}/a`)));
  }
  thread.close();
  const extra = median(times.thread) - median(times.direct);
  return [
    {
      name: "a file read in the thread",
      unit: "ms",
      ours: median(times.thread),
      floor: median(times.direct),
      target: null,
    },
    { name: "what the thread adds to it", unit: "ms", ours: extra, floor: null, target: { atMost: 2 } },
  ];
}

async function output([program, ...args]: readonly string[]): Promise<void> {
  await new Deno.Command(program, { args, stdin: "null" }).output();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
