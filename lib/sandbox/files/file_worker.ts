/**
 * The worker in which file tools access files. Its Deno permissions cover the roots only: no network, no environment,
 * no programs, no other files. The checks of WorkspaceFiles come on top.
 */
import { SEARCH_ACCESS } from "./no_prompts.ts";
import { type Problem, problem, QwenError } from "../../model/problem.ts";
import type { ContentChange } from "../../model/ports/workspace.ts";
import { ConfinedSearch, type SearchTask } from "./search/confined_search.ts";
import type { TemporaryOptions } from "./session_temporary.ts";
import { SearchDelivery, type SearchNews } from "./search/search_delivery.ts";
import { WorkspaceFiles } from "./workspace_files.ts";
import type { WorkspaceOptions } from "./workspace_options.ts";

/** A task for the worker. */
export type FileTask =
  | { op: "open"; options: WorkspaceOptions }
  | { op: "share"; temporary: TemporaryOptions }
  | { op: "resolve"; path: string; purpose: "read" | "write" }
  | { op: "read"; path: string; maxBytes: number | null }
  | { op: "examine"; path: string; purpose: "read" | "write" }
  | { op: "hold" | "look"; path: string }
  | { op: "confirm"; path: string; handle: number }
  | { op: "release"; handle: number }
  | { op: "write"; path: string; content: Uint8Array }
  | { op: "change"; changes: readonly ContentChange[] }
  | SearchTask
  | { op: "received"; search: number; handles: readonly number[] };

/** A task with the number that its answer repeats. */
export type FileQuestion = FileTask & { id: number };

/** The answer to one question, or the news of a search. */
export type FileAnswer = { id: number; value: unknown } | { id: number; problem: Problem } | SearchNews;

interface WorkerScope {
  onmessage: ((event: MessageEvent<FileQuestion>) => void) | null;
  postMessage(answer: FileAnswer, transfer?: Transferable[]): void;
}

function isWorkerScope(value: object): value is WorkerScope {
  return "postMessage" in value;
}

const scope: object = globalThis;
if (!isWorkerScope(scope)) throw new Error("file_worker.ts can only run in a worker");
const worker: WorkerScope = scope;
let files = new WorkspaceFiles({ roots: [] });
const delivery = new SearchDelivery((news) => worker.postMessage(news));

worker.onmessage = async ({ data: question }): Promise<void> => {
  const { id } = question;
  try {
    await answer(question);
  } catch (error) {
    const fault = error instanceof QwenError
      ? error.problem
      : problem("tool_failed", error instanceof Error ? error.message : String(error));
    worker.postMessage({ id, problem: fault });
  }
};

async function answer(question: FileQuestion): Promise<void> {
  const { id } = question;
  if (question.op !== "read") return worker.postMessage({ id, value: await valueOf(question, id) });
  const reading = await files.readHeld(question.path, { maxBytes: question.maxBytes ?? Infinity });
  // Transferred instead of copied.
  worker.postMessage({ id, value: reading }, [reading.bytes.buffer]);
}

async function valueOf(task: Exclude<FileTask, { op: "read" }>, id: number): Promise<unknown> {
  switch (task.op) {
    case "open":
      files = new WorkspaceFiles({ ...task.options, isWorker: true });
      return null;
    case "share":
      return files.share(task.temporary);
    case "resolve":
      return await files.resolve(task.path, task.purpose);
    case "examine":
      return await files.examine(task.path, task.purpose);
    case "hold":
      return files.hold(task.path);
    case "look":
      return await files.look(task.path);
    case "confirm":
      return files.confirm(task.path, task.handle);
    case "release":
      return files.release(task.handle);
    case "write":
      return await files.write(task.path, task.content);
    case "change":
      return await files.change(task.changes);
    case "lines":
      return await new ConfinedSearch(files, SEARCH_ACCESS).lines(task, (found) => delivery.deliver(id, found));
    case "entries":
      return await new ConfinedSearch(files, SEARCH_ACCESS).entries(task, () => delivery.pause(id));
    case "received":
      for (const handle of task.handles) files.release(handle);
      return delivery.received(task.search);
  }
}
