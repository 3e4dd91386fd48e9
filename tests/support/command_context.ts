import type { Verdict } from "../../lib/model/ports/access.ts";
import type { SessionChange } from "../../lib/model/command.ts";
import type { Message } from "../../lib/model/content.ts";
import type { SessionInfo } from "../../lib/model/event.ts";
import type { Clock, CommandContext, Files, Shell, ShellRun } from "../../lib/model/ports.ts";
import { fail } from "../../lib/model/problem.ts";
import { WorkspaceFiles } from "../../lib/sandbox/files/workspace_files.ts";
import { NO_USAGE } from "../../lib/model/usage.ts";

/** The time of the machine, with timers that end when they are aborted. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const stop = (): void => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", stop);
        resolve();
      }, ms);
      signal.addEventListener("abort", stop, { once: true });
    }),
};

/** Real files, confined to one folder by real path. */
export function filesIn(root: string): Files {
  const confine = async (path: string): Promise<string> => {
    const real = await Deno.realPath(path).catch(() => path);
    const isInside = !path.split("/").includes("..") && (real === root || real.startsWith(`${root}/`));
    if (!isInside) throw fail("tool_failed", "it lies outside the workspace");
    return real;
  };
  const examine: Files["examine"] = async (path) => {
    const real = await confine(path);
    const info = await Deno.stat(real).catch(() => null);
    if (!info) return { real, info };
    const { isFile, isDirectory, size, mtime } = info;
    return { real, info: { isFile, isDirectory, size, mtimeMs: mtime?.getTime() ?? 0 } };
  };
  return {
    resolve: confine,
    read: async (path, limits) => (await Deno.readFile(await confine(path))).subarray(0, limits?.maxBytes),
    stat: async (path) => (await examine(path, "read")).info,
    examine,
    list: async (path) => await Array.fromAsync(Deno.readDir(await confine(path))),
    search: new WorkspaceFiles({ roots: [root] }).search,
    async write(path, content): ReturnType<Files["write"]> {
      await Deno.writeFile(await confine(path), content);
      return { isFile: true, isDirectory: false, size: content.length, mtimeMs: 0 };
    },
    change: (changes) => new WorkspaceFiles({ roots: [root] }).change(changes),
  };
}

/** A real shell. */
export const plainShell: Shell = {
  run({ command, cwd, signal }): ShellRun {
    const child = new Deno.Command("sh", { args: ["-c", command], cwd, signal, stdout: "piped", stderr: "null" })
      .spawn();
    const status = child.status.then(({ code, signal }) => ({ code, signal, timedOut: false }));
    async function* output(): AsyncGenerator<{ channel: "stdout"; bytes: Uint8Array }> {
      for await (const bytes of child.stdout) yield { channel: "stdout", bytes };
    }
    return { pid: child.pid, output: output(), status, stop: async () => void await status };
  },
};

/** A fixture whose parts can be replaced, and what commands did with it. */
export interface TestContext extends CommandContext {
  readonly done: string[];
  readonly changes: SessionChange[];
}

/** What a fixture for tests starts from. */
export interface TestContextOptions extends Partial<CommandContext> {
  cwd?: string;
  conversation?: Message[];
  verdict?: (command: string) => Verdict;
  session?: Partial<SessionInfo>;
}

const INFO: SessionInfo = {
  sessionId: "session-1",
  cwd: "/project",
  model: "model-a",
  mode: "default",
  tools: [],
  servers: [],
  commands: [],
  agents: [],
  version: "1.2.3",
  sandbox: { backend: "off", filesystem: false, network: false, processes: false, verified: false },
  ignored: [],
};

