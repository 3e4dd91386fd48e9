import { assertEquals } from "@std/assert";
import { openProvider } from "../../../../lib/providers/openai.ts";
import { ThinkTags } from "../../../../lib/providers/openai/think_tags.ts";
import type { ModelChunk } from "../../../../lib/model/ports.ts";
import { collect, requestOf } from "../../../support/collect.ts";
import { FakeClock } from "../../../support/fake_clock.ts";
import { fakeModel, type Reply } from "../../../support/fake_model.ts";

const END: ModelChunk = { type: "finish", stop: { reason: "end", raw: null } };

function told(pieces: string[]): { text: string; thinking: string } {
  const tags = new ThinkTags();
  const said = { text: "", thinking: "" };
  const chunks = [...pieces.map((text): ModelChunk => ({ type: "text", text })), END];
  for (const chunk of chunks.flatMap((one) => tags.apply([one]))) {
    if (chunk.type === "text" || chunk.type === "thinking") said[chunk.type] += chunk.text;
  }
  return said;
}

const ANSWERS: [answer: string, text: string, thinking: string][] = [
  ["<think>\nLet me see.\n</think>\n\nFour.", "Four.", "Let me see.\n"],
  ["\n<think></think>Four.", "Four.", ""],
  ["<think>\n\n</think>\n\nFour.", "Four.", ""],
  ["<think>a < b </thin", "", "a < b </thin"],
  ["Four, I <think>.", "Four, I <think>.", ""],
  ["<thinking>", "<thinking>", ""],
  ["<thi", "<thi", ""],
  ["<think>one</think>two</think>", "two</think>", "one"],
];

for (const [answer, text, thinking] of ANSWERS) {
  Deno.test(`ThinkTags reads ${JSON.stringify(answer)}, however it is cut`, () => {
    for (let size = 1; size <= answer.length; size++) {
      const pieces = Array.from(
        { length: Math.ceil(answer.length / size) },
        (_, i) => answer.slice(i * size, (i + 1) * size),
      );
      assertEquals(told(pieces), { text, thinking }, `pieces of ${size}`);
    }
  });
}

Deno.test("openai tells thoughts that come in tags as thoughts, and no other text", async () => {
  const answers: Reply[] = [
    [{ text: ["<think>", "Let me ", "see.", "</think>", "\n\n", "Four."] }],
    [{ text: ["The tag ", "<think> opens."] }],
  ];
  await using model = fakeModel(answers);
  const provider = openProvider({ key: "", baseUrl: model.url, clock: new FakeClock() });
  const said = [];
  for (const _ of answers) {
    const { text, thinking, stop } = await collect(provider, requestOf());
    said.push([text, thinking, stop]);
  }
  assertEquals(said, [["Four.", "Let me see.", "end"], ["The tag <think> opens.", "", "end"]]);
});
