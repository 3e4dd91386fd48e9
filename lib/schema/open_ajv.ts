/**
 * The one door to ajv, its formats and the regular expression engine: everything behind it is loaded when first needed.
 * Patterns run on RE2, whose time is linear in the text, because V8's engine can be made to run for hours.
 */
import type { Ajv, Format, KeywordCxt, Options } from "ajv";
import type { RE2JS } from "re2js";
import { isObject } from "../model/json.ts";
import { countValues, TooMuchWork, type WorkBudget } from "./work_budget.ts";

/** The drafts of JSON Schema that are understood. */
export type Draft = "draft-07" | "2019-09" | "2020-12";

/** The keyword that the survey adds to every subschema: its value is the price. */
export const WORK_KEYWORD = "qwen:work";

/** What trying a subschema costs: by itself, and for each member of the value. */
export type Price = [price: number, perMember: number];

/** The keyword that the survey adds where items have to be compared with each other. */
export const UNIQUE_KEYWORD = "qwen:unique";

/** Longest pattern that is accepted. */
export const MAX_PATTERN_CHARS = 1024;

/** Largest sum of all compiled patterns of one schema, in instructions of RE2. */
export const MAX_PATTERN_SIZE = 10_000;

/** Longest text that is matched against a pattern. */
export const MAX_MATCHED_CHARS = 65_536;

/** Longest text that is checked against a format: not all of them are linear in it. */
export const MAX_FORMAT_CHARS = 4096;

/** What an instance of ajv is opened for. */
export interface AjvRequest {
  draft: Draft;
  /** Whether the schema has patterns; only then is their engine loaded. */
  hasPatterns: boolean;
  /** Whether all errors are collected: the code is then flat, which large schemas need. */
  allErrors: boolean;
  budget: WorkBudget;
}

const OPTIONS: Options = {
  meta: false,
  validateSchema: false,
  strict: false,
  logger: false,
  ownProperties: true,
  // A reference stays a call: expanded in place, a small schema can grow to gigabytes of code.
  inlineRefs: false,
};

/** A fresh instance for one schema of a stranger. */
export async function openAjv(request: AjvRequest): Promise<Ajv> {
  const { budget, allErrors } = request;
  const [{ Class, _ }, formats, re2] = await Promise.all([
    loadDraft(request.draft),
    loadFormats(budget),
    request.hasPatterns ? import("re2js") : undefined,
  ]);
  const regExp = re2 && patternEngine(re2.RE2JS, budget);
  // Optimizing the generated code is most of the compile time and quadratic in the size of an object.
  const ajv = new Class({ ...OPTIONS, allErrors, code: { optimize: false, ...(regExp && { regExp }) } });
  for (const [name, format] of formats) ajv.addFormat(name, format);
  addWork(ajv, { budget, _ });
  return ajv;
}

function addWork(ajv: Ajv, tools: { budget: WorkBudget; _: DraftModule["_"] }): void {
  const { budget, _ } = tools;
  const pay = (value: unknown, [price, perMember]: Price): void => budget.spend(price + perMember * membersOf(value));
  const payComparisons = (value: unknown): void => {
    if (Array.isArray(value)) budget.spend((value.length * countValues(value)) / 2);
  };
  ajv.addKeyword({
    keyword: WORK_KEYWORD,
    code({ gen, data, schema }: KeywordCxt): void {
      gen.code(_`${gen.scopeValue("func", { ref: pay })}(${data}, [${schema[0]}, ${schema[1]}])`);
    },
  });
  ajv.addKeyword({
    keyword: UNIQUE_KEYWORD,
    code({ gen, data }: KeywordCxt): void {
      gen.code(_`${gen.scopeValue("func", { ref: payComparisons })}(${data})`);
    },
  });
  // Ajv stops at the first keyword that fails, so what is to be paid comes before all others.
  const { rules } = ajv.RULES;
  for (const group of rules) {
    const paying = group.rules.filter(({ keyword }) => keyword === WORK_KEYWORD || keyword === UNIQUE_KEYWORD);
    if (paying.length === 0) continue;
    group.rules = group.rules.filter((rule) => !paying.includes(rule));
    rules.unshift({ rules: paying });
    break;
  }
}

