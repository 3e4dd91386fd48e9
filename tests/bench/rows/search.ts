import { type Bench, type Figure, type Row, type Target, undisturbed } from "../figure.ts";
import { callAnswer, textAnswer } from "../model_server.ts";
import { time, withArgs } from "../program.ts";

const FOLDERS = 400;
const FILES = 8_600;
const LINES = 480;
const CALLS = 7;

/** The reference: what a person would call, with its output thrown away. */
const RIPGREP = [
  "--no-config",
  "--no-messages",
  "--no-ignore-global",
  "--hidden",
  "-g",
  "!.git",
  "--ignore-file",
  ".qwenignore",
];

interface Query {
  name: string;
  /** The pattern of a round: never the same call twice, because a model that repeats itself is stopped. */
  call(round: number): Record<string, unknown>;
  tool: "grep_search" | "glob";
  ripgrep(round: number): string[];
  target: Target;
}

const grep = (name: string, { pattern, times }: { pattern: (round: number) => string; times: number }): Query => ({
  name,
  tool: "grep_search",
  call: (round) => ({ pattern: pattern(round) }),
  ripgrep: (round) => ["--json", "--ignore-case", "-e", pattern(round), "./"],
  target: { times },
});

const QUERIES: readonly Query[] = [
  grep("search, literal", { pattern: (round) => `createWorkspaceQ${round}`, times: 4 }),
  grep("search, expression with a literal", { pattern: (round) => `function\\s+handle_${round}\\w+`, times: 4 }),
  grep("search, other expression", { pattern: (round) => `[0-9]${round}[0-9]+_[a-c]{2}\\d`, times: 10 }),
  {
    name: "glob",
    tool: "glob",
    call: (round) => ({ pattern: `**/*_${round}.ts` }),
    ripgrep: () => ["--files", "./"],
    target: { times: 5 },
  },
];

/** The searches that are also measured with ripgrep inside the program. */
const WITH_RIPGREP: readonly Query[] = QUERIES.slice(0, 1);

/** Searches in a repository of 8,600 files and 160 MB, as calls of the installed program, beside ripgrep. */
export const search: Row = {
  name: "search",
  async measure(bench: Bench): Promise<Figure[]> {
    const root = await Deno.realPath(await Deno.makeTempDir());
    try {
      await makeRepository(root);
      const figures: Figure[] = [];
      for (const query of QUERIES) {
        const floor = await timeRipgrep(root, query);
        const ours = await timeCalls(bench, { root, name: query.name, search: "builtin", call: callOf(query) });
        figures.push({ name: query.name, unit: "ms", ours, floor, target: query.target });
      }
      for (const query of WITH_RIPGREP) {
        const floor = await timeRipgrep(root, query);
        const name = `${query.name}, with ripgrep`;
        const command = (round: number): Answer => callAnswer("run_shell_command", { command: `echo ${round}` });
        const bare = await timeCalls(bench, { root, name: `${name} command`, search: "auto", call: command });
        const ours = await timeCalls(bench, { root, name, search: "auto", call: callOf(query) });
        const shown = `${name}, without a command`;
        figures.push({ name: shown, unit: "ms", ours: Math.max(0, ours - bare), floor, target: { times: 1.5 } });
      }
      return figures;
    } finally {
      await Deno.remove(root, { recursive: true });
    }
  },
};

type Answer = ReturnType<typeof callAnswer>;

function callOf({ tool, call }: Query): (round: number) => Answer {
  return (round) => callAnswer(tool, call(round));
}

/** Our usual time between the end of an answer that calls a tool and the next request. */
async function timeCalls(
  { qwen, model }: Bench,
  wanted: { root: string; name: string; search: "builtin" | "auto"; call: (round: number) => Answer },
): Promise<number> {
  const name = wanted.name.replaceAll(/\W+/g, "-");
  model.add(name, (results) => results < CALLS ? wanted.call(results) : textAnswer(1));
  const args = ["-p", "hello", "-o", "stream-json", "--yolo", `--search=${wanted.search}`];
  await time({ ...withArgs(qwen, args, model.env(name)), cwd: wanted.root });
  const visits = model.takeVisits();
  if (visits.length !== CALLS + 1) throw new Error(`There were ${visits.length} requests and not ${CALLS + 1}`);
  return undisturbed(visits.slice(1).map(({ askedAt }, index) => askedAt - visits[index].answeredAt));
}

async function timeRipgrep(cwd: string, query: Query): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < CALLS; round++) {
    const start = performance.now();
    const args = [...RIPGREP, ...query.ripgrep(round)];
    const { code } = await new Deno.Command("rg", { args, cwd, stdin: "null", stderr: "null" }).output();
    if (code > 1) throw new Error(`rg ended with ${code}`);
    times.push(performance.now() - start);
  }
  return undisturbed(times);
}

async function makeRepository(root: string): Promise<void> {
  await Deno.mkdir(`${root}/.git`);
  await Deno.writeTextFile(`${root}/.gitignore`, "*.log\ndist/\n/build\ncoverage\n.env\n");
  for (let folder = 0; folder < FOLDERS; folder++) {
    await Deno.mkdir(`${root}/p${folder % 20}/m${folder}`, { recursive: true });
  }
  for (let file = 0; file < FILES; file++) {
    const folder = file % FOLDERS;
    const line = `  const value_${file} = compute(${file}, "text of file ${file}");\n`;
    await Deno.writeTextFile(
      `${root}/p${folder % 20}/m${folder}/file_${file % 10}_${file}.ts`,
      line.repeat(LINES * 40 / line.length),
    );
  }
}
