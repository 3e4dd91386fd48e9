/**
 * Loads ajv, its formats and the regular expression engine when first needed. Patterns run on RE2, whose time is linear
 * in the text: a hostile pattern can keep V8's engine busy for hours.
 */
import type { Ajv, Format, KeywordCxt, Options } from "ajv";
import { isObject } from "../model/json.ts";
import { type CompileLinear, type LinearRegex, loadLinearRegex } from "../stream/linear_regex.ts";
import { countValues, TooMuchWork, type WorkBudget } from "./work_budget.ts";

/** The supported drafts of JSON Schema. */
export type Draft = "draft-07" | "2019-09" | "2020-12";

/** The keyword that the survey adds to every subschema: its value is the price. */
export const WORK_KEYWORD = "qwen:work";

/** What trying a subschema costs: by itself, and for each member of the value. */
export type Price = [price: number, perMember: number];

/** The keyword that the survey adds where items have to be compared with each other. */
export const UNIQUE_KEYWORD = "qwen:unique";

/** Longest pattern that is accepted. */
const MAX_PATTERN_CHARS = 1024;

/** Largest sum of all compiled patterns of one schema, in instructions of RE2. */
const MAX_PATTERN_SIZE = 10_000;

/** Longest text that is matched against a pattern. */
const MAX_MATCHED_CHARS = 65_536;

/** Longest text that is checked against a format: not all of them are linear in it. */
const MAX_FORMAT_CHARS = 4096;

/** What an instance of ajv has to support. */
export interface AjvRequest {
  draft: Draft;
  /** Whether the schema has patterns; only then is their engine loaded. */
  hasPatterns: boolean;
  /** Whether formats are checked. */
  assertsFormats: boolean;
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

/** A fresh instance for one untrusted schema. */
export async function openAjv(request: AjvRequest): Promise<Ajv> {
  const { budget, allErrors, assertsFormats } = request;
  const [{ Class, _ }, formats, compileLinear] = await Promise.all([
    loadDraft(request.draft),
    assertsFormats ? loadFormats(budget) : [],
    request.hasPatterns ? loadLinearRegex() : undefined,
  ]);
  const regExp = compileLinear && patternEngine(compileLinear, budget);
  // Optimizing the generated code is most of the compile time and quadratic in the size of an object.
  const ajv = new Class({
    ...OPTIONS,
    allErrors,
    validateFormats: assertsFormats,
    code: { optimize: false, ...(regExp && { regExp }) },
  });
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
  // Ajv stops at the first keyword that fails, so the keywords that charge the budget come first.
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

const metaValidators = new Map<Draft, Promise<Ajv>>();

/** The errors of a schema by the draft's meta-schema, or null. */
export async function schemaProblem(schema: Record<string, unknown>, draft: Draft): Promise<string | null> {
  let validator = metaValidators.get(draft);
  if (!validator) {
    validator = loadDraft(draft).then(({ Class }) =>
      new Class({ strict: false, logger: false, validateFormats: false })
    );
    metaValidators.set(draft, validator);
  }
  const ajv = await validator;
  // Meta-schemas require unique members and compare every pair: for long lists the beginning is enough.
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
  const { _, Ajv, Ajv2019, Ajv2020 } = await import("./ajv.ts");
  const classes = { "draft-07": Ajv, "2019-09": Ajv2019, "2020-12": Ajv2020 };
  return { Class: classes[draft], _ };
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
    const check = formatCheck(formats.default.get(name));
    return [name, (text) => {
      if (text.length > MAX_FORMAT_CHARS) return false;
      budget.spend(FORMAT_PRICE * text.length);
      return check(text);
    }];
  });
}

function formatCheck(format: Format): (text: string) => boolean {
  if (format instanceof RegExp) {
    // A global expression would keep its position between texts.
    const expression = new RegExp(format.source, format.flags.replace("g", ""));
    return (text) => expression.test(text);
  }
  if (isTextCheck(format)) return format;
  if (isObject(format) && format.validate instanceof RegExp) return formatCheck(format.validate);
  return isObject(format) && isTextCheck(format.validate) ? format.validate : () => true;
}

function isTextCheck(value: unknown): value is (text: string) => boolean {
  return typeof value === "function";
}

interface Pattern {
  test(text: string): boolean;
  /** Ajv identifies patterns by their text. */
  toString(): string;
}

interface PatternEngine {
  (pattern: string): Pattern;
  code: string;
}

function patternEngine(compileLinear: CompileLinear, budget: WorkBudget): PatternEngine {
  let total = 0;
  const compile = (pattern: string): Pattern => {
    const expression = compilePattern(pattern, compileLinear);
    const { size } = expression;
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
        return expression.test(text);
      },
    };
  };
  return Object.assign(compile, { code: "re2" });
}

function compilePattern(pattern: string, compileLinear: CompileLinear): LinearRegex {
  if (pattern.length > MAX_PATTERN_CHARS) {
    throw new Error(`pattern of ${pattern.length} characters is too long: the limit is ${MAX_PATTERN_CHARS}`);
  }
  try {
    return compileLinear(pattern);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`pattern ${JSON.stringify(pattern)} is not supported: ${reason}`, { cause: error });
  }
}
