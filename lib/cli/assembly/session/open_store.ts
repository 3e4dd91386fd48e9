import { homeFolder } from "../../../config/home_folder.ts";
import { ClaudeTools } from "../../../dialects/agent/claude/claude_tools.ts";
import type { StorePort } from "../../../engine/session/session_parts.ts";
import { randomIds, systemClock } from "../../../model/clock.ts";
import {
  type Files,
  type Journal,
  type JournalEntry,
  NO_USAGE,
  type Problem,
  type Query,
  withHint,
} from "../../../model/mod.ts";
import { type FileHistory, openFileHistory } from "../../../store/checkpoints/file_history.ts";
import { openTranscript, readTranscript } from "../../../store/journal/agent_transcript.ts";
import { type JournalOptions, NO_JOURNAL, openJournal } from "../../../store/journal/journal.ts";
import { openSession, type SessionChoice } from "../../../store/open_session.ts";
import { sessionFile, type StorePaths, usageFile } from "../../../store/store_paths.ts";
import { appendUsage } from "../../../store/usage/usage_log.ts";
import { summarizeUsage } from "../../../store/usage/usage_summary.ts";
import { cleanJournal } from "./clean_parts.ts";
import type { Fenced } from "./fenced.ts";
import type { RunConfig } from "../config/load_config.ts";
import { TOOL_NAMINGS } from "./tool_names.ts";

/** Number of recording failures that are reported between two prompts; more of them say nothing new. */
const MAX_FAULTS = 20;

/** Which session is opened, and how it is kept. */
export interface StoreOptions {
  choice: SessionChoice;
  fenced: Fenced;
  /** The files of the workspace, as tools see them. */
  files: Files;
  keepsAs?: "claude";
  note: (text: string) => void;
}

/** The opened session and what belongs to it on disk. */
export interface OpenedStore {
  sessionId: string;
  startedBy: "startup" | "resume" | "fork";
  /** The folders of our own data. */
  paths: StorePaths;
  /** Null where nothing is recorded. */
  fileHistory: FileHistory | null;
  store: StorePort;
}

/** Opens the chosen session: in our own folder, or where Claude Code keeps its sessions. */
export async function openStore(config: RunConfig, options: StoreOptions): Promise<OpenedStore> {
  const { choice, fenced } = options;
  const { cwd, version, home } = config;
  const { own, claude } = folders(config);
  const faults: Problem[] = [];
  const onFailure = (fault: Problem): void => {
    options.note(`qwen: ${withHint(fault.message, fault.hint)}`);
    if (faults.length < MAX_FAULTS) faults.push(fault);
  };
  const [first, ...others] = options.keepsAs === "claude" ? [claude, own] : [own, claude];
  const common = { ids: randomIds, version, onFailure };
  const { saved, paths, ...opened } = await openSession(choice, { ...common, paths: first, others });
  const { sessionId } = opened;
  const isRecorded = choice.persist !== false;
  const now = (): number => systemClock.now();
  const fileHistory = isRecorded
    ? await openFileHistory({
      ...{ paths: own, sessionId, isNew: saved === null, onFailure },
      ...{ files: options.files, disk: fenced.files, now, roots: fenced.roots },
      isIgnored: (path) => fenced.confinement.placeholders.holds(path),
      isTemporary: async (path) => (await fenced.temporary())?.holds(path) ?? false,
    })
    : null;
  const kept = new KeptSession(opened, { ...common, paths, isRecorded });
  const store: StorePort = {
    journal: cleanJournal(kept),
    history: saved?.messages ?? [],
    promptsBefore: saved?.prompts ?? 0,
    ...(saved?.parked ? { parked: saved.parked } : {}),
    usage: saved?.usage ?? NO_USAGE,
    // A copy of a session has not done the work of its original.
    ...(saved && !choice.fork ? { stats: saved.stats } : {}),
    ...(isRecorded
      ? {
        transcriptPath: () => sessionFile(paths, kept.sessionId),
        openTranscript: (agent) =>
          openTranscript(agent, { ...common, paths, sessionId: kept.sessionId, clean: cleanJournal, now }),
        readTranscript: (agentId) => readTranscript(agentId, { paths, sessionId: kept.sessionId }),
      }
      : {}),
    ...(options.keepsAs === "claude" ? { startAnew: (newId: string) => kept.startAnew(newId) } : {}),
    faults: () => faults.splice(0),
    onPrompt: (messageId) => fileHistory?.begin(messageId),
    onEnd: async (summary) => {
      await fileHistory?.close();
      if (isRecorded) await appendUsage(usageFile(home), { sessionId, project: cwd, ...summary });
    },
    query: (query) => answerFromStore(query, { home, fileHistory }),
  };
  const startedBy = saved === null ? "startup" : choice.fork ? "fork" : "resume";
  return { sessionId, startedBy, paths: own, fileHistory, store };
}

/** The session as it is kept now: it may start anew under another id. */
class KeptSession implements Journal {
  sessionId: string;
  #journal: Journal;
  readonly #options: Omit<JournalOptions, "sessionId"> & { isRecorded: boolean };

  constructor(
    opened: { sessionId: string; journal: Journal },
    options: Omit<JournalOptions, "sessionId"> & { isRecorded: boolean },
  ) {
    this.sessionId = opened.sessionId;
    this.#journal = opened.journal;
    this.#options = options;
  }

  append(entry: JournalEntry): void {
    this.#journal.append(entry);
  }

  sync(): Promise<void> {
    return this.#journal.sync();
  }

  close(): Promise<void> {
    return this.#journal.close();
  }

  async startAnew(sessionId: string): Promise<void> {
    await this.#journal.close();
    this.#journal = this.#options.isRecorded ? await openJournal({ ...this.#options, sessionId }) : NO_JOURNAL;
    this.sessionId = sessionId;
  }
}

/** Where our own sessions are kept, and where those of Claude Code are. */
function folders({ env, settings, cwd, home }: RunConfig): { own: StorePaths; claude: StorePaths } {
  const runtimeFolder = env("QWEN_RUNTIME_DIR") ?? settings.get("advanced.runtimeOutputDir");
  const claudeFolder = env("CLAUDE_CONFIG_DIR") || `${homeFolder(env)}/.claude`;
  return {
    own: { base: runtimeFolder ?? home, cwd },
    claude: { base: claudeFolder, cwd, claude: claudeNaming() },
  };
}

function claudeNaming(): NonNullable<StorePaths["claude"]> {
  const tools = new ClaudeTools(TOOL_NAMINGS);
  return {
    tool: (name) => tools.name(name),
    ownTool: (name) => tools.ownName(name),
    input: (tool, input) => tools.input(tool, input),
    ownInput: (tool, input) => tools.ownInput(tool, input),
  };
}

async function answerFromStore(
  query: Query,
  { home, fileHistory }: { home: string; fileHistory: FileHistory | null },
): ReturnType<StorePort["query"]> {
  if (query.subject === "rewind") {
    if (!fileHistory) return { canRewind: false, error: "This session keeps no files" };
    return JSON.parse(JSON.stringify(await fileHistory.rewind(query.messageId, { dryRun: query.dryRun })));
  }
  if (query.subject !== "usage") return undefined;
  const range = (["today", "week", "month", "all"] as const).find((known) => known === query.range) ?? "all";
  return await summarizeUsage(usageFile(home), { range, now: systemClock.now() });
}
