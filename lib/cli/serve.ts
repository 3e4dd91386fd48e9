import { detectDialect } from "../dialects/detect.ts";
import { Session } from "../engine/session.ts";
import { fail, problem } from "../model/mod.ts";
import { DEFAULT_LIMITS, type HubLimits } from "../serve/limits.ts";
import { listenPipes } from "../serve/named_pipes.ts";
import type { LiveSession } from "../serve/room.ts";
import { Server } from "../serve/server.ts";
import { listenTcp, listenUnix } from "../serve/socket.ts";
import { type Token, tokenFile } from "../serve/token.ts";
import type { Listener, Place } from "../serve/transport.ts";
import { isLoopback, listenWebSocket } from "../serve/websocket.ts";
import type { Speech } from "../serve/door.ts";
import { RecordWriter } from "../stream/record_writer.ts";
import { namedDialect } from "./agree.ts";
import type { Alarms } from "./alarms.ts";
import { assembleSession, contractOfRun } from "./assemble.ts";
import { defined } from "./defined.ts";
import { type Foundation, layFoundation } from "./foundation.ts";
import type { Flags } from "./flag_table.ts";
import type { ParsedFlags } from "./flags.ts";
import { VERSION } from "./version.ts";
import { MAX_DEPTH, MAX_LINE_BYTES } from "./limits.ts";
import type { Pipes } from "./pipes.ts";
import { shortenRecords } from "./shorten_records.ts";
import { randomIds, systemClock } from "./world.ts";

const DEFAULT_PORT = 7777;
const DEFAULT_HOST = "127.0.0.1";

/** What a server is run with. */
export interface ServeOptions {
  pipes: Pipes;
  alarms: Alarms;
}

/** Serves clients until a signal comes; resolves with the exit status. */
export async function serve(parsed: ParsedFlags, { pipes, alarms }: ServeOptions): Promise<number> {
  const { flags } = parsed;
  for (const notice of parsed.notices) pipes.note(`qwen: ${notice.text}`);
  const mode = flags.serverMode ?? "tcp";
  const needsToken = requireToken(flags, mode);
  const base = await alarms.unlessRung(layFoundation(parsed, { isHosted: true, version: VERSION }));
  try {
    for (const warning of [...base.loaded.warnings, ...base.selection.notices]) pipes.note(`qwen: ${warning}`);
    const path = flags.tokenFile ?? `${base.home}/serve-token`;
    const token = needsToken ? await privateToken(base.home, path) : null;
    const listener = await listen(flags, mode);
    const dialect = flags.dialect ?? (parsed.subcommand ? "auto" : "state");
    const server = new Server(listener, await serverOptions(base, { dialect, token, pipes, alarms }));
    await announce(pipes, { ...server.place, ...(token && { token_file: path }), dialect });
    const { problem: why } = await alarms.rung;
    await server.stop(why.code === "terminated" || why.code === "cancelled" ? ending() : why);
    return 0;
  } finally {
    await base.close();
  }
}

function ending(): ReturnType<typeof problem> {
  return problem("terminated", "The server is shutting down.", { hint: "Connect again when it is back." });
}

/** Whether clients must bring a token. Throws where none is wanted and everybody could connect. */
function requireToken(flags: Flags, mode: string): boolean {
  if (mode === "unix" || mode === "pipe") return flags.auth ?? flags.tokenFile !== undefined;
  const host = flags.host ?? DEFAULT_HOST;
  if (flags.auth === false && !isLoopback(host)) {
    throw fail("usage_error", `--no-auth is for loopback only, not for --host ${host}`, {
      hint: "Leave out --no-auth; clients then send the token first.",
    });
  }
  return flags.auth ?? true;
}

async function privateToken(home: string, path: string): Promise<Token> {
  await Deno.mkdir(home, { recursive: true, mode: 0o700 });
  return await tokenFile(path);
}

