import { assertEquals } from "@std/assert";
import type { Problem } from "../../../../lib/model/problem.ts";
import { openTranscript } from "../../../../lib/store/journal/agent_transcript.ts";
import { countedIds, recordsOf, SESSION, withStore } from "../../../support/store.ts";

Deno.test("openTranscript stands in no agent's way, also when another one has its file", async () => {
  await withStore(async (paths) => {
    const failures: Problem[] = [];
    const options = {
      paths,
      sessionId: SESSION,
      version: "0.1.0",
      ids: countedIds(),
      onFailure: (problem: Problem): void => void failures.push(problem),
      now: () => 0,
      clean: <T>(journal: T): T => journal,
    };
    const facts = { name: "Explore", description: "look", depth: 1, model: "m", isBackground: false, parent: null };
    const one = await openTranscript({ ...facts, agentId: "call/1", callId: "call/1" }, options);
    await one.journal.sync();
    const two = await openTranscript({ ...facts, agentId: "call_1", callId: "call_1" }, options);
    for (const { journal } of [one, two]) {
      journal.append({ type: "note", subtype: "n", payload: {}, at: 0 });
      await journal.sync();
    }
    await two.end("completed");
    await one.end("completed");
    assertEquals([one.path === two.path, (await recordsOf(one.path)).length], [true, 1]);
    assertEquals(failures.map(({ detail }) => detail), ["session_not_kept"]);
  });
});
