import type { Limits } from "../engine/budget.ts";
import type { Contract } from "../engine/contract.ts";
import { DEFAULT_RETRY, type RetryRules } from "../engine/retry.ts";
import type { ArmedHook } from "../engine/hooks.ts";
import type { SessionParts } from "../engine/session_parts.ts";
import {
  deferred,
  type JsonObject,
  type Mode,
  NO_USAGE,
  type OfferedPrompt,
  type Problem,
  type Query,
  type Tool,
  withHint,
} from "../model/mod.ts";
import { childEnvironment } from "../sandbox/child_environment.ts";
import { reachOf } from "../sandbox/fences.ts";
import { Glance } from "../sandbox/glance.ts";
import { canonicalTool } from "../sandbox/tool_names.ts";
import { redactInput } from "../schema/structured_texts.ts";
import { type FileHistory, openFileHistory } from "../store/file_history.ts";
import { openSession, type SessionChoice } from "../store/open_session.ts";
import { type Place, sessionFile, usageFile } from "../store/places.ts";
import { builtInTools } from "../tools/mod.ts";
import type { MemoryFile } from "../tools/save_memory.ts";
import { loadAgents } from "./agent_files.ts";
import { cleanJournal, cleanTool } from "./clean_parts.ts";
import { readContextFiles } from "./context_files.ts";
import { defined } from "./defined.ts";
import { deskParts, MemoryBook } from "./desk_parts.ts";
import { openFences } from "./fenced.ts";
import type { Foundation } from "./foundation.ts";
import { homeFolder } from "./home_folder.ts";
import type { SettingHookOptions } from "./setting_hooks.ts";
import { type ServerEntry, SessionServers } from "./session_servers.ts";
import { sessionModels } from "./session_models.ts";
import { systemPrompt, type SystemPromptParts } from "./system_prompt.ts";
import { untrustedFiles } from "./untrusted_files.ts";
import { randomIds, systemClock } from "./world.ts";

/** How long a client may take that never said it would answer: a question must not hang for ever. */
const UNPROMISED_ANSWER_MS = 3_600_000;
/** How deep sub-agents may start sub-agents unless somebody says otherwise. */
export const DEFAULT_AGENT_DEPTH = 5;
/** Failures to keep something that are told between two prompts; more of them say nothing new. */
const MAX_FAULTS = 20;
/** How often an answer is sent back: each time is a whole model round, and a schema missed more often is not understood. */
export const SCHEMA_RETRIES = 10;

/** Which session is wanted, and what holds for it. */
export interface SessionWish {
  /** The first session of a run is the one that the flags speak of; later ones are named by their client. */
  choice: SessionChoice;
  contract: Contract | null;
  /** Whether the client answers questions from the start. */
  answers: boolean;
  note: (text: string) => void;
}

/** The parts of a session, and word of its walls. */
export interface AssembledSession extends SessionParts {
  /** Resolves when it is known what the walls around commands are worth. */
  proved(): Promise<unknown>;
}

