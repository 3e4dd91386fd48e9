/** The walks, folders and packages of ARCHITECTURE are those of the sources. */
import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "../lib/path/mod.ts";
import project from "../deno.json" with { type: "json" };
import { PACKAGE_HOME } from "./support/layers.ts";
import { codeOf, tableOf } from "./support/markdown.ts";
import { bodyOf, calls, callsStep, type Hop, nameOf, type Place, walksOf } from "./support/walks.ts";

const ROOT = fromFileUrl(new URL("../", import.meta.url));
const ARCHITECTURE = await Deno.readTextFile(`${ROOT}.github/ARCHITECTURE.md`);
const WALKS = walksOf(ARCHITECTURE);
const MAX_HOPS = 10;

async function sourceOf(file: string): Promise<string> {
  return await Deno.readTextFile(`${ROOT}${file}`);
}

async function bodyOfHop({ file, symbol }: Hop): Promise<string> {
  const body = bodyOf(await sourceOf(file), symbol);
  assert(body !== null, `${file} has no ${symbol}`);
  return body;
}

async function placeOf(hop: Hop): Promise<Place> {
  return { hop, source: await sourceOf(hop.file) };
}

/** Every source below lib, with its path. */
async function* sources(folder = "lib"): AsyncGenerator<[path: string, text: string]> {
  for await (const { name, isDirectory } of Deno.readDir(`${ROOT}${folder}`)) {
    const path = `${folder}/${name}`;
    if (isDirectory) yield* sources(path);
    else if (/(?<!\.gen)\.(ts|js)$/.test(name)) yield [path, await sourceOf(path)];
  }
}

/** Whether some source binds a callback of this name to a call of the function. */
async function isBound(callback: string, name: string): Promise<boolean> {
  const binding = new RegExp(`\\b${callback}: \\([^)]*\\) =>[^;]{0,60}[;{]?[\\s\\S]{0,160}?\\b${name}\\(`);
  for await (const [, text] of sources()) if (binding.test(text)) return true;
  return false;
}

async function classHas(hop: Hop, method: string): Promise<boolean> {
  const [owner] = hop.symbol.split(".");
  return bodyOf(await sourceOf(hop.file), `${owner}.${method}`) !== null;
}

/** Why a step does not follow from those before it, or null. */
async function gap(hop: Hop, before: readonly Hop[]): Promise<string | null> {
  const last = before[before.length - 1];
  const [own, previous] = [await bodyOfHop(hop), await bodyOfHop(last)];
  const name = nameOf(hop.symbol);
  if (hop.fromClient) return hop.symbol.startsWith("Client.#") ? null : "only Client reads lines";
  if (hop.as) {
    if (!calls(previous, hop.as)) return `${last.symbol} does not call ${hop.as}`;
    return await isBound(hop.as, name) ? null : `nothing binds ${hop.as} to ${name}`;
  }
  if (hop.by) {
    const isCalledHere = calls(own, hop.by) && await classHas(last, hop.by);
    const isCalledThere = calls(previous, hop.by) && await classHas(hop, hop.by);
    return isCalledHere || isCalledThere ? null : `they do not meet in ${hop.by}`;
  }
  const here = await placeOf(hop);
  if (callsStep(here, await placeOf(last))) return null;
  for (const earlier of before.toReversed()) if (callsStep(await placeOf(earlier), here)) return null;
  return `no earlier step calls ${name}`;
}

Deno.test("ARCHITECTURE: there are five walks of at most ten steps", () => {
  assertEquals(WALKS.map(({ title }) => title), [
    "A prompt given by `-p`",
    "A line on stdin",
    "A permission question over TCP",
    "A tool call",
    "The end of a run",
  ]);
  for (const { title, hops } of WALKS) assert(hops.length > 1 && hops.length <= MAX_HOPS, title);
});

for (const { title, hops } of WALKS) {
  Deno.test(`ARCHITECTURE: ${title}: every function exists and calls the next`, async () => {
    const gaps: string[] = [];
    for (const [index, hop] of hops.entries()) {
      await bodyOfHop(hop);
      const found = index === 0 ? null : await gap(hop, hops.slice(0, index));
      if (found) gaps.push(`${index + 1}. ${hop.symbol}: ${found}`);
    }
    assertEquals(gaps, []);
  });
}

