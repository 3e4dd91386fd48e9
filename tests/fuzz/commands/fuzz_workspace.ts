const decoder = new TextDecoder();
const TIMEOUT_SECONDS = 3;

const FILES: Readonly<Record<string, string>> = {
  "work/a.txt": "one\ntwo\n",
  "work/dir/b.txt": "one\n",
  "work/u/a1.json": "x\n",
  "work/u/a2.json": "y\n",
  "work/package.json": '{"scripts":{"x":"true"}}',
  "work/Makefile": "all:\n\t@true\n",
  "work/evil.mk": "all:\n\t@touch EXECUTED\n",
  "work/trap.sh": "#!/bin/sh\ntouch EXECUTED\ncat\n",
  "outside/secret.txt": "outside-content\n",
  "outside/deep/x": "",
  "home/x": "",
};

/** A folder in which command lines are executed under bubblewrap, and which is made anew after each change. */
export class FuzzWorkspace implements AsyncDisposable {
  readonly #base: string;
  #before: Map<string, string>;

  private constructor(base: string) {
    this.#base = base;
    this.#before = entriesOf(this.root);
  }

  /** Makes the folder; needs bubblewrap and git. */
  static async open(): Promise<FuzzWorkspace> {
    const base = await Deno.realPath(await Deno.makeTempDir({ prefix: "qwen_fuzz_" }));
    for (const [name, text] of Object.entries(FILES)) {
      const path = `${base}/${name}`;
      await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
      await Deno.writeTextFile(path, text);
    }
    await Deno.chmod(`${base}/work/trap.sh`, 0o755);
    await Deno.symlink("../outside/deep", `${base}/work/link`);
    await Deno.symlink("../../outside/secret.txt", `${base}/work/dir/a.txt`);
    const cwd = `${base}/work`;
    for (const args of [["init", "-q"], ["add", "."], ["commit", "-qm", "first"]]) {
      await new Deno.Command("git", { args, cwd, env: ENVIRONMENT, clearEnv: true }).output();
    }
    await new Deno.Command("tar", { args: ["cf", "t.tar", "a.txt"], cwd }).output();
    await new Deno.Command("cp", { args: ["-a", "work", "template"], cwd: base }).output();
    return new FuzzWorkspace(base);
  }

  /** The folder of the workspace. */
  get root(): string {
    return `${this.#base}/work`;
  }

  /** Runs a script; returns what it printed and the names of the files that it changed. */
  async run(script: string): Promise<{ output: string; changed: string[] }> {
    const wrapped = [
      ...["--unshare-all", "--die-with-parent", "--new-session", "--ro-bind", "/", "/", "--dev", "/dev"],
      ...["--proc", "/proc", "--tmpfs", "/tmp", "--bind", this.#base, this.#base, "--chdir", this.root],
      ...["--", "timeout", "-k", "1", String(TIMEOUT_SECONDS), "bash", "-c", script],
    ];
    const command = new Deno.Command("bwrap", {
      args: wrapped,
      env: ENVIRONMENT,
      clearEnv: true,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    });
    const { stdout, stderr } = await command.output();
    const after = entriesOf(this.root);
    const names = new Set([...this.#before.keys(), ...after.keys()]);
    const changed = [...names].filter((name) => this.#before.get(name) !== after.get(name));
    if (changed.length > 0) await this.#restore();
    return { output: decoder.decode(stdout) + decoder.decode(stderr), changed };
  }

  async #restore(): Promise<void> {
    await Deno.remove(this.root, { recursive: true });
    await new Deno.Command("cp", { args: ["-a", "template", "work"], cwd: this.#base }).output();
    this.#before = entriesOf(this.root);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.#base, { recursive: true });
  }
}

const ENVIRONMENT = {
  PATH: "/usr/local/bin:/usr/bin:/bin",
  HOME: "/nonexistent",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
  GIT_AUTHOR_NAME: "n",
  GIT_AUTHOR_EMAIL: "n@example.com",
  GIT_COMMITTER_NAME: "n",
  GIT_COMMITTER_EMAIL: "n@example.com",
};

/** The files below a folder with size and time; git's own data counts only where it is not a cache. */
function entriesOf(folder: string, prefix = ""): Map<string, string> {
  const found = new Map<string, string>();
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    const path = `${prefix}${name}`;
    if (path === ".git") continue;
    if (isDirectory) {
      found.set(path, "folder");
      for (const [inner, stamp] of entriesOf(`${folder}/${name}`, `${path}/`)) found.set(inner, stamp);
    } else {
      const { size, mtime } = Deno.lstatSync(`${folder}/${name}`);
      found.set(path, `${size} ${mtime?.getTime()}`);
    }
  }
  return found;
}
