/** Scripted models for the tasks of `qwen eval`, with the mistakes that real models make. */
import { assertEquals } from "@std/assert";
import { resultOf, taskArguments, type TaskResult, writeRepository } from "../../lib/cli/eval/run_task.ts";
import type { EvalTask } from "../../lib/cli/eval/task.ts";
import { fakeModel, type ReceivedRequest, type ScriptedReply, type Step } from "../support/fake_model.ts";
import { Fixture, runQwen } from "../support/qwen.ts";

/** The answers of a scripted model; `path` makes absolute paths of the repository. */
export type Play = (path: (name: string) => string) => ScriptedReply[];

/** A read of a file. */
export const read = (file_path: string): Step => ({ call: "read_file", input: { file_path } });
/** A replacement in a file. */
export const edit = (file_path: string, [old_string, new_string]: [string, string]): Step => ({
  call: "edit",
  input: { file_path, old_string, new_string },
});
/** A new file. */
export const write = (file_path: string, content: string): Step => ({
  call: "write_file",
  input: { file_path, content },
});
/** A command. */
export const sh = (command: string): Step => ({ call: "run_shell_command", input: { command, is_background: false } });

/** The text of the newest message of a request. */
export function lastText({ body }: ReceivedRequest): string {
  const { content } = body.messages.at(-1);
  return typeof content === "string" ? content : JSON.stringify(content);
}

/** A finished play, with what the model was sent. */
export interface Played {
  result: TaskResult;
  requests: readonly ReceivedRequest[];
  stdout: string;
}

/** Plays a task. */
export async function playTask(task: EvalTask, play: Play): Promise<Played> {
  await using fixture = await Fixture.open();
  await writeRepository(task, fixture.cwd);
  const root = await Deno.realPath(fixture.cwd);
  await using model = fakeModel(play((name) => `${root}/${name}`), { otherwise: "Done." });
  const args = taskArguments(task).with(-1, "3");
  const { stdout } = await runQwen(args, { fixture, env: model.env });
  return { result: resultOf(task.name, stdout), requests: [...model.requests], stdout };
}

/** Declares a test for each task. */
export function testPlays(tasks: readonly EvalTask[], plays: Readonly<Record<string, Play>>): void {
  for (const task of tasks) {
    Deno.test(`a scripted model solves ${task.name}`, async () => {
      const { result, requests, stdout } = await playTask(task, plays[task.name]);
      const sent = requests.at(-1)?.body.messages.slice(-3);
      assertEquals(result.isSolved, true, `${result.error}\n${stdout.slice(-1_500)}\n${JSON.stringify(sent)}`);
    });
  }
}
