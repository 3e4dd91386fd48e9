/**
 * The one door to ajv, its formats and the regular expression engine: everything behind it is loaded when first needed.
 * Patterns run on RE2, whose time is linear in the text, because V8's engine can be made to run for hours.
 */
import type { Ajv, Format, Options } from "ajv";
import type { RE2JS } from "re2js";
import { isObject } from "../model/json.ts";

/** The drafts of JSON Schema that are understood. */
export type Draft = "draft-07" | "2019-09" | "2020-12";

/** Longest pattern that is accepted: the cost of a match grows with the pattern and the text. */
export const MAX_PATTERN_CHARS = 1024;

/** Longest text that is matched against a pattern. */
export const MAX_MATCHED_CHARS = 65_536;

/** Longest text that is checked against a format: some formats are not linear in it. */
export const MAX_FORMAT_CHARS = 8192;

/** Thrown while a value is checked, when going on would take too long. */
export class TooMuchWork extends Error {
  override readonly name = "TooMuchWork";
}

/** What an instance of ajv is opened for. */
export interface AjvRequest {
  draft: Draft;
  /** Whether the schema has patterns; only then is their engine loaded. */
  hasPatterns: boolean;
}

const OPTIONS: Options = {
  meta: false,
  validateSchema: false,
  addUsedSchema: false,
  strict: false,
  logger: false,
  ownProperties: true,
  // A reference stays a call: expanded in place, a small schema can grow to gigabytes of code.
  inlineRefs: false,
};

/** A fresh instance for one schema of a stranger. */
export async function openAjv(request: AjvRequest): Promise<Ajv> {
  const [Draft, formats, regExp] = await Promise.all([
    loadDraft(request.draft),
    loadFormats(),
    request.hasPatterns ? loadRe2() : undefined,
  ]);
  // Optimizing the generated code is most of the compile time and quadratic in the size of an object.
  const ajv = new Draft({ ...OPTIONS, code: { optimize: false, ...(regExp && { regExp }) } });
  for (const [name, format] of formats) ajv.addFormat(name, format);
  return ajv;
}

const judges = new Map<Draft, Promise<Ajv>>();

/** What the meta-schema of the draft says against a schema, or null. */
export async function schemaProblem(schema: Record<string, unknown>, draft: Draft): Promise<string | null> {
  let judge = judges.get(draft);
  if (!judge) {
    judge = loadDraft(draft).then((Draft) => new Draft({ strict: false, logger: false, validateFormats: false }));
    judges.set(draft, judge);
  }
  const ajv = await judge;
  const { $schema: _, ...rest } = schema;
  if (await ajv.validateSchema(rest)) return null;
  return `schema is invalid: ${ajv.errorsText()}`;
}

async function loadDraft(draft: Draft): Promise<new (options: Options) => Ajv> {
  if (draft === "2020-12") return (await import("ajv/2020")).Ajv2020;
  if (draft === "2019-09") return (await import("ajv/2019")).Ajv2019;
  return (await import("ajv")).Ajv;
}

type Formats = [name: string, format: (text: string) => boolean][];

async function loadFormats(): Promise<Formats> {
  const { default: formats } = await import("ajv-formats");
  return FORMATS.map((name) => {
    const judge = formatJudge(formats.default.get(name));
    return [name, (text) => text.length <= MAX_FORMAT_CHARS && judge(text)];
  });
}

function formatJudge(format: Format): (text: string) => boolean {
  if (format instanceof RegExp) return (text) => format.test(text);
  if (isTextJudge(format)) return format;
  if (isObject(format) && format.validate instanceof RegExp) return formatJudge(format.validate);
  return isObject(format) && isTextJudge(format.validate) ? format.validate : () => true;
}

function isTextJudge(value: unknown): value is (text: string) => boolean {
  return typeof value === "function";
}

const FORMATS = [
  "date",
  "time",
  "date-time",
  "duration",
  "uri",
  "uri-reference",
  "uri-template",
  "email",
  "hostname",
  "ipv4",
  "ipv6",
  "regex",
  "uuid",
  "json-pointer",
  "relative-json-pointer",
  "byte",
] as const;

interface RegExpEngine {
  (pattern: string, flags: string): { test(text: string): boolean };
  code: string;
}

let engine: Promise<RegExpEngine> | undefined;

function loadRe2(): Promise<RegExpEngine> {
  engine ??= import("re2js").then(({ RE2JS }) => {
    const compile = (pattern: string): { test(text: string): boolean } => {
      const expression = compilePattern(pattern, RE2JS);
      return {
        test(text): boolean {
          if (text.length > MAX_MATCHED_CHARS) {
            throw new TooMuchWork(
              `a text of ${text.length} characters is too long for a pattern: the limit is ${MAX_MATCHED_CHARS}`,
            );
          }
          return expression.matcher(text).find();
        },
      };
    };
    return Object.assign(compile, { code: "re2" });
  });
  return engine;
}

function compilePattern(pattern: string, re2: typeof RE2JS): RE2JS {
  if (pattern.length > MAX_PATTERN_CHARS) {
    throw new Error(`pattern of ${pattern.length} characters is too long: the limit is ${MAX_PATTERN_CHARS}`);
  }
  try {
    return re2.compile(re2.translateRegExp(pattern));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`pattern ${JSON.stringify(pattern)} is not supported: ${reason}`, { cause: error });
  }
}
