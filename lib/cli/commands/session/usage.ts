import { readPrices } from "../../../config/models/prices.ts";
import { loadSettings, qwenHome } from "../../../config/settings/settings.ts";
import { systemClock } from "../../../model/clock.ts";
import { type Costs, costsOf, fail, shownCost, totalCost, type Usage } from "../../../model/mod.ts";
import { currentFolder } from "../../../path/mod.ts";
import { usageFile } from "../../../store/store_paths.ts";
import { usageSince } from "../../../store/usage/usage_summary.ts";
import type { Flags } from "../../args/table/flag_table.ts";
import { settingChoices } from "../../assembly/config/setting_choices.ts";
import { type Pipes, printText } from "../../process/pipes.ts";
import { defineSubcommand } from "../subcommand.ts";

/** `qwen usage`: prints tokens and cost of all saved sessions, by model. */
export const usage = defineSubcommand({
  name: "usage",
  help: "Show tokens and cost of all sessions, by model",
  words: [],
  flags: {
    json: { type: "boolean", help: "Print one JSON object; an unknown cost is null" },
    since: {
      type: "string",
      metavar: "WHEN",
      help: "Count only sessions that ended since a date (2026-01-31) or within a time (24h, 7d)",
    },
  },
  async run(_words, { flags, pipes }): Promise<number> {
    return await reportUsage(flags, pipes);
  },
});

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Prints the usage of all sessions and returns the exit status. */
async function reportUsage(flags: Flags & { json?: boolean; since?: string }, pipes: Pipes): Promise<number> {
  const env = (name: string): string | undefined => Deno.env.get(name);
  const { settings } = await loadSettings({ cwd: currentFolder(), env, ...settingChoices(flags) });
  const since = startOf(flags.since);
  const { sessions, models } = await usageSince(usageFile(qwenHome(env)), since);
  const costs = costsOf(models, readPrices(settings.get("modelPrices")));
  const rows = Object.entries(models).map(([name, { requests, usage }]) => ({
    name,
    requests,
    usage,
    costUsd: costs[name],
  }));
  await printText(flags.json ? jsonOf({ sessions, rows, costs, since }) : textOf({ sessions, rows, costs }), pipes);
  return 0;
}

interface Row {
  name: string;
  requests: number;
  usage: Usage;
  costUsd: number | null;
}

function jsonOf(
  { sessions, rows, costs, since }: { sessions: number; rows: Row[]; costs: Costs; since: number },
): string {
  const models = rows.map(({ name, requests, usage, costUsd }) => ({
    model: name,
    requests,
    input_tokens: usage.inputTokens,
    cached_tokens: usage.cachedTokens,
    output_tokens: usage.outputTokens,
    total_tokens: usage.totalTokens,
    cost_usd: costUsd,
  }));
  const from = since === 0 ? null : new Date(since).toISOString();
  return JSON.stringify({ since: from, sessions, cost_usd: totalCost(costs), models });
}

function textOf({ sessions, rows, costs }: { sessions: number; rows: Row[]; costs: Costs }): string {
  const lines = rows.map(({ name, requests, usage, costUsd }) =>
    `${name}: ${requests} requests, ${usage.inputTokens} tokens in (${usage.cachedTokens} cached), ` +
    `${usage.outputTokens} out, ${shownCost(costUsd)}`
  );
  return [`Sessions: ${sessions}`, ...lines, `Cost: ${shownCost(totalCost(costs))}`].join("\n");
}

/** The start of the period in milliseconds since 1970; 0 is everything. */
function startOf(text: string | undefined): number {
  if (text === undefined) return 0;
  const [, count, unit] = /^(\d+)([mhdw])$/.exec(text) ?? [];
  if (unit) return systemClock.now() - Number(count) * UNITS[unit];
  const at = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text.length === 10 ? `${text}T00:00` : text) : NaN;
  if (!Number.isNaN(at)) return at;
  throw fail("usage_error", `--since takes a date such as 2026-01-31 or a time such as 7d, not "${text}"`);
}
