/**
 * `deno task bench`: our figures beside those of bare programs in the same run, and the aims. Ends with 1 when an aim is
 * missed. `--quick` repeats less, `--only NAME` measures one row.
 */
import { FLAGS, writeScript } from "../../build/bundle.ts";
import { compile, hostTarget } from "../../build/compile.ts";
import { type Bench, type Figure, isKept, type Row, type Target } from "./figure.ts";
import { serveModel } from "./model_server.ts";
import { installedPeers } from "./peers.ts";
import { type Program, time, withArgs } from "./program.ts";
import { batch } from "./rows/batch.ts";
import { chunks } from "./rows/chunks.ts";
import { compiled } from "./rows/compiled.ts";
import { economy } from "./rows/economy.ts";
import { fences } from "./rows/fences.ts";
import { hints } from "./rows/hints.ts";
import { oneChunk } from "./rows/one_chunk.ts";
import { openSession } from "./rows/open_session.ts";
import { resume } from "./rows/resume.ts";
import { search } from "./rows/search.ts";
import { searchMemory } from "./rows/search_memory.ts";
import { serve } from "./rows/serve.ts";
import { start } from "./rows/start.ts";
import { tcp } from "./rows/tcp.ts";
import { terminal } from "./rows/terminal.ts";
import { toolTurns } from "./rows/tool_turns.ts";

/** The rows: a new one is one file and one line. */
const ROWS: readonly Row[] = [
  start,
  compiled,
  oneChunk,
  chunks,
  tcp,
  toolTurns,
  openSession,
  hints,
  fences,
  serve,
  search,
  searchMemory,
  resume,
  batch,
  economy,
  terminal,
];

const only = Deno.args.includes("--only") ? Deno.args[Deno.args.indexOf("--only") + 1] : null;
const rows = ROWS.filter(({ name }) => only === null || name === only);
if (rows.length === 0) {
  console.error(`There is no row ${only}. Known: ${ROWS.map(({ name }) => name).join(", ")}.`);
  Deno.exit(2);
}
const folder = await Deno.makeTempDir();
try {
  Deno.exitCode = await run(folder);
} finally {
  await Deno.remove(folder, { recursive: true });
}

async function run(folder: string): Promise<number> {
  const script = `${folder}/qwen`;
  await writeScript(script);
  const env = { HOME: folder, QWEN_HOME: `${folder}/home`, NO_COLOR: "1" };
  const deno = (name: string, args: string[]): Program => ({
    name,
    command: Deno.execPath(),
    args: ["run", ...args],
    // Programs with different V8 flags invalidate each other's code cache, which would be measured in both.
    env: { ...env, DENO_DIR: `${folder}/deno/${name}` },
  });
  const root = new URL("../../", import.meta.url).pathname;
  const bare = ["-A", "--no-config", "--no-lock"];
  const own = Deno.env.get("QWEN_BIN");
  await using model = serveModel();
  const bench = {
    qwen: own ? { name: "qwen", command: own, args: [], env } : deno("qwen", [...FLAGS, script]),
    sources: deno("sources", ["-A", `--config=${root}deno.json`, `${root}main.ts`]),
    compiled: Deno.env.get("DENORT_BIN") ? await compilePrograms(folder, env) : null,
    peers: await installedPeers(env),
    model,
    rounds: Deno.args.includes("--quick") ? 7 : 21,
    floor: (name: string) => deno(name, [...bare, `${root}tests/bench/floors/${name}.js`]),
  };
  // The first run of a new script fills Deno's caches.
  for (const program of [bench.qwen, bench.sources]) {
    await time(withArgs(program, ["-p", "hello", "--provider", "demo"]));
  }
  const figures: Figure[] = [];
  print(line(["", "ours", "floor", "ratio", "aim", ""]));
  for (const row of rows) {
    for (const figure of await row.measure(bench)) {
      figures.push(figure);
      print(line(cells(figure)));
    }
  }
  return figures.some((figure) => isKept(figure) === false) ? 1 : 0;
}

/** Compiles the program and an empty one. */
async function compilePrograms(folder: string, env: Record<string, string>): Promise<Bench["compiled"]> {
  const command = `${folder}/empty`;
  const flags = ["-A", "--no-code-cache", "--no-check", "--no-config", "--no-lock", "--quiet"];
  const source = new URL("./floors/empty.js", import.meta.url).pathname;
  const args = ["compile", ...flags, `--output=${command}`, source];
  const { success, stderr } = await new Deno.Command(Deno.execPath(), { args }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return {
    qwen: { name: "qwen", command: await compile(hostTarget(), folder), args: [], env },
    empty: { name: "empty", command, args: [], env },
  };
}

function print(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${text}\n`));
}

function cells(figure: Figure): string[] {
  const { name, unit, ours, floor, target } = figure;
  const shown = (value: number): string =>
    `${value >= 1000 ? Math.round(value).toLocaleString("en") : value.toFixed(1)} ${unit}`;
  const ratio = floor === null ? "" : `${(ours / floor).toFixed(2)}`;
  const kept = isKept(figure);
  const verdict = kept === null ? "" : kept ? "ok" : "MISSED";
  return [name, shown(ours), floor === null ? "" : shown(floor), ratio, aimOf(target, unit), verdict];
}

function aimOf(target: Target | null, unit: string): string {
  if (!target) return "";
  if ("times" in target) return `<= ${target.times} x floor`;
  if ("share" in target) return `>= ${target.share} x floor`;
  return "atMost" in target ? `<= ${target.atMost} ${unit}` : `>= ${target.atLeast.toLocaleString("en")} ${unit}`;
}

function line([name, ...rest]: string[]): string {
  const [ours, floor, ratio, target, verdict] = rest;
  return `${name.padEnd(40)}${ours.padStart(14)}${floor.padStart(14)}${ratio.padStart(8)}  ${
    target.padEnd(16)
  }${verdict}`;
}
