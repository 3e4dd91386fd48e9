import type { Stats } from "../../lib/model/usage.ts";
import type { Ids } from "../../lib/model/ports.ts";
import type { StorePaths } from "../../lib/store/store_paths.ts";
import type { Problem } from "../../lib/model/problem.ts";
import { type FileJournal, openJournal } from "../../lib/store/journal/journal.ts";

/** Ids that count: `00000000-0000-4000-8000-000000000001`, and so on. */
export function countedIds(start = 0): Ids {
  let last = start;
  return { next: () => `00000000-0000-4000-8000-${String(++last).padStart(12, "0")}` };
}

/** A session id for tests. */
export const SESSION = "11111111-1111-4111-8111-111111111111";

/** Runs with an empty store on disk, which is removed afterwards. */
export async function withStore(body: (paths: StorePaths) => Promise<void>): Promise<void> {
  const base = await Deno.makeTempDir({ prefix: "qwen-store-" });
  try {
    await body({ base, cwd: "/home/me/ws" });
  } finally {
    await Deno.remove(base, { recursive: true });
  }
}

/** A journal of the test session that records its failures. */
export async function journalAt(
  paths: StorePaths,
  options: { sessionId?: string; parent?: string | null; ids?: Ids } = {},
): Promise<{ journal: FileJournal; failures: Problem[] }> {
  const failures: Problem[] = [];
  const journal = await openJournal({
    paths,
    sessionId: options.sessionId ?? SESSION,
    version: "0.1.0",
    ids: options.ids ?? countedIds(),
    parent: options.parent ?? null,
    onFailure: (problem) => failures.push(problem),
  });
  return { journal, failures };
}

/** Reads the records of a file. */
export async function recordsOf(path: string): Promise<Record<string, unknown>[]> {
  const text = await Deno.readTextFile(path);
  return text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
}

/** What a session did that asked one model twice and edited three times. */
export const STATS: Stats = {
  models: {
    m: {
      requests: 2,
      errors: 0,
      latencyMs: 40,
      usage: { inputTokens: 100, outputTokens: 20, cachedTokens: 25, thinkingTokens: 5, totalTokens: 120 },
    },
  },
  tools: { edit: { calls: 3, failures: 1, durationMs: 9 } },
  decisions: { accept: 0, reject: 0, modify: 0, autoAccept: 3 },
  linesAdded: 4,
  linesRemoved: 2,
};
