import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "../../lib/path/mod.ts";
import { type FakeModel, fakeModel, type ScriptedReply } from "./fake_model.ts";
import { withProc } from "./proc.ts";
import { sdkClients } from "./sdk_clients.ts";
import { assertFits } from "./validate.ts";

/** A story that an SDK tells with our program. */
export interface SdkStory {
  /** What the model answers. */
  replies?: ScriptedReply[];
  otherwise?: ScriptedReply;
  /** Files of the workspace at the start. */
  files?: Record<string, string>;
  /** Files of the home folder at the start; `$cwd` is the workspace, in a path its name among the projects. */
  home?: Record<string, string>;
  env?: Record<string, string>;
  /** What the host runs on: Node with a published SDK, or Python, where there is one, in the manner of its SDKs. */
  runtime?: "node" | "python";
  /** The script in `tests/e2e/sdk` that has the host, where it is written against another client. */
  script?: string;
  /** The name of the host in `tests/e2e/sdk`. */
  host: string;
  /** Whether the host looks for processes in /proc. */
  needsProc?: true;
  /** What the host is told: prompts, options of the query, whatever it looks at. */
  args?: Record<string, unknown>;
  /** Looks at what came of it. */
  check: (scene: Scene) => void | Promise<void>;
}

/** What came of a story. */
export interface Scene {
  // deno-lint-ignore no-explicit-any -- reports differ from host to host.
  report: any;
  /** Lines that our program printed, over all its runs. */
  // deno-lint-ignore no-explicit-any -- tests look deep into what they know the shape of.
  lines: any[];
  model: FakeModel;
  cwd: string;
  home: string;
  /** What the host and our program wrote to stderr. */
  stderr: string;
}

const repository = fromFileUrl(new URL("../../", import.meta.url)).replace(/\/$/, "");

/** An MCP server on stdio for tests. */
export const MCP_SERVER = `${repository}/tests/support/mcp_server.ts`;

/** An answer of the model that runs a command. */
export function shell(command: string): { call: string; input: unknown }[] {
  return [{ call: "run_shell_command", input: { command } }];
}

/** The texts of the messages of a request, without the system prompt. */
export function messageTexts(messages: { role: string; content: unknown }[]): string[] {
  return messages.filter(({ role }) => role !== "system").map(({ content }) =>
    typeof content === "string" ? content : (content as { text: string }[]).map(({ text }) => text).join("")
  );
}

const hasPython = await isThere("python3");
/** What the SDKs for Python can read. */
const LINE_LIMITS = { qwen: 60 * 1024, claude: 1_000_000 } as const;
const HOST_MS = 90_000;
const END_MS = 20_000;

/** Declares a test in which a published SDK drives the program from a Node process of its own. */
export function sdkTest(sdk: "qwen" | "claude", name: string, story: SdkStory): void {
  const isPython = story.runtime === "python";
  const test = { name: `${sdk} SDK: ${name}`, ignore: isPython && !hasPython, fn: play };
  Deno.test(story.needsProc ? withProc(test) : test);

  async function play(): Promise<void> {
    const { node, folder } = isPython ? { node: "python3", folder: "" } : await sdkClients();
    const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "qwen-sdk-" }));
    await using model = fakeModel(story.replies ?? [], { otherwise: story.otherwise });
    try {
      const cwd = `${root}/work`;
      const home = `${root}/home`;
      for (const [path, text] of Object.entries(story.files ?? {})) await write(`${cwd}/${path}`, text);
      for (const [path, text] of Object.entries(story.home ?? {})) {
        await write(
          `${home}/${path.replace("$cwd", cwd.replaceAll(/[^A-Za-z0-9]/g, "-"))}`,
          text.replaceAll("$cwd", cwd),
        );
      }
      await Deno.mkdir(cwd, { recursive: true });
      await Deno.mkdir(home, { recursive: true });
      const executable = await makeExecutable(root);
      const { report, stderr } = await runHost(node, {
        args: isPython
          ? [`${repository}/tests/e2e/sdk/python_hosts.py`, story.host]
          : [`${repository}/tests/e2e/sdk/${story.script ?? "run_host.mjs"}`, sdk, story.host],
        cwd,
        env: {
          PATH: Deno.env.get("PATH") ?? "",
          HOME: home,
          TMPDIR: root,
          NO_COLOR: "1",
          QWEN_TEST_STDOUT: `${root}/stdout.jsonl`,
          QWEN_TEST_PIDS: `${root}/pids`,
          QWEN_TEST_HOST: JSON.stringify({
            folder,
            cwd,
            home,
            executable,
            model: model.url.replace("/v1", ""),
            args: story.args ?? {},
          }),
          ...model.env,
          ...story.env,
        },
      });
      await programsEnded(`${root}/pids`);
      const limit = isPython ? LINE_LIMITS[sdk] : Infinity;
      const lines = await printedLines(`${root}/stdout.jsonl`, { sdk, limit });
      await story.check({ report, lines, model, cwd, home, stderr });
    } finally {
      await Deno.remove(root, { recursive: true });
    }
  }
}

