import { assertEquals } from "@std/assert";
import { learnUnsupported, withoutUnsupported } from "../../../../lib/providers/openai/unsupported_parameters.ts";
import { openProvider } from "../../../../lib/providers/openai.ts";
import type { JsonObject } from "../../../../lib/model/json.ts";
import { fail } from "../../../../lib/model/problem.ts";
import { systemClock } from "../../../../lib/model/clock.ts";
import { fakeModel, type Reply } from "../../../support/fake_model.ts";
import { SessionBench } from "../../../support/session_bench.ts";

const BODY: JsonObject = {
  model: "m",
  messages: [{ role: "assistant", content: "Hi.", reasoning_content: "hm" }, { role: "user", content: "go" }],
  max_tokens: 5,
  temperature: 0.2,
  stream_options: { include_usage: true },
};

const REFUSALS: [message: string, learned: string | null][] = [
  ["Extra inputs are not permitted: stream_options", "stream_options"],
  ["'messages.1' : property 'reasoning_content' is unsupported", "reasoning_content"],
  ["Unsupported value: 'temperature' does not support 0.2 with this model", "temperature"],
  ["Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead.", "max_tokens"],
  ["temperature must be at most 2", null],
  ["top_p is not supported", null],
  ["unknown model", null],
];

for (const [message, learned] of REFUSALS) {
  Deno.test(`learnUnsupported makes of "${message}" what can be left out`, () => {
    const unsupported = new Set<string>();
    const error = fail("provider_error", message, { status: 400 });
    const told = learnUnsupported(error, { body: BODY, unsupported });
    assertEquals([[...unsupported], told.problem.retryable], learned === null ? [[], false] : [[learned], true]);
    // What was left out already is not the reason.
    assertEquals(learnUnsupported(error, { body: BODY, unsupported }), error);
  });
}

Deno.test("learnUnsupported leaves refusals alone that have another reason", () => {
  const unsupported = new Set<string>();
  const error = fail("provider_auth", "unsupported stream_options", { status: 401 });
  assertEquals([learnUnsupported(error, { body: BODY, unsupported }), unsupported.size], [error, 0]);
});

Deno.test("withoutUnsupported leaves out fields and thoughts, and gives the bound its other name", () => {
  assertEquals(withoutUnsupported(BODY, new Set(["stream_options", "reasoning_content", "max_tokens"])), {
    model: "m",
    messages: [{ role: "assistant", content: "Hi." }, { role: "user", content: "go" }],
    max_completion_tokens: 5,
    temperature: 0.2,
  });
});

Deno.test("openai does without what its server refuses, from then on", async () => {
  const refusal = (message: string): Reply => ({ status: 422, body: { error: { message } } });
  await using model = fakeModel([refusal("stream_options: Extra inputs are not permitted"), "One.", "Two."]);
  const provider = openProvider({ key: "", baseUrl: model.url, clock: systemClock });
  await using bench = new SessionBench([], { model: { provider }, world: { clock: systemClock } });
  const kinds = [(await bench.ask("one")).outcome.kind, (await bench.ask("two")).outcome.kind];
  const sent = model.requests.map(({ body }) => "stream_options" in body);
  assertEquals([kinds, sent], [["done", "done"], [true, false, false]]);
  assertEquals(bench.of("retry.scheduled").map(({ delayMs }) => delayMs), [0]);
});
