/**
 * The thread in which file tools touch files. Deno gives it rights to the roots only: no network, no environment, no
 * programs, no other files; the checks of WorkspaceFiles come on top.
 */
import "./no_prompts.ts";
import { type Problem, problem, QwenError } from "../model/problem.ts";
import { type Reading, WorkspaceFiles, type WorkspaceOptions } from "./workspace_files.ts";

/** What the thread is asked to do. */
export type FileTask =
  | { op: "open"; options: WorkspaceOptions }
  | { op: "resolve"; path: string; purpose: "read" | "write" }
  | { op: "read"; path: string; maxBytes: number | null }
  | { op: "examine"; path: string; purpose: "read" | "write" }
  | { op: "hold" | "look"; path: string }
  | { op: "confirm"; path: string; handle: number }
  | { op: "release"; handle: number }
  | { op: "write"; path: string; content: Uint8Array };

/** A task with the number by which its answer is known. */
export type FileQuestion = FileTask & { id: number };

/** The answer to one question. */
export type FileAnswer = { id: number; value: unknown } | { id: number; problem: Problem };

interface Thread {
  onmessage: ((event: MessageEvent<FileQuestion>) => void) | null;
  postMessage(answer: FileAnswer, transfer?: Transferable[]): void;
}

const thread = globalThis as unknown as Thread;
let files = new WorkspaceFiles({ roots: [] });

thread.onmessage = async ({ data: question }): Promise<void> => {
  const { id } = question;
  try {
    const value = await answer(question);
    // What was read is handed over and not copied.
    const transfer = question.op === "read" ? [(value as Reading).bytes.buffer as ArrayBuffer] : [];
    thread.postMessage({ id, value }, transfer);
  } catch (error) {
    const fault = error instanceof QwenError
      ? error.problem
      : problem("tool_failed", error instanceof Error ? error.message : String(error));
    thread.postMessage({ id, problem: fault });
  }
};

async function answer(task: FileTask): Promise<unknown> {
  switch (task.op) {
    case "open":
      files = new WorkspaceFiles({ ...task.options, isApart: true });
      return null;
    case "resolve":
      return await files.resolve(task.path, task.purpose);
    case "read":
      return await files.readHeld(task.path, { maxBytes: task.maxBytes ?? Infinity });
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
  }
}
