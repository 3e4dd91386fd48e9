import { assertEquals } from "@std/assert";
import type { Voice } from "../../../lib/engine/outbox.ts";
import { PromptLine } from "../../../lib/engine/prompt_line.ts";

const VOICE: Voice = { cause: null, agent: null, emit: () => {}, ready: () => {} };

function work(promptId: string | null): Parameters<PromptLine["push"]>[0] {
  return { promptId, messageId: null, voice: VOICE, prompt: null, run: null };
}

Deno.test("PromptLine hands out work in the order in which it came, each under an id of its own", () => {
  const line = new PromptLine(() => "SID");
  assertEquals([line.push(work(null)), line.push(work("mine")), line.push(work(null))], [null, null, null]);
  const ids = [line.shift(), line.shift(), line.shift(), line.shift()].map((next) => next?.promptId);
  assertEquals(ids, ["SID########1", "mine", "SID########3", undefined]);
});

Deno.test("PromptLine refuses an id that was used before, and more than a thousand waiting", () => {
  const line = new PromptLine(() => "SID");
  assertEquals(line.push(work("a")), null);
  line.shift();
  assertEquals(line.push(work("a"))?.detail, "duplicate_prompt_id");
  for (let i = 0; i < 1_000; i++) assertEquals(line.push(work(null)), null);
  assertEquals(line.push(work(null))?.detail, "too_many_prompts");
  assertEquals([line.clear().length, line.size], [1_000, 0]);
});

Deno.test("PromptLine remembers a bounded number of ids", () => {
  const line = new PromptLine(() => "SID");
  line.claim("first");
  for (let i = 0; i < 10_000; i++) line.claim(`id ${i}`);
  assertEquals([line.push(work("first")), line.push(work("id 9999"))?.detail], [null, "duplicate_prompt_id"]);
});
