/** Every row of the table of quirks: what its server is asked, and what its stream in the recordings means. */
import type { JsonObject } from "../../lib/model/json.ts";
import type { Collected } from "./collect.ts";

/** What a server is asked, and what it answers. */
export interface QuirkCase {
  baseUrl: string;
  model: string;
  /** What is sent for an effort, a budget of 2000 tokens and no thinking. */
  effort: JsonObject;
  budget: JsonObject;
  off: JsonObject;
  limit: "max_tokens" | "max_completion_tokens";
  /** Whether a tool can be demanded, and whether several calls are asked for. */
  demands: boolean;
  parallel?: true;
  requiresThoughts?: true;
  marks?: true;
  asksNoUsage?: true;
  answer: Partial<Collected>;
}

const EFFORT = { effort: { reasoning_effort: "high" }, budget: {}, off: {} };
const BUDGET = {
  effort: { reasoning_effort: "high", enable_thinking: true },
  budget: { thinking_budget: 2000, enable_thinking: true },
  off: { enable_thinking: false },
};
const SWITCH = {
  effort: { thinking: { type: "enabled" } },
  budget: { thinking: { type: "enabled" } },
  off: { thinking: { type: "disabled" } },
};
const THOUGHT: Partial<Collected> = { thinking: "Let me think.", text: "Four." };
const READ = { callId: "call_a", tool: "read_file", input: '{"file_path":"/a.txt"}' };
const GLOB = { callId: "call_b", tool: "glob", input: '{"pattern":"*"}' };
const BOTH: Partial<Collected> = { calls: [READ, GLOB], stop: "tool_calls" };

/** The cases by the name of their row. */
export const QUIRK_CASES: Readonly<Record<string, QuirkCase>> = {
  openai: {
    ...{ baseUrl: "https://api.openai.com/v1", model: "gpt-5", ...EFFORT, limit: "max_completion_tokens" },
    ...{ demands: true, answer: BOTH },
  },
  groq: {
    ...{ baseUrl: "https://api.groq.com/openai/v1", model: "qwen/qwen3-32b", ...EFFORT },
    ...{ limit: "max_completion_tokens", demands: true, answer: THOUGHT },
  },
  dashscope: {
    ...{ baseUrl: "https://dashscope.aliyuncs.com/compatible-mode/v1", model: "qwen3-coder-plus", ...BUDGET },
    ...{ limit: "max_tokens", demands: true, parallel: true, marks: true, answer: { ...BOTH, text: "Both." } },
  },
  dashscope_thinking: {
    ...{ baseUrl: "https://dashscope-intl.aliyuncs.com/v1", model: "qwen3-235b-a22b-thinking-2507", ...BUDGET },
    ...{ limit: "max_tokens", demands: false, parallel: true, marks: true, answer: THOUGHT },
  },
  modelscope: {
    ...{ baseUrl: "https://api-inference.modelscope.cn/v1", model: "Qwen/Qwen3-8B", ...BUDGET },
    ...{ limit: "max_tokens", demands: false, answer: THOUGHT },
  },
  openrouter: {
    ...{ baseUrl: "https://openrouter.ai/api/v1", model: "anthropic/claude-sonnet-4.5" },
    effort: { reasoning: { effort: "high" } },
    budget: { reasoning: { max_tokens: 2000 } },
    off: { reasoning: { enabled: false } },
    ...{ limit: "max_tokens", demands: true, answer: THOUGHT },
  },
  zhipu: {
    ...{ baseUrl: "https://open.bigmodel.cn/api/paas/v4", model: "glm-4.6", ...SWITCH },
    ...{ limit: "max_tokens", demands: false, answer: THOUGHT },
  },
  mistral: {
    ...{ baseUrl: "https://api.mistral.ai/v1", model: "magistral-medium-latest", ...EFFORT },
    ...{ limit: "max_tokens", demands: true, asksNoUsage: true, answer: THOUGHT },
  },
  google: {
    baseUrl: "https://generativelanguage.googleapis.com/v1beta/openai",
    ...{ model: "gemini-3-pro-preview", ...EFFORT, limit: "max_tokens", demands: true },
    answer: {
      calls: [{
        ...READ,
        opaque: { provider: "openai", data: { extra_content: { google: { thought_signature: "c2ln" } } } },
      }],
      stop: "tool_calls",
    },
  },
  deepseek: {
    ...{ baseUrl: "https://api.deepseek.com/v1", model: "deepseek-chat", ...SWITCH, limit: "max_tokens" },
    ...{ demands: true, requiresThoughts: true, answer: { text: "Four." } },
  },
  deepseek_reasoner: {
    ...{ baseUrl: "https://api.deepseek.com/v1", model: "deepseek-reasoner", ...SWITCH, limit: "max_tokens" },
    ...{ demands: false, requiresThoughts: true, answer: THOUGHT },
  },
  deepseek_elsewhere: {
    ...{ baseUrl: "http://127.0.0.1:8000/v1", model: "deepseek-ai/DeepSeek-R1-Distill-Qwen-32B", ...EFFORT },
    ...{ limit: "max_tokens", demands: false, requiresThoughts: true },
    answer: { thinking: "Let me think.\n", text: "Four." },
  },
  moonshot: {
    ...{ baseUrl: "https://api.moonshot.ai/v1", model: "kimi-k2-thinking", ...SWITCH, limit: "max_tokens" },
    ...{ demands: false, requiresThoughts: true, answer: THOUGHT },
  },
  kimi_elsewhere: {
    ...{ baseUrl: "http://127.0.0.1:8000/v1", model: "moonshotai/Kimi-K2-Instruct", ...EFFORT, limit: "max_tokens" },
    ...{ demands: false, requiresThoughts: true },
    answer: {
      text: "Both.",
      calls: [{ ...READ, callId: "functions.read_file:0" }, { ...GLOB, callId: "functions.glob:1" }],
      stop: "tool_calls",
    },
  },
};
