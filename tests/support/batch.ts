/** Runs of `qwen batch` and what they wrote. */
import { Ajv } from "ajv";
import type { BadLine, BatchRecord, JobResult } from "../../schemas/batch/out.gen.ts";
import type { ReceivedRequest, Reply, ScriptedReply } from "./fake_model.ts";
import { type Fixture, type QwenEnd, type QwenOptions, runQwen } from "./qwen.ts";

export type { BatchRecord, JobResult };

/** How a batch ended, with its records by id; those of bad lines are in `records` only. */
export interface BatchRun extends QwenEnd {
  records: BatchRecord[];
  byId: Record<string, JobResult>;
}

const schema = JSON.parse(await Deno.readTextFile(new URL("../../schemas/batch/out.schema.json", import.meta.url)));
const isValid = new Ajv({ strict: false }).compile(schema);

/** Jobs as the lines of a file; a string is written as it is. */
export function jobLines(jobs: readonly unknown[]): string {
  return jobs.map((job) => `${typeof job === "string" ? job : JSON.stringify(job)}\n`).join("");
}

/** Runs a batch with these jobs on stdin or, where `args` name it, in the file `jobs.ndjson`. */
export async function runBatch(
  jobs: readonly unknown[],
  { args = [], ...options }: QwenOptions & { args?: readonly string[] },
): Promise<BatchRun> {
  const { fixture } = options;
  await fixture.write("jobs.ndjson", jobLines(jobs));
  const out = args.includes("-o") ? args[args.indexOf("-o") + 1] : null;
  const end = await runQwen(["batch", "jobs.ndjson", ...args], options);
  const text = out === null ? end.stdout : await Deno.readTextFile(`${fixture.cwd}/${out}`);
  return { ...end, ...recordsOf(text) };
}

/** The records of a text, each of which fits the published schema. */
export function recordsOf(text: string): Pick<BatchRun, "records" | "byId"> {
  const records: BatchRecord[] = text.split("\n").filter((line) => line !== "").map((line) => {
    const record: BatchRecord = JSON.parse(line);
    const isFit: boolean = isValid(record);
    if (!isFit) throw new Error(`${line}\n${JSON.stringify(isValid.errors)}`);
    return record;
  });
  const results = records.filter((record): record is JobResult => !("line" in record));
  return { records, byId: Object.fromEntries(results.map((record) => [record.id, record])) };
}

/** Reads the results of a batch that may still run. */
export async function readResults(fixture: Fixture, name = "out.ndjson"): Promise<BatchRecord[]> {
  const text = await Deno.readTextFile(`${fixture.cwd}/${name}`).catch(() => "");
  return recordsOf(text.slice(0, text.lastIndexOf("\n") + 1)).records;
}

/** Replies to each request by the prompt of its job. */
export function byPrompt(replies: Readonly<Record<string, (request: ReceivedRequest) => Reply>>): ScriptedReply {
  return (request) => {
    const prompt = promptOf(request);
    const reply = Object.entries(replies).find(([known]) => prompt.includes(known))?.[1];
    return reply ? reply(request) : `answer to ${prompt}`;
  };
}

/** The text of the first user message of a request. */
export function promptOf({ body }: ReceivedRequest): string {
  const message = body.messages.find(({ role }: { role: string }) => role === "user");
  const { content } = message ?? { content: "" };
  return typeof content === "string" ? content : content.map(({ text = "" }) => text).join("");
}

/** Whether a request already has the result of a tool. */
export function hasToolResult({ body }: ReceivedRequest): boolean {
  return body.messages.some(({ role }: { role: string }) => role === "tool");
}

/** The records of lines that are no jobs. */
export function badLines(records: readonly BatchRecord[]): BadLine[] {
  return records.filter((record): record is BadLine => "line" in record);
}
