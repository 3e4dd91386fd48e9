/** Runs a script as it is usually run, and says which of its functions were called. */
import { calledIn, type Coverage } from "./ahead.ts";

/** Another way to begin is one line. Without a text stdin is the null device. */
const RUNS: readonly { args: readonly string[]; stdin?: string }[] = [
  { args: ["-p", "hello", "-o", "stream-json"] },
  { args: ["-p", "hello", "-o", "stream-json"], stdin: "" },
  {
    args: ["--input-format", "stream-json", "--output-format", "stream-json"],
    stdin: '{"type":"user","message":{"role":"user","content":"hello"},"parent_tool_use_id":null}\n',
  },
  { args: ["--help"] },
];

const ANSWER = [
  { choices: [{ index: 0, delta: { role: "assistant", content: "Hello." }, finish_reason: null }] },
  { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
  { choices: [], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } },
].map((chunk) => `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", model: "m", ...chunk })}\n\n`);

/** The functions that usual runs of the script at a path call, as `start:end`. */
export async function calledInUsualRuns(path: string, flags: readonly string[]): Promise<Set<string>> {
  const folder = await Deno.makeTempDir();
  const model = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    await request.text();
    return new Response(`${ANSWER.join("")}data: [DONE]\n\n`, { headers: { "content-type": "text/event-stream" } });
  });
  // A workspace at home would be taken for the home itself.
  const cwd = `${folder}/workspace`;
  await Deno.mkdir(cwd);
  const env = {
    PATH: Deno.env.get("PATH") ?? "",
    HOME: folder,
    DENO_DIR: `${folder}/deno`,
    OPENAI_BASE_URL: `http://127.0.0.1:${model.addr.port}/v1`,
    OPENAI_API_KEY: "sk-0123456789abcdef0123456789abcdef",
    OPENAI_MODEL: "m",
  };
  try {
    const called = new Set<string>();
    for (const [index, { args, stdin }] of RUNS.entries()) {
      const coverage = `${folder}/${index}`;
      const words = ["run", ...flags, `--coverage=${coverage}`, path, ...args];
      await runToItsEnd(words, { env, cwd, ...(stdin === undefined ? {} : { stdin }) });
      for (const key of calledIn(await coverageOf(path, coverage))) called.add(key);
    }
    return called;
  } finally {
    await model.shutdown();
    await Deno.remove(folder, { recursive: true });
  }
}

async function runToItsEnd(
  args: string[],
  { stdin, ...options }: { env: Record<string, string>; cwd: string; stdin?: string },
): Promise<void> {
  const ends = { stdin: stdin === undefined ? "null" : "piped", stdout: "piped", stderr: "piped" } as const;
  const child = new Deno.Command(Deno.execPath(), { args, ...options, ...ends }).spawn();
  if (stdin !== undefined) {
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(stdin));
    await writer.close();
  }
  const { success, stderr } = await child.output();
  if (!success) throw new Error(`The script does not run: ${new TextDecoder().decode(stderr)}`);
}

async function coverageOf(path: string, folder: string): Promise<Coverage> {
  // The engine tells an address, in which the folders of a path may be spelled in another way; the name is enough.
  const script = path.slice(path.lastIndexOf("/"));
  for await (const { name } of Deno.readDir(folder)) {
    const coverage: Coverage = JSON.parse(await Deno.readTextFile(`${folder}/${name}`));
    if (coverage.url.endsWith(script)) return coverage;
  }
  throw new Error(`The engine told nothing of ${path}`);
}
