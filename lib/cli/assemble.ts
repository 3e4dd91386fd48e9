import { DEFAULT_RETRY } from "../engine/retry.ts";
import type { Limits } from "../engine/budget.ts";
import { NO_HOOKS } from "../engine/hooks.ts";
import type { SessionParts } from "../engine/session_parts.ts";
import {
  deferred,
  type Ids,
  type JsonSchema,
  type Mode,
  NO_USAGE,
  type Provider,
  type SandboxInfo,
} from "../model/mod.ts";
import { modelEntries, provide, type Selection, timeoutsFrom, tuningFrom } from "../providers/mod.ts";
import { RulePolicy } from "../sandbox/policy.ts";
import { ProcessShell } from "../sandbox/process_shell.ts";
import { WorkspaceFiles } from "../sandbox/workspace_files.ts";
import { builtInTools } from "../tools/mod.ts";
import { readContextFiles } from "./context_files.ts";
import type { ParsedFlags } from "./flags.ts";
import type { Flags } from "./flag_table.ts";
import { type LoadedSettings, loadSettings, qwenHome, type Settings } from "./settings.ts";
import { systemPrompt } from "./system_prompt.ts";
import { randomIds, systemClock } from "./world.ts";

/** What a run is made from: the command line, the settings and the environment, read once. */
export interface Foundation {
  flags: Flags;
  host: ParsedFlags["host"];
  settings: Settings;
  loaded: LoadedSettings;
  env: (name: string) => string | undefined;
  cwd: string;
  home: string;
  version: string;
  selection: Selection;
  provider: Provider;
  /** Whether a client drives the run line by line. */
  isHosted: boolean;
}

const UNCONFINED: SandboxInfo = {
  backend: "process-group",
  filesystem: false,
  network: false,
  processes: true,
  verified: false,
};
const DEFAULT_CONTEXT_WINDOW = 131_072;

/** Reads settings and chooses the provider. Throws QwenError where the configuration is wrong. */
export async function layFoundation(
  parsed: ParsedFlags,
  options: { isHosted: boolean; version: string },
): Promise<Foundation> {
  const { flags, host } = parsed;
  const env = (name: string): string | undefined => Deno.env.get(name);
  const cwd = Deno.cwd();
  const loaded = await loadSettings({
    cwd,
    env,
    ...(flags.bare || flags.safeMode ? { scopes: [] } : {}),
    ...(flags.trustProject ? { trustProject: true } : {}),
  });
  const { settings } = loaded;
  const { selection, provider } = await provide({
    flags: {
      ...(flags.provider === undefined ? {} : { provider: flags.provider }),
      ...(flags.model === undefined ? {} : { model: flags.model }),
      ...(flags.openaiApiKey === undefined ? {} : { apiKey: flags.openaiApiKey }),
      ...(flags.openaiBaseUrl === undefined ? {} : { baseUrl: flags.openaiBaseUrl }),
    },
    env: environment(loaded.env),
    settings: {
      provider: settings.get("security.auth.selectedType"),
      enforced: settings.get("security.auth.enforcedType"),
      apiKey: settings.get("security.auth.apiKey"),
      baseUrl: settings.get("security.auth.baseUrl") ?? settings.get("model.baseUrl"),
      model: settings.get("model.name"),
      models: modelEntries(settings.get("modelProviders")),
    },
    ...defined({ record: flags.record, replay: flags.replay }),
  }, {
    clock: systemClock,
    timeouts: {
      ...timeoutsFrom(environment(loaded.env)),
      ...defined({
        connectMs: flags.timeoutConnect,
        firstByteMs: flags.timeoutFirstByte,
        idleMs: flags.timeoutIdle,
        totalMs: flags.timeoutTotal,
      }),
    },
    ...tuningFrom(settings.get("model.generationConfig"), environment(loaded.env)),
    userAgent: `QwenCode/${options.version} (${Deno.build.os}; ${Deno.build.arch})`,
  });
  const home = qwenHome(env);
  return {
    flags,
    host,
    settings,
    loaded,
    env,
    cwd,
    home,
    version: options.version,
    selection,
    provider,
    isHosted: options.isHosted,
  };
}

