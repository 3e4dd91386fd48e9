import { assertEquals } from "@std/assert";
import { builtInTools } from "../../../lib/tools/mod.ts";
import { ToolBench } from "../../support/tool_bench.ts";

Deno.test("builtInTools have names of their own and titles that never throw", async () => {
  await using bench = await ToolBench.open();
  const tools = builtInTools({ memory: { path: bench.path("QWEN.md"), open: () => Promise.resolve(bench.files) } });
  assertEquals(tools.map((tool) => tool.name), [
    ...["read_file", "read_many_files", "list_directory", "glob", "grep_search", "edit", "apply_patch", "write_file"],
    ...[
      "notebook_edit",
      "run_shell_command",
      "task_output",
      "task_stop",
      "todo_write",
      ...["task_create", "task_get", "task_update", "task_list"],
      "web_fetch",
      "save_memory",
      "enter_plan_mode",
      "exit_plan_mode",
      "ask_user_question",
    ],
  ]);
  for (const tool of tools) assertEquals(typeof tool.title({}), "string");
});
