/**
 * Writes types and input validators from the schemas beside them. The schemas are the contract; what is written
 * here is committed, and `--check` fails when it is stale.
 */
import { Ajv } from "ajv";
import standalone from "ajv/standalone";
import { compile } from "json-schema-to-typescript";

const ROOT = new URL("./", import.meta.url);
const BANNER = "// Written by schemas/generate.ts from the schema beside it. Do not edit.\n";

interface Job {
  path: string;
  make(): Promise<string>;
}

async function read(path: string): Promise<Record<string, unknown>> {
  return JSON.parse(await Deno.readTextFile(new URL(path, ROOT)));
}

/** Type names come from titles and from the names of definitions. */
async function types(path: string): Promise<string> {
  const schema = await read(path);
  const body = await compile(withoutShared(schema), String(schema.title), {
    bannerComment: "",
    format: true,
    style: { printWidth: 120 },
    unreachableDefinitions: true,
    strictIndexSignatures: true,
    ignoreMinAndMaxItems: true,
  });
  return BANNER + body;
}

/** What a union says about all its members they say themselves; for types it would only blur them. */
function withoutShared<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (_key, part) => {
    if (part && typeof part === "object" && "oneOf" in part) delete part.properties;
    return part;
  });
}

/** Definitions of input lines that nearly every client writes: those are checked without the validator of all lines. */
const USUAL: Readonly<Record<string, string>> = { "./qwen/": "UserLine", "./claude/": "UserLine" };

/** The validator of a schema, or of one of its definitions. */
async function validator(path: string, definition: string | null = null): Promise<string> {
  const schema = await read(path);
  const ajv = new Ajv({
    code: { source: true, esm: true, lines: true },
    discriminator: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
  });
  const whole = ajv.compile(schema);
  const validate = definition === null ? whole : ajv.getSchema(`${schema.$id}#/$defs/${definition}`);
  if (!validate) throw new Error(`There is no ${definition} in ${path}`);
  const code = standalone.default(ajv, validate).replaceAll(
    /require\("ajv\/dist\/runtime\/(\w+)"\)\.default/g,
    (_match, name) => RUNTIME[name] ?? missing(name),
  );
  if (/\brequire\(|\bimport\b/.test(code)) throw new Error(`The validator of ${path} is not self-contained`);
  const name = definition === null ? path.split("/").pop()?.replace(".schema.json", "") : fileOf(definition);
  return `${BANNER}// @ts-self-types="./${name}.gen.d.ts"\n${code}`;
}

/** What validators need of ajv at run time, written out. */
const RUNTIME: Readonly<Record<string, string>> = {
  ucs2length: "(text) => [...text].length",
};

function missing(name: string): never {
  throw new Error(`A validator needs ajv's runtime module ${name}: add it to RUNTIME or change the schema`);
}

/** The types of what a validator lets through, and the validator's own. */
async function declaration(path: string): Promise<string> {
  const title = String((await read(path)).title);
  return `${await types(path)}
/** A fault of a value. */
export interface Fault {
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
  message?: string;
}

${declared(title)}`;
}

function declared(type: string): string {
  return `/** Whether a value is sound; its faults are in \`errors\`. */
export declare const validate: ((value: unknown) => value is ${type}) & { errors?: Fault[] | null };
`;
}

/** The declaration of a definition's validator; its types are those of the schema that it is part of. */
function partDeclaration(name: string, definition: string): string {
  return `${BANNER}import type { Fault, ${definition} } from "./${name}.gen.js";\n\n${declared(definition)}`;
}

/** `UserLine` has its validator in user_line.gen.js. */
function fileOf(definition: string): string {
  return definition.replaceAll(/(?<!^)[A-Z]/g, "_$&").toLowerCase();
}

async function jobs(): Promise<Job[]> {
  const all: Job[] = [];
  const add = (folder: string, name: string): void => {
    const schema = `${folder}${name}.schema.json`;
    if (name === "out") {
      // What we write is checked by the compiler and in tests, so it needs no validator at run time.
      all.push({ path: `${folder}out.gen.ts`, make: () => types(schema) });
      return;
    }
    all.push({ path: `${folder}${name}.gen.js`, make: () => validator(schema) });
    all.push({ path: `${folder}${name}.gen.d.ts`, make: () => declaration(schema) });
    const usual = name === "in" ? USUAL[folder] : undefined;
    if (usual === undefined) return;
    const part = `${folder}${fileOf(usual)}`;
    all.push({ path: `${part}.gen.js`, make: () => validator(schema, usual) });
    all.push({ path: `${part}.gen.d.ts`, make: () => Promise.resolve(partDeclaration(name, usual)) });
  };
  for (const folder of await folders()) {
    for await (const entry of Deno.readDir(new URL(folder, ROOT))) {
      if (entry.name.endsWith(".schema.json")) add(folder, entry.name.replace(".schema.json", ""));
    }
  }
  return all.toSorted((a, b) => a.path < b.path ? -1 : 1);
}

async function folders(): Promise<string[]> {
  const names = ["./"];
  for await (const entry of Deno.readDir(ROOT)) if (entry.isDirectory) names.push(`./${entry.name}/`);
  return names.toSorted();
}

async function main(): Promise<void> {
  const isCheck = Deno.args.includes("--check");
  const stale: string[] = [];
  for (const job of await jobs()) {
    const text = await job.make();
    const target = new URL(job.path, ROOT);
    const present = await Deno.readTextFile(target).catch(() => "");
    if (present === text) continue;
    stale.push(job.path);
    if (!isCheck) await Deno.writeTextFile(target, text);
  }
  if (stale.length === 0) return;
  console.error(`${isCheck ? "Stale, run `deno task schemas`" : "Written"}: ${stale.join(", ")}`);
  if (isCheck) Deno.exit(1);
}

await main();
