import { deferred } from "../model/deferred.ts";
import type { Ids, Journal } from "../model/ports.ts";
import { type JournalOptions, NO_JOURNAL, openJournal } from "./journal.ts";
import { OpeningJournal } from "./opening_journal.ts";
import type { Place } from "./places.ts";
import type { SavedSession } from "./resume.ts";

/** Which session a run is to have, as flags say it. */
export interface SessionChoice {
  /** Id of the new session. */
  sessionId?: string;
  /** Goes on with the session of that id where it is saved already. */
  orResume?: boolean;
  /** Id or title of the session to resume. */
  resume?: string;
  /** Goes on with the newest session of this folder, if there is one. */
  continueNewest?: boolean;
  /** Goes on in a copy. */
  fork?: boolean;
  /** Drops everything after this record. */
  at?: string;
  /** Refuses unless exactly this prompt's turn is dropped. */
  dropsTurn?: string;
  /** False keeps nothing on disk. */
  persist?: boolean;
}

/** What a session is opened with. */
export interface OpenOptions extends Omit<JournalOptions, "sessionId" | "parent"> {
  place: Place;
  ids: Ids;
}

/** A session to work in. */
export interface OpenedSession {
  sessionId: string;
  journal: Journal;
  /** The conversation so far; null for a new one. */
  saved: SavedSession | null;
}

/**
 * Opens the session that was chosen: a new one, an old one or a copy. Throws `session_not_found`, `session_exists`
 * or `session_locked`.
 */
export async function openSession(choice: SessionChoice, options: OpenOptions): Promise<OpenedSession> {
  if (choice.resume === undefined && choice.sessionId === undefined && !choice.continueNewest) {
    return openFresh(choice, options);
  }
  const { openChosen }: typeof import("./open_chosen.ts") = await import(deferred("./open_chosen.ts"));
  return await openChosen(choice, options);
}

/** An id that is made just now is nobody else's: nothing can be in the way, so nobody waits for the disk. */
function openFresh(choice: SessionChoice, options: OpenOptions): OpenedSession {
  const sessionId = options.ids.next();
  if (choice.persist === false) return { sessionId, journal: NO_JOURNAL, saved: null };
  return { sessionId, journal: new OpeningJournal(openJournal({ ...options, sessionId })), saved: null };
}
