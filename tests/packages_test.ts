/** The npm and Debian packages, built from the compiled program where a runtime base is given, otherwise from the script. */
import { assertEquals } from "@std/assert";
import project from "../deno.json" with { type: "json" };
import { packDeb } from "../build/package_deb.ts";
import { npmPlatform, packNpm } from "../build/package_npm.ts";
import { buildProgram, output, type ProgramForm } from "../build/program_form.ts";
import { smoke } from "./smoke.ts";
import { isInstalled } from "./support/shim.ts";

const hasPackers = Deno.build.os === "linux" && isInstalled("npm") && isInstalled("dpkg-deb");
let built: Promise<{ program: ProgramForm; folder: string }> | null = null;

/** The program is built once for all tests of this file. */
function program(): Promise<{ program: ProgramForm; folder: string }> {
  return built ??= (async () => {
    const folder = await Deno.makeTempDir({ prefix: "qwen_packages_" });
    globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
    return { program: await buildProgram(folder), folder };
  })();
}

async function digest(path: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", await Deno.readFile(path))).toHex();
}

Deno.test({
  name: "the npm package installs offline from its tarballs, and the installed qwen works",
  ignore: !hasPackers,
  fn: async (): Promise<void> => {
    const { program: form, folder } = await program();
    const tarballs = await packNpm(form, `${folder}/npm`);
    const place = `${folder}/place`;
    await Deno.mkdir(place);
    await Deno.writeTextFile(`${place}/package.json`, '{"private":true}');
    // The script form needs the package deno; this machine's own does here.
    const omit = form.kind === "script" ? ["--legacy-peer-deps"] : [];
    if (form.kind === "script") await Deno.mkdir(`${place}/node_modules/deno`, { recursive: true });
    const args = ["install", "--offline", "--no-audit", "--no-fund", ...omit, ...tarballs] as const;
    await output(["npm", ...args], { cwd: place });
    await smoke(`${place}/node_modules/.bin/qwen`);
    if (form.kind === "executable") {
      const { name } = npmPlatform(form.target);
      assertEquals(await digest(`${place}/node_modules/${name}/qwen`), await digest(form.path));
    }
  },
});

Deno.test({
  name: "the Debian package installs, and the installed qwen works, with man page and completions",
  ignore: !hasPackers,
  fn: async (): Promise<void> => {
    const { program: form, folder } = await program();
    const deb = await packDeb(form, { folder, level: 1 });
    const root = `${folder}/root`;
    await Deno.mkdir(`${root}/var/lib/dpkg/info`, { recursive: true });
    await Deno.mkdir(`${root}/var/lib/dpkg/updates`);
    await Deno.writeTextFile(`${root}/var/lib/dpkg/status`, "");
    await output(["dpkg", `--root=${root}`, "--force-depends", "--force-not-root", "-i", deb]);
    await smoke(`${root}/usr/bin/qwen`);
    if (form.kind === "executable") assertEquals(await digest(`${root}/usr/bin/qwen`), await digest(form.path));
    for (const path of ["man/man1/qwen.1.gz", "bash-completion/completions/qwen", "zsh/vendor-completions/_qwen"]) {
      assertEquals((await Deno.stat(`${root}/usr/share/${path}`)).size > 0, true);
    }
    const facts = await output(["dpkg-deb", "--field", deb, "Package", "Version"]);
    assertEquals(facts, `Package: qwen\nVersion: ${project.version}\n`);
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
