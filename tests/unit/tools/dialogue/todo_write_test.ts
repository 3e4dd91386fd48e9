import { assertEquals, assertRejects } from "@std/assert";
import { QwenError } from "../../../../lib/model/problem.ts";
import { todoWrite } from "../../../../lib/tools/dialogue/todo_write.ts";
import { ToolBench } from "../../../support/tool_bench.ts";

Deno.test("todoWrite keeps the list and tells the old and the new one", async () => {
  await using bench = await ToolBench.open();
  const todo = { id: "a", content: "Do it", status: "pending" as const };
  await bench.call(todoWrite, { todos: [todo] });
  const { outcome } = await bench.call(todoWrite, { todos: [{ content: "Done", status: "completed" }] });
  assertEquals(outcome.data, { oldTodos: [todo], newTodos: [{ id: "1", content: "Done", status: "completed" }] });
  assertEquals(bench.memory.todos, [{ id: "1", content: "Done", status: "completed" }]);
  const blocked = { ...todo, blockedBy: ["1"] };
  const again = await bench.call(todoWrite, { todos: [blocked] });
  assertEquals([again.outcome.data?.newTodos, again.outcome.display], [[blocked], { kind: "todos", todos: [todo] }]);
  assertEquals(again.text.includes('"blockedBy":["1"]'), true);
  await assertRejects(() => bench.call(todoWrite, { todos: [todo, todo] }), QwenError, "same id");
  await assertRejects(() => bench.call(todoWrite, { todos: [{ content: "x", status: "?" }] }), QwenError, "status");
});
