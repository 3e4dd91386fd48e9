import { openCommands } from "../../lib/commands/mod.ts";
import type { HintReply } from "../../lib/model/ports.ts";
import { systemClock, testContext } from "../support/command_context.ts";

/** How fast hints for files came. Times are in milliseconds. */
export interface HintLatency {
  files: number;
  /** The first hint, with the walk of the whole tree. */
  firstMs: number;
  /** The slowest of the later ones. */
  slowestMs: number;
  /** A hint for a file that was made after the walk. */
  afterChangeMs: number;
  /** Growth of the heap by the index. */
  heapBytes: number;
}

const QUERIES = [
  "@",
  "@s",
  "@pkg3/",
  "@pkg3/src",
  "@file_4",
  "@le_49.ts",
  "@pkg39/src1999/file_49.ts",
  "@zzzz",
  "@p3s9f7",
];

/** Builds a tree of so many files in a folder of its own, measures hints on it and removes it. */
export async function measureHintLatency(files = 100_000): Promise<HintLatency> {
  const root = await Deno.realPath(await Deno.makeTempDir());
  try {
    await buildTree(root, files);
    const heapBefore = Deno.memoryUsage().heapUsed;
    const commands = await openCommands({ cwd: root, clock: systemClock, folders: [] });
    const fixture = testContext({ cwd: root });
    const timed = async (text: string): Promise<number> => {
      const start = performance.now();
      const request = { promptId: null, trigger: "at" as const, text, cursor: text.length, cwd: null };
      const replies: HintReply[] = await Array.fromAsync(commands.hint(request, fixture));
      if (replies[replies.length - 1]?.status !== "ok") throw new Error(`The hint for "${text}" failed`);
      return performance.now() - start;
    };
    const firstMs = await timed("@src");
    const heapBytes = Deno.memoryUsage().heapUsed - heapBefore;
    let slowestMs = 0;
    for (const query of QUERIES) slowestMs = Math.max(slowestMs, await timed(query));
    await Deno.writeTextFile(`${root}/pkg0/src0/fresh.ts`, "");
    const afterChangeMs = await timed("@pkg0/src0/fre");
    await commands.close();
    return { files, firstMs, slowestMs, afterChangeMs, heapBytes };
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

async function buildTree(root: string, files: number): Promise<void> {
  const perFolder = 50;
  for (let folder = 0; folder * perFolder < files; folder++) {
    const path = `${root}/pkg${folder % 40}/src${folder}`;
    await Deno.mkdir(path, { recursive: true });
    const names = Array.from({ length: Math.min(perFolder, files - folder * perFolder) }, (_, i) => `file_${i}.ts`);
    await Promise.all(names.map((name) => Deno.writeTextFile(`${path}/${name}`, "")));
  }
  await Deno.writeTextFile(`${root}/.gitignore`, "*.log\ndist/\n/build\ncoverage\n.env\n");
}