/** Makes the parts of one session. Throws QwenError where it cannot be had. */
export async function assembleSession(base: Foundation, wish: SessionWish): Promise<AssembledSession> {
  const { flags, settings, cwd, selection, version } = base;
  const place: Place = {
    base: base.env("QWEN_RUNTIME_DIR") ?? settings.get("advanced.runtimeOutputDir") ?? base.home,
    cwd,
  };
  const faults: Problem[] = [];
  const onFailure = (fault: Problem): void => {
    wish.note(`qwen: ${withHint(fault.message, fault.hint)}`);
    if (faults.length < MAX_FAULTS) faults.push(fault);
  };
  const fenced = openFences(base, { note: wish.note });
  // The canary is out while all else is made ready.
  const proved = fenced.prove();
  const { roots, policy, files: workspace, passEnv, dropEnv } = fenced;
  const runId = randomIds.next();
  const environment = childEnvironment({ source: Deno.env.toObject(), passEnv, dropEnv, runId });
  const entries = serverEntries(base);
  const servers = new SessionServers({ version, roots, environment, entries, note: wish.note });
  const glance = new Glance([cwd, base.home]);
  const [opened, memory, commands, agents] = await Promise.all([
    openSession(wish.choice, { place, ids: randomIds, version, onFailure }),
    memoryOf(base, { note: wish.note, glance }),
    openCommands(base, { offers: () => servers.prompts(), glance }),
    loadAgents(base, glance),
  ]);
  const { sessionId } = opened;
  const isNew = opened.saved === null;
  const isKept = wish.choice.persist !== false;
  const fileHistory = isKept ? await openFileHistory({ place, sessionId, isNew, onFailure, files: workspace }) : null;
  const models = sessionModels(base);
  const examples = settings.get("permissions.examples") ?? [];
  if (examples.length > 0) {
    const { checkExamples }: typeof import("./policy_calls.ts") = await import(deferred("./policy_calls.ts"));
    await checkExamples(examples, { fenced, tools: builtInTools(), cwd });
  }
  await proved;
  return {
    sessionId,
    cwd,
    roots,
    version,
    clock: systemClock,
    ids: randomIds,
    random: Math.random,
    provider: base.provider,
    model: selection.model,
    fallbackModels: flags.fallbackModel ?? settings.get("modelFallbacks") ?? [],
    models,
    contextWindow: models[0].contextWindow,
    ...defined({ compactAt: settings.get("context.autoCompactThreshold") }),
    system: () => systemOf(base, memory),
    systemFor: (prompt) => agentSystem(prompt, { base, memory }),
    tools: offeredTools(
      builtInTools({
        web: { reach: (url) => reachOf(fenced.fences.net, url) },
        memory: memoryFile(base.home),
        ...defined({ shellTimeoutMs: settings.get("tools.shell.defaultTimeoutMs") }),
      }),
      flags.tools,
    ).map(cleanTool),
    policy: base.audit?.policy(policy) ?? policy,
    compileCheck: async (schema) => {
      const { compileCheck }: typeof import("../schema/check.ts") = await import(deferred("../schema/check.ts"));
      return compileCheck(schema);
    },
    makeContract: async (schema) =>
      (await contracts()).contractFromRequest(schema, { maxRetries: flags.schemaRetries ?? SCHEMA_RETRIES }),
    contract: wish.contract,
    redact: redactInput,
    files: fileHistory?.files ?? workspace,
    shell: fenced.shell(runId),
    mode: modeOf(base),
    limits: limitsOf(base),
    retry: retryOf(base),
    sandbox: fenced.sandbox,
    proved: () => fenced.confinement.verify(),
    ignored: [...base.loaded.ignored, ...agents.ignored, ...untrustedFiles(base, glance)],
    agents: agents.agents,
    ...defined({ agentName: flags.agent || undefined }),
    maxAgentDepth: isWanted("agent", flags.tools)
      ? flags.maxSubagentDepth ?? settings.get("model.maxSubagentDepth") ?? DEFAULT_AGENT_DEPTH
      : 0,
    answers: wish.answers,
    askTimeoutMs: flags.askTimeout ?? (wish.answers && base.host !== "claude" ? UNPROMISED_ANSWER_MS : null),
    effort: flags.effort ?? settings.get("model.reasoningEffort") ?? null,
    thinkingTokens: flags.maxThinkingTokens ?? (flags.thinking === "disabled" ? 0 : null),
    journal: opened.journal && cleanJournal(opened.journal),
    history: opened.saved?.messages ?? [],
    promptsBefore: opened.saved?.prompts ?? 0,
    usage: opened.saved?.usage ?? NO_USAGE,
    // A copy of a session has not done what its original did.
    ...(opened.saved && !wish.choice.fork ? { stats: opened.saved.stats } : {}),
    commands,
    hooks: await hooksOf(base, { cwd, environment, note: wish.note }),
    startedBy: opened.saved === null ? "startup" : wish.choice.fork ? "fork" : "resume",
    ...(wish.choice.persist === false ? {} : {
      transcriptPath: sessionFile(place, sessionId),
      openTranscript: async (agent) => {
        const { openTranscript }: typeof import("../store/agent_transcript.ts") = await import(
          deferred("../store/agent_transcript.ts")
        );
        const options = { place, sessionId, version, ids: randomIds, onFailure, clean: cleanJournal };
        return openTranscript(agent, { ...options, now: () => systemClock.now() });
      },
    }),
    faults: () => faults.splice(0),
    servers,
    desk: deskParts(base, { place, fileHistory, memory, rules: () => policy.rules }),
    heartbeatMs: flags.heartbeatInterval ?? null,
    onEnd: async (summary) => {
      if (wish.choice.persist === false) return;
      const { appendUsage }: typeof import("../store/usage_log.ts") = await import(deferred("../store/usage_log.ts"));
      await appendUsage(usageFile(base.home), { sessionId, project: cwd, ...summary });
    },
    onPrompt: (messageId) => fileHistory?.begin(messageId),
    query: (query) => answerOutside(query, { base, fileHistory }),
  };
}