async function isThere(program: string): Promise<boolean> {
  try {
    return (await new Deno.Command(program, { args: ["--version"], stdout: "null", stderr: "null" }).output()).success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

async function write(path: string, text: string): Promise<void> {
  await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  await Deno.writeTextFile(path, text);
}

/** An executable without extension, which both SDKs start as it is. */
async function makeExecutable(root: string): Promise<string> {
  const path = `${root}/qwen`;
  const own = Deno.env.get("QWEN_BIN");
  const denoDir = Deno.env.get("DENO_DIR") ??
    `${Deno.env.get("XDG_CACHE_HOME") ?? `${Deno.env.get("HOME")}/.cache`}/deno`;
  const script = own
    ? `#!/bin/bash\necho $$ >> "$QWEN_TEST_PIDS"\n[ "$QWEN_TEST_STDOUT" ] || exec ${quote(own)} "$@"\n` +
      `exec ${quote(own)} "$@" > >(exec tee -a "$QWEN_TEST_STDOUT")\n`
    : `#!/bin/sh\necho $$ >> "$QWEN_TEST_PIDS"\nDENO_DIR=${quote(denoDir)} exec ${
      quote(Deno.execPath())
    } run -A --no-prompt ` +
      `--config ${quote(`${repository}/deno.json`)} --preload ${quote(`${repository}/tests/support/tee_stdout.ts`)} ` +
      `${quote(`${repository}/main.ts`)} "$@"\n`;
  await Deno.writeTextFile(path, script, { mode: 0o755 });
  return path;
}

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

async function runHost(
  node: string,
  options: { args: string[]; cwd: string; env: Record<string, string> },
): Promise<{ report: unknown; stderr: string }> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), HOST_MS);
  const { code, signal, stdout, stderr } = await new Deno.Command(node, {
    ...options,
    clearEnv: true,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    signal: limit.signal,
  }).output();
  clearTimeout(timer);
  const said = new TextDecoder().decode(stderr);
  const out = new TextDecoder().decode(stdout).trim();
  assert(
    code === 0 && out !== "",
    `The host ended with ${signal ?? code}${limit.signal.aborted ? " (too late)" : ""}: ${said}`,
  );
  return { report: JSON.parse(out.slice(out.lastIndexOf("\n") + 1)), stderr: said };
}

/** Waits until every program that the host has started is gone: none may outlive its host for long. */
async function programsEnded(path: string): Promise<void> {
  const pids = (await Deno.readTextFile(path)).trim().split("\n");
  const deadline = performance.now() + END_MS;
  for (const pid of pids) {
    while (await isAlive(pid)) {
      assert(performance.now() < deadline, `The program with the id ${pid} has outlived its host`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

async function isAlive(pid: string): Promise<boolean> {
  const { success } = await new Deno.Command("kill", { args: ["-0", pid], stdout: "null", stderr: "null" }).output();
  return success;
}

/** Reads what was printed; every line fits the schema of its dialect, is short enough, and answers a request once. */
async function printedLines(
  path: string,
  { sdk, limit }: { sdk: "qwen" | "claude"; limit: number },
): Promise<unknown[]> {
  let text: string;
  try {
    text = await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
  const answered = new Set<string>();
  return text.split("\n").filter((line) => line !== "").map((line) => {
    const bytes = new TextEncoder().encode(line).length;
    assert(bytes <= limit, `A line of ${bytes} bytes was printed: ${line.slice(0, 200)}`);
    const record = JSON.parse(line);
    assertFits(record, `${sdk}/out`);
    if (record.type === "control_response") {
      const id = record.response.request_id;
      assertEquals({ id, again: answered.has(id) }, { id, again: false });
      answered.add(id);
    }
    return record;
  });
}