function membersOf(value: unknown): number {
  if (typeof value === "string") return value.length >> 4;
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : 0;
}

const judges = new Map<Draft, Promise<Ajv>>();

/** What the meta-schema of the draft says against a schema, or null. */
export async function schemaProblem(schema: Record<string, unknown>, draft: Draft): Promise<string | null> {
  let judge = judges.get(draft);
  if (!judge) {
    judge = loadDraft(draft).then(({ Class }) => new Class({ strict: false, logger: false, validateFormats: false }));
    judges.set(draft, judge);
  }
  const ajv = await judge;
  // Meta-schemas want members to be unique and compare every pair: of long lists the beginning is enough.
  const short = JSON.parse(JSON.stringify({ ...schema, $schema: undefined }, (key, value) => {
    return (key === "enum" || key === "type") && Array.isArray(value) ? value.slice(0, 100) : value;
  }));
  if (await ajv.validateSchema(short)) return null;
  return `schema is invalid: ${ajv.errorsText()}`;
}

interface DraftModule {
  Class: new (options: Options) => Ajv;
  _: typeof import("ajv")._;
}

async function loadDraft(draft: Draft): Promise<DraftModule> {
  if (draft === "2020-12") {
    const { Ajv2020: Class, _ } = await import("ajv/2020");
    return { Class, _ };
  }
  if (draft === "2019-09") {
    const { Ajv2019: Class, _ } = await import("ajv/2019");
    return { Class, _ };
  }
  const { Ajv: Class, _ } = await import("ajv");
  return { Class, _ };
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

/** What checking one character against a format costs. */
const FORMAT_PRICE = 4;

async function loadFormats(budget: WorkBudget): Promise<[name: string, format: (text: string) => boolean][]> {
  const { default: formats } = await import("ajv-formats");
  return FORMATS.map((name) => {
    const judge = formatJudge(formats.default.get(name));
    return [name, (text) => {
      if (text.length > MAX_FORMAT_CHARS) return false;
      budget.spend(FORMAT_PRICE * text.length);
      return judge(text);
    }];
  });
}

function formatJudge(format: Format): (text: string) => boolean {
  if (format instanceof RegExp) {
    // A global expression would remember where the last text matched.
    const expression = new RegExp(format.source, format.flags.replace("g", ""));
    return (text) => expression.test(text);
  }
  if (isTextJudge(format)) return format;
  if (isObject(format) && format.validate instanceof RegExp) return formatJudge(format.validate);
  return isObject(format) && isTextJudge(format.validate) ? format.validate : () => true;
}

function isTextJudge(value: unknown): value is (text: string) => boolean {
  return typeof value === "function";
}

interface Pattern {
  test(text: string): boolean;
  /** Ajv takes patterns with the same text for the same. */
  toString(): string;
}

interface PatternEngine {
  (pattern: string): Pattern;
  code: string;
}

function patternEngine(re2: typeof RE2JS, budget: WorkBudget): PatternEngine {
  let total = 0;
  const compile = (pattern: string): Pattern => {
    const expression = compilePattern(pattern, re2);
    const size = expression.programSize();
    total += size;
    if (total > MAX_PATTERN_SIZE) {
      throw new Error(`its patterns are too large together: pattern ${JSON.stringify(pattern)} goes over the limit`);
    }
    return {
      toString: () => pattern,
      test(text): boolean {
        if (text.length > MAX_MATCHED_CHARS) {
          throw new TooMuchWork(
            `a text of ${text.length} characters is too long for a pattern: the limit is ${MAX_MATCHED_CHARS}`,
          );
        }
        budget.spend(1.5 * size * text.length);
        return expression.matcher(text).find();
      },
    };
  };
  return Object.assign(compile, { code: "re2" });
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
