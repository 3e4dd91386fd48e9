import { assertEquals } from "@std/assert";
import { familyOf } from "../../../../lib/config/models/model_families.ts";

Deno.test("familyOf knows the families by the names of their models", () => {
  const known: [model: string, family: string, edit: string][] = [
    ["qwen3-coder-plus", "qwen", "edit"],
    ["Qwen/QwQ-32B", "qwen", "edit"],
    ["openai/gpt-5-codex", "gpt", "apply_patch"],
    ["o4-mini", "gpt", "apply_patch"],
    ["claude-opus-4", "claude", "edit"],
    ["gemini-2.5-pro", "gemini", "edit"],
    ["deepseek-chat", "deepseek", "edit"],
    ["zai/glm-4.6", "glm", "edit"],
    ["moonshotai/kimi-k2", "kimi", "edit"],
    ["my-model", "unknown", "edit"],
  ];
  assertEquals(known.map(([model]) => [model, familyOf(model).name, familyOf(model).editFormat]), known);
});
