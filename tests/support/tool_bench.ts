import type { Mode } from "../../lib/model/ports/access.ts";
import { textOf } from "../../lib/model/content.ts";
import type { ToolProgress } from "../../lib/model/event.ts";
import type { Json, JsonObject } from "../../lib/model/json.ts";
import type { Files, Tool, ToolContext, ToolMemory, ToolOutcome } from "../../lib/model/ports.ts";
import { ProcessShell } from "../../lib/sandbox/process/process_shell.ts";
import { WorkspaceFiles } from "../../lib/sandbox/files/workspace_files.ts";

/** A temporary workspace with real files and processes, in which tools are called. */
export class ToolBench {
  readonly root: string;
  readonly files: Files;
  readonly shell: ProcessShell;
  readonly memory: ToolMemory = { seen: new Map(), todos: [], jobs: new Map() };
  readonly modes: Mode[] = [];
  answer: Json | null = null;
  mode: Mode = "default";
  signal: AbortSignal = new AbortController().signal;
  #calls = 0;

  private constructor(root: string) {
    this.root = root;
    this.files = new WorkspaceFiles({ roots: [root] });
    this.shell = new ProcessShell({ runId: crypto.randomUUID() });
  }

  /** Makes a workspace with these files. */
  static async open(content: Record<string, string | Uint8Array> = {}): Promise<ToolBench> {
    const bench = new ToolBench(await Deno.realPath(await Deno.makeTempDir()));
    for (const [name, value] of Object.entries(content)) await bench.put(name, value);
    return bench;
  }

  /** The absolute path of a name. */
  path(name: string): string {
    return `${this.root}/${name}`;
  }

  /** Writes a file behind the tools' back. */
  async put(name: string, content: string | Uint8Array): Promise<void> {
    const path = this.path(name);
    await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    await Deno.writeFile(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
  }

  /** The text of a file. */
  get(name: string): Promise<string> {
    return Deno.readTextFile(this.path(name));
  }

  context(): ToolContext {
    return {
      callId: `call_${++this.#calls}`,
      sessionId: "session",
      cwd: this.root,
      ...(this.memory.shellCwd === undefined ? {} : { shellCwd: this.memory.shellCwd }),
      roots: [this.root],
      signal: this.signal,
      clock: { now: () => 0, after: () => () => {}, sleep: () => Promise.resolve() },
      ids: { next: () => "00000000-0000-4000-8000-000000000000" },
      files: this.files,
      shell: this.shell,
      memory: this.memory,
      mode: this.mode,
      answer: this.answer,
      profile: "workspace",
      setMode: (mode) => void this.modes.push(mode),
    };
  }

  /** Calls a tool and returns its outcome and its progress. */
  async call(tool: Tool, input: JsonObject): Promise<{ outcome: ToolOutcome; text: string; progress: ToolProgress[] }> {
    const progress: ToolProgress[] = [];
    const steps = tool.run(input, this.context());
    for (;;) {
      const step = await steps.next();
      if (step.done) return { outcome: step.value, text: textOf(step.value.output), progress };
      progress.push(step.value);
    }
  }

  /** Calls a tool and returns what the model sees. */
  async text(tool: Tool, input: JsonObject): Promise<string> {
    return (await this.call(tool, input)).text;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.shell.close();
    await Deno.remove(this.root, { recursive: true });
  }
}
