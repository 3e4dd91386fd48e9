/** Runs of the program with `--json-schema`, for end-to-end tests. */
import { fakeModel, type Reply, type ScriptedReply } from "./fake_model.ts";
import { Fixture, type QwenEnd, runQwen } from "./qwen.ts";

/** A schema that asks for a summary and a risk level. */
export const RISK = JSON.stringify({
  type: "object",
  properties: { summary: { type: "string" }, risk_level: { type: "string", enum: ["low", "medium", "high"] } },
  required: ["summary", "risk_level"],
  additionalProperties: false,
});

/** A value that fits it. */
export const GOOD = { summary: "fine", risk_level: "low" };

/** A reply of the model that submits a value. */
export const submit = (input: unknown): Reply => [{ call: "structured_output", input }];

/** A run with a schema. */
export interface Case {
  replies?: ScriptedReply[];
  args?: readonly string[];
  schema?: string;
  files?: Record<string, string>;
  env?: Record<string, string>;
}

/** How such a run ended. */
export interface CaseEnd extends QwenEnd {
  // deno-lint-ignore no-explicit-any -- bodies of requests are looked into deeply.
  bodies: any[];
  fixture: Fixture;
}

/** Runs a prompt under a schema and hands what came of it to the check. */
/** Runs a case and checks its end. */
export async function under(given: Case, check: (end: CaseEnd) => void | Promise<void>): Promise<void> {
  await using model = fakeModel(given.replies ?? [submit(GOOD)]);
  await using fixture = await Fixture.open(given.files);
  const args = [
    "-p",
    "rate it",
    ...(given.schema === "" ? [] : ["--json-schema", given.schema ?? RISK]),
    ...(given.args ?? []),
  ];
  const end = await runQwen(args, { fixture, env: { ...model.env, ...given.env } });
  await check({ ...end, bodies: model.requests.map((request) => request.body), fixture });
}
