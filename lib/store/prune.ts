import { removeSession } from "./session_files.ts";
import { type SessionEntry, sessionsIn } from "./lookup.ts";

/** How long and how much is kept; null is without a limit. */
export interface KeepRule {
  maxAgeMs: number | null;
  maxBytes: number | null;
}

/** What may be removed from the folder of all saved data. */
export interface PruneRules {
  sessions: KeepRule;
  /** Files that hold what did not fit into a line, and events of servers. */
  spills: KeepRule;
}

/** A file, or a session with its file. */
interface Kept {
  mtimeMs: number;
  size: number;
  remove: () => Promise<void>;
}

const SPILL_FOLDERS = ["tmp/spill", "tmp/serve"];
const MARK = "tmp/pruned";

/**
 * Removes what is older or larger than the rules allow, the oldest first, and returns how many files went. A session
 * that a process writes stays. It looks at most once in `everyMs`, and never rejects.
 */
export async function prune(
  base: string,
  { rules, now, everyMs }: { rules: PruneRules; now: number; everyMs: number },
): Promise<number> {
  const last = await Deno.stat(`${base}/${MARK}`).catch(() => null);
  if (last?.mtime && now - last.mtime.getTime() < everyMs) return 0;
  try {
    await Deno.mkdir(`${base}/tmp`, { recursive: true, mode: 0o700 });
    await Deno.writeTextFile(`${base}/${MARK}`, "", { mode: 0o600 });
    await Deno.utime(`${base}/${MARK}`, now / 1_000, now / 1_000);
  } catch {
    // A home that cannot be written has nothing that could be removed either.
    return 0;
  }
  const spills = (await Promise.all(SPILL_FOLDERS.map((folder) => filesIn(`${base}/${folder}`)))).flat();
  const sessions = await allSessions(base);
  return await removeBeyond(rules.spills, { kept: spills, now }) +
    await removeBeyond(rules.sessions, { kept: sessions, now });
}

async function removeBeyond(
  { maxAgeMs, maxBytes }: KeepRule,
  { kept, now }: { kept: readonly Kept[]; now: number },
): Promise<number> {
  let bytes = 0;
  let removed = 0;
  for (const { mtimeMs, size, remove } of kept.toSorted((a, b) => b.mtimeMs - a.mtimeMs)) {
    bytes += size;
    const isOld = maxAgeMs !== null && now - mtimeMs > maxAgeMs;
    if (!isOld && (maxBytes === null || bytes <= maxBytes)) continue;
    // Locked, or already gone.
    removed += await remove().then(() => 1, () => 0);
  }
  return removed;
}

async function allSessions(base: string): Promise<Kept[]> {
  const found: Kept[] = [];
  for (const project of await namesIn(`${base}/projects`)) {
    for (const entry of await sessionsIn(`${base}/projects/${project}/chats`)) {
      found.push({ ...entry, remove: () => removeWhole(entry) });
    }
  }
  return found;
}

/** Removes a session and the folder of its sub-agents. */
async function removeWhole(entry: SessionEntry): Promise<void> {
  await removeSession(entry);
  await Deno.remove(entry.path.replace(/\.jsonl$/, ""), { recursive: true }).catch(() => {/* It had none. */});
}

async function filesIn(folder: string): Promise<Kept[]> {
  const found: Kept[] = [];
  for (const name of await namesIn(folder)) {
    const path = `${folder}/${name}`;
    const info = await Deno.lstat(path).catch(() => null);
    if (!info?.isFile) continue;
    found.push({ mtimeMs: info.mtime?.getTime() ?? 0, size: info.size, remove: () => Deno.remove(path) });
  }
  return found;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await Array.fromAsync(Deno.readDir(folder), ({ name }) => name);
  } catch {
    return [];
  }
}
