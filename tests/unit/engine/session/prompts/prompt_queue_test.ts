import { assertEquals } from "@std/assert";
import type { Emitter } from "../../../../../lib/engine/session/event_queue.ts";
import { PromptQueue } from "../../../../../lib/engine/session/prompts/prompt_queue.ts";

const EMITTER: Emitter = { cause: null, agent: null, emit: () => {}, ready: () => {} };

function work(promptId: string | null): Parameters<PromptQueue["push"]>[0] {
  return { promptId, messageId: null, emitter: EMITTER, prompt: null, run: null };
}

Deno.test("PromptQueue returns work in the order in which it came, each under its own id", () => {
  const queue = new PromptQueue("SID");
  assertEquals([queue.push(work(null)), queue.push(work("mine")), queue.push(work(null))], [null, null, null]);
  const ids = [queue.shift(), queue.shift(), queue.shift(), queue.shift()].map((next) => next?.promptId);
  assertEquals(ids, ["SID########1", "mine", "SID########3", undefined]);
});

Deno.test("PromptQueue refuses an id that was used before, and more than a thousand waiting", () => {
  const queue = new PromptQueue("SID");
  assertEquals(queue.push(work("a")), null);
  queue.shift();
  assertEquals(queue.push(work("a"))?.detail, "duplicate_prompt_id");
  for (let i = 0; i < 1_000; i++) assertEquals(queue.push(work(null)), null);
  assertEquals(queue.push(work(null))?.detail, "too_many_prompts");
  assertEquals([queue.cancelAll().length, queue.size], [1_000, 0]);
});

Deno.test("PromptQueue remembers a bounded number of ids", () => {
  const queue = new PromptQueue("SID");
  queue.claim("first");
  for (let i = 0; i < 10_000; i++) queue.claim(`id ${i}`);
  assertEquals([queue.push(work("first")), queue.push(work("id 9999"))?.detail], [null, "duplicate_prompt_id"]);
});