Deno.test("ARCHITECTURE: a step that does not follow is found", async () => {
  const step = (file: string, symbol: string): Hop => ({
    ...{ file, symbol, text: "", as: null, by: null, fromClient: false },
  });
  const run = step("lib/cli/run.ts", "run");
  const serve = step("lib/host/pipeline.ts", "serveClient");
  assertEquals(await gap(serve, [run]), "no earlier step calls serveClient");
  assertEquals(await gap({ ...serve, as: "drive" }, [run]), "nothing binds drive to serveClient");
  assertEquals(await gap({ ...serve, by: "next" }, [run]), "they do not meet in next");
  assertEquals(bodyOf(await sourceOf("lib/cli/run.ts"), "Missing.run"), null);
});

Deno.test("ARCHITECTURE: the table of folders is the tree", async () => {
  const rows = tableOf(ARCHITECTURE, "folder").map(([folder]) => codeOf(folder)[0]);
  const top = (await Array.fromAsync(Deno.readDir(`${ROOT}lib`))).map(({ name }) => `lib/${name}`);
  assertEquals(rows.filter((row) => row.startsWith("lib/")).sort(), top.sort());
  for (const row of rows) await Deno.stat(`${ROOT}${row}`);
});

Deno.test("ARCHITECTURE: the table of seams names exactly the files with late imports", async () => {
  const named = tableOf(ARCHITECTURE, "seam").flatMap(([, files]) => codeOf(files));
  const late: string[] = [];
  for await (const [path, text] of sources()) {
    // The page runs in a browser, which loads its parts by itself.
    if (path.startsWith("lib/page/client/")) continue;
    const code = text.replaceAll(/^ *(\/\/|\/?\*).*$/gm, "").replaceAll("typeof import(", "");
    if (/\bimport\(/.test(code)) late.push(path);
  }
  const names = (path: string, name: string): boolean => path === name || path.endsWith(`/${name}`);
  assertEquals(late.filter((path) => !named.some((name) => names(path, name))), []);
  assertEquals(named.filter((name) => !late.some((path) => names(path, name))), []);
});

Deno.test("ARCHITECTURE: every file that it names exists", async () => {
  const known: string[] = [];
  for await (const [path] of sources()) known.push(path);
  const missing = codeOf(ARCHITECTURE).filter((code) => /^[\w/.-]+\.(ts|js)$/.test(code))
    .filter((name) => !known.some((path) => path === name || path.endsWith(`/${name}`)));
  const outside = await Promise.all(missing.map((name) => Deno.stat(`${ROOT}${name}`).then(() => null, () => name)));
  assertEquals(outside.filter((name) => name !== null), []);
});

Deno.test("ARCHITECTURE: the table of packages is that of deno.json, and each package is known where it says", async () => {
  const rows = new Map(tableOf(ARCHITECTURE, "package").map(([name, , home]) => [codeOf(name)[0], codeOf(home)]));
  const mapped = Object.keys(project.imports).map((name) => packageOf(name));
  assertEquals([...rows.keys()].sort(), [...new Set(mapped)].sort());
  const homes = new Map<string, Set<string>>();
  for await (const [path, text] of sources()) {
    const folder = path.split("/").slice(0, 2).join("/");
    for (const [, name] of text.matchAll(/(?:from|import)\s*\(?\s*"([@a-z][^".]*)"/g)) {
      const known = homes.get(packageOf(name)) ?? new Set();
      homes.set(packageOf(name), known.add(folder));
    }
  }
  for (const [name, folders] of rows) {
    const own = folders.filter((folder) => folder.startsWith("lib/"));
    assertEquals([...homes.get(name) ?? []].sort(), own.sort(), name);
    const allowed = (PACKAGE_HOME[name] ?? []).filter((home) => home !== "tests").map((home) => `lib/${home}`);
    assertEquals(allowed.sort(), own.sort(), `tests/support/layers.ts: ${name}`);
  }
});

function packageOf(specifier: string): string {
  return specifier.startsWith("@") ? specifier.split("/").slice(0, 2).join("/") : specifier.split("/")[0];
}
