/**
 * `deno task demo`: shows a whole run in a temporary folder. It makes a small repository with a bug, lets the built-in
 * demo model find and fix it, and prints the records of the run, the diff and the result of the repository's test.
 * Nothing is left behind, and neither a key nor a network is needed.
 */
import { fromFileUrl } from "../lib/path/mod.ts";
import { TextLineStream } from "@std/streams/text-line-stream";

const MAIN = fromFileUrl(new URL("../main.ts", import.meta.url));

const FILES = {
  "greeting.js": 'export function greeting(name) {\n  return "Hello, world!";\n}\n',
  "test.js": 'import { greeting } from "./greeting.js";\n\n' +
    'const isRight = greeting("Ada") === "Hello, Ada!";\n' +
    'console.log(isRight ? "test passed" : `test failed: ${greeting("Ada")}`);\n' +
    "process.exitCode = isRight ? 0 : 1;\n",
  "package.json": '{ "type": "module" }\n',
};

/** A prompt in the little language that the demo model understands; a real model takes plain English. */
const PROMPT = [
  "run: node test.js",
  "then",
  "read greeting.js",
  "then",
  'edit greeting.js: "Hello, world!" => `Hello, ${name}!`',
  "then",
  "run: node test.js",
].join("\n");

const ARGS = ["--provider", "demo", "--yolo", "--output-format", "stream-json"];
const MAX_COLUMNS = 110;

/** Runs the demo and tells whether the bug was fixed. */
export async function demo(print: (line: string) => void): Promise<boolean> {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "qwen_demo_" }));
  try {
    const folder = `${root}/repository`;
    await Deno.mkdir(folder);
    for (const [name, text] of Object.entries(FILES)) await Deno.writeTextFile(`${folder}/${name}`, text);
    const hasGit = await commit(folder);
    print(`A repository with a bug: ${folder}\n`);
    print(indent(FILES["greeting.js"]));
    print(`$ qwen -p PROMPT ${ARGS.join(" ")}\n\nwhere PROMPT is\n`);
    print(indent(PROMPT));
    print("\nThe output is one JSON record per line. In short:\n");
    const code = await runProgram(folder, { home: root, print });
    print(`\nThe run ended with exit status ${code}. What it changed:\n`);
    print(indent(hasGit ? await output(folder, ["git", "diff"]) : await Deno.readTextFile(`${folder}/greeting.js`)));
    const verdict = await output(folder, ["node", "test.js"]);
    print(`$ node test.js\n${verdict}`);
    return code === 0 && verdict === "test passed\n";
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

async function runProgram(
  folder: string,
  { home, print }: { home: string; print: (line: string) => void },
): Promise<number> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", MAIN, "-p", PROMPT, ...ARGS],
    cwd: folder,
    env: { HOME: home, QWEN_HOME: `${home}/.qwen`, DENO_DIR: await denoDir() },
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).pipeThrough(new TextLineStream());
  for await (const line of lines) print(shown(line.replaceAll(`${folder}/`, "")));
  return (await child.status).code;
}

/** A record as one line for a person: its type, and its essence. */
function shown(line: string): string {
  const record = JSON.parse(line);
  const text = `  ${String(record.type).padEnd(10)} ${summaryOf(record)}`.replaceAll(/\s*\n\s*/g, " · ");
  return text.length > MAX_COLUMNS ? `${text.slice(0, MAX_COLUMNS - 1)}…` : text;
}

interface Block {
  type: string;
  name?: string;
  text?: string;
  input?: unknown;
  content?: unknown;
}

function summaryOf(record: Record<string, unknown> & { message?: { content: Block[] } }): string {
  if (record.type === "system") return `${record.subtype}: model ${record.model}, session ${record.session_id}`;
  if (record.type === "result") return `${record.subtype} after ${record.num_turns} turns, ${record.duration_ms} ms`;
  return (record.message?.content ?? []).map(({ type, name, input, text, content }) => {
    if (type === "tool_use") return `calls ${name} ${JSON.stringify(input)}`;
    return type === "tool_result" ? `gets ${content}` : `says ${text}`;
  }).join("; ");
}

/** Commits the files, so that `git diff` shows the edit; false where there is no git. */
async function commit(folder: string): Promise<boolean> {
  const identity = ["-c", "user.name=demo", "-c", "user.email=demo@example.com"];
  try {
    for (const args of [["init", "-q"], ["add", "."], [...identity, "commit", "-qm", "Greet"]]) {
      const { success } = await new Deno.Command("git", { args, cwd: folder, stdout: "null", stderr: "null" }).output();
      if (!success) return false;
    }
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

async function output(folder: string, [program, ...args]: readonly string[]): Promise<string> {
  const { stdout, stderr } = await new Deno.Command(program, { args, cwd: folder, stdin: "null" }).output();
  return new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
}

/** The cache of this Deno: the program has a home of its own. */
async function denoDir(): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  return JSON.parse(new TextDecoder().decode(stdout)).denoDir;
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, "    ");
}

if (import.meta.main) {
  const isFixed = await demo((line) => console.log(line));
  if (!isFixed) Deno.exit(1);
}
