import { normalize, resolve } from "../path/mod.ts";
import { isObject, type Json, type JsonObject, type JsonSchema } from "../model/json.ts";
import { fail, type QwenError, reasonOf } from "../model/problem.ts";
import { acceptsObject } from "./accepts_object.ts";
import { coerce } from "./coerce.ts";
import { compileSchema, type Validator } from "./compile_schema.ts";
import { MAX_SCHEMA_CHARS, SchemaRefused } from "./survey_schema.ts";

/** Largest schema file. */
const MAX_SCHEMA_FILE_BYTES = 4 * 1024 * 1024;

/** How `@path` arguments are read. */
export interface SchemaReader {
  /** The folder that `~` names. */
  readonly home: string;
  /** Where relative paths begin. */
  readonly cwd: string;
  stat(path: string): Promise<{ isFile: boolean; size: number }>;
  read(path: string): Promise<Uint8Array>;
}

/** The verdict on the model's arguments. */
export type Judgement =
  /** The value to be emitted, and the JSON pointers of parts whose type was changed to make it fit. */
  | { ok: true; value: Json; coerced: string[] }
  /** The validator's errors, for the model. */
  | { ok: false; message: string };

/** The required shape of the final answer. */
export interface Structured {
  readonly schema: JsonSchema;
  /** Judges arguments of the model: as they are first, then with types changed where only one reading is possible. */
  judge(args: unknown): Judgement;
}

/** Options for compiling a schema. */
export interface StructuredOptions {
  /** The name of the schema in messages, such as `--json-schema`. */
  source: string;
  /** Larger schemas are accepted at start-up than in a session, where compiling delays other work. */
  at: "start" | "session";
}

/** Reads schema files from this machine. */
export function diskReader(place: { home: string; cwd: string }): SchemaReader {
  return { ...place, stat: (path) => Deno.stat(path), read: (path) => Deno.readFile(path) };
}

/** The value of `--json-schema`, inline JSON or `@path`, checked in full; throws `config_invalid`. */
export async function parseJsonSchemaArgument(value: string, reader: SchemaReader): Promise<Structured> {
  const source = "--json-schema";
  const text = value.trim();
  if (text === "") throw fail("config_invalid", `${source} cannot be empty.`);
  const schema = text.startsWith("@") ? await readSchema(text.slice(1), reader) : parseInline(text);
  return await compileStructured(schema, { source, at: "start" });
}

/** Compiles the schema of a structured answer; throws `config_invalid` with the reason why it is not accepted. */
export async function compileStructured(schema: Json, options: StructuredOptions): Promise<Structured> {
  const { source } = options;
  if (!isObject(schema)) {
    throw fail("config_invalid", `${source} must be a JSON object describing a schema.`);
  }
  if (!acceptsObject(schema)) throw notForObjects(schema, source);
  try {
    const validator = await compileSchema(schema, { unknownKeywords: "refuse", at: options.at });
    return { schema, judge: (args) => judge(args, validator) };
  } catch (error) {
    if (!(error instanceof SchemaRefused)) throw error;
    throw fail("config_invalid", `${source} is not a valid JSON Schema: ${error.message}`, { cause: error });
  }
}

function judge(args: unknown, validator: Validator): Judgement {
  // Calls without arguments are common where a schema asks for none.
  const value = args === undefined ? {} : args as Json;
  validator.renew();
  const failure = isObject(value) || value === null
    ? validator.validate(value)
    : { message: "params must be object", wrongTypes: new Map([["", new Set(["object"])]]) };
  if (!failure) return { ok: true, value, coerced: [] };
  const coerced = coerce(value, { failure, validator });
  if (coerced && isObject(coerced.value)) return { ok: true, value: coerced.value, coerced: coerced.paths };
  return { ok: false, message: failure.message };
}

function notForObjects(schema: JsonObject, source: string): QwenError {
  const message = `${source} root must accept object-typed values (tool parameters are always JSON objects). ` +
    "At least one branch of a root anyOf/oneOf must be satisfiable by an object, and a root `type` (when present) " +
    'must include "object".';
  if (schema.$ref === undefined) return fail("config_invalid", message);
  const wrapped = JSON.stringify({ allOf: [{ $ref: schema.$ref }] }).slice(0, -1);
  return fail("config_invalid", message, { hint: `A root $ref is not followed. Wrap it in allOf: ${wrapped}, …}` });
}

function parseInline(text: string): Json {
  if (text.length > MAX_SCHEMA_CHARS) {
    throw fail("config_invalid", `--json-schema has ${text.length} characters: the limit is ${MAX_SCHEMA_CHARS}.`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw fail("config_invalid", `--json-schema is not valid JSON: ${messageOf(error)}`, {
      cause: error,
      hint: "The schema of a file is given as --json-schema @FILE.",
    });
  }
}

async function readSchema(path: string, reader: SchemaReader): Promise<Json> {
  const shown = normalize(path.replace(/^~(?=$|[/\\])/, () => reader.home));
  const content = await readContent(shown, reader);
  try {
    return JSON.parse(content);
  } catch {
    // The parser's own message quotes the file, which may be any file a wrapping process can be made to name.
    throw fail("config_invalid", `--json-schema content of "${shown}" is not valid JSON.`);
  }
}

async function readContent(shown: string, reader: SchemaReader): Promise<string> {
  const path = resolve(reader.cwd, shown);
  const unreadable = (error: unknown): QwenError =>
    fail("config_invalid", `--json-schema could not read "${shown}": ${reasonOf(error)}`, { cause: error });
  const info = await reader.stat(path).catch((error) => {
    throw unreadable(error);
  });
  // Opening a pipe or a device could wait for ever.
  if (!info.isFile) throw fail("config_invalid", `--json-schema "@${shown}" must be a regular file.`);
  if (info.size > MAX_SCHEMA_FILE_BYTES) {
    throw fail(
      "config_invalid",
      `--json-schema file "${shown}" is ${info.size} bytes (>${MAX_SCHEMA_FILE_BYTES}). Refusing to read; this is ` +
        "almost certainly a wrong-path argument. Schemas should be small enough to fit in a few KiB; decompose with " +
        "`$ref` if you need a large family of types.",
    );
  }
  const bytes = await reader.read(path).catch((error) => {
    throw unreadable(error);
  });
  return new TextDecoder().decode(bytes);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