/** What commands can list of a session. */
const FACTS = {
  usage: () => ({
    total: { ...NO_USAGE, inputTokens: 20, cachedTokens: 5, outputTokens: 7, totalTokens: 27 },
    stats: {
      models: { "model-a": { requests: 2, errors: 0, latencyMs: 300, usage: { ...NO_USAGE, inputTokens: 20 } } },
      tools: { read_file: { calls: 3, failures: 1, durationMs: 30 } },
      decisions: { accept: 1, reject: 0, modify: 0, autoAccept: 2 },
      linesAdded: 4,
      linesRemoved: 1,
    },
    startedAt: 2_000,
    prompts: 2,
    contextTokens: 500,
  }),
  models: () =>
    Promise.resolve([
      { id: "model-a", label: "Model A", contextWindow: 1000 },
      { id: "model-b", label: "model-b", contextWindow: 1000 },
    ]),
  tools: () => [{ name: "read_file", description: "Reads a file.\nMore." }, {
    name: "add",
    description: "Adds.",
    server: "calc",
  }],
  agents: () => [{ name: "tester", description: "Writes tests" }],
  hooks: () => [{ event: "PreToolUse", matcher: "edit", name: "check.sh" }],
  jobs: () => [{ id: "job-1", command: "sleep 9", isRunning: true }],
  settings: () => ({ model: { name: "model-a" }, env: { API_KEY: "hidden" } }),
  rules: () => ({ allow: ["Bash(git *)"], ask: [], deny: ["WebFetch"] }),
} satisfies Partial<CommandContext>;

/** A session of its own for one command: it remembers what was done to it. */
export function testContext(options: TestContextOptions = {}): TestContext {
  const { cwd = "/project", conversation = [], verdict, session, ...parts } = options;
  let history: readonly Message[] = conversation;
  const done: string[] = [];
  const changes: SessionChange[] = [];
  const info: SessionInfo = { ...INFO, cwd, ...session };
  return {
    done,
    changes,
    signal: new AbortController().signal,
    clock: { now: () => 65_000, after: () => () => {}, sleep: () => Promise.resolve() },
    files: filesIn(cwd),
    shell: plainShell,
    info: () => info,
    provider: () => "demo",
    history: () => history,
    replaceHistory(messages): Promise<void> {
      history = messages;
      done.push(`replaceHistory ${messages.length}`);
      return Promise.resolve();
    },
    clear(): Promise<void> {
      history = [];
      done.push("clear");
      return Promise.resolve();
    },
    compact(instructions): ReturnType<CommandContext["compact"]> {
      done.push(`compact ${instructions}`);
      return Promise.resolve({ tokensBefore: 900, tokensAfter: 100 });
    },
    ask(instruction): Promise<string> {
      done.push(`ask ${instruction.slice(0, 24)}`);
      return Promise.resolve("What the model says.");
    },
    ...FACTS,
    configure(change): Promise<void> {
      changes.push(change);
      return Promise.resolve();
    },
    permit(update): void {
      done.push(`permit ${JSON.stringify(update)}`);
    },
    judgeShell: (command) => Promise.resolve(verdict?.(command) ?? { decision: "ask", source: "mode" }),
    directories: () => [cwd],
    checkpoints: checkpoints(),
    restores: {
      list: () => Promise.resolve([]),
      restore: () => Promise.resolve({ files: [], history: null }),
    },
    memory: memory(done),
    ...parts,
  };
}

function checkpoints(): CommandContext["checkpoints"] {
  const saved = new Map<string, Message[]>();
  return {
    list: () => Promise.resolve([...saved.keys()].map((tag, index) => ({ tag, at: index * 1000 }))),
    save: (tag, messages) => Promise.resolve(void saved.set(tag, [...messages])),
    load: (tag) => Promise.resolve(saved.get(tag) ?? null),
    delete: (tag) => Promise.resolve(saved.delete(tag)),
  };
}

function memory(done: string[]): CommandContext["memory"] {
  const files = [{ path: "QWEN.md", content: "Use tabs.\n" }];
  return {
    show: () => Promise.resolve(files),
    add(fact, scope): Promise<string> {
      done.push(`remember ${scope}: ${fact}`);
      return Promise.resolve(scope === "user" ? "~/.qwen/QWEN.md" : "QWEN.md");
    },
    refresh: () => Promise.resolve(files),
  };
}

/** A message of one text part. */
export function textMessage(id: string, { role, text }: { role: "user" | "assistant"; text: string }): Message {
  return { id, role, parts: [{ kind: "text", text }] };
}

/** Runs a test in a fresh folder with these files; a name that ends with a slash is a folder. */
export async function inFolder(files: Record<string, string>, test: (root: string) => Promise<void>): Promise<void> {
  const root = await Deno.realPath(await Deno.makeTempDir());
  try {
    for (const [name, content] of Object.entries(files)) {
      const folder = `${root}/${name.slice(0, name.lastIndexOf("/") + 1)}`;
      await Deno.mkdir(folder, { recursive: true });
      if (!name.endsWith("/")) await Deno.writeTextFile(`${root}/${name}`, content);
    }
    await test(root);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}
