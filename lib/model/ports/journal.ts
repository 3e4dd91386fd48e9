import type { Message } from "../content.ts";
import type { JsonObject } from "../json.ts";
import type { CallFigures, Usage } from "../usage.ts";

/** The saved form of a session. Appends never throw: a failure is reported once through `onFailure`. */
export interface Journal {
  append(entry: JournalEntry): void;
  /** Resolves when everything appended is on disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** A sub-agent, as its transcript names it. */
export interface AgentFacts {
  /** The call that started it first. */
  agentId: string;
  /** The call that it works for now. */
  callId: string;
  /** The last entry of its conversation, where it is resumed. */
  parent: string | null;
  name: string;
  description: string;
  /** How many agents are above it. */
  depth: number;
  model: string;
  isBackground: boolean;
}

/** The saved conversation of a sub-agent. */
export interface AgentTranscript {
  readonly path: string;
  readonly journal: Journal;
  /** Records how the agent ended and closes the file. Never throws. */
  end(status: "completed" | "failed" | "cancelled"): Promise<void>;
}

/** A sub-agent that was saved, with its conversation. */
export interface SavedAgent {
  name: string;
  messages: Message[];
}

/** One entry of a journal. */
export type JournalEntry =
  | { type: "message"; message: Message; at: number; model?: string; usage?: Usage }
  | { type: "compaction"; history: Message[]; at: number; tokensBefore?: number; tokensAfter?: number }
  | { type: "usage"; model: string; usage: Usage; durationMs: number; at: number }
  | ({ type: "call"; tool: string; at: number } & CallFigures)
  | { type: "note"; subtype: string; payload: JsonObject; at: number };
