/** The npm and Debian packages, built from the compiled program where a runtime base is given, otherwise from the script. */
import { assertEquals, assertMatch } from "@std/assert";
import project from "../deno.json" with { type: "json" };
import { buildOf } from "../build/bundle.ts";
import { packDeb } from "../build/package_deb.ts";
import { hostTarget } from "../build/compile.ts";
import { packNpm } from "../build/package_npm.ts";
import { buildProgram, output, type ProgramForm } from "../build/program_form.ts";
import { smoke } from "./smoke.ts";
import { endToEnd, installPackage } from "./support/installed_package.ts";
import { isInstalled } from "./support/shim.ts";

const hasPackers = Deno.build.os === "linux" && isInstalled("npm") && isInstalled("dpkg-deb");
let built: Promise<{ program: ProgramForm; folder: string }> | null = null;

/**
 * The end-to-end tests that run here through the installed command: its output, and signals to it. The whole suite runs
 * on the program itself, which the packages contain byte for byte, and on a package by `deno task test:package`.
 */
const GROUP = ["tests/e2e/quiet_test.ts", "tests/e2e/signals_test.ts"];
const GROUP_MS = 10 * 60_000;

/** Runs the group on an installed program, from an empty home. */
async function passesEndToEnd(launcher: string, home: string): Promise<void> {
  const { code, said } = await endToEnd({ launcher, home, args: GROUP, signal: AbortSignal.timeout(GROUP_MS) });
  assertEquals(code, 0, said);
  assertMatch(said, /[1-9]\d* passed .*0 failed/);
}

/** Whether a package contains exactly the program on which the end-to-end tests ran, where this run names it. */
async function isTheTested(form: ProgramForm): Promise<void> {
  const executable = Deno.env.get("QWEN_EXECUTABLE");
  if (form.kind === "executable" && executable) assertEquals(await digest(form.path), await digest(executable));
  const script = Deno.env.get("QWEN_BIN");
  // The name of a build is made of its content; the first line of a script names the Deno of its machine.
  if (form.kind === "script" && script && await buildOf(script) !== null) {
    assertEquals(await buildOf(form.path), await buildOf(script));
  }
}

/** The program is built once for all tests of this file. */
function program(): Promise<{ program: ProgramForm; folder: string }> {
  return built ??= (async () => {
    const folder = await Deno.makeTempDir({ prefix: "qwen_packages_" });
    globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
    const executable = Deno.env.get("QWEN_EXECUTABLE");
    const form: ProgramForm = executable
      ? { kind: "executable", path: executable, target: hostTarget() }
      : await buildProgram(folder);
    return { program: form, folder };
  })();
}

async function digest(path: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", await Deno.readFile(path))).toHex();
}

/** The files of a folder by their digests; with a name, only those whose path begins with it. */
async function treeDigest(folder: string, only = ""): Promise<string[]> {
  const found: string[] = [];
  const walk = async (below: string): Promise<void> => {
    for await (const { name, isDirectory } of Deno.readDir(`${folder}/${below}`)) {
      const path = `${below}${name}`;
      if (!path.startsWith(only)) continue;
      if (isDirectory) await walk(`${path}/`);
      else found.push(`${path} ${await digest(`${folder}/${path}`)}`);
    }
  };
  await walk("");
  return found.sort();
}

Deno.test({
  name: "the npm package installs offline from its tarballs, and the installed qwen works",
  ignore: !hasPackers,
  fn: async (): Promise<void> => {
    const { program: form, folder } = await program();
    const { launcher, program: installed } = await installPackage(form, { kind: "npm", folder });
    await smoke(launcher);
    await passesEndToEnd(launcher, `${folder}/npm-home`);
    await isTheTested(form);
    if (form.kind === "executable") assertEquals(await digest(installed), await digest(form.path));
    else assertEquals(await treeDigest(installed), await treeDigest(folder, "qwen"));
  },
});

Deno.test({
  name: "the Debian package installs, and the installed qwen works, with man page and completions",
  ignore: !hasPackers,
  fn: async (): Promise<void> => {
    const { program: form, folder } = await program();
    const { launcher, program: installed } = await installPackage(form, { kind: "debian", folder });
    await smoke(launcher);
    await passesEndToEnd(launcher, `${folder}/deb-home`);
    if (form.kind === "executable") assertEquals(await digest(installed), await digest(form.path));
    else assertEquals(await treeDigest(installed), await treeDigest(folder, "qwen"));
    const root = launcher.slice(0, -"/usr/bin/qwen".length);
    for (const path of ["man/man1/qwen.1.gz", "bash-completion/completions/qwen", "zsh/vendor-completions/_qwen"]) {
      assertEquals((await Deno.stat(`${root}/usr/share/${path}`)).size > 0, true);
    }
    const facts = await output(["dpkg-query", `--admindir=${root}/var/lib/dpkg`, "-W", "qwen"]);
    assertEquals(facts, `qwen\t${project.version}\n`);
  },
});

Deno.test({
  name: "packages are reproducible: twice the same bytes",
  ignore: !hasPackers,
  fn: async (): Promise<void> => {
    const { program: form, folder } = await program();
    const again = await buildProgram(`${folder}/again`);
    assertEquals(await digest(again.path), await digest(form.path));
    const debs = [form, again].map((one, index) => packDeb(one, { folder: `${folder}/deb${index}`, level: 1 }));
    const [first, second] = await Promise.all(debs);
    assertEquals(await digest(first), await digest(second));
    // npm compresses an executable for many seconds; what it packs is compared above.
    if (form.kind === "executable") return;
    const [one] = await packNpm(form, `${folder}/npm1`);
    const [two] = await packNpm(again, `${folder}/npm2`);
    assertEquals(await digest(one), await digest(two));
  },
});
