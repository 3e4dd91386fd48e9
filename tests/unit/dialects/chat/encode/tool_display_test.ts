import { assertEquals } from "@std/assert";
import { chat } from "../../../../../lib/dialects/chat.ts";
import type { Display } from "../../../../../lib/model/content.ts";
import { event, open, say, toolCompleted, turnStarted } from "../../../../support/say.ts";

/** The result display of a call that ended with this. */
function shown(display: Display): unknown {
  const lines = say(open(chat), [event(turnStarted()), toolCompleted("call_tool-1", { display })]);
  const last = lines.at(-1) as { choices: { message: { annotations: { result_display: object }[] } }[] };
  return last.choices[0].message.annotations[0].result_display;
}

Deno.test("chat shows each kind of result as the RFC does", () => {
  const diff =
    "diff --git a/src/main.py b/src/main.py\n--- a/src/main.py\n+++ b/src/main.py\n@@ -1 +1 @@\n-print('Hi')\n+print('Hello')";
  const original = "print('Hi')\n";
  const modified = "print('Hello')\n";
  const cases: [Display, object][] = [
    [{ kind: "text", text: "Captured stdout..." }, { kind: "string", text: "Captured stdout...", log_scope: "tool" }],
    [{ kind: "diff", file: "src/main.py", diff, original, modified, added: 1, removed: 1 }, {
      kind: "file_diff",
      file_name: "src/main.py",
      diff,
      original,
      modified,
      stat: { ai_added_lines: 1, ai_removed_lines: 1, user_added_lines: 0, user_removed_lines: 0 },
    }],
    [{ kind: "todos", todos: [{ id: "1", content: "Write", status: "in_progress" }] }, {
      kind: "todo_list",
      todos: [{ id: "1", content: "Write", status: "in_progress" }],
    }],
    [{ kind: "plan", message: "Approved", plan: "1. Do" }, {
      kind: "plan_summary",
      message: "Approved",
      plan_markdown: "1. Do",
    }],
    [
      {
        kind: "task",
        agent: "reviewer",
        description: "Review",
        status: "completed",
        calls: [{ callId: "c2", tool: "glob", status: "success", summary: "Find files" }],
        result: "Fine",
      },
      {
        kind: "task_execution",
        subagentName: "reviewer",
        taskDescription: "Review",
        status: "completed",
        toolCalls: [{ callId: "c2", name: "glob", status: "success", description: "Find files" }],
        result: "Fine",
      },
    ],
  ];
  for (const [display, wire] of cases) assertEquals(shown(display), wire);
});

Deno.test("chat shows the steps and displays of a running tool in chunks", () => {
  const progress = (one: Parameters<typeof event>[0] & { type: "tool.progress" }): unknown => {
    const conversation = open(chat, { format: "stream-chunk-json" });
    const [, line] = say(conversation, [event(turnStarted()), event(one)]) as {
      choices: { delta: { annotations: { result_display: object; status: string }[] } }[];
    }[];
    return line && [line.choices[0].delta.annotations[0].status, line.choices[0].delta.annotations[0].result_display];
  };
  const head = { type: "tool.progress" as const, callId: "c1", tool: "t" };
  assertEquals(progress({ ...head, progress: { kind: "steps", progress: 3, total: 10, message: "files" } }), [
    "Executing",
    { kind: "string", text: "3/10 files", log_scope: "tool" },
  ]);
  assertEquals(
    progress({ ...head, progress: { kind: "display", display: { kind: "plan", message: "m", plan: "p" } } }),
    [
      "Executing",
      { kind: "plan_summary", message: "m", plan_markdown: "p" },
    ],
  );
  assertEquals(
    progress({ ...head, progress: { kind: "status", elapsedMs: 1, totalBytes: 1, totalLines: 1 } }),
    undefined,
  );
});
