import { assertEquals } from "@std/assert";
import { TaskTracker } from "../../../../lib/dialects/agent/task_progress.ts";
import { type Event, type EventBody, NO_USAGE } from "../../../../lib/model/mod.ts";

function said(body: EventBody, facts: { at: number; agent: string | null }): Event {
  return { sessionId: "s", seq: 1, cause: null, ...facts, ...body };
}

const call: EventBody = {
  type: "tool.completed",
  callId: "inner",
  tool: "read_file",
  toolKind: "read",
  input: {},
  output: [],
  display: null,
  isError: false,
  durationMs: 1,
  denial: null,
};

Deno.test("TaskTracker counts what a background agent does and forgets it at its end", () => {
  const book = new TaskTracker();
  const usage = { ...NO_USAGE, totalTokens: 15 };
  const stop = { reason: "tool_calls" as const, raw: null };
  const started: EventBody = { type: "task.started", taskId: "t", callId: "c", agentName: "a", description: "d" };
  const message: EventBody = {
    type: "message.completed",
    messageId: "m",
    model: "x",
    parts: [],
    usage,
    stop,
    interrupted: false,
  };
  const ended: EventBody = {
    type: "task.completed",
    taskId: "t",
    callId: "c",
    status: "completed",
    summary: "",
    usage: { totalTokens: 15, toolUses: 1, durationMs: 30 },
  };
  const heard = [
    said(started, { at: 10, agent: null }),
    said(message, { at: 20, agent: "c" }),
    said(call, { at: 30, agent: "other" }),
    said(call, { at: 40, agent: "c" }),
    said(ended, { at: 50, agent: null }),
    said(call, { at: 60, agent: "c" }),
  ].map((event) => book.take(event));
  const progress = {
    taskId: "t",
    callId: "c",
    agentName: "a",
    description: "d",
    totalTokens: 15,
    toolUses: 1,
    durationMs: 30,
    lastTool: "read_file",
  };
  assertEquals(heard, [null, null, null, progress, null, null]);
});
