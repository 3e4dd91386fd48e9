import { isObject } from "../model/json.ts";
import { type Job, validate } from "../../schemas/batch/in.gen.js";
import { faultOf } from "../stream/line_fault.ts";
import { nestsDeeperThan } from "../stream/nests_deeper_than.ts";

export type { Job };

/** A line of a batch: a job, or why it is none. */
export type JobLine =
  | { line: number; job: Job }
  | { line: number; id: string | null; message: string };

const MAX_DEPTH = 200;
const ID = /^[A-Za-z0-9_-]{1,128}$/;
/** An address instead of a path: with a scheme, or as `user@host:path`. */
const ADDRESS = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/|^[^/]+@[^/]+:/;

/** Reads the jobs of a batch; blank lines are left out. */
export async function* readJobs(lines: AsyncIterable<string>): AsyncGenerator<JobLine> {
  let line = 0;
  for await (const text of lines) {
    line++;
    const plain = (line === 1 ? text.replace(/^\uFEFF/, "") : text).trim();
    if (plain !== "") yield readJob(plain, line);
  }
}

/** Reads one line. */
export function readJob(text: string, line: number): JobLine {
  const bad = (message: string, id: string | null = null): JobLine => ({ line, id, message });
  const fault = faultOf(text);
  if (fault?.kind === "too_long") return bad(`The line has ${fault.bytes} bytes; the limit is ${fault.limit}.`);
  if (fault) return bad("The line is not valid UTF-8.");
  if (nestsDeeperThan(text, MAX_DEPTH)) return bad(`The line nests deeper than ${MAX_DEPTH} levels.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return bad(`The line is not JSON: ${error instanceof Error ? error.message.slice(0, 160) : ""}.`);
  }
  if (!isObject(value)) return bad("A job is a JSON object.");
  const id = typeof value.id === "string" && ID.test(value.id) ? value.id : null;
  if (!validate(value)) return bad(faultText(validate.errors?.[0]), id);
  if (value.repo !== undefined && ADDRESS.test(value.repo)) {
    return bad(`repo is the path of a repository on this machine, not an address: clone ${value.repo} first.`, id);
  }
  return { line, job: value };
}

type Fault = NonNullable<typeof validate.errors>[number];

function faultText(fault: Fault | undefined): string {
  if (!fault) return "The line is no job.";
  const { instancePath, keyword, params, message = "is wrong" } = fault;
  const field = instancePath.slice(1).replaceAll("/", ".");
  if (keyword === "required") return `The job has no ${field ? `${field}.` : ""}${params.missingProperty}.`;
  if (keyword === "not") return "A job has cwd or repo, not both.";
  if (keyword === "additionalProperties") {
    const known = "qwen schema batch in lists the fields of a job";
    return `The field ${field ? `${field}.` : ""}${params.additionalProperty} is unknown; ${known}.`;
  }
  if (field === "id") return "id must be 1 to 128 letters, digits, hyphens or underscores.";
  if (keyword === "enum" && Array.isArray(params.allowedValues)) {
    return `${field} must be one of ${params.allowedValues.join(", ")}.`;
  }
  return `${field || "The job"} ${message}.`;
}
