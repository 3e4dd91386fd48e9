import type { ErrorObject } from "ajv";
import type { JsonSchema } from "../model/json.ts";
import { pause } from "../model/timer.ts";
import { describeErrors } from "./describe_errors.ts";
import { openAjv, schemaProblem } from "./open_ajv.ts";
import { SchemaRefused, type SurveyOptions, surveySchema } from "./survey_schema.ts";
import { TooMuchWork, WorkBudget } from "./work_budget.ts";

/** The most steps that one check takes: about 50 ms on a slow machine. */
const MAX_CHECK_STEPS = 2_500_000;

/** The most errors that a message lists; fewer for a large schema, all of whose errors are collected. */
const MAX_LISTED_ERRORS = 20;
const MAX_LISTED_ERRORS_OF_LARGE = 3;

/** The longest message: a path into a value can be as long as the value. */
const MAX_MESSAGE_CHARS = 4000;

/** Why a value is invalid. */
export interface Failure {
  /** The errors as text, with `params` for the value. */
  message: string;
  /** JSON pointers to values of a wrong type, with the types that are allowed. */
  wrongTypes: Map<string, Set<string>>;
}

/** A compiled schema. */
export interface Validator {
  /** Starts a new step budget for the checks that follow. */
  renew(): void;
  /** Checks a value within the rest of the budget; null when it is valid. */
  validate(value: unknown): Failure | null;
}

/** Compiles any JSON Schema in bounded time; throws SchemaRefused for a schema that is not accepted. */
export async function compileSchema(schema: JsonSchema, options: SurveyOptions): Promise<Validator> {
  const survey = surveySchema(schema, options);
  await yieldToEventLoop();
  if (options.unknownKeywords === "refuse") {
    const problem = await schemaProblem(schema, survey.draft);
    if (problem) throw new SchemaRefused(problem);
    await yieldToEventLoop();
  }
  const budget = new WorkBudget(MAX_CHECK_STEPS);
  const ajv = await openAjv({ ...survey, allErrors: survey.isLarge, budget });
  await yieldToEventLoop();
  const validate = compile(() => ajv.compile(survey.schema));
  return {
    renew: () => budget.renew(),
    validate(value): Failure | null {
      try {
        if (validate(value)) return null;
        const errors = validate.errors ?? [];
        const listed = errors.slice(0, survey.isLarge ? MAX_LISTED_ERRORS_OF_LARGE : MAX_LISTED_ERRORS);
        const text = describeErrors(listed);
        return { message: shorten(text, errors.length - listed.length), wrongTypes: wrongTypesOf(errors) };
      } catch (error) {
        return { message: `params cannot be checked: ${reasonOf(error)}`, wrongTypes: new Map() };
      }
    },
  };
}

/** Each step of compiling is short, but their sum would block the event loop. */
function yieldToEventLoop(): Promise<void> {
  return pause(0);
}

function compile<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) throw new SchemaRefused("it is nested too deeply", { cause: error });
    throw new SchemaRefused(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function shorten(text: string, unlisted: number): string {
  const short = text.length > MAX_MESSAGE_CHARS ? `${text.slice(0, MAX_MESSAGE_CHARS).toWellFormed()}…` : text;
  return unlisted > 0 ? `${short}, and ${unlisted} more` : short;
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
