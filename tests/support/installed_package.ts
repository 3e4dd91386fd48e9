/** The packages, installed into folders of a test as a user installs them, and the end-to-end tests on what they install. */
import project from "../../deno.json" with { type: "json" };
import { packDeb } from "../../build/package_deb.ts";
import { npmPlatform, packNpm } from "../../build/package_npm.ts";
import { output, type ProgramForm } from "../../build/program_form.ts";
import { fromFileUrl } from "../../lib/path/mod.ts";

/** An installed program. */
export interface Installed {
  /** The command that a user runs. */
  launcher: string;
  /** The file or folder of the package that has to be the program itself. */
  program: string;
}

/** The package managers by which the program can be installed here. */
export const PACKAGE_KINDS = ["npm", "debian"] as const;

/** One of them. */
export type PackageKind = typeof PACKAGE_KINDS[number];

/** Which package, and the folder in which it is built and installed. */
export interface PackageOptions {
  kind: PackageKind;
  folder: string;
}

/** Builds the package of a program and installs it. */
export async function installPackage(form: ProgramForm, { kind, folder }: PackageOptions): Promise<Installed> {
  return await (kind === "npm" ? installNpm(form, folder) : installDebian(form, folder));
}

async function installNpm(form: ProgramForm, folder: string): Promise<Installed> {
  const tarballs = await packNpm(form, `${folder}/npm`);
  const place = `${folder}/place`;
  await Deno.mkdir(place);
  await Deno.writeTextFile(`${place}/package.json`, '{"private":true}');
  // The script form needs the package deno; this machine's own does here.
  const omit = form.kind === "script" ? ["--legacy-peer-deps"] : [];
  if (form.kind === "script") await Deno.mkdir(`${place}/node_modules/deno`, { recursive: true });
  const args = ["install", "--offline", "--no-audit", "--no-fund", ...omit, ...tarballs] as const;
  await output(["npm", ...args], { cwd: place });
  const modules = `${place}/node_modules`;
  return {
    launcher: `${modules}/.bin/qwen`,
    program: form.kind === "executable"
      ? `${modules}/${npmPlatform(form.target).name}/qwen`
      : `${modules}/${project.name}/lib`,
  };
}

async function installDebian(form: ProgramForm, folder: string): Promise<Installed> {
  const deb = await packDeb(form, { folder: `${folder}/deb`, level: 1 });
  const root = `${folder}/root`;
  await Deno.mkdir(`${root}/var/lib/dpkg/info`, { recursive: true });
  await Deno.mkdir(`${root}/var/lib/dpkg/updates`);
  await Deno.writeTextFile(`${root}/var/lib/dpkg/status`, "");
  await output(["dpkg", `--root=${root}`, "--force-depends", "--force-not-root", "-i", deb]);
  const launcher = `${root}/usr/bin/qwen`;
  return { launcher, program: form.kind === "executable" ? launcher : `${root}/usr/lib/qwen` };
}

/** What reaches a program from the environment of the tests: where to find programs and caches. */
const KEPT = /^(PATH|XDG_CACHE_HOME|DENO_DIR|TMPDIR)$/;
const CERTIFICATES = /^(NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|DENO_(CERT|TLS_CA_STORE))$/;

/** The variables of this machine that name the certificates it trusts. */
export function certificates(): Record<string, string> {
  return Object.fromEntries(Object.entries(Deno.env.toObject()).filter(([name]) => CERTIFICATES.test(name)));
}

/** An environment with an empty home; a test fetches nothing again that this machine has. */
export function emptyHome(home: string): Record<string, string> {
  const own = Deno.env.toObject();
  const cache = own.XDG_CACHE_HOME ?? `${own.HOME ?? ""}/.cache`;
  const kept = Object.fromEntries(Object.entries(own).filter(([name]) => KEPT.test(name)));
  return { DENO_DIR: `${cache}/deno`, ...kept, ...certificates(), HOME: home };
}

/** A run of end-to-end tests on a program. */
export interface EndToEndRun {
  /** The command under test. */
  launcher: string;
  /** A new folder, the home of the tests. */
  home: string;
  /** Paths in tests/e2e, and further arguments of `deno test`. */
  args: readonly string[];
  stdio?: "inherit" | "piped";
  signal?: AbortSignal;
}

/** Runs end-to-end tests on a program, from an empty home. */
export async function endToEnd(run: EndToEndRun): Promise<{ code: number; said: string }> {
  await Deno.mkdir(run.home);
  const { stdio = "piped" } = run;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["test", "-A", "--no-check", ...run.args],
    cwd: fromFileUrl(new URL("../..", import.meta.url)),
    ...{ env: { ...emptyHome(run.home), QWEN_BIN: run.launcher }, clearEnv: true, signal: run.signal },
    ...{ stdin: "null", stdout: stdio, stderr: stdio },
  }).spawn();
  if (stdio === "inherit") return { code: (await child.status).code, said: "" };
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return { code, said: decoder.decode(stdout) + decoder.decode(stderr) };
}