async function listen(flags: Flags, mode: string): Promise<Listener> {
  const hostname = flags.host ?? DEFAULT_HOST;
  const port = flags.tcpPort ?? DEFAULT_PORT;
  try {
    switch (mode) {
      case "ws":
        return listenWebSocket({ hostname, port });
      case "unix":
        return await listenUnix(needed(flags.socketPath, "--socket-path"));
      case "pipe":
        return await listenPipes(needed(flags.pipePath, "--pipe-path"));
      default:
        return listenTcp({ hostname, port });
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw fail("config_invalid", `Cannot listen (${mode}): ${reason}`, {
      hint: mode === "tcp" || mode === "ws" ? "Choose another --tcp-port; 0 takes a free one." : undefined,
      cause: error,
    });
  }
}

function needed(value: string | undefined, flag: string): string {
  if (value !== undefined && value !== "") return value;
  throw fail("usage_error", `This transport needs ${flag}`);
}

async function serverOptions(
  base: Foundation,
  around: { dialect: string; token: Token | null; pipes: Pipes; alarms: Alarms },
): Promise<ConstructorParameters<typeof Server>[1]> {
  const { dialect, token, pipes, alarms } = around;
  const contract = await contractOfRun(base);
  const limits: HubLimits = {
    ...DEFAULT_LIMITS,
    ...defined({
      maxLineBytes: base.flags.maxInputLineBytes,
      heartbeatMs: base.flags.heartbeatInterval,
      clients: base.flags.maxClients,
      sessions: base.flags.maxSessions,
      idleMs: base.flags.clientIdle,
      lingerMs: base.flags.sessionLinger,
    }),
  };
  const note = (text: string): void => pipes.note(text);
  const shells = new Map<LiveSession, { kill(): void }>();
  alarms.atOnce(() => {
    for (const shell of shells.values()) shell.kill();
  });
  return {
    limits,
    clock: systemClock,
    dialect,
    token,
    note,
    folder: `${base.home}/tmp/serve`,
    shorten: shortenRecords(`${base.home}/tmp/spill`),
    detect: (firstLine) =>
      detectDialect({ argv: [], environment: () => undefined, outputFormat: "stream-json", firstLine }),
    speak: (name, facts) => speechOf(base, { name, limits, ...facts }),
    open: async ({ sessionId, answers }) => {
      const persist = base.flags.chatRecording ?? base.settings.get("general.chatRecording") ?? true;
      const choice = sessionId === null ? { persist } : { persist, sessionId, orResume: true };
      const parts = await assembleSession(base, { choice, contract, note, answers });
      // The server itself gives signs of life, to each client in its own time.
      const session = new Session({ ...parts, heartbeatMs: null });
      shells.set(session, parts.shell);
      return session;
    },
    onEnded: (session) => shells.delete(session),
  };
}

/** A conversation in a dialect, as a server holds it. */
async function speechOf(
  base: Foundation,
  { name, limits, isGuest }: { name: string; limits: HubLimits; isGuest: boolean },
): Promise<Speech> {
  const { flags } = base;
  const dialect = await namedDialect(name);
  const maxLineBytes = flags.maxLineBytes ?? dialect.maxLineBytes ?? MAX_LINE_BYTES;
  const conversation = dialect.open({
    ids: randomIds,
    format: flags.outputFormat === "stream-chunk-json" ? "stream-chunk-json" : "stream-json",
    includePartials: flags.includePartialMessages ?? false,
    version: base.version,
    limits: {
      maxInputLineBytes: limits.maxLineBytes,
      maxOutputLineBytes: maxLineBytes,
      maxDepth: MAX_DEPTH,
      serving: limits,
    },
    // One that joins a session did not write its prompts and sees them only so.
    extras: defined({
      annotations: flags.annotations,
      inputFormat: "stream-json",
      permissionPromptTool: "stdio",
      replayUserMessages: isGuest || flags.replayUserMessages,
      includeHookEvents: flags.includeHookEvents,
    }),
  });
  const isState = name === "state";
  return {
    conversation,
    answers: dialect.answers === true,
    opensAtOnce: isState,
    showsQuestions: isState,
    countsEvents: isState,
    maxLineBytes,
  };
}

/** The one line on stdout that says where clients find the server. */
async function announce(pipes: Pipes, facts: Place & { token_file?: string; dialect: string }): Promise<void> {
  const { transport, address, ...rest } = facts;
  const writer = new RecordWriter(pipes.stdout, {
    maxLineBytes: MAX_LINE_BYTES,
    shorten: () => Promise.reject(new Error("The ready line is short")),
  });
  await writer.write({ type: "ready", transport, address, ...rest, version: VERSION, pid: Deno.pid });
  await writer.close();
}
