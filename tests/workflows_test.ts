import { assert, assertEquals, assertMatch } from "@std/assert";
import { parse } from "@std/yaml";
import project from "../deno.json" with { type: "json" };

interface Step {
  uses?: string;
  run?: string;
  if?: string;
  with?: Record<string, unknown>;
}

interface Job {
  "runs-on": string;
  "timeout-minutes"?: number;
  needs?: string;
  permissions?: Record<string, string>;
  strategy?: { matrix: { os?: string[]; include?: { os: string; file: string }[] } };
  steps: Step[];
}

interface Workflow {
  name: string;
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

const FOLDER = new URL("../.github/workflows/", import.meta.url);

async function workflows(): Promise<{ file: string; text: string; workflow: Workflow }[]> {
  const found = [];
  for await (const { name } of Deno.readDir(FOLDER)) {
    const text = await Deno.readTextFile(new URL(name, FOLDER));
    found.push({ file: name, text, workflow: parse(text) as Workflow });
  }
  return found.sort((a, b) => a.file < b.file ? -1 : 1);
}

async function release(): Promise<Workflow> {
  const found = (await workflows()).find(({ file }) => file === "release.yml");
  assert(found);
  return found.workflow;
}

function stepsOf(workflow: Workflow): Step[] {
  return Object.values(workflow.jobs).flatMap((job) => job.steps);
}

Deno.test("workflows: every action is pinned by a full hash, with its version beside it", async () => {
  for (const { file, text, workflow } of await workflows()) {
    for (const { uses } of stepsOf(workflow)) {
      if (uses) assertMatch(uses, /^[\w-]+\/[\w-]+@[0-9a-f]{40}$/, `${file}: ${uses}`);
    }
    for (const line of text.split("\n").filter((line) => line.includes("uses:"))) {
      assertMatch(line, /@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, `${file}: ${line}`);
    }
  }
});

Deno.test("workflows: an action has one hash everywhere", async () => {
  const hashes = new Map<string, Set<string>>();
  for (const { workflow } of await workflows()) {
    for (const { uses } of stepsOf(workflow)) {
      const [name, hash] = uses?.split("@") ?? [];
      if (name) hashes.set(name, (hashes.get(name) ?? new Set()).add(hash));
    }
  }
  for (const [name, all] of hashes) assertEquals([name, all.size], [name, 1]);
});

Deno.test("workflows: rights are read-only but for the job that publishes, and no token stays in the checkout", async () => {
  for (const { file, workflow } of await workflows()) {
    assertEquals([file, workflow.permissions], [file, { contents: "read" }]);
    for (const [name, job] of Object.entries(workflow.jobs)) {
      const wanted = name === "publish" ? { contents: "write", "id-token": "write", attestations: "write" } : undefined;
      assertEquals([name, job.permissions], [name, wanted]);
      assert(job["timeout-minutes"], `${file}: ${name} may run for ever`);
      for (const step of job.steps) {
        if (step.uses?.startsWith("actions/checkout@")) assertEquals(step.with?.["persist-credentials"], false);
      }
    }
  }
});

Deno.test("workflows: they call tasks that exist, with the Deno that the README names", async () => {
  const readme = await Deno.readTextFile(new URL("../README.md", import.meta.url));
  for (const { file, workflow } of await workflows()) {
    for (const { run = "" } of stepsOf(workflow)) {
      for (const [, task] of run.matchAll(/deno task ([\w:]+)/g)) {
        assert(task in project.tasks, `${file} calls deno task ${task}`);
      }
      for (const [install] of run.matchAll(/npm install -g deno@\S+/g)) assert(readme.includes(install), install);
      // An expression in a script would be text of strangers that the shell runs.
      assert(!run.includes("${{"), `${file}: ${run}`);
    }
  }
});

Deno.test("release: ok and e2e run on three systems before anything is built", async () => {
  const { jobs } = await release();
  const systems = jobs.ok.strategy?.matrix.os?.map((os) => os.split("-")[0]);
  assertEquals(systems, ["ubuntu", "macos", "windows"]);
  const runs = jobs.ok.steps.map(({ run }) => run);
  assert(runs.includes("deno task ok") && runs.includes("deno task test:e2e"));
  assertEquals([jobs.build.needs, jobs.smoke.needs, jobs.publish.needs], ["ok", "build", "smoke"]);
});

Deno.test("workflows: runners follow their label, but for two systems without such a label", async () => {
  const versioned = [];
  for (const { workflow } of await workflows()) {
    for (const { "runs-on": label, strategy } of Object.values(workflow.jobs)) {
      const { os = [], include = [] } = strategy?.matrix ?? {};
      const labels = label === "${{ matrix.os }}" ? [...os, ...include.map((row) => row.os)] : [label];
      assert(labels.length > 0);
      versioned.push(...labels.filter((one) => !/^(ubuntu|macos|windows)-latest$/.test(one)));
    }
  }
  assertEquals(versioned, ["ubuntu-24.04-arm", "macos-15-intel"]);
});

Deno.test("release: five executables are tried on their own systems, and install.sh knows their names", async () => {
  const { jobs } = await release();
  const files = jobs.smoke.strategy?.matrix.include?.map(({ file }) => file) ?? [];
  assertEquals(files.length, 5);
  const install = await Deno.readTextFile(new URL("../install.sh", import.meta.url));
  for (const file of files) {
    const [, machine, rest] = /^qwen-(x86_64|aarch64)(-.+)$/.exec(file) ?? [];
    assert(machine && install.includes(`'qwen-%s${rest}'`), file);
  }
});

Deno.test("release: the end-to-end tests and the benchmark run on the executables of Linux and macOS", async () => {
  const steps = (await release()).jobs.smoke.steps;
  assert(steps.some(({ run }) => run === 'deno task smoke "$BINARY"'), "every system, Windows too");
  for (const system of ["Linux", "macOS"]) {
    const runs = steps.filter((step) => step.if === `runner.os == '${system}'`).map(({ run }) => run ?? "").join("\n");
    for (const task of ["test:e2e", "bench"]) {
      assert(runs.includes(`QWEN_BIN="$PWD/$BINARY" deno task ${task}`), system);
    }
  }
});