function retryOf({ flags, settings }: Foundation): RetryRules {
  const ask = (field: string): number | undefined => settings.number("model.generationConfig", field);
  return {
    ...DEFAULT_RETRY,
    ...defined({
      maxRetries: flags.maxRetries ?? ask("maxRetries"),
      initialDelayMs: ask("retryInitialDelayMs"),
      maxDelayMs: ask("retryMaxDelayMs"),
      maxTotalWaitMs: flags.maxRetryWait,
    }),
  };
}

/** The hooks of the settings; most have none. */
async function hooksOf({ flags, settings }: Foundation, options: SettingHookOptions): Promise<ArmedHook[]> {
  if (flags.bare || flags.safeMode || !settings.get("hooks")) return [];
  const { settingHooks }: typeof import("./setting_hooks.ts") = await import(deferred("./setting_hooks.ts"));
  return settingHooks(settings, options);
}

/** The contract of `--json-schema`, checked before anything is sent or read. */
export async function contractOfRun(base: Pick<Foundation, "flags" | "cwd" | "env">): Promise<Contract | null> {
  const { flags, cwd, env } = base;
  if (flags.jsonSchema === undefined) return null;
  const { contractFromFlag } = await contracts();
  return await contractFromFlag(flags.jsonSchema, {
    cwd,
    home: homeFolder(env),
    maxRetries: flags.schemaRetries ?? SCHEMA_RETRIES,
  });
}

/** What the flags say about the session of a run. */
export function choiceOf({ flags, settings }: Foundation): SessionChoice {
  const persist = flags.chatRecording ?? settings.get("general.chatRecording") ?? true;
  return {
    persist,
    ...defined({
      sessionId: flags.sessionId,
      resume: typeof flags.resume === "string" && flags.resume !== "" ? flags.resume : undefined,
      continueNewest: flags.continue || flags.resume === "" || undefined,
      fork: flags.forkSession,
      at: flags.resumeSessionAt,
      dropsTurn: flags.resumeDropsTurn,
    }),
  };
}

/** The built-in tools that `--tools` leaves; without it, and with `default`, all of them. */
function offeredTools(tools: Tool[], wanted: readonly string[] | undefined): Tool[] {
  return tools.filter((tool) => isWanted(tool.name, wanted));
}

function isWanted(tool: string, wanted: readonly string[] | undefined): boolean {
  return !wanted || wanted.includes("default") || wanted.some((name) => canonicalTool(name) === tool);
}

async function contracts(): Promise<typeof import("./structured_contract.ts")> {
  return await import(deferred("./structured_contract.ts"));
}

/** Where facts are remembered that hold for every session. */
export function memoryFile(home: string): MemoryFile {
  return {
    path: `${home}/QWEN.md`,
    open: async () => {
      const { WorkspaceFiles }: typeof import("../sandbox/workspace_files.ts") = await import(
        deferred("../sandbox/workspace_files.ts")
      );
      return new WorkspaceFiles({ roots: [home] });
    },
  };
}

async function memoryOf(base: Foundation, around: Pick<SessionWish, "note"> & { glance: Glance }): Promise<MemoryBook> {
  const { flags, settings, cwd, home } = base;
  if (flags.bare || flags.safeMode) return new MemoryBook(base, []);
  const { files, warnings } = await readContextFiles({
    cwd,
    home,
    glance: around.glance,
    ...defined({ names: settings.get("context.fileName") }),
  });
  for (const warning of warnings) around.note(`qwen: ${warning}`);
  return new MemoryBook(base, files);
}

function systemOf(base: Foundation, memory: MemoryBook): string {
  const { flags } = base;
  return systemPrompt({
    ...defined({
      replace: (flags.systemPromptFile ?? flags.systemPrompt) || undefined,
      append: flags.appendSystemPrompt,
    }),
    ...factsOf(base, memory),
  });
}

