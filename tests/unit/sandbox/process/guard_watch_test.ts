/** Files that something else executes later, attacked by commands that run unasked. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { GuardScan } from "../../../../lib/sandbox/process/mounts/guard_scan.ts";
import { HAS_SANDBOX, SandboxBench } from "../../../support/sandbox_bench.ts";

const exists = (path: string): boolean => {
  try {
    return Deno.lstatSync(path) !== null;
  } catch {
    return false;
  }
};

Deno.test({
  name: "no unasked command creates a guarded file where it is absent, at any depth and by any means",
  ignore: !HAS_SANDBOX,
  async fn(): Promise<void> {
    await using bench = await SandboxBench.open();
    const { root } = bench;
    const attacks: Record<string, string> = {
      "package.json": "echo '{}' > package.json",
      ".github": "mkdir -p .github/workflows; echo x > .github/workflows/ci.yml",
      Makefile: "echo all: > m; mv m Makefile",
      "a/b/c/d/e/f/g/h/package.json": "mkdir -p a/b/c/d/e/f/g/h; echo '{}' > a/b/c/d/e/f/g/h/package.json",
      ".npmrc": "echo x > other; ln -s other .npmrc",
      "sub/.git": "git init -q sub; git -C sub config core.fsmonitor 'touch ran'",
      "hooked/.git": "git init -q hooked; echo x > hooked/.git/hooks/pre-commit",
      ".git": "git init -q; git config core.fsmonitor 'touch ran'",
    };
    for (const [name, attack] of Object.entries(attacks)) {
      const output = await bench.run("guarded", attack);
      assertEquals([name, exists(`${root}/${name}`)], [name, false]);
      assertStringIncludes(output, `renamed ${root}/${name} to ${root}/${name}.set-aside-`);
    }
    // An ordinary repository stays, and so does what a person has approved.
    assertEquals(await bench.run("guarded", "git init -q plain && ls -d plain/.git"), "plain/.git\n");
    assert(exists(`${root}/plain/.git/HEAD`));
    await bench.run("workspace", "echo '{}' > package.json");
    assertEquals(await bench.run("guarded", "cat package.json; echo x 2>/dev/null > package.json; true"), "{}\n");
    assertEquals(Deno.readTextFileSync(`${root}/package.json`), "{}\n");
  },
});

async function until(isTrue: () => boolean): Promise<void> {
  for (let waited = 0; !isTrue(); waited += 50) {
    assert(waited < 60_000, "it did not happen");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

Deno.test({
  name: "a guarded file of an unasked command in the background goes within a second, and a new repository stays",
  ignore: !HAS_SANDBOX,
  async fn(): Promise<void> {
    await using bench = await SandboxBench.open();
    const { root } = bench;
    await bench.shell.ready("guarded");
    const command = "git init -q plain; " +
      "while :; do echo all: > Makefile; sleep 0.2; done";
    const { signal } = new AbortController();
    const job = bench.shell.run({
      ...{ command, cwd: root, timeoutMs: Infinity, signal, profile: "guarded", background: true },
    });
    const aside = (): number =>
      [...Deno.readDirSync(root)].filter(({ name }) => /^Makefile\.set-aside-/.test(name)).length;
    await until(() => aside() >= 2);
    await job.stop();
    assertEquals([exists(`${root}/Makefile`), exists(`${root}/plain/.git/HEAD`)], [false, true]);
  },
});

Deno.test({
  name: "no process that an unasked command leaves running creates a guarded file",
  ignore: !HAS_SANDBOX,
  async fn(): Promise<void> {
    const bench = await SandboxBench.open();
    const { root } = bench;
    try {
      await bench.run("guarded", "(sleep 0.3; echo x > Makefile; echo x > seen; sleep 600) >/dev/null 2>&1 &");
      await until(() => exists(`${root}/seen`));
      bench.confinement.guards.approve(`${root}/package.json`);
      await Deno.writeTextFile(`${root}/package.json`, "{}");
      // Nobody runs a command, and yet it goes.
      await until(() => !exists(`${root}/Makefile`));
      assertStringIncludes(await bench.run("guarded", "true"), `renamed ${root}/Makefile`);
      assertEquals([exists(`${root}/Makefile`), exists(`${root}/package.json`)], [false, true]);
      await bench.run("guarded", "(sleep 0.1; echo x > late; echo x > Makefile; sleep 600) >/dev/null 2>&1 &");
      await until(() => exists(`${root}/late`));
      await bench.shell.close();
      assertEquals(exists(`${root}/Makefile`), false);
    } finally {
      await bench[Symbol.asyncDispose]();
    }
  },
});

Deno.test("GuardScan finds guarded files at any depth, also those that were made since, and says what it left out", async () => {
  const root = await Deno.makeTempDir();
  let now = 0;
  const scan = new GuardScan(() => now);
  const names = (): string[] => scan.find([root]).paths.map((path) => path.slice(root.length + 1)).sort();
  try {
    const deep = "a/".repeat(40);
    await Deno.mkdir(`${root}/${deep}`, { recursive: true });
    await Deno.mkdir(`${root}/node_modules/p`, { recursive: true });
    for (const path of [`${deep}package.json`, "node_modules/p/package.json", "a/GNUmakefile", "plain.json"]) {
      await Deno.writeTextFile(`${root}/${path}`, "");
    }
    now = Infinity;
    assertEquals(names(), ["a/GNUmakefile", `${deep}package.json`]);
    // The folders are known by now. The clock of the file system has to tick before one changes visibly.
    await new Promise((resolve) => setTimeout(resolve, 30));
    await Deno.writeTextFile(`${root}/a/a/Dockerfile`, "");
    assertEquals(names(), ["a/GNUmakefile", "a/a/Dockerfile", `${deep}package.json`].sort());
    for (let at = 0; at < 2_001; at++) {
      await Deno.mkdir(`${root}/many/${at}`, { recursive: true });
      await Deno.writeTextFile(`${root}/many/${at}/package.json`, "");
    }
    assertStringIncludes(scan.find([root]).gap ?? "", "more than 2000 guarded files");
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});
