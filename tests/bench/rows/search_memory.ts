import type { Bench, Figure, Row } from "../figure.ts";
import { callAnswer, textAnswer } from "../model_server.ts";
import { use, withArgs } from "../program.ts";

const MIB = 2 ** 20;

interface Place {
  name: string;
  make(root: string): Promise<void>;
  call: ReturnType<typeof callAnswer>;
  /** What the search may take beside a run without one, in MiB. */
  most: number;
}

const PLACES: readonly Place[] = [
  {
    name: "100,000 files",
    make: (root) => makeFiles(root, { folders: 2_000, files: 50 }),
    call: callAnswer("grep_search", { pattern: "needle" }),
    most: 64,
  },
  {
    name: "a file of 2 GB",
    make: makeLargeFile,
    call: callAnswer("grep_search", { pattern: "needle" }),
    most: 64,
  },
  {
    name: "a folder of 1,000,000 entries",
    make: (root) => makeFiles(root, { folders: 1, files: 1_000_000 }),
    call: callAnswer("glob", { pattern: "**/*.md" }),
    most: 200,
  },
];

/** The peak memory of the program with one built-in search, over that of the same run without it. */
export const searchMemory: Row = {
  name: "search_memory",
  async measure(bench: Bench): Promise<Figure[]> {
    const figures: Figure[] = [];
    for (const place of bench.rounds < 10 ? PLACES.slice(0, 1) : PLACES) {
      const root = await Deno.realPath(await Deno.makeTempDir());
      try {
        const idle = await peakOf(bench, { root, name: "idle", call: null });
        await place.make(root);
        const peak = await peakOf(bench, { root, name: place.name.replaceAll(/\W+/g, "-"), call: place.call });
        const ours = Math.max(0, peak - idle) / MIB;
        figures.push({
          name: `memory: ${place.name}`,
          unit: "MiB",
          ours,
          floor: null,
          target: { atMost: place.most },
        });
      } finally {
        await Deno.remove(root, { recursive: true });
      }
    }
    return figures;
  },
};

async function peakOf(
  { qwen, model }: Bench,
  { root, name, call }: { root: string; name: string; call: Place["call"] | null },
): Promise<number> {
  const key = `memory-${name}`;
  model.add(key, (results) => call && results === 0 ? call : textAnswer(1));
  const args = ["-p", "hello", "-o", "stream-json", "--yolo", "--search=builtin"];
  const { peakBytes } = await use({ ...withArgs(qwen, args, model.env(key)), cwd: root });
  const requests = model.takeVisits().length;
  if (requests !== (call ? 2 : 1)) throw new Error(`There were ${requests} requests`);
  return peakBytes;
}

async function makeFiles(root: string, { folders, files }: { folders: number; files: number }): Promise<void> {
  for (let folder = 0; folder < folders; folder++) {
    const path = `${root}/p${folder % 40}/m${folder}`;
    await Deno.mkdir(path, { recursive: true });
    for (let file = 0; file < files; file++) {
      Deno.writeTextFileSync(`${path}/file_${String(file).padStart(7, "0")}.ts`, "export const value = 1;\n");
    }
  }
}

async function makeLargeFile(root: string): Promise<void> {
  using file = await Deno.open(`${root}/large.txt`, { write: true, create: true });
  const piece = new TextEncoder().encode("a line of text in a very long file, as a log has it\n".repeat(20_000));
  for (let size = 0; size < 2 ** 31; size += piece.length) {
    for (let done = 0; done < piece.length;) done += file.writeSync(piece.subarray(done));
  }
}
