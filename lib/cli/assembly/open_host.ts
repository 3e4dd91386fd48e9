import { defined } from "../../config/defined.ts";
import { detectDialect } from "../../dialects/detect.ts";
import { Session } from "../../engine/session/session.ts";
import type { SessionPort } from "../../host/sessions/hosted_session.ts";
import type { RecordOutput } from "../../host/client_output.ts";
import type { Host } from "../../host/pipeline.ts";
import type { OpenRequest } from "../../host/sessions/registry_options.ts";
import { SessionRegistry } from "../../host/sessions/session_registry.ts";
import type { Tap } from "../../host/taps.ts";
import type { Token } from "../../host/token.ts";
import { randomIds, systemClock } from "../../model/clock.ts";
import type { Command, Conversation, Dialect, JsonObject } from "../../model/mod.ts";
import type { SessionChoice } from "../../store/open_session.ts";
import type { Signals } from "../process/signals.ts";
import { assembleSession, choiceOf, contractOfRun } from "./session/assemble_session.ts";
import { configInFolder, type RunConfig } from "./config/load_config.ts";
import { type DialectUse, openDialect } from "./client/open_dialect.ts";
import type { OpenedRun } from "./open_run.ts";
import { redactionTap } from "./output/redaction_tap.ts";
import { secrets } from "./config/secrets.ts";
import { traced } from "./output/telemetry.ts";
import { shortenRecords } from "./output/shorten_records.ts";
import { realPath } from "../../path/mod.ts";
import type { SavedSessions } from "../../host/sessions/saved_sessions.ts";
import { allSessions, findAnySession, removeAnySession } from "../../store/all_sessions.ts";

/** What distinguishes one host from another: stdin, the command line, or a server. */
export interface HostOptions {
  argv: readonly string[];
  signals: Signals;
  use: DialectUse;
  /** A dialect's name, or `auto`. */
  dialect: string;
  token: Token | null;
  note: (text: string) => void;
  /** Further taps of each session. */
  taps?: readonly Tap[];
  /** Commands that go before the client's own: the prompt of the command line. */
  firstCommands?: readonly Command[];
  /** Lists the jobs of a queue; absent where there is none. */
  jobs?: () => Promise<JsonObject>;
  /** The parked question that this run answers. */
  question?: SessionChoice["question"];
  /** A person's view of the run, in place of the dialect's records. */
  view?: { conversation: Conversation; writer: RecordOutput; answers: boolean } | null;
  /** Called with the dialect of a client. */
  onDialect?: (opened: { dialect: Dialect; conversation: Conversation }) => void;
}

/** Connects the pipeline of lib/host with sessions, dialects and taps, the same way for every transport. */
export async function openHost(run: OpenedRun, options: HostOptions): Promise<Host> {
  const { config } = run;
  const { use, argv } = options;
  const { limits, isServer } = use;
  const sessions = new SessionOpener(run, { ...options, contract: await contractOfRun(config) });
  const registry = new SessionRegistry({
    limits,
    clock: systemClock,
    ids: randomIds,
    folder: isServer ? `${config.home}/tmp/serve` : null,
    keepsHistory: isServer,
    note: options.note,
    open: (request) => sessions.open(request),
    saved: savedSessions(config),
    ...defined({ jobs: options.jobs }),
    onEnded: (session) => sessions.forget(session),
    taps: () => [
      redactionTap(secrets),
      ...run.taps,
      ...(options.taps ?? []),
    ],
  });
  const environment = isServer ? () => undefined : config.env;
  return {
    registry,
    limits,
    clock: systemClock,
    isSingleClient: !isServer,
    shorten: shortenRecords(`${config.home}/tmp/spill`),
    handshake: {
      dialect: options.dialect,
      token: options.token,
      takesOpeningLines: isServer,
      ...greeting(options),
      maxBadLines: limits.badLines,
      detect: (firstLine) =>
        detectDialect({ argv: isServer ? [] : argv, environment, outputFormat: use.format, firstLine }),
      // A line that comes before the dialect is known is answered as a chat error.
      undecided: async () => (await openDialect("chat", { config, use, isGuest: false })).conversation,
    },
    openDialect: async (name, { isGuest, format }) => {
      const wanted = format === null ? use : { ...use, format };
      const opened = await openDialect(name, { config, use: wanted, isGuest, note: options.note });
      sessions.dialect = name;
      options.onDialect?.(opened);
      const { view } = options;
      return view ? { ...opened, conversation: view.conversation, answers: view.answers } : opened;
    },
    firstCommands: options.firstCommands ?? [],
    ...(options.view && { screen: options.view.writer }),
  };
}

