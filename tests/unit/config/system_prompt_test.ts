import { assertEquals } from "@std/assert";
import { familyOf } from "../../../lib/config/models/model_families.ts";
import { BUILT_IN_PROMPT, systemPrompt, type SystemPromptParts } from "../../../lib/config/system_prompt.ts";
import { FACTS } from "../../support/run_facts.ts";

const family = familyOf("qwen3-coder-plus");
const parts: SystemPromptParts = {
  context: [{ path: "/w/QWEN.md", text: "Use tabs." }],
  facts: FACTS,
  family,
  canAsk: false,
};

const CONTEXT = "--- Context from: /w/QWEN.md ---\nUse tabs.\n--- End of context ---";

Deno.test("systemPrompt gives the built-in text, the facts of the run, context files and what is added, in this order", () => {
  const text = systemPrompt({ ...parts, append: "Say please." });
  assertEquals(text.startsWith(`${BUILT_IN_PROMPT}\n\nNobody answers questions in this run.`), true);
  const places = [family.advice, "Working folder: /w\nPlatform: linux x86_64\nDate: 2026-03-14", CONTEXT, "Say please."]
    .map((piece) => text.indexOf(piece));
  assertEquals(places.every((place, index) => place > (places[index - 1] ?? 0)), true);
  assertEquals(text.endsWith(`\n\n${CONTEXT}\n\nSay please.`), true);
});

Deno.test("systemPrompt lets a given text replace the built-in one and keeps the context files", () => {
  assertEquals(systemPrompt({ ...parts, replace: "Be brief." }), `Be brief.\n\n${CONTEXT}`);
});

Deno.test("systemPrompt invites questions only where somebody answers", () => {
  assertEquals(systemPrompt({ ...parts, canAsk: true }).includes("Somebody may answer questions"), true);
});
