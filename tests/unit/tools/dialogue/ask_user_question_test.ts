import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { QwenError } from "../../../../lib/model/problem.ts";
import { askUserQuestion } from "../../../../lib/tools/dialogue/ask_user_question.ts";
import type { Json } from "../../../../lib/model/json.ts";
import { ToolBench } from "../../../support/tool_bench.ts";

Deno.test("askUserQuestion gives the answers of the host and fails without any", async () => {
  await using bench = await ToolBench.open();
  const input = { questions: [{ question: "Which?", header: "Kind", options: [] }] };
  await assertRejects(() => bench.call(askUserQuestion, input), QwenError, "Nobody answered");
  bench.answer = null;
  assertStringIncludes(await bench.text(askUserQuestion, { ...input, answers: { Kind: ["A", "B"] } }), "A, B");
  const forms: Json[] = [{ answers: { "Which?": "A" } }, { Kind: "A" }, { answers: { "0": "A" } }];
  for (const answer of forms) {
    bench.answer = answer;
    assertEquals(
      await bench.text(askUserQuestion, input),
      "User has provided the following answers:\n\n**Kind**: A",
    );
  }
});