/** How long a host of Claude Code may be silent before it gets the first record. */
const GREET_MS = 500;

/** A host that the command line shows to be one of Claude Code may wait for the first record before it speaks. */
function greeting({ use, argv, dialect, firstCommands = [] }: HostOptions): Pick<Host["handshake"], "greets"> {
  if (use.isServer || !use.isHosted || firstCommands.length > 0) return {};
  const outputFormat = use.format;
  const known = dialect === "auto"
    ? detectDialect({ argv, environment: () => undefined, outputFormat, firstLine: null })
    : dialect;
  return known === "claude" ? { greets: { dialect: known, ms: GREET_MS, clock: systemClock } } : {};
}

type OpenerOptions = HostOptions & { contract: Awaited<ReturnType<typeof contractOfRun>> };

/** Opens the sessions of a run, and kills their commands when the process has to end at once. */
class SessionOpener {
  readonly #run: OpenedRun;
  readonly #options: OpenerOptions;
  /** The dialect of the last client. */
  dialect: string | null = null;
  readonly #shells = new Map<SessionPort, { kill(): void }>();

  constructor(run: OpenedRun, options: OpenerOptions) {
    this.#run = run;
    this.#options = options;
    options.signals.atOnce(() => {
      for (const shell of this.#shells.values()) shell.kill();
    });
  }

  async open({ sessionId, answers, isFirst, wish }: OpenRequest): Promise<SessionPort> {
    const { use: { isServer }, contract, note, question } = this.#options;
    const folder = wish?.cwd ?? (isServer && sessionId !== null ? await this.#folderOf(sessionId) : null);
    const config = folder === null ? this.#run.config : await configInFolder(this.#run.config, folder);
    const choice = { ...choiceOf(config), ...(question ? { question } : {}) };
    const persist = choice.persist ?? true;
    const choiceOfClient: SessionChoice = wish
      ? { persist, ...(sessionId === null ? {} : { resume: sessionId }) }
      : { persist, ...(sessionId === null ? {} : { sessionId, orResume: true }) };
    const wanted = {
      ...{ choice: isFirst && !isServer && !wish ? choice : choiceOfClient, contract, note, answers },
      // Clients of a server share sessions in every dialect, so those are kept as our own.
      ...(this.dialect === "claude" && !isServer ? { keepsAs: "claude" as const } : {}),
      ...(wish ? { wish } : {}),
    };
    const parts = traced(await assembleSession(config, wanted), config);
    // A server sends heartbeats to each client at that client's pace.
    const session = new Session(isServer ? { ...parts, host: { ...parts.host, heartbeatMs: null } } : parts);
    this.#shells.set(session, parts.tools.shell);
    return session;
  }

  /** The working folder of a saved session; null for a new one. */
  async #folderOf(sessionId: string): Promise<string | null> {
    return (await savedSessions(this.#run.config).find(sessionId))?.cwd ?? null;
  }

  forget(session: SessionPort): void {
    this.#shells.delete(session);
  }
}

/** The saved sessions of a user, for clients that manage their sessions themselves. */
function savedSessions({ env, settings, home }: Pick<RunConfig, "env" | "settings" | "home">): SavedSessions {
  const base = env("QWEN_RUNTIME_DIR") ?? settings.get("advanced.runtimeOutputDir") ?? home;
  return {
    list: async ({ cwd, cursor }) => {
      const real = cwd === null ? null : await realPath(cwd).catch(() => cwd);
      return await allSessions({ base, cwd: real, cursor });
    },
    find: (sessionId) => findAnySession(base, sessionId),
    remove: (sessionId) => removeAnySession(base, sessionId),
  };
}