function factsOf(
  base: Foundation,
  memory: MemoryBook,
): Pick<SystemPromptParts, "context" | "cwd" | "date" | "platform" | "canAsk"> {
  return {
    context: memory.files,
    cwd: base.cwd,
    date: new Date(systemClock.now()).toISOString().slice(0, 10),
    platform: `${Deno.build.os} ${Deno.build.arch}`,
    canAsk: base.isHosted,
  };
}

/** An agent's own text in place of the built-in one, with all else that the main agent is told. */
function agentSystem(prompt: string, { base, memory }: { base: Foundation; memory: MemoryBook }): string {
  const append = base.flags.appendSystemPrompt;
  return systemPrompt({ ...factsOf(base, memory), agent: prompt, ...defined({ append }) });
}

async function openCommands(
  { flags, settings, cwd, home }: Foundation,
  more: { offers: () => readonly OfferedPrompt[]; glance: Glance },
): Promise<SessionParts["commands"]> {
  const { openCommands }: typeof import("../commands/mod.ts") = await import(deferred("../commands/mod.ts"));
  const isTrusted = flags.trustProject ?? false;
  const folders = flags.bare || flags.safeMode ? [] : [
    { path: `${cwd}/.qwen/commands`, source: "project", isTrusted } as const,
    { path: `${home}/commands`, source: "user", isTrusted: true } as const,
  ];
  const disabled = [...(flags.disabledSlashCommands ?? []), ...(settings.get("slashCommands.disabled") ?? [])];
  const { offers, glance } = more;
  const isAbsent = (path: string): boolean => glance.isAbsent(path);
  return await openCommands({ cwd, clock: systemClock, folders, disabled, offers, isAbsent });
}

function serverEntries({ flags, settings }: Foundation): ServerEntry[] {
  const allowed = flags.allowedMcpServerNames ?? settings.get("mcp.allowed");
  const excluded = new Set(settings.get("mcp.excluded") ?? []);
  const fromSettings = flags.strictMcpConfig || flags.bare || flags.safeMode ? {} : settings.get("mcpServers") ?? {};
  const named = { settings: fromSettings, flag: flags.mcpConfig ?? {} };
  return (["settings", "flag"] as const).flatMap((source) =>
    Object.entries(named[source] as Record<string, JsonObject>)
      .filter(([name]) => (!allowed || allowed.includes(name)) && !excluded.has(name))
      .map(([name, entry]) => ({ name, entry, source }))
  );
}

async function answerOutside(
  query: Query,
  around: { base: Foundation; fileHistory: FileHistory | null },
): ReturnType<SessionParts["query"]> {
  const { base, fileHistory } = around;
  if (query.subject === "rewind") {
    if (!fileHistory) return { canRewind: false, error: "This session keeps no files" };
    return JSON.parse(JSON.stringify(await fileHistory.rewind(query.messageId, { dryRun: query.dryRun })));
  }
  if (query.subject !== "usage") return undefined;
  const { summarizeUsage }: typeof import("../store/usage_summary.ts") = await import(
    deferred("../store/usage_summary.ts")
  );
  const range = (["today", "week", "month", "all"] as const).find((known) => known === query.range) ?? "all";
  return await summarizeUsage(usageFile(base.home), { range, now: systemClock.now() });
}

/** The approval mode that flags and settings ask for. */
export function modeOf({ flags, settings, host }: Pick<Foundation, "flags" | "settings" | "host">): Mode {
  if (flags.yolo) return "yolo";
  if (flags.approvalMode) return flags.approvalMode;
  if (flags.bare || flags.safeMode) return "default";
  return settings.get("tools.approvalMode") as Mode | undefined ?? (host === "claude" ? "default" : "auto");
}

function limitsOf({ flags, settings, host }: Foundation): Limits {
  const rounds = limit(flags.maxSessionTurns ?? settings.get("model.maxSessionTurns"));
  const seconds = limit(settings.get("model.maxWallTimeSeconds"));
  return {
    // Claude's clients mean the rounds of one prompt, qwen-code's those of the session.
    sessionRounds: host === "claude" ? null : rounds,
    promptRounds: host === "claude" ? rounds : null,
    toolCalls: limit(flags.maxToolCalls ?? settings.get("model.maxToolCalls")),
    wallMs: flags.maxWallTime ?? (seconds === null ? null : seconds * 1000),
    tokens: limit(flags.maxTotalTokens ?? settings.get("model.maxTotalTokens")),
  };
}

function limit(value: number | undefined): number | null {
  return value === undefined || value < 0 ? null : value;
}
