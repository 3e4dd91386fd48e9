import type { JsonObject } from "../model/json.ts";
import type { Job, Tool, ToolContext, ToolOutcome } from "../model/ports.ts";
import { textField, titleOf, toolFailure } from "./input.ts";
import { quietly } from "./quietly.ts";

/** Reads what a background command has written so far. */
export const taskOutput: Tool = {
  name: "task_output",
  description:
    "Returns what a command or an agent in the background has written or done so far, cut in the middle when it is long.",
  kind: "other",
  parallel: true,
  aliases: ["TaskOutput", "BashOutput"],
  input: {
    type: "object",
    properties: { task_id: { type: "string", description: "The id that run_shell_command or agent returned." } },
    required: ["task_id"],
  },
  title: (input) => titleOf("Read the output of", input.task_id),
  needs: () => [],
  run: (input, context) => quietly(() => run(input, context)),
};

function run(input: JsonObject, context: ToolContext): ToolOutcome {
  const job = jobOf(input, context);
  const output = job.output().replace(/\n$/, "");
  const state = job.isRunning ? "running" : "ended";
  const text = `Command: ${job.command}\nState: ${state}\nOutput: ${output.trim() === "" ? "(empty)" : output}`;
  return { output: [{ kind: "text", text }], data: { taskId: job.id, isRunning: job.isRunning } };
}

/** The background command that a call names. */
export function jobOf(input: JsonObject, context: ToolContext): Job {
  const id = textField(input, "task_id");
  const { jobs } = context.memory;
  const job = jobs.get(id);
  if (job) return job;
  const known = [...jobs.keys()].join(", ");
  throw toolFailure(`There is no background command "${id}".`, known === "" ? "None was started." : `Known: ${known}.`);
}
