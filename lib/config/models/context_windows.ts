/** The context windows of known models, in tokens; the first pattern that matches the name wins. */
const WINDOWS: readonly (readonly [pattern: RegExp, tokens: number])[] = [
  [/qwen3-coder-(plus|flash)|qwen-(plus|flash|turbo)|qwen3\.[5-9]-(plus|flash)/, 1_000_000],
  [/qwen3-coder|qwen3-(max|next)|qwen3\.[5-9]/, 262_144],
  [/qwen-long/, 10_000_000],
  [/qwen3|qwq|qwen2\.5|qwen-max|coder-model/, 131_072],
  [/gpt-4\.1/, 1_047_576],
  [/gpt-5|codex/, 400_000],
  [/gpt-oss|gpt-4o|gpt-4-turbo/, 131_072],
  [/gpt-3\.5/, 16_385],
  [/(^|\/)o[134]([-.]|$)/, 200_000],
  [/claude/, 200_000],
  [/gemini-1\.5-pro/, 2_097_152],
  [/gemini|gemma-4/, 1_048_576],
  [/deepseek-v4/, 1_000_000],
  [/deepseek/, 131_072],
  [/glm-(4\.[6-9]|5)/, 200_000],
  [/glm/, 131_072],
  [/kimi-k2|kimi/, 262_144],
  [/minimax/, 204_800],
  [/llama-?4/, 1_000_000],
  [/grok-(4-fast|code-fast)/, 256_000],
  [/devstral|mistral|llama|grok|gemma/, 131_072],
];

/** The window of a model that is not in the table. */
export const DEFAULT_CONTEXT_WINDOW = 131_072;

/** The context window of a model, in tokens. Names may carry a vendor and a date. */
export function contextWindowOf(model: string): number {
  const name = model.toLowerCase();
  return WINDOWS.find(([pattern]) => pattern.test(name))?.[1] ?? DEFAULT_CONTEXT_WINDOW;
}
