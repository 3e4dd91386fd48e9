import { assertEquals } from "@std/assert";
import { contextWindowOf, DEFAULT_CONTEXT_WINDOW } from "../../../../lib/config/models/context_windows.ts";

Deno.test("contextWindowOf knows models of every family, with vendor and date", () => {
  const known: [model: string, tokens: number][] = [
    ["qwen3-coder-plus", 1_000_000],
    ["Qwen/Qwen3-Coder-480B-A35B-Instruct", 262_144],
    ["openai/gpt-4o-2024-11-20", 131_072],
    ["o4-mini", 200_000],
    ["claude-opus-4-20250514", 200_000],
    ["gemini-2.5-pro", 1_048_576],
    ["deepseek-chat", 131_072],
    ["zai/glm-4.6", 200_000],
    ["moonshotai/kimi-k2", 262_144],
    ["my-own-model", DEFAULT_CONTEXT_WINDOW],
  ];
  assertEquals(known.map(([model]) => [model, contextWindowOf(model)]), known);
});
