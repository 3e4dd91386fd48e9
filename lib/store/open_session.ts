import type { Ids, Journal } from "../model/ports.ts";
import { fail, QwenError } from "../model/problem.ts";
import { forkSession } from "./fork.ts";
import { type FileJournal, type JournalOptions, NO_JOURNAL, notKept, openJournal } from "./journal/journal.ts";
import {
  findSession,
  newestSession,
  requireNewSession,
  type SessionEntry,
  sessionHere,
  sessionOfHost,
} from "./lookup.ts";
import { loadSession, type ResumeOptions, type SavedSession } from "./resume.ts";
import { chatsFolder, type StorePaths } from "./store_paths.ts";

/** The session that a run asks for, from flags or a host. */
export interface SessionChoice {
  /** Id of the new session. */
  sessionId?: string;
  /** Whether the id was made for this session, so that no saved one has it. */
  isNewId?: boolean;
  /** Resumes the session of that id if it is saved. */
  orResume?: boolean;
  /** Id or title of the session to resume. */
  resume?: string;
  /** Continues the newest session of this folder, if there is one. */
  continueNewest?: boolean;
  /** Continues in a copy. */
  fork?: boolean;
  /** Drops everything after this record. */
  at?: string;
  /** Refuses unless exactly the turn of this prompt is dropped. */
  dropsTurn?: string;
  /** The parked question of the resumed session that is answered now. */
  question?: ResumeOptions["question"];
  /** False keeps nothing on disk. */
  persist?: boolean;
}

/** What a session is opened with. */
export interface OpenOptions extends Omit<JournalOptions, "sessionId" | "parent"> {
  paths: StorePaths;
  ids: Ids;
  /** Where else a session may be that is to be resumed; it goes on there. */
  others?: readonly StorePaths[];
}

/** An opened session. */
export interface OpenedSession {
  sessionId: string;
  journal: Journal;
  /** Where it is kept. */
  paths: StorePaths;
  /** The conversation so far; null for a new session. */
  saved: SavedSession | null;
}

/**
 * Opens the chosen session: a new one, a saved one or a copy. A saved session is locked before it is read, so that the
 * next record continues exactly what was read. Throws `session_not_found`, `session_exists` or `session_locked`.
 */
export async function openSession(choice: SessionChoice, given: OpenOptions): Promise<OpenedSession> {
  const { source, paths } = await findSource(choice, given);
  const options = { ...given, paths };
  if (source === null) return await openNew(choice, options);
  if (choice.fork && choice.persist !== false) return await openFork(source, { choice, options });
  const sessionId = choice.fork ? choice.sessionId ?? options.ids.next() : source.sessionId;
  const where = placeOf(source, { choice, paths });
  if (choice.persist === false) {
    return { sessionId, paths, journal: NO_JOURNAL, saved: { ...await loadSession(source.path, where), sessionId } };
  }
  const journal = await openJournal({ ...options, sessionId });
  return { sessionId, paths, journal, saved: await readLocked(journal, () => loadSession(source.path, where)) };
}

/** The session to resume and where it is kept; what is nowhere is reported as missing from the first place. */
async function findSource(
  choice: SessionChoice,
  { paths, others = [] }: OpenOptions,
): Promise<{ source: SessionEntry | null; paths: StorePaths }> {
  let missing: unknown = null;
  for (const place of [paths, ...others]) {
    try {
      const source = await sourceOf(choice, place);
      if (source) return { source, paths: place };
    } catch (error) {
      if (!(error instanceof QwenError) || error.problem.code !== "session_not_found") throw error;
      missing ??= error;
    }
  }
  if (missing !== null) throw missing;
  return { source: null, paths };
}

function placeOf(
  { sessionId }: SessionEntry,
  { choice: { at, dropsTurn, question }, paths: { claude } }: { choice: SessionChoice; paths: StorePaths },
): ResumeOptions {
  return {
    sessionId,
    ...(at === undefined ? {} : { at }),
    ...(dropsTurn === undefined ? {} : { dropsTurn }),
    ...(question ? { question } : {}),
    ...(claude ? { claude } : {}),
  };
}

async function sourceOf(choice: SessionChoice, paths: StorePaths): Promise<SessionEntry | null> {
  // A parked session may have been copied from another machine, where its folder had another path.
  const copied = choice.question && choice.resume !== undefined ? await sessionHere(paths, choice.resume) : null;
  if (copied) return copied;
  if (choice.resume !== undefined) return await findSession(paths, choice.resume);
  if (choice.orResume && choice.sessionId !== undefined) return await sessionOfHost(paths, choice.sessionId);
  if (!choice.continueNewest) return null;
  const newest = await newestSession(paths);
  if (newest === null && choice.fork) {
    throw fail("session_not_found", "No saved session found to fork in this folder.", {
      hint: "Start one first, or leave --fork-session out.",
    });
  }
  return newest;
}

async function openNew(choice: SessionChoice, options: OpenOptions): Promise<OpenedSession> {
  const sessionId = choice.sessionId ?? options.ids.next();
  const { paths } = options;
  if (choice.persist === false) return { sessionId, paths, journal: NO_JOURNAL, saved: null };
  if (choice.sessionId !== undefined && !choice.isNewId) await requireNewSession(paths, sessionId);
  const journal = await openJournal({ ...options, sessionId });
  if (journal.isFresh) return { sessionId, paths, journal, saved: null };
  // Another run took the id between the check and the lock.
  await journal.close();
  throw fail(
    "session_exists",
    `Session Id ${sessionId} already exists (active or archived). Delete or unarchive it first.`,
  );
}

async function openFork(
  source: SessionEntry,
  { choice, options }: { choice: SessionChoice; options: OpenOptions },
): Promise<OpenedSession> {
  const newId = choice.sessionId ?? options.ids.next();
  const { paths } = options;
  const where = placeOf(source, { choice, paths });
  try {
    const path = await forkSession(source.path, { ...where, paths, newId });
    const journal = await openJournal({ ...options, sessionId: newId });
    const copy = { sessionId: newId, ...(paths.claude ? { claude: paths.claude } : {}) };
    const saved = await readLocked(journal, () => loadSession(path, copy));
    return { sessionId: newId, paths, journal, saved };
  } catch (error) {
    if (error instanceof QwenError) throw error;
    // The session can be read, so it can continue even if the disk cannot be written.
    options.onFailure(notKept(chatsFolder(paths), error));
    const saved = await loadSession(source.path, where);
    return { sessionId: newId, paths, journal: NO_JOURNAL, saved: { ...saved, sessionId: newId } };
  }
}

async function readLocked(journal: FileJournal, read: () => Promise<SavedSession>): Promise<SavedSession> {
  try {
    const saved = await read();
    journal.continueFrom(saved.leaf);
    return saved;
  } catch (error) {
    await journal.close();
    throw error;
  }
}
