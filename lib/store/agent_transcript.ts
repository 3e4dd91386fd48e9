import type { AgentFacts, AgentTranscript, Journal } from "../model/ports.ts";
import { type JournalOptions, NO_JOURNAL, notKept, openJournal } from "./journal.ts";
import { OpeningJournal } from "./opening_journal.ts";
import { agentFile } from "./places.ts";
import { replaceFile } from "./replace_file.ts";

/** What the transcripts of a session's agents are opened with. */
export interface TranscriptOptions extends Omit<JournalOptions, "side" | "parent"> {
  now(): number;
  /** Wraps what is written, so that no secret gets onto the disk. */
  clean(journal: Journal): Journal;
}

/**
 * Keeps what a sub-agent says in a file of its own beside the session, in the same records, with a note beside it on
 * what the agent is and how it ended. Nothing that fails here stands in the agent's way.
 */
export function openTranscript(agent: AgentFacts, options: TranscriptOptions): AgentTranscript {
  const path = agentFile(options.place, { sessionId: options.sessionId, agentId: agent.agentId });
  const side = { agentId: agent.agentId, agentName: agent.name };
  const opening: Promise<Journal> = openJournal({ ...options, side }).catch((error) => {
    // Ids that differ may give the same name, and its file is taken.
    options.onFailure(notKept(path, error));
    return NO_JOURNAL;
  });
  const journal = options.clean(new OpeningJournal(opening));
  const createdAt = new Date(options.now()).toISOString();
  const note = async (status: string): Promise<void> => {
    const { agentId, name, description, depth, model, isBackground } = agent;
    const facts = {
      agentId,
      agentType: name,
      description,
      parentSessionId: options.sessionId,
      toolUseId: agentId,
      parentAgentId: null,
      createdAt,
      status,
      isBackgrounded: isBackground,
      lastUpdatedAt: new Date(options.now()).toISOString(),
      subagentName: name,
      depth,
      model,
    };
    try {
      await opening;
      const text = `${JSON.stringify(facts, null, 2)}\n`;
      await replaceFile(path.replace(/\.jsonl$/, ".meta.json"), new TextEncoder().encode(text));
    } catch (error) {
      options.onFailure(notKept(path, error));
    }
  };
  const begun = note("running");
  return {
    path,
    journal,
    async end(status): Promise<void> {
      await begun;
      await journal.close();
      await note(status);
    },
  };
}
