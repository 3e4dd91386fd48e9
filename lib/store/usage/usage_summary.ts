/** The usage of all sessions of a user, by day and by model. */
import { isObject, type JsonObject } from "../../model/json.ts";
import { addUsage, NO_USAGE, type Usage } from "../../model/usage.ts";
import { readLines } from "../journal/read_lines.ts";
import { count } from "../journal/record.ts";

/** The period to summarize. */
export type UsageRange = "today" | "week" | "month" | "all";

const MAX_LINE = 1024 * 1024;
const HEATMAP_DAYS = 183;
const DAY_MS = 86_400_000;
const TOKENS = ["totalTokens", "inputTokens", "outputTokens", "cachedTokens", "thoughtsTokens"] as const;

/** Summarizes the runs of a period; unreadable lines are skipped. */
export async function summarizeUsage(
  path: string,
  options: { range: UsageRange; now: number },
): Promise<JsonObject> {
  const since = startOf(options.range, options.now);
  const sum = new UsageSum(options.now - HEATMAP_DAYS * DAY_MS);
  for (const record of (await lastRecords(path)).values()) sum.add(record, since);
  return {
    generatedAt: new Date(options.now).toISOString(),
    range: options.range,
    summary: sum.summary,
    models: sum.models,
    skills: [],
    daily: sum.daily,
    heatmap: sum.heatmap,
    heatmapDays: HEATMAP_DAYS,
  };
}

/** Requests and tokens of each model in the sessions that ended since a time. */
export async function usageSince(
  path: string,
  since: number,
): Promise<{ sessions: number; models: Record<string, { requests: number; usage: Usage }> }> {
  const models: Record<string, { requests: number; usage: Usage }> = {};
  let sessions = 0;
  for (const record of (await lastRecords(path)).values()) {
    if (count(record.timestamp) < since) continue;
    sessions += 1;
    for (const [name, figures] of Object.entries(isObject(record.models) ? record.models : {})) {
      if (!isObject(figures)) continue;
      const { requests = 0, usage = NO_USAGE } = models[name] ?? {};
      const more: Usage = {
        inputTokens: count(figures.inputTokens),
        outputTokens: count(figures.outputTokens),
        cachedTokens: count(figures.cachedTokens),
        thinkingTokens: count(figures.thoughtsTokens),
        totalTokens: count(figures.totalTokens),
      };
      models[name] = { requests: requests + count(figures.requests), usage: addUsage(usage, more) };
    }
  }
  return { sessions, models };
}

async function lastRecords(path: string): Promise<Map<string, Record<string, unknown>>> {
  const records = new Map<string, Record<string, unknown>>();
  try {
    for await (const line of readLines(path, MAX_LINE)) {
      const record = parse(line.text);
      if (record !== null) records.set(String(record.sessionId), record);
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return records;
}

function startOf(range: UsageRange, now: number): number {
  if (range === "all") return 0;
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  return midnight - (range === "week" ? 6 : range === "month" ? 29 : 0) * DAY_MS;
}

function parse(text: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return isObject(value) && typeof value.timestamp === "number" ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Adds up the figures of records. */
class UsageSum {
  readonly heatmap: { [date: string]: number } = {};
  readonly #heatmapStart: number;
  #sessions = 0;
  readonly #models = new Map<string, Record<string, number>>();
  readonly #days = new Map<string, Record<string, number>>();
  readonly #total: Record<string, number> = { requests: 0, toolCalls: 0, linesAdded: 0, linesRemoved: 0 };

  constructor(heatmapStart: number) {
    this.#heatmapStart = heatmapStart;
  }

  add(record: Record<string, unknown>, since: number): void {
    const at = count(record.timestamp);
    const date = dayOf(at);
    const models = isObject(record.models) ? Object.entries(record.models) : [];
    const tokens = models.reduce((sum, [, model]) => sum + (isObject(model) ? count(model.totalTokens) : 0), 0);
    if (at >= this.#heatmapStart) this.heatmap[date] = (this.heatmap[date] ?? 0) + tokens;
    if (at < since) return;
    this.#sessions += 1;
    const day = entryOf(this.#days, date);
    day.sessions = (day.sessions ?? 0) + 1;
    for (const [name, model] of models) {
      if (!isObject(model)) continue;
      for (const key of [...TOKENS, "requests"]) {
        for (const target of [entryOf(this.#models, name), day, this.#total]) {
          target[key] = (target[key] ?? 0) + count(model[key]);
        }
      }
    }
    if (isObject(record.tools)) this.#total.toolCalls += count(record.tools.totalCalls);
    if (isObject(record.files)) {
      this.#total.linesAdded += count(record.files.linesAdded);
      this.#total.linesRemoved += count(record.files.linesRemoved);
    }
  }

  get summary(): JsonObject {
    const tokens = Object.fromEntries(TOKENS.map((key) => [key, this.#total[key] ?? 0]));
    const { requests, toolCalls, linesAdded, linesRemoved } = this.#total;
    return {
      ...tokens,
      requests,
      sessions: this.#sessions,
      toolCalls,
      linesAdded,
      linesRemoved,
      cacheReadRate: tokens.inputTokens > 0 ? tokens.cachedTokens / tokens.inputTokens : 0,
    };
  }

  get models(): JsonObject[] {
    return [...this.#models].map(([name, figures]) => ({ name, ...figures }));
  }

  get daily(): JsonObject[] {
    return [...this.#days].sort(([a], [b]) => a.localeCompare(b)).map(([date, figures]) => ({ date, ...figures }));
  }
}

function entryOf(map: Map<string, Record<string, number>>, key: string): Record<string, number> {
  const entry = map.get(key) ?? {};
  map.set(key, entry);
  return entry;
}

function dayOf(at: number): string {
  const day = new Date(at);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
