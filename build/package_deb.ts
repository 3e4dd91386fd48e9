/**
 * `deno task package:deb [FOLDER]`: writes a Debian package into dist/, with the executable, its man page and its shell
 * completions. Without a runtime base it holds the script, which looks for `deno` on the PATH. `--all` packs the Linux
 * executables of `deno task compile:all`, which it expects in dist/.
 */
import { fromFileUrl } from "../lib/path/mod.ts";
import project from "../deno.json" with { type: "json" };
import { buildProgram, copyTree, executablesIn, output, type ProgramForm } from "./program_form.ts";

const ROOT = fromFileUrl(new URL("../", import.meta.url));
const MAIN = `${ROOT}main.ts`;
const MACHINES: Readonly<Record<string, string>> = { x86_64: "amd64", aarch64: "arm64" };
const COMPLETIONS = {
  bash: "usr/share/bash-completion/completions/qwen",
  zsh: "usr/share/zsh/vendor-completions/_qwen",
  fish: "usr/share/fish/vendor_completions.d/qwen.fish",
};
/** All files have the date of the first release, so that the same content is the same package. */
const EPOCH = "1767225600";

/** Builds the package and returns its path. `level` is the compression: 0 is fast, 9 is small. */
export async function packDeb(
  program: ProgramForm,
  { folder, level = 9 }: { folder: string; level?: number },
): Promise<string> {
  const tree = await Deno.makeTempDir({ prefix: "qwen_deb_" });
  try {
    const arch = program.kind === "executable" ? program.target.split("-")[0] : Deno.build.arch;
    const machine = MACHINES[arch] ?? arch;
    await placeProgram(program, tree);
    await placeTexts(tree);
    await place(`${tree}/DEBIAN/control`, control(program, { machine, size: await sizeOf(tree) }));
    await output(["chmod", "-R", "u=rwX,go=rX", tree]);
    await Deno.mkdir(folder, { recursive: true });
    const path = `${folder}/qwen_${project.version}_${machine}.deb`;
    const args = ["--root-owner-group", "-Zgzip", `-z${level}`, "--build", tree, path];
    await output(["dpkg-deb", ...args], { env: { SOURCE_DATE_EPOCH: EPOCH } });
    return path;
  } finally {
    await Deno.remove(tree, { recursive: true });
  }
}

async function placeProgram(program: ProgramForm, tree: string): Promise<void> {
  await Deno.mkdir(`${tree}/usr/bin`, { recursive: true });
  if (program.kind === "executable") {
    await Deno.copyFile(program.path, `${tree}/usr/bin/qwen`);
    await Deno.chmod(`${tree}/usr/bin/qwen`, 0o755);
    return;
  }
  const lib = `${tree}/usr/lib/qwen`;
  await Deno.mkdir(lib, { recursive: true });
  await Deno.copyFile(program.path, `${lib}/qwen`);
  await Deno.chmod(`${lib}/qwen`, 0o755);
  await copyTree(`${program.path}.lib`, `${lib}/qwen.lib`);
  await Deno.symlink("../lib/qwen/qwen", `${tree}/usr/bin/qwen`);
}

/** The texts are printed by the sources: an executable may be for another machine. */
async function placeTexts(tree: string): Promise<void> {
  const say = (...args: string[]): Promise<string> => output([Deno.execPath(), "run", "-A", "-q", MAIN, ...args]);
  for (const [shell, path] of Object.entries(COMPLETIONS)) {
    await place(`${tree}/${path}`, await say("completions", shell));
  }
  const page = new Blob([await say("man")]).stream().pipeThrough(new CompressionStream("gzip"));
  await place(`${tree}/usr/share/man/man1/qwen.1.gz`, new Uint8Array(await new Response(page).arrayBuffer()));
  await place(`${tree}/usr/share/doc/qwen/copyright`, await Deno.readTextFile(`${ROOT}LICENSE`));
}

async function place(target: string, content: string | Uint8Array): Promise<void> {
  await Deno.mkdir(target.slice(0, target.lastIndexOf("/")), { recursive: true });
  await Deno.writeFile(target, typeof content === "string" ? new TextEncoder().encode(content) : content);
}

function control(program: ProgramForm, { machine, size }: { machine: string; size: number }): string {
  return `Package: qwen
Version: ${project.version}
Architecture: ${program.kind === "executable" ? machine : "all"}
Maintainer: the maintainers of qwen <maintainers@example.invalid>
Installed-Size: ${Math.ceil(size / 1024)}
${program.kind === "executable" ? "Depends: libc6 (>= 2.27)\n" : ""}Recommends: bubblewrap, git, ripgrep
Section: devel
Priority: optional
Description: headless coding agent in one executable
 Programs and people drive it: JSON lines over stdin and stdout, a server,
 a prompt on the command line, or a conversation at the terminal.
`;
}

async function sizeOf(folder: string): Promise<number> {
  let size = 0;
  for await (const entry of Deno.readDir(folder)) {
    const path = `${folder}/${entry.name}`;
    size += entry.isDirectory ? await sizeOf(path) : (await Deno.lstat(path)).size;
  }
  return size;
}

if (import.meta.main) {
  const isAll = Deno.args[0] === "--all";
  const folder = isAll ? `${ROOT}dist` : Deno.args[0] ?? `${ROOT}dist`;
  const work = await Deno.makeTempDir({ prefix: "qwen_build_" });
  try {
    const programs = isAll
      ? executablesIn(folder).filter(({ target }) => target.includes("linux"))
      : [await buildProgram(work)];
    for (const program of programs) console.error(`Wrote ${await packDeb(program, { folder })}`);
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}
