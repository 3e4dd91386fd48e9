import { assertEquals } from "@std/assert";
import { TodoReminder } from "../../../../lib/engine/turn/todo_reminder.ts";
import type { Todo } from "../../../../lib/model/content.ts";

const TODOS: Todo[] = [
  { id: "1", content: "Read", status: "completed" },
  { id: "2", content: "Write", status: "in_progress" },
  { id: "3", content: "Test", status: "pending" },
];

Deno.test("TodoReminder repeats the open entries every five rounds", () => {
  const reminder = new TodoReminder(() => TODOS);
  const texts = Array.from({ length: 11 }, () => reminder.next());
  assertEquals(
    texts.map((text) => text !== null),
    [5, 10].reduce((all, at) => all.with(at, true), Array(11).fill(false)),
  );
  assertEquals(texts[5]?.includes("- Write (in progress)\n- Test\n"), true);
  assertEquals(texts[5]?.includes("Read"), false);
});

Deno.test("TodoReminder waits after a change of the list and says nothing when all is done", () => {
  let todos = TODOS;
  const reminder = new TodoReminder(() => todos);
  for (let round = 0; round < 4; round++) reminder.next();
  todos = TODOS.map((todo) => ({ ...todo, status: "completed" as const }));
  assertEquals(Array.from({ length: 12 }, () => reminder.next()).filter((text) => text !== null), []);
});
