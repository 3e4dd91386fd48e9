import { resolve } from "../../../../lib/path/mod.ts";
import { assertEquals } from "@std/assert";
import { CallLog } from "../../../../lib/engine/turn/call_log.ts";
import type { DecisionSource, ToolKind } from "../../../../lib/model/ports/access.ts";
import type { ToolCompleted } from "../../../../lib/model/event.ts";
import type { JsonObject } from "../../../../lib/model/json.ts";

function end(
  tool: string,
  input: JsonObject,
  facts: { kind?: ToolKind; denied?: DecisionSource; isError?: boolean; data?: JsonObject } = {},
): ToolCompleted {
  const { kind = "edit", denied, isError = denied !== undefined, data } = facts;
  const denial = denied ? { callId: "c", tool, input, source: denied, message: "", hint: "" } : null;
  return {
    ...{ type: "tool.completed", callId: "c", tool, toolKind: kind, input, output: [], display: null },
    ...{ isError, durationMs: 0, denial, ...(data ? { data } : {}) },
  };
}

Deno.test("CallLog lists commands with their exit codes", () => {
  const log = new CallLog();
  log.add(end("run_shell_command", { command: "make" }, { kind: "exec", data: { exitCode: 2 } }));
  log.add(end("run_shell_command", { command: "serve" }, { kind: "exec", data: { backgroundTaskId: "b" } }));
  log.add(end("run_shell_command", { command: "rm x" }, { kind: "exec", denied: "rule" }));
  assertEquals(log.commands, [{ command: "make", exitCode: 2 }, { command: "serve", exitCode: null }]);
});

Deno.test("CallLog forgets a denial after a success of the same tool on the same path, and nothing else", () => {
  const log = new CallLog();
  log.add(end("edit", { file_path: "/a", old_string: "1" }, { denied: "nobody-to-ask" }));
  log.add(end("edit", { file_path: "/b" }));
  log.add(end("write_file", { file_path: "/a" }));
  log.add(end("edit", { file_path: "/a" }, { isError: true }));
  assertEquals(log.unresolvedDenial()?.code, "permission_denied");
  log.add(end("edit", { file_path: "/a", old_string: "2" }));
  assertEquals(log.unresolvedDenial(), null);
});

Deno.test("CallLog does not count what the end of a turn cancelled, and starts anew with each prompt", () => {
  const log = new CallLog();
  log.add(end("edit", { file_path: "/a" }, { denied: "cancel" }));
  assertEquals(log.unresolvedDenial(), null);
  log.add(end("edit", { file_path: "/a" }, { denied: "rule" }));
  log.startPrompt();
  assertEquals([log.unresolvedDenial(), log.commands], [null, []]);
});

Deno.test("CallLog knows a path by any spelling, and every file of a patch", () => {
  const log = new CallLog((_, input) => {
    const { file_path, paths } = input as { file_path?: string; paths?: string[] };
    return (paths ?? [file_path ?? ""]).map((path) => resolve("/w", path));
  });
  log.add(end("edit", { file_path: "a" }, { denied: "rule" }));
  log.add(end("edit", { file_path: "/w/a" }));
  assertEquals(log.unresolvedDenial(), null);
  log.add(end("apply_patch", { paths: ["a", "b"] }, { denied: "rule" }));
  log.add(end("apply_patch", { paths: ["/w/b"] }));
  assertEquals(log.unresolvedDenial()?.message.includes("apply_patch /w/a"), true);
  log.add(end("apply_patch", { paths: ["/w/a"] }));
  assertEquals(log.unresolvedDenial(), null);
});
