/** The release workflow, rehearsed: every script step runs as written, and nothing leaves this machine. */
import { assert, assertEquals } from "@std/assert";
import project from "../deno.json" with { type: "json" };
import { executableName, TARGETS } from "../build/compile.ts";
import { npmPlatform } from "../build/package_npm.ts";
import { notesOf } from "../build/release_notes.ts";
import { Fixture, qwenCommand } from "./support/qwen.ts";
import { ReleaseStage } from "./support/release_stage.ts";
import { isInstalled } from "./support/shim.ts";

const { version } = project;
const PACKAGES = TARGETS.map((target) => npmPlatform(target).name);
const TARBALLS = [project.name, ...PACKAGES].map((name) => `${name.slice(1).replace("/", "-")}-${version}.tgz`);
const BUILT = [
  ...[...TARGETS.map(executableName), ...TARBALLS, `qwen_${version}_amd64.deb`, `qwen_${version}_arm64.deb`],
  ...["qwen-script.tar.gz", "qwen.cdx.json", "THIRD_PARTY_NOTICES.txt"],
];
const ADDED = ["VERSION", "SHA256SUMS", "install.sh", "install.ps1", "qwen.rb"];

function namesIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
}

async function text(path: string): Promise<string> {
  return await Deno.readTextFile(path);
}

Deno.test({
  name: "release: the steps build every file, test the executables, and publish what they built",
  ignore: Deno.build.os !== "linux" || !["npm", "dpkg-deb", "zip", "bash"].every(isInstalled),
  fn: async (test): Promise<void> => {
    await using stage = await ReleaseStage.open();
    const { dist } = stage;

    await test.step("build: executables for five systems, packages, the script, a bill of materials, notices", async () => {
      for (const step of await stage.steps("build")) if (step.run) await stage.run(step);
      assertEquals(namesIn(dist), BUILT.toSorted());
      for (const target of TARGETS) {
        const bytes = await Deno.readFile(`${dist}/${executableName(target)}`);
        assert(new TextDecoder("latin1").decode(bytes).includes("file_worker.js"), target);
      }
      assertEquals(JSON.parse(await text(`${dist}/qwen.cdx.json`)).bomFormat, "CycloneDX");
    });

    await test.step("smoke: a conversation on each system; end-to-end tests and benchmark on Linux and macOS", async () => {
      // The bases are empty: the program under test takes the place of the executable.
      await using fixture = await Fixture.open();
      const { words } = qwenCommand([], { fixture });
      const BINARY = `dist/${executableName("x86_64-unknown-linux-gnu")}`;
      const script = `#!/bin/sh\nexec ${words.map((word) => `'${word}'`).join(" ")} "$@"\n`;
      const built = await Deno.readFile(`${stage.folder}/work/${BINARY}`);
      await Deno.writeTextFile(`${stage.folder}/work/${BINARY}`, script, { mode: 0o644 });
      const before = (await stage.noted()).length;
      for (const step of await stage.steps("smoke")) if (step.run) await stage.run(step, { BINARY });
      const on = `on ${stage.folder}/work/${BINARY}`;
      const tasks = (await stage.noted()).slice(before).filter((line) => line.startsWith("deno "));
      assertEquals(tasks, ["test:e2e", "bench", "test:e2e", "bench --quick"].map((task) => `deno task ${task} ${on}`));
      await Deno.writeFile(`${stage.folder}/work/${BINARY}`, built);
    });

    await test.step("publish: checksums, provenance and notes; then the packages, the main one last", async () => {
      for (const step of await stage.steps("publish")) {
        if (step.uses?.startsWith("actions/attest-build-provenance@")) {
          assertEquals([step.with?.["subject-path"], namesIn(dist)], ["dist/*", [...BUILT, ...ADDED].toSorted()]);
        }
        if (step.run) await stage.run(step);
      }
      assertEquals(await text(`${dist}/VERSION`), `${version}\n`);
      const sums = (await text(`${dist}/SHA256SUMS`)).trim().split("\n").map((line) => line.slice(66));
      assertEquals(sums.toSorted(), [...BUILT, "VERSION", "install.sh", "install.ps1"].toSorted());
      await stage.run({ run: "sha256sum --quiet -c SHA256SUMS", "working-directory": "dist" });
      const notes = notesOf(await text(`${stage.folder}/work/CHANGELOG.md`), version);
      assertEquals(await text(`${stage.folder}/work/notes.md`), `${notes}\n`);
      const release = (await stage.noted()).find((line) => line.startsWith("gh "))?.split(" ") ?? [];
      const head = ["gh", "release", "create", `v${version}`, "--verify-tag", "--notes-file", "notes.md"];
      assertEquals(release.slice(0, head.length), head);
      assertEquals(
        release.slice(head.length).toSorted(),
        [...BUILT, ...ADDED].map((name) => `dist/${name}`).toSorted(),
      );
      const sent = stage.published.map(({ name }) => name);
      assertEquals([sent.slice(0, -1).toSorted(), sent.at(-1)], [PACKAGES.toSorted(), project.name]);
      const needed = Object.fromEntries(PACKAGES.map((name) => [name, version]));
      assertEquals(stage.published.at(-1)?.optionalDependencies, needed);
    });
  },
});
