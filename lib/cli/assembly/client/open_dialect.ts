import { TOOL_NAMINGS } from "../session/tool_names.ts";
import { loadDialect } from "../../../dialects/mod.ts";
import type { OpenedDialect } from "../../../host/pipeline.ts";
import type { HostLimits } from "../../../host/limits.ts";
import { defined } from "../../../config/defined.ts";
import { randomIds } from "../../../model/clock.ts";
import { type Conversation, type Dialect, type DialectOptions, fail } from "../../../model/mod.ts";
import { takeConsoleLines } from "../../process/console_guard.ts";
import { MAX_DEPTH, MAX_LINE_BYTES, MAX_RESULT_LINE_BYTES } from "../../limits.ts";
import type { RunConfig } from "../config/load_config.ts";
import { namingUnknown, unknownTeller } from "../config/unknown_input.ts";

/** Formats that are made of records. */
export type RecordFormat = DialectOptions["format"];

/** How dialects are opened for the clients of a run. */
export interface DialectUse {
  format: RecordFormat;
  limits: HostLimits;
  /** Whether clients connect to a server. */
  isServer: boolean;
  /** Whether a client reads the records line by line, whose limit then holds. */
  isHosted: boolean;
}

/** Opens a dialect for one client. Throws a QwenError where there is no such dialect. */
export async function openDialect(
  name: string,
  { config, use, isGuest, note }: {
    config: RunConfig;
    use: DialectUse;
    isGuest: boolean;
    /** Names on stderr what a client sends without effect; absent where there is no client. */
    note?: (text: string) => void;
  },
): Promise<OpenedDialect & { dialect: Dialect }> {
  const dialect = await namedDialect(name);
  const onUnknown = note && use.isHosted ? unknownTeller(name, { config, note }) : undefined;
  const ownLimit = use.isHosted ? readerLimit(dialect, config) : undefined;
  const maxLineBytes = config.flags.maxLineBytes ?? ownLimit ?? MAX_LINE_BYTES;
  const resultBytes = Math.min(maxLineBytes, config.flags.maxLineBytes ?? MAX_RESULT_LINE_BYTES);
  const { isServer, limits } = use;
  const naming = (conversation: Conversation): Conversation =>
    onUnknown ? namingUnknown(conversation, { dialect: name, tell: onUnknown }) : conversation;
  return {
    dialect,
    conversation: naming(dialect.open({
      ids: randomIds,
      format: use.format,
      tools: TOOL_NAMINGS,
      includePartials: config.flags.includePartialMessages ?? false,
      version: config.version,
      // The stderr of a server is not for its clients.
      ...(isServer ? {} : { console: takeConsoleLines }),
      limits: {
        maxInputLineBytes: limits.maxLineBytes,
        maxOutputLineBytes: maxLineBytes,
        maxDepth: MAX_DEPTH,
        ...(isServer && { serving: limits }),
      },
      ...defined({ onUnknown }),
      extras: extrasOf(config, { isServer, isGuest }),
    })),
    answers: isServer ? dialect.answers === true : use.isHosted && answersFromStart(dialect, config),
    opensAtOnce: !dialect.managesSessions && (!isServer || dialect.opensAtOnce === true),
    managesSessions: dialect.managesSessions === true,
    showsQuestions: dialect.showsQuestionsToObservers === true,
    countsEvents: isServer && dialect.countsEvents === true,
    maxLineBytes: (record) => dialect.isToolResult?.(record) ? resultBytes : maxLineBytes,
  };
}

/** The limit of a client that is known to have one: an SDK for Python. */
function readerLimit({ name, pythonLineBytes }: Dialect, { flags, env }: RunConfig): number | undefined {
  if (pythonLineBytes === undefined) return undefined;
  const entry = env("CLAUDE_CODE_ENTRYPOINT");
  if (name === "claude" && entry !== undefined && entry !== "") {
    return entry === "sdk-py" ? pythonLineBytes : undefined;
  }
  // The SDKs of qwen-code look alike, so the program that started this one decides.
  return (name === "claude" || flags.channel === "SDK") && startedByPython() ? pythonLineBytes : undefined;
}

/** Loads a dialect by name. */
export async function namedDialect(name: string): Promise<Dialect> {
  const dialect = await loadDialect(name);
  if (dialect) return dialect;
  throw fail("config_invalid", `There is no dialect ${JSON.stringify(name)}`, { hint: "See --help dialects." });
}

/** Whether questions are answered before any handshake: a host that names the channel for them waits on it. */
function answersFromStart(dialect: Dialect, { flags }: RunConfig): boolean {
  if (flags.permissionPrompts === "none") return false;
  return dialect.answers === true || flags.permissionPromptTool === "stdio";
}

function extrasOf(
  { flags, env }: RunConfig,
  { isServer, isGuest }: { isServer: boolean; isGuest: boolean },
): DialectOptions["extras"] {
  return defined({
    annotations: flags.annotations,
    inputFormat: isServer ? "stream-json" : flags.inputFormat,
    permissionPromptTool: isServer ? "stdio" : flags.permissionPromptTool,
    permissionPrompts: flags.permissionPrompts,
    // A client that joins a session did not write its prompts and sees them only this way.
    replayUserMessages: isGuest || flags.replayUserMessages,
    includeHookEvents: flags.includeHookEvents,
    // An SDK passes the flag always, and says what it wants by others.
    verbose: flags.verbose && !env("CLAUDE_CODE_ENTRYPOINT") && !env("CLAUDE_AGENT_SDK_VERSION"),
    sessionStateEvents: env("CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS") === "1" ? true : undefined,
  });
}

const MAX_WRAPPERS = 4;
/** Programs that only start another one. */
const WRAPPERS = /^(sh|bash|dash|zsh|env|timeout|nice|setsid|stdbuf|tee)$/;

/** Whether a Python program has started this process, directly or by a shell. Where the system does not tell: yes. */
function startedByPython(): boolean {
  if (Deno.build.os !== "linux") return true;
  let pid = Deno.ppid;
  for (let above = 0; above < MAX_WRAPPERS; above++) {
    try {
      const name = Deno.readTextFileSync(`/proc/${pid}/comm`).trim();
      if (/python|pypy/i.test(name)) return true;
      if (!WRAPPERS.test(name)) return false;
      // The name of the program is in parentheses and may contain any character.
      const [, parent] = Deno.readTextFileSync(`/proc/${pid}/stat`).split(")").at(-1)?.trim().split(" ") ?? [];
      pid = Number(parent);
    } catch (error) {
      // A process that has ended or cannot be seen: the careful answer.
      if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied) return true;
      throw error;
    }
  }
  return false;
}
