import type { ErrorObject } from "ajv";
import type { JsonSchema } from "../model/json.ts";
import { openAjv, schemaProblem } from "./open_ajv.ts";
import { SchemaRefused, type SurveyOptions, surveySchema } from "./survey_schema.ts";
import { TooMuchWork, WorkBudget } from "./work_budget.ts";

/** Most steps that one check takes: some 50 ms on a slow machine. */
export const MAX_CHECK_STEPS = 2_500_000;

/** Most errors that are told, and of a large schema, whose errors are all collected. */
const MAX_TOLD_ERRORS = 20;
const MAX_TOLD_ERRORS_OF_LARGE = 3;

/** Longest message: paths into a value can be as long as the value. */
const MAX_MESSAGE_CHARS = 4000;

/** What is wrong with a value. */
export interface Failure {
  /** In ajv's words, with `params` for the value. */
  message: string;
  /** Places where the type is wrong, as JSON pointers, with the types that would do. */
  wrongTypes: Map<string, Set<string>>;
}

/** A compiled schema. */
export interface Validator {
  /** Starts a new allowance of steps for the checks that follow. */
  renew(): void;
  /** Checks a value within what is left of the allowance; null when it is fine. */
  validate(value: unknown): Failure | null;
}

/** Compiles the whole of JSON Schema, bounded in time; throws SchemaRefused for a schema that is not accepted. */
export async function compileSchema(schema: JsonSchema, options: SurveyOptions): Promise<Validator> {
  const survey = surveySchema(schema, options);
  await letOthersRun();
  if (options.unknownKeywords === "refuse") {
    const problem = await schemaProblem(schema, survey.draft);
    if (problem) throw new SchemaRefused(problem);
    await letOthersRun();
  }
  const budget = new WorkBudget(MAX_CHECK_STEPS);
  const ajv = await openAjv({ ...survey, allErrors: survey.isLarge, budget });
  await letOthersRun();
  const validate = compile(() => ajv.compile(survey.schema));
  return {
    renew: () => budget.renew(),
    validate(value): Failure | null {
      try {
        if (validate(value)) return null;
        const errors = validate.errors ?? [];
        const told = errors.slice(0, survey.isLarge ? MAX_TOLD_ERRORS_OF_LARGE : MAX_TOLD_ERRORS);
        const text = ajv.errorsText(told, { dataVar: "params" });
        return { message: shorten(text, errors.length - told.length), wrongTypes: wrongTypesOf(errors) };
      } catch (error) {
        return { message: `params cannot be checked: ${reasonOf(error)}`, wrongTypes: new Map() };
      }
    },
  };
}

/** Each step of compiling is short, but their sum would hold up everybody else. */
function letOthersRun(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

function compile<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) throw new SchemaRefused("it is nested too deeply", { cause: error });
    throw new SchemaRefused(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function shorten(text: string, untold: number): string {
  const short = text.length > MAX_MESSAGE_CHARS ? `${text.slice(0, MAX_MESSAGE_CHARS).toWellFormed()}…` : text;
  return untold > 0 ? `${short}, and ${untold} more` : short;
}

function wrongTypesOf(errors: readonly ErrorObject[]): Map<string, Set<string>> {
  const places = new Map<string, Set<string>>();
  for (const { keyword, instancePath, params } of errors) {
    if (keyword !== "type") continue;
    const types = places.get(instancePath) ?? new Set();
    for (const type of [params.type].flat()) types.add(String(type));
    places.set(instancePath, types);
  }
  return places;
}

function reasonOf(error: unknown): string {
  if (error instanceof TooMuchWork) return error.message;
  if (error instanceof RangeError) return "the schema refers to itself without end";
  throw error;
}
