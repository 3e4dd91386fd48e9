import { assertEquals, assertRejects } from "@std/assert";
import type { Emitter } from "../../../../../lib/engine/session/event_queue.ts";
import { type NewWork, PromptQueue } from "../../../../../lib/engine/session/prompts/prompt_queue.ts";
import { PromptScheduler } from "../../../../../lib/engine/session/prompts/prompt_scheduler.ts";
import { QwenError } from "../../../../../lib/model/problem.ts";

/** A scheduler whose prompts end on request, and the steps that it takes. */
class Stage {
  readonly steps: string[] = [];
  readonly scheduler: PromptScheduler;
  #end = Promise.withResolvers<void>();

  constructor() {
    this.scheduler = new PromptScheduler({
      queue: new PromptQueue("SID"),
      work: async ({ promptId }, { signal }) => {
        this.steps.push(`start ${promptId}`);
        signal.addEventListener("abort", () => this.#end.resolve());
        await this.#end.promise;
        this.#end = Promise.withResolvers<void>();
        this.steps.push(`${signal.aborted ? "cancel" : "end"} ${promptId}`);
      },
      onIdle: () => this.steps.push("idle"),
    });
  }

  submit(...promptIds: string[]): void {
    const emitter: Emitter = {
      cause: null,
      agent: null,
      emit: (body) => void this.steps.push(body.type),
      ready: () => {},
    };
    for (const promptId of promptIds) {
      const work: NewWork = { promptId, messageId: null, emitter, prompt: null, run: null };
      this.scheduler.submit(work);
    }
  }

  async end(): Promise<void> {
    this.#end.resolve();
    await this.settle();
  }

  async settle(): Promise<void> {
    for (let i = 0; i < 10; i++) await Promise.resolve();
  }
}

Deno.test("PromptScheduler runs one prompt after another and reports when it is idle", async () => {
  const stage = new Stage();
  stage.submit("a", "b", "a");
  assertEquals([stage.scheduler.running?.promptId, stage.scheduler.isIdle], ["a", false]);
  await stage.end();
  stage.scheduler.interrupt(new Error("stop"));
  await stage.settle();
  assertEquals(stage.steps, ["start a", "rejected", "end a", "start b", "cancel b", "idle"]);
  assertEquals([stage.scheduler.running, stage.scheduler.isIdle], [undefined, true]);
});

Deno.test("PromptScheduler starts no prompt during a change, and runs changes one at a time", async () => {
  const stage = new Stage();
  const gate = Promise.withResolvers<void>();
  const first = stage.scheduler.change(async () => {
    stage.steps.push("first change");
    await gate.promise;
    throw new Error("failed");
  });
  const second = stage.scheduler.change(() => Promise.resolve(stage.steps.push("second change")));
  stage.submit("a");
  await stage.settle();
  assertEquals([stage.steps, stage.scheduler.isIdle], [["first change"], false]);
  gate.resolve();
  await assertRejects(() => first, Error, "failed");
  await second;
  assertEquals(stage.steps, ["first change", "second change", "start a"]);
  await assertRejects(
    () => stage.scheduler.change(() => Promise.resolve()),
    QwenError,
    "while a prompt is being worked",
  );
  await stage.end();
});
