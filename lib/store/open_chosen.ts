import { fail, QwenError } from "../model/problem.ts";
import { forkSession } from "./fork.ts";
import { type FileJournal, NO_JOURNAL, notKept, openJournal } from "./journal.ts";
import { findSession, newestSession, requireNewSession, type SessionEntry, sessionOfHost } from "./lookup.ts";
import type { OpenedSession, OpenOptions, SessionChoice } from "./open_session.ts";
import { chatsFolder, type Place } from "./places.ts";
import { loadSession, type SavedSession } from "./resume.ts";

/**
 * Opens a session that was named: a new one, an old one or a copy. It is locked before it is read, so that what was
 * read is what the next record hangs on. Throws `session_not_found`, `session_exists` or `session_locked`.
 */
export async function openChosen(choice: SessionChoice, options: OpenOptions): Promise<OpenedSession> {
  const source = await sourceOf(choice, options.place);
  if (source === null) return await openNew(choice, options);
  if (choice.fork && choice.persist !== false) return await openFork(source, { choice, options });
  const sessionId = choice.fork ? choice.sessionId ?? options.ids.next() : source.sessionId;
  const where = { sessionId: source.sessionId, at: choice.at, dropsTurn: choice.dropsTurn };
  if (choice.persist === false) {
    return { sessionId, journal: NO_JOURNAL, saved: { ...await loadSession(source.path, where), sessionId } };
  }
  const journal = await openJournal({ ...options, sessionId });
  return { sessionId, journal, saved: await readLocked(journal, () => loadSession(source.path, where)) };
}

async function sourceOf(choice: SessionChoice, place: Place): Promise<SessionEntry | null> {
  if (choice.resume !== undefined) return await findSession(place, choice.resume);
  if (choice.orResume && choice.sessionId !== undefined) return await sessionOfHost(place, choice.sessionId);
  if (!choice.continueNewest) return null;
  const newest = await newestSession(place);
  if (newest === null && choice.fork) {
    throw fail("session_not_found", "No saved session found to fork in this folder.", {
      hint: "Start one first, or leave --fork-session out.",
    });
  }
  return newest;
}

async function openNew(choice: SessionChoice, options: OpenOptions): Promise<OpenedSession> {
  const sessionId = choice.sessionId ?? options.ids.next();
  if (choice.persist === false) return { sessionId, journal: NO_JOURNAL, saved: null };
  if (choice.sessionId !== undefined) await requireNewSession(options.place, sessionId);
  const journal = await openJournal({ ...options, sessionId });
  if (journal.isFresh) return { sessionId, journal, saved: null };
  // Another run took the id between the look and the lock.
  await journal.close();
  throw fail(
    "session_exists",
    `Session Id ${sessionId} already exists (active or archived). Delete or unarchive it first.`,
  );
}

async function openFork(
  source: SessionEntry,
  asked: { choice: SessionChoice; options: OpenOptions },
): Promise<OpenedSession> {
  const { choice, options } = asked;
  const newId = choice.sessionId ?? options.ids.next();
  const where = { sessionId: source.sessionId, at: choice.at, dropsTurn: choice.dropsTurn };
  try {
    const path = await forkSession(source.path, { ...where, place: options.place, newId });
    const journal = await openJournal({ ...options, sessionId: newId });
    const saved = await readLocked(journal, () => loadSession(path, { sessionId: newId }));
    return { sessionId: newId, journal, saved };
  } catch (error) {
    if (error instanceof QwenError) throw error;
    // A disk that cannot be written is no reason not to go on from what can be read.
    options.onFailure(notKept(chatsFolder(options.place), error));
    const saved = await loadSession(source.path, where);
    return { sessionId: newId, journal: NO_JOURNAL, saved: { ...saved, sessionId: newId } };
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
