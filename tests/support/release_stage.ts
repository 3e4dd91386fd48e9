/**
 * A rehearsal of the release workflow on this machine: its script steps run in a copy of the project, as written. The
 * tests and the benchmark of the whole program are only noted, because they run elsewhere. `gh` and `sudo` are only
 * noted too, and npm publishes to a registry on loopback.
 */
import { parse } from "@std/yaml";
import { fromFileUrl } from "../../lib/path/mod.ts";
import { copyTree } from "../../build/program_form.ts";
import project from "../../deno.json" with { type: "json" };
import { writeBases } from "./runtime_bases.ts";

const ROOT = fromFileUrl(new URL("../..", import.meta.url));
const FOLDERS = ["lib", "build", "schemas", "types"];
const FILES = [
  "deno.json",
  "deno.lock",
  "main.ts",
  "README.md",
  "LICENSE",
  "install.sh",
  "install.ps1",
  "tests/smoke.ts",
];
const NOTED = /^(ok|test:e2e|bench)$/;

/** A step of a job. */
export interface Step {
  name?: string;
  run?: string;
  uses?: string;
  if?: string;
  with?: Record<string, string>;
  "working-directory"?: string;
}

/** What the registry was sent. */
export interface Published {
  name: string;
  version: string;
  optionalDependencies?: Record<string, string>;
}

/** Where the workflow is rehearsed. */
export class ReleaseStage implements AsyncDisposable {
  readonly folder: string;
  readonly published: Published[] = [];
  readonly #registry: Deno.HttpServer<Deno.NetAddr>;

  private constructor(folder: string) {
    this.folder = folder;
    this.#registry = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
      if (request.method !== "PUT") return Response.json({ error: "not found" }, { status: 404 });
      const { versions } = await request.json();
      this.published.push(...Object.values<Published>(versions));
      return Response.json({ ok: true }, { status: 201 });
    });
  }

  /** Copies the project, as if its version were released today. */
  static async open(): Promise<ReleaseStage> {
    const folder = await Deno.makeTempDir({ prefix: "qwen_release_" });
    const stage = new ReleaseStage(folder);
    for (const name of ["bin", "home", "deno/dl", "work/tests"]) {
      await Deno.mkdir(`${folder}/${name}`, { recursive: true });
    }
    for (const name of FOLDERS) await copyTree(`${ROOT}${name}`, `${folder}/work/${name}`);
    for (const name of FILES) await Deno.copyFile(`${ROOT}${name}`, `${folder}/work/${name}`);
    const changelog = await Deno.readTextFile(`${ROOT}CHANGELOG.md`);
    const released = changelog.replace("## Unreleased\n", `## Unreleased\n\n## ${project.version} - 2026-01-01\n`);
    await Deno.writeTextFile(`${folder}/work/CHANGELOG.md`, released);
    await stage.#fillCache();
    await stage.#writePrograms();
    return stage;
  }

  get dist(): string {
    return `${this.folder}/work/dist`;
  }

  /** The commands that were only noted, in their order. */
  async noted(): Promise<string[]> {
    return (await Deno.readTextFile(`${this.folder}/noted`).catch(() => "")).split("\n").slice(0, -1);
  }

  /** The steps of a job. */
  async steps(job: string): Promise<Step[]> {
    const text = await Deno.readTextFile(`${ROOT}.github/workflows/release.yml`);
    return (parse(text) as { jobs: Record<string, { steps: Step[] }> }).jobs[job].steps;
  }

  /** Runs the script of a step; throws with its output when it fails. */
  async run(step: Step, env: Record<string, string> = {}): Promise<void> {
    const work = `${this.folder}/work`;
    const { success, stdout, stderr } = await new Deno.Command("bash", {
      args: ["-eo", "pipefail", "-c", step.run ?? ""],
      cwd: step["working-directory"] ? `${work}/${step["working-directory"]}` : work,
      env: { ...this.#env(), ...env },
      clearEnv: true,
      stdin: "null",
    }).output();
    const decoder = new TextDecoder();
    if (!success) throw new Error(`${step.run}\n${decoder.decode(stdout)}${decoder.decode(stderr)}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#registry.shutdown();
    await Deno.remove(this.folder, { recursive: true });
  }

  #env(): Record<string, string> {
    return {
      PATH: `${this.folder}/bin:${Deno.env.get("PATH") ?? ""}`,
      HOME: `${this.folder}/home`,
      DENO_DIR: `${this.folder}/deno`,
      NO_COLOR: "1",
      GITHUB_REF_NAME: `v${project.version}`,
      npm_config_registry: `http://127.0.0.1:${this.#registry.addr.port}/`,
    };
  }

  /** The packages of this machine's cache, and bases for every system. */
  async #fillCache(): Promise<void> {
    const home = Deno.env.get("XDG_CACHE_HOME") ?? `${Deno.env.get("HOME") ?? ""}/.cache`;
    const cache = Deno.env.get("DENO_DIR") ?? `${home}/deno`;
    await Deno.symlink(`${cache}/npm`, `${this.folder}/deno/npm`);
    for await (const { name } of Deno.readDir(`${cache}/dl`)) {
      if (name !== "release") await Deno.symlink(`${cache}/dl/${name}`, `${this.folder}/deno/dl/${name}`);
    }
    await writeBases(`${this.folder}/deno`);
    const { port } = this.#registry.addr;
    await Deno.writeTextFile(`${this.folder}/home/.npmrc`, `//127.0.0.1:${port}/:_authToken=test\n`);
  }

  async #writePrograms(): Promise<void> {
    const noted = `${this.folder}/noted`;
    const tasks = Object.keys(project.tasks).filter((name) => NOTED.test(name)).join("|");
    const note = `echo "$(basename "$0") $*\${QWEN_BIN:+ on $QWEN_BIN}" >> '${noted}'`;
    const npm = (await Deno.realPath(await found("npm"))).replaceAll("'", "");
    const programs: Record<string, string> = {
      deno: `case "$1 $2" in "task "@(${tasks})) ${note};; *) exec '${Deno.execPath()}' "$@";; esac`,
      gh: `${note}; for word; do case "$word" in dist/*|*.md) [ -f "$word" ] || exit 1;; esac; done`,
      sudo: note,
      // Provenance is signed by the service that runs the workflow.
      npm: `case "$1" in install) ${note};; *) exec node '${npm}' "\${@/--provenance/--ignore-scripts}";; esac`,
    };
    for (const [name, text] of Object.entries(programs)) {
      const script = `#!/usr/bin/env bash\nshopt -s extglob\n${text}\n`;
      await Deno.writeTextFile(`${this.folder}/bin/${name}`, script, { mode: 0o755 });
    }
  }
}

async function found(program: string): Promise<string> {
  const { stdout } = await new Deno.Command("sh", { args: ["-c", `command -v ${program}`] }).output();
  return new TextDecoder().decode(stdout).trim();
}
