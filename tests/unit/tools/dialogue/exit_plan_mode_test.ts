import { assertEquals, assertRejects } from "@std/assert";
import { QwenError } from "../../../../lib/model/problem.ts";
import { exitPlanMode } from "../../../../lib/tools/dialogue/exit_plan_mode.ts";
import { ToolBench } from "../../../support/tool_bench.ts";

Deno.test("exitPlanMode needs a person in plan mode and then leaves it", async () => {
  await using bench = await ToolBench.open();
  await assertRejects(() => bench.call(exitPlanMode, { plan: "p" }), QwenError, "not in plan mode");
  bench.mode = "plan";
  assertEquals(exitPlanMode.needs({ plan: "p" }, bench.context()), [{ kind: "person" }]);
  await bench.call(exitPlanMode, { plan: "p" });
  bench.answer = { mode: "auto-edit" };
  await bench.call(exitPlanMode, { plan: "p" });
  bench.answer = { mode: "plan" };
  await bench.call(exitPlanMode, { plan: "p" });
  assertEquals(bench.modes, ["default", "auto-edit", "default"]);
});
