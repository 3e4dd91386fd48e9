import { assert, assertEquals } from "@std/assert";
import { builtInTools } from "../../../lib/tools/mod.ts";
import { ToolBench } from "../../support/tool_bench.ts";

Deno.test("builtInTools have names of their own and titles that never throw", async () => {
  await using bench = await ToolBench.open();
  const tools = builtInTools({ memory: { path: bench.path("QWEN.md"), open: () => Promise.resolve(bench.files) } });
  assertEquals(tools.map((tool) => tool.name), [
    ...["read_file", "read_many_files", "list_directory", "glob", "grep_search", "edit", "write_file"],
    ...[
      "run_shell_command",
      "task_output",
      "task_stop",
      "todo_write",
      "web_fetch",
      "save_memory",
      "exit_plan_mode",
      "ask_user_question",
    ],
  ]);
  for (const tool of tools) assertEquals(typeof tool.title({}), "string");
});

Deno.test("builtInTools whose work is loaded late can make it ready", async () => {
  const tools = new Map(
    builtInTools({ memory: { path: "/QWEN.md", open: () => Promise.reject() } }).map((tool) => [tool.name, tool]),
  );
  for await (const { name } of Deno.readDir(new URL("../../../lib/tools/work", import.meta.url))) {
    const ready = tools.get(name.replace(/\.ts$/, ""))?.ready;
    assert(ready, `${name} is loaded when its tool is called`);
    assertEquals(await ready(), await import(`../../../lib/tools/work/${name}`));
  }
});
