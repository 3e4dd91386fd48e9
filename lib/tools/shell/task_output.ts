import type { JsonObject } from "../../model/json.ts";
import type { Job, Tool, ToolContext, ToolOutcome } from "../../model/ports.ts";
import { BoundedText } from "../../stream/bounded_text.ts";
import { optionalFlag, optionalInteger, renameField, textField, titleOf, toolFailure } from "../input.ts";
import { withoutProgress } from "../without_progress.ts";
import { MAX_OUTPUT_CHARS } from "./captured_output.ts";
import { keptOutputLine } from "./kept_output.ts";

/** The longest time that one call waits. */
const MAX_WAIT_MS = 600_000;
const DEFAULT_WAIT_MS = 30_000;
/** The steps in which the time of a running job is told: polls in quick succession get the same answer. */
const ELAPSED_STEP_MS = 10_000;

/** Reads the output of a background task so far. */
export const taskOutput: Tool = {
  name: "task_output",
  description:
    `Returns the output of a background command or agent that is new since the last call, with only head and \
tail if it is long, and how it ended. With wait_ms it waits for the end, at most so long.`,
  kind: "other",
  parallel: true,
  aliases: ["TaskOutput", "BashOutput"],
  fieldAliases: {
    ...{ id: "task_id", bash_id: "task_id", shell_id: "task_id" },
    ...{ timeout: "wait_ms", timeout_ms: "wait_ms", wait: "block" },
  },
  isEssential: true,
  claude: {
    name: "TaskOutput",
    formerNames: ["BashOutput"],
    toInput: (input) => renameField(input, { from: "wait_ms", to: "timeout" }),
    fromInput: (input) => renameField(input, { from: "timeout", to: "wait_ms" }),
  },
  input: {
    type: "object",
    properties: {
      task_id: { type: "string", description: "The id that run_shell_command or agent returned." },
      wait_ms: {
        type: "integer",
        minimum: 0,
        maximum: MAX_WAIT_MS,
        description: "How long to wait for the end, in milliseconds; 0 by default.",
      },
      block: { type: "boolean", description: `Whether to wait; wait_ms is ${DEFAULT_WAIT_MS} then by default.` },
    },
    required: ["task_id"],
  },
  title: (input) => titleOf("Read the output of", input.task_id),
  needs: () => [],
  run: (input, context) => withoutProgress(() => run(input, context)),
};

async function run(input: JsonObject, context: ToolContext): Promise<ToolOutcome> {
  const job = jobOf(input, context);
  await waitForEnd(job, { ms: waitOf(input), context });
  const { isRunning } = job;
  const state = stateOf(job);
  // The model learns of the end here, so it need not be announced.
  job.takeEnd?.();
  const news = job.news ? job.news() : job.output();
  const output = headAndTail(news).replace(/\n$/, "");
  const text = [
    output.trim() === "" ? (job.news ? "(no new output)" : "(no output)") : output,
    ...(news.length > MAX_OUTPUT_CHARS ? [await keptOutputLine({ text: news, isWhole: true }, context)] : []),
    state,
  ].join("\n");
  return { output: [{ kind: "text", text }], data: { taskId: job.id, isRunning } };
}

/** The state of a job. A long wait for a silent one is no repeat, so its time is part of it. */
function stateOf({ isRunning, exit, elapsedMs = 0 }: Job): string {
  if (!isRunning) return exit ? `State: ended with ${exit}` : "State: ended";
  const steps = Math.floor(elapsedMs / ELAPSED_STEP_MS);
  return steps === 0 ? "State: running" : `State: running for ${steps * ELAPSED_STEP_MS / 1_000} s`;
}

/** How long a call waits: `block` decides, and without it a given time does. */
function waitOf(input: JsonObject): number {
  const waitMs = optionalInteger(input, "wait_ms");
  return optionalFlag(input, "block") ?? waitMs !== null ? waitMs ?? DEFAULT_WAIT_MS : 0;
}

/** Resolves when a job has ended or the time is up. */
async function waitForEnd(job: Job, { ms, context }: { ms: number; context: ToolContext }): Promise<void> {
  if (ms === 0 || !job.isRunning || !job.ended) return;
  const done = new AbortController();
  const pause = context.clock.sleep(ms, AbortSignal.any([context.signal, done.signal])).catch(() => undefined);
  await Promise.race([job.ended, pause]);
  done.abort();
  context.signal.throwIfAborted();
}

function headAndTail(text: string): string {
  const bounded = new BoundedText(MAX_OUTPUT_CHARS);
  bounded.append(text);
  return bounded.toString();
}

/** The background task that a call names. */
export function jobOf(input: JsonObject, context: ToolContext): Job {
  const id = textField(input, "task_id");
  const { jobs } = context.memory;
  const job = jobs.get(id);
  if (job) return job;
  const known = [...jobs.keys()].join(", ");
  throw toolFailure(`There is no background command "${id}".`, known === "" ? "None was started." : `Known: ${known}.`);
}
