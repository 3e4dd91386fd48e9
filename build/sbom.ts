/** `deno task sbom FILE`: writes which packages are part of the program, as CycloneDX, from the lock file. */
import project from "../deno.json" with { type: "json" };

interface Lock {
  specifiers: Record<string, string>;
  npm: Record<string, { integrity?: string; dependencies?: string[]; optionalDependencies?: string[] }>;
}

/** A package as CycloneDX describes it. */
export interface Component {
  type: "library";
  "bom-ref": string;
  name: string;
  version: string;
  purl: string;
  hashes: { alg: "SHA-512"; content: string }[];
}

/** A bill of materials. */
export interface Bom {
  bomFormat: "CycloneDX";
  specVersion: "1.5";
  version: 1;
  metadata: { component: { type: "application"; name: string; version: string; licenses: object[] } };
  components: Component[];
}

const ROOT = new URL("../", import.meta.url);

/** The bill of materials of the program: what its sources import, and what that needs. */
export async function bomOf(): Promise<Bom> {
  const lock: Lock = JSON.parse(await Deno.readTextFile(new URL("deno.lock", ROOT)));
  const keys = Object.keys(lock.npm);
  const open = [...await importedPackages()].map((name) =>
    keyOf(name, { keys, resolved: lock.specifiers[`npm:${name}`] })
  );
  const seen = new Set<string>();
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (seen.has(key)) continue;
    seen.add(key);
    for (const dependency of lock.npm[key].dependencies ?? []) open.push(keyOf(dependency, { keys }));
  }
  const { name, version, license } = project;
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: { component: { type: "application", name, version, licenses: [{ license: { id: license } }] } },
    components: [...seen].sort().map((key) => componentOf(key, lock.npm[key].integrity)),
  };
}

/** `name@version` of every package that a file of the program names. */
async function importedPackages(): Promise<Set<string>> {
  const packages = new Set<string>();
  const names = Object.entries(project.imports);
  for await (const path of sources("lib")) {
    const text = await Deno.readTextFile(new URL(path, ROOT));
    for (const [, specifier] of text.matchAll(/(?:from|import\()\s*"([^".][^"]*)"/g)) {
      const target = names.find(([name]) => name === specifier)?.[1];
      const found = /^npm:((?:@[^/]+\/)?[^/@]+@[^/]+)/.exec(target ?? "")?.[1];
      if (found) packages.add(found);
    }
  }
  return packages;
}

async function* sources(folder: string): AsyncGenerator<string> {
  for await (const entry of Deno.readDir(new URL(folder, ROOT))) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) yield* sources(path);
    else if (/\.(ts|js)$/.test(entry.name)) yield path;
  }
}

/** The key of a package in the lock file: the name, or the name and a version, with or without its peers. */
function keyOf(wanted: string, { keys, resolved }: { keys: readonly string[]; resolved?: string }): string {
  const name = nameOf(wanted);
  const exact = resolved === undefined ? wanted : `${name}@${resolved}`;
  const key = keys.find((key) => key === exact) ??
    keys.find((key) => key.startsWith(`${exact}_`)) ??
    keys.find((key) => nameOf(key) === name);
  if (key === undefined) throw new Error(`deno.lock does not hold ${wanted}`);
  return key;
}

function nameOf(key: string): string {
  return /^(@[^/]+\/)?[^@]+/.exec(key)?.[0] ?? key;
}

function componentOf(key: string, integrity: string | undefined): Component {
  const name = nameOf(key);
  const version = key.slice(name.length + 1).split("_")[0];
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const digest = /^sha512-(.+)$/.exec(integrity ?? "")?.[1];
  const hashes = digest ? [{ alg: "SHA-512" as const, content: hex(digest) }] : [];
  return { type: "library", "bom-ref": purl, name, version, purl, hashes };
}

function hex(base64: string): string {
  return [...atob(base64)].map((letter) => letter.charCodeAt(0).toString(16).padStart(2, "0")).join("");
}

if (import.meta.main) {
  const text = `${JSON.stringify(await bomOf(), null, 2)}\n`;
  if (Deno.args[0]) await Deno.writeTextFile(Deno.args[0], text);
  else await Deno.stdout.write(new TextEncoder().encode(text));
}
