import { contextWindowOf } from "../../../config/models/context_windows.ts";
import type { OutputStyle } from "../../../config/output_style.ts";
import { defined } from "../../../config/defined.ts";
import { familyOf } from "../../../config/models/model_families.ts";
import type { RunFacts } from "../../../config/run_facts.ts";
import { readPrices } from "../../../config/models/prices.ts";
import { systemPrompt, type SystemPromptParts } from "../../../config/system_prompt.ts";
import type { ModelPort } from "../../../engine/session/session_parts.ts";
import type { Limits } from "../../../engine/turn/budget.ts";
import type { Contract } from "../../../engine/turn/result/contract.ts";
import { DEFAULT_RETRY, type RetryRules } from "../../../engine/turn/retry.ts";
import { fail, isObject, type ModelInfo } from "../../../model/mod.ts";
import { generationOf, modelEntries } from "../../../providers/mod.ts";
import type { MemoryBook } from "./command_context_parts.ts";
import type { RunConfig } from "../config/load_config.ts";
import { contractFromRequest } from "./structured_contract.ts";

/** How often an invalid structured answer is sent back. Each time is a whole model round. */
export const SCHEMA_RETRIES = 10;

/** Makes the model port of a session. */
export function modelPort(
  config: RunConfig,
  { memory, contract, facts, style }: {
    memory: MemoryBook;
    contract: Contract | null;
    facts: Promise<RunFacts>;
    style: OutputStyle | null;
  },
): ModelPort {
  const { flags, settings, selection, provider } = config;
  const choices = sessionModels(config);
  return {
    provider,
    name: selection.model,
    fallbacks: flags.fallbackModel ?? settings.get("modelFallbacks") ?? [],
    choices,
    contextWindow: choices[0].contextWindow,
    ...defined({ compactAt: settings.get("context.autoCompactThreshold") }),
    retry: retryRules(config),
    prices: readPrices(settings.get("modelPrices")),
    limits: limitsOf(config),
    effort: flags.effort ?? settings.get("model.reasoningEffort") ?? null,
    thinkingTokens: flags.maxThinkingTokens ?? (flags.thinking === "disabled" ? 0 : null),
    system: async () =>
      systemPrompt({
        ...defined({
          replace: (flags.systemPromptFile ?? flags.systemPrompt) || undefined,
          append: [style?.text, flags.appendSystemPrompt].filter((text) => text).join("\n\n") || undefined,
        }),
        ...promptParts(config, { memory, facts: await facts }),
      }),
    agentSystem: async (prompt) =>
      systemPrompt({
        ...promptParts(config, { memory, facts: await facts }),
        agent: prompt,
        ...defined({ append: flags.appendSystemPrompt }),
      }),
    contract,
    makeContract: (schema) => contractFromRequest(schema, { maxRetries: flags.schemaRetries ?? SCHEMA_RETRIES }),
  };
}

/** The models that a session may be switched to; the one it starts with comes first. */
function sessionModels({ settings, selection }: Pick<RunConfig, "settings" | "selection">): ModelInfo[] {
  // The setting wins over the table.
  const common = windowOf(settings.get("model.generationConfig"));
  const configured = settings.get("modelProviders");
  const listed = modelEntries(configured)[selection.provider] ?? [];
  const entries: unknown = isObject(configured) ? configured[selection.provider] : undefined;
  const known = listed.map(({ id }): ModelInfo => {
    const entry = Array.isArray(entries) ? entries.find((candidate) => isObject(candidate) && candidate.id === id) : {};
    const label = isObject(entry) && typeof entry.name === "string" ? entry.name : id;
    return {
      id,
      label,
      contextWindow: windowOf(isObject(entry) ? entry.generationConfig : undefined) ?? common ?? contextWindowOf(id),
    };
  });
  const own = known.find(({ id }) => id === selection.model) ??
    { id: selection.model, label: selection.model, contextWindow: common ?? contextWindowOf(selection.model) };
  return [own, ...known.filter(({ id }) => id !== selection.model)];
}

function windowOf(generation: unknown): number | null {
  const size = isObject(generation) ? generation.contextWindowSize : undefined;
  return typeof size === "number" && Number.isSafeInteger(size) && size > 0 ? size : null;
}

function retryRules({ flags, settings, selection }: RunConfig): RetryRules {
  const own = modelEntries(settings.get("modelProviders"))[selection.provider]?.find(({ id }) =>
    id === selection.model
  );
  const generation = generationOf(settings.get("model.generationConfig"), own?.generationConfig);
  const configured = (field: string): number | undefined => {
    const value = generation[field];
    return typeof value === "number" ? value : undefined;
  };
  return {
    ...DEFAULT_RETRY,
    ...defined({
      maxRetries: flags.maxRetries ?? configured("maxRetries"),
      initialDelayMs: configured("retryInitialDelayMs"),
      maxDelayMs: configured("retryMaxDelayMs"),
      maxTotalWaitMs: flags.maxRetryWait,
      maxQuotaWaitMs: flags.waitForQuota,
    }),
  };
}

/** The cost limit; it is refused where the cost cannot be known. */
function costLimit({ flags, settings, selection }: Pick<RunConfig, "flags" | "settings" | "selection">): number | null {
  const { maxBudgetUsd } = flags;
  if (maxBudgetUsd === undefined) return null;
  const { model } = selection;
  if (readPrices(settings.get("modelPrices"))(model)) return maxBudgetUsd;
  throw fail("config_invalid", `--max-budget-usd needs a price, and the price of ${model} is unknown`, {
    hint: `Set modelPrices in settings: {"${model}": {"input": USD, "output": USD}} per million tokens.`,
  });
}

function limitsOf({ flags, settings, host, selection }: RunConfig): Limits {
  const rounds = limit(flags.maxSessionTurns ?? settings.get("model.maxSessionTurns"));
  const seconds = limit(settings.get("model.maxWallTimeSeconds"));
  return {
    // Claude's clients mean the rounds of one prompt, qwen-code's those of the session.
    sessionRounds: host === "claude" ? null : rounds,
    promptRounds: host === "claude" ? rounds : null,
    toolCalls: limit(flags.maxToolCalls ?? settings.get("model.maxToolCalls")),
    wallMs: flags.maxWallTime ?? (seconds === null ? null : seconds * 1000),
    costUsd: costLimit({ flags, settings, selection }),
    tokens: limit(flags.maxTotalTokens ?? settings.get("model.maxTotalTokens")),
  };
}

function limit(value: number | undefined): number | null {
  return value === undefined || value < 0 ? null : value;
}

/** The parts of every system prompt of a session. */
function promptParts(
  { selection, isHosted }: RunConfig,
  { memory, facts }: { memory: MemoryBook; facts: RunFacts },
): Pick<SystemPromptParts, "context" | "facts" | "family" | "canAsk"> {
  return { context: memory.files, facts, family: familyOf(selection.model), canAsk: isHosted };
}
