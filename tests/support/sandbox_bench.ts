/** A workspace with a shell in its sandbox, for tests that attack from inside. */
import type { ShellProfile } from "../../lib/model/ports.ts";
import { Confinement } from "../../lib/sandbox/process/confinement.ts";
import { WORKSPACE_ONLY } from "../../lib/sandbox/policy/fences.ts";
import { ProcessShell, type ProcessShellOptions } from "../../lib/sandbox/process/process_shell.ts";

/** Whether bubblewrap works here. */
export const HAS_SANDBOX = await new Deno.Command("bwrap", {
  args: ["--ro-bind", "/", "/", "--unshare-all", "true"],
  stdout: "null",
  stderr: "null",
}).output().then(({ success }) => success, () => false);

/** How a bench differs from the usual one. */
export interface BenchOptions {
  /** Whether the home folder is the workspace. */
  isHome?: boolean;
  /** Another folder as the workspace. */
  root?: string;
  shell?: Partial<ProcessShellOptions>;
}

/** A workspace, a home and a shell in its sandbox. */
export class SandboxBench implements AsyncDisposable {
  readonly base: string;
  readonly root: string;
  readonly home: string;
  readonly confinement: Confinement;
  readonly shell: ProcessShell;

  private constructor(base: string, options: BenchOptions) {
    this.base = base;
    this.home = `${base}/home`;
    this.root = options.root ?? (options.isHome ? this.home : `${base}/ws`);
    const env = { PATH: "/usr/local/bin:/usr/bin:/bin" };
    this.confinement = new Confinement({
      wish: "required",
      roots: [this.root],
      fences: WORKSPACE_ONLY,
      secrets: [],
      home: this.home,
      env,
      records: `${base}/records`,
    });
    this.shell = new ProcessShell({ runId: crypto.randomUUID(), env, confinement: this.confinement, ...options.shell });
  }

  /** Makes a bench with an empty workspace. */
  static async open(options: BenchOptions = {}): Promise<SandboxBench> {
    const base = await Deno.realPath(await Deno.makeTempDir({ dir: "/var/tmp" }));
    for (const name of ["ws", "home"]) await Deno.mkdir(`${base}/${name}`);
    return new SandboxBench(base, options);
  }

  /** Runs a command to its end and returns its output. */
  async run(profile: ShellProfile, command: string): Promise<string> {
    await this.shell.ready(profile);
    const { signal } = new AbortController();
    const run = this.shell.run({ command, cwd: this.root, timeoutMs: 120_000, signal, profile });
    let text = "";
    for await (const { bytes } of run.output) text += new TextDecoder().decode(bytes);
    await run.status;
    return text;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.shell.close();
    await Deno.remove(this.base, { recursive: true });
  }
}
