import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { agentRun } from "../support/agent_run.ts";

Deno.test("a call cut by the output limit is named as cut, with its size and what to do", async () => {
  const cut = `{"file_path": "big.txt", "content": "${"x".repeat(5_000)}`;
  const { results, result } = await agentRun(() => [
    [{ call: "read_file", input: { file_path: "a.txt" } }, { call: "write_file", input: cut }, { stop: "length" }],
    "I will write less.",
  ], { files: { "a.txt": "alpha\n" } });
  assertStringIncludes(results[0], "alpha");
  assertStringIncludes(results[1], `cut by the output limit after ${cut.length} characters`);
  assertStringIncludes(results[1], "shorter first part");
  assert(!results[1].includes("Send them again as valid JSON"));
  assertEquals(result.is_error, false);
});

Deno.test("a cut call is recognised where the server names another reason", async () => {
  const { results } = await agentRun(() => [[{ call: "write_file", input: '{"file_path": "b.txt", "content": "abc' }]]);
  assertStringIncludes(results[0], "end in the middle, after 38 characters");
  assertStringIncludes(results[0], "smaller pieces");
});

Deno.test("an answer of thoughts alone is asked for once more", async () => {
  const good = await agentRun(() => [[{ thinking: "hm" }], "The answer."]);
  assertEquals([good.requests.length, good.result.result, good.code], [2, "The answer.", 0]);
  const bad = await agentRun(() => [[{ thinking: "hm" }], [{ thinking: "hm again" }], "Never asked for."]);
  assertEquals([bad.requests.length, bad.result.is_error, bad.code], [2, true, 1]);
});

Deno.test("a final answer that is cut is continued and comes whole", async () => {
  const { requests, result, code, stderr } = await agentRun(() => [
    [{ text: "The first half, " }, { stop: "length" }],
    "the second half.",
  ]);
  assertEquals([requests.length, result.result, code], [2, "The first half, the second half.", 0]);
  assertStringIncludes(requests[1].body.messages.at(-1).content, "Continue exactly where it stopped");
  assertEquals(stderr, "");
});

Deno.test("a final answer that stays cut ends with answer_truncated, exit 56 and one line on stderr", async () => {
  const { result, code, stderr } = await agentRun(() => [], { otherwise: [{ text: "more " }, { stop: "length" }] });
  assertEquals([code, result.is_error, result.error.code], [56, true, "answer_truncated"]);
  assertEquals(stderr.trim().split("\n").length, 1);
  assertStringIncludes(stderr, "could not be continued");
  const text = await agentRun(() => [], {
    otherwise: [{ text: "more " }, { stop: "length" }],
    args: ["--approval-mode", "yolo"],
  });
  assertEquals([text.code, text.stdout.trim()], [56, "more more more more"]);
  assertEquals(text.stderr.trim().split("\n").length, 1);
});
