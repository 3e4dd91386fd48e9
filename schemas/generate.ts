/**
 * Writes types and input validators from the schemas beside them, and validators of tool inputs from the tools. The
 * schemas are the contract; the generated files are committed, and `--check` fails when one is stale.
 */
import { Ajv } from "ajv";
import standalone from "ajv/standalone";
import { compile } from "json-schema-to-typescript";
import { ALL_TOOLS } from "../lib/tools/mod.ts";
import { acpSchema } from "./acp_schemas.ts";
import { constraintsOf } from "./constraints.ts";

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

/** Removes the shared properties of unions: their members repeat them, and for types they would only blur them. */
function withoutShared<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (_key, part) => {
    if (part && typeof part === "object" && "oneOf" in part) delete part.properties;
    return part;
  });
}

/** The validator of a schema. */
async function validator(path: string): Promise<string> {
  const schema = constraintsOf(await read(path));
  const ajv = new Ajv({
    code: { source: true, esm: true, lines: true },
    discriminator: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
  });
  const code = selfContained(standalone.default(ajv, ajv.compile(schema)), path);
  const name = path.split("/").pop()?.replace(".schema.json", "");
  return `${BANNER}// @ts-self-types="./${name}.gen.d.ts"\n${code}`;
}

/** Generated code with ajv's runtime written out. */
function selfContained(code: string, path: string): string {
  const whole = code.replaceAll(
    /require\("ajv\/dist\/runtime\/(\w+)"\)\.default/g,
    (_match, name) => RUNTIME[name] ?? missing(name),
  );
  if (/\brequire\(|\bimport\b/.test(whole)) throw new Error(`The validator of ${path} is not self-contained`);
  return whole;
}

/** One module with a validator for the input of every built-in tool. */
function toolValidators(): string {
  const ajv = new Ajv({ code: { source: true, esm: true, lines: true }, strict: true, ownProperties: true });
  for (const { name, input } of ALL_TOOLS) ajv.addSchema(withoutDescriptions(input), name);
  const names = ALL_TOOLS.map(({ name }) => name);
  const code = selfContained(standalone.default(ajv, Object.fromEntries(names.map((name) => [name, name]))), "tools");
  return `${TOOLS_BANNER}// @ts-self-types="./tools.gen.d.ts"\n${code}\nexport const validators = { ${
    names.join(", ")
  } };\n`;
}

/** Descriptions are for the model; validators would only carry them along. */
function withoutDescriptions<Value>(schema: Value): Value {
  return JSON.parse(
    JSON.stringify(schema, (key, part) => key === "description" && typeof part === "string" ? undefined : part),
  );
}

const TOOLS_BANNER = "// Written by schemas/generate.ts from the tools in lib/tools. Do not edit.\n";

const TOOLS_DECLARATION = `${TOOLS_BANNER}
/** A fault of a value. */
export interface Fault {
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
  message?: string;
}

/** Validators of tool inputs by the name of the tool; the faults of a value are in \`errors\`. */
export declare const validators: Readonly<Record<string, ((value: unknown) => boolean) & { errors?: Fault[] | null }>>;
`;

/** What validators need of ajv at run time, written out. */
const RUNTIME: Readonly<Record<string, string>> = {
  ucs2length: "(text) => [...text].length",
};

function missing(name: string): never {
  throw new Error(`A validator needs ajv's runtime module ${name}: add it to RUNTIME or change the schema`);
}

/** The types of valid values, and of the validator itself. */
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
  return `/** Whether a value is valid; its faults are in \`errors\`. */
export declare const validate: ((value: unknown) => value is ${type}) & { errors?: Fault[] | null };
`;
}

async function jobs(): Promise<Job[]> {
  const all: Job[] = [
    { path: "./tools.gen.js", make: () => Promise.resolve(toolValidators()) },
    { path: "./tools.gen.d.ts", make: () => Promise.resolve(TOOLS_DECLARATION) },
    { path: "./acp/in.schema.json", make: () => Promise.resolve(acpSchema("in")) },
    { path: "./acp/out.schema.json", make: () => Promise.resolve(acpSchema("out")) },
  ];
  const add = (folder: string, name: string): void => {
    const schema = `${folder}${name}.schema.json`;
    if (name === "out") {
      // The compiler and the tests check our output, so it needs no validator at run time.
      all.push({ path: `${folder}out.gen.ts`, make: () => types(schema) });
      return;
    }
    all.push({ path: `${folder}${name}.gen.js`, make: () => validator(schema) });
    all.push({ path: `${folder}${name}.gen.d.ts`, make: () => declaration(schema) });
  };
  for (const folder of await folders()) {
    // Its types come from the SDK that publishes the schema.
    if (folder === "./acp/") continue;
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
