import { secretPaths } from "../../../lib/sandbox/policy/config_paths.ts";
import { Confinement } from "../../../lib/sandbox/process/confinement.ts";
import { WORKSPACE_ONLY } from "../../../lib/sandbox/policy/fences.ts";
import { WorkerFiles } from "../../../lib/sandbox/files/worker_files.ts";
import { WorkspaceFiles } from "../../../lib/sandbox/files/workspace_files.ts";
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
  await confinement.ready("guarded");
  const bare: number[] = [];
  const confined: number[] = [];
  const reading: number[] = [];
  for (let round = 0; round < Math.max(20, rounds); round++) {
    bare.push(await timed(() => output(["true"])));
    confinement.placeholders.acquire();
    const around = { cwd: root, ownSession: true };
    confined.push(await timed(() => output(confinement.wrap(["true"], { ...around, profile: "guarded" }))));
    reading.push(await timed(() => output(confinement.wrap(["true"], { ...around, profile: "read-only" }))));
    confinement.placeholders.release();
  }
  await confinement.close();
  const name = verified ? "a confined command" : "a command (bubblewrap does not work here)";
  const floor = median(bare);
  return [
    { name, unit: "ms", ours: median(confined), floor, target: { times: 10 } },
    { name: `${name} that only reads`, unit: "ms", ours: median(reading), floor, target: { times: 10 } },
  ];
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
  await new Deno.Command(program, { args, stdin: "null", detached: true }).output();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
