/** `deno task notices FILE`: writes the licences of the packages that are part of the program. */
import { bomOf } from "./sbom.ts";

/** A package and the terms under which it is part of the program. */
export interface Notice {
  name: string;
  version: string;
  /** As the package names it, in SPDX's words. */
  license: string;
  /** Its licence and notice files; empty where it brings none. */
  text: string;
}

const FILES = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

/** The terms of every package in the bill of materials. Throws where a package is not in Deno's cache. */
export async function noticesOf(): Promise<Notice[]> {
  const { components } = await bomOf();
  const roots = await cacheRoots();
  return await Promise.all(components.map(({ name, version }) => noticeOf(roots, { name, version })));
}

async function noticeOf(roots: readonly string[], one: { name: string; version: string }): Promise<Notice> {
  for (const root of roots) {
    const folder = `${root}/${one.name}/${one.version}`;
    const facts = await Deno.readTextFile(`${folder}/package.json`).then(JSON.parse, () => null);
    if (facts === null) continue;
    const names = (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).filter((name) => FILES.test(name));
    const texts = await Promise.all(names.toSorted().map((name) => Deno.readTextFile(`${folder}/${name}`)));
    return { ...one, license: String(facts.license ?? "unknown"), text: texts.map((text) => text.trim()).join("\n\n") };
  }
  throw new Error(`${one.name}@${one.version} is not in Deno's cache: run deno install first`);
}

/** The folders of Deno's cache that hold packages, one for each place that they came from. */
async function cacheRoots(): Promise<string[]> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  const { npmCache }: { npmCache: string } = JSON.parse(new TextDecoder().decode(stdout));
  return await Array.fromAsync(Deno.readDir(npmCache), ({ name }) => `${npmCache}/${name}`);
}

function page(notices: readonly Notice[]): string {
  const parts = notices.map(({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text}`.trim());
  const head = "qwen holds code of the following packages, each under its own terms.";
  return `${[head, ...parts].join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

if (import.meta.main) {
  const text = page(await noticesOf());
  if (Deno.args[0]) await Deno.writeTextFile(Deno.args[0], text);
  else await Deno.stdout.write(new TextEncoder().encode(text));
}
