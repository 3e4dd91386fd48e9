import { isObject } from "../../model/json.ts";
import type { AgentFacts, AgentTranscript, Journal, SavedAgent } from "../../model/ports.ts";
import { replaceFile } from "../replace_file.ts";
import { loadSession } from "../resume.ts";
import { agentFile } from "../store_paths.ts";
import { type JournalOptions, NO_JOURNAL, notKept, openJournal } from "./journal.ts";

/** What the transcripts of a session's agents are opened with. */
export interface TranscriptOptions extends Omit<JournalOptions, "side" | "parent"> {
  now(): number;
  /** Wraps the journal so that no secret is written to disk. */
  clean(journal: Journal): Journal;
}

/**
 * Opens the transcript of a sub-agent: a file beside the session in the same record format, and a second file with the
 * agent's facts and how it ended. Never throws: failures are reported through `onFailure`, and the agent continues.
 */
export async function openTranscript(agent: AgentFacts, options: TranscriptOptions): Promise<AgentTranscript> {
  const path = agentFile(options.paths, { sessionId: options.sessionId, agentId: agent.agentId });
  const journal = options.clean(await openSideJournal(agent, { ...options, path }));
  const createdAt = new Date(options.now()).toISOString();
  const writeFacts = async (status: string): Promise<void> => {
    const { agentId, name, description, depth, model, isBackground } = agent;
    const facts = {
      agentId,
      agentType: name,
      description,
      parentSessionId: options.sessionId,
      toolUseId: agent.callId,
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
      const text = `${JSON.stringify(facts, null, 2)}\n`;
      await replaceFile(path.replace(/\.jsonl$/, ".meta.json"), new TextEncoder().encode(text));
    } catch (error) {
      options.onFailure(notKept(path, error));
    }
  };
  const started = writeFacts("running");
  return {
    path,
    journal,
    async end(status): Promise<void> {
      await started;
      await journal.close();
      await writeFacts(status);
    },
  };
}

/** Reads the transcript of a sub-agent; null where there is none. */
export async function readTranscript(
  agentId: string,
  { paths, sessionId }: Pick<TranscriptOptions, "paths" | "sessionId">,
): Promise<SavedAgent | null> {
  const path = agentFile(paths, { sessionId, agentId });
  try {
    const facts: unknown = JSON.parse(await Deno.readTextFile(path.replace(/\.jsonl$/, ".meta.json")));
    const { claude } = paths;
    const { messages } = await loadSession(path, { sessionId, ...(claude ? { claude } : {}) });
    return { name: isObject(facts) && typeof facts.agentType === "string" ? facts.agentType : "", messages };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof SyntaxError) return null;
    throw error;
  }
}

async function openSideJournal(agent: AgentFacts, options: TranscriptOptions & { path: string }): Promise<Journal> {
  try {
    const side = { agentId: agent.agentId, agentName: agent.name };
    return await openJournal({ ...options, side, parent: agent.parent });
  } catch (error) {
    // Different ids can map to the same file name, which is then in use.
    options.onFailure(notKept(options.path, error));
    return NO_JOURNAL;
  }
}