/** Makes the parts of one session. */
export async function assembleSession(
  base: Foundation,
  options: { sessionId: string | null; schema: JsonSchema | null },
): Promise<SessionParts> {
  const { flags, settings, cwd, env, selection } = base;
  const ids: Ids = randomIds;
  const sessionId = options.sessionId ?? flags.sessionId ?? ids.next();
  const roots = [cwd, ...(flags.includeDirectories ?? []), ...(settings.get("context.includeDirectories") ?? [])];
  const files = new WorkspaceFiles({ roots });
  const home = env("HOME") ?? cwd;
  const policy = new RulePolicy({
    workspace: files,
    folders: { cwd, project: cwd, home },
    rules: {
      allow: [
        ...(flags.allowedTools ?? []),
        ...(settings.get("permissions.allow") ?? []),
        ...(settings.get("tools.allowed") ?? []),
      ],
      ask: settings.get("permissions.ask") ?? [],
      deny: [
        ...(flags.excludeTools ?? []),
        ...(settings.get("permissions.deny") ?? []),
        ...(settings.get("tools.exclude") ?? []),
      ],
    },
    coreTools: flags.coreTools ?? settings.get("tools.core") ?? null,
  });
  const shell = new ProcessShell({ runId: ids.next(), passEnv: [...(flags.passEnv ?? [])] });
  const context = flags.bare
    ? []
    : (await readContextFiles({ cwd, home: base.home, ...defined({ names: settings.get("context.fileName") }) })).files;
  const system = systemPrompt({
    ...defined({ replace: flags.systemPrompt, append: flags.appendSystemPrompt }),
    context,
    cwd,
    date: new Date(systemClock.now()).toISOString().slice(0, 10),
    platform: `${Deno.build.os} ${Deno.build.arch}`,
    canAsk: base.isHosted,
  });
  return {
    sessionId,
    cwd,
    roots,
    version: base.version,
    clock: systemClock,
    ids,
    random: Math.random,
    provider: base.provider,
    model: selection.model,
    fallbackModels: flags.fallbackModel ?? settings.get("modelFallbacks") ?? [],
    models: [{ id: selection.model, label: selection.model, contextWindow: DEFAULT_CONTEXT_WINDOW }],
    contextWindow: DEFAULT_CONTEXT_WINDOW,
    system: () => system,
    tools: builtInTools({
      memory: { path: `${base.home}/QWEN.md`, files: new WorkspaceFiles({ roots: [base.home] }) },
    }),
    policy,
    compileCheck: async (schema) => {
      const { compileCheck }: typeof import("../schema/check.ts") = await import(deferred("../schema/check.ts"));
      return compileCheck(schema);
    },
    contract: null,
    schema: options.schema,
    files,
    shell,
    mode: modeOf(base),
    limits: limitsOf(base),
    retry: {
      ...DEFAULT_RETRY,
      ...defined({ maxRetries: flags.maxRetries, maxTotalWaitMs: flags.maxRetryWait }),
    },
    sandbox: UNCONFINED,
    ignored: base.loaded.ignored,
    agents: [],
    answers: false,
    askTimeoutMs: flags.askTimeout ?? null,
    journal: null,
    history: [],
    usage: NO_USAGE,
    commands: null,
    hooks: NO_HOOKS,
    servers: null,
    desk: null,
    query: () => Promise.resolve(undefined),
  };
}

function modeOf({ flags, settings }: Foundation): Mode {
  if (flags.yolo) return "yolo";
  if (flags.approvalMode) return flags.approvalMode;
  if (flags.bare || flags.safeMode) return "default";
  return settings.get("tools.approvalMode") as Mode | undefined ?? "auto";
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

/** The members that are not undefined, so that defaults are not overwritten by nothing. */
function defined<T extends object>(values: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}

/** The environment as providers look at it. */
function environment(env: (name: string) => string | undefined): Readonly<Record<string, string | undefined>> {
  return new Proxy({}, { get: (_, name) => typeof name === "string" ? env(name) : undefined });
}
