import { defined } from "../../../config/defined.ts";
import { DEFAULT_LIMITS, type HostLimits } from "../../../host/limits.ts";
import { Server } from "../../../host/server.ts";
import { type Token, tokenFile } from "../../../host/token.ts";
import { isLoopback } from "../../../host/loopback.ts";
import { LISTENING_TRANSPORTS } from "../../../host/transports/mod.ts";
import type { ListenAddress, Listener, ListeningTransport } from "../../../host/transports/transport.ts";
import { fail, problem, QwenError } from "../../../model/mod.ts";
import { serialize } from "../../../stream/serialize.ts";
import type { ParsedFlags } from "../../args/flags.ts";
import type { Flags } from "../../args/flag_table.ts";
import { openHost } from "../../assembly/open_host.ts";
import { openRun } from "../../assembly/open_run.ts";
import { openMetrics } from "../../assembly/output/open_metrics.ts";
import { secrets } from "../../assembly/config/secrets.ts";
import type { Pipes } from "../../pipes.ts";
import type { Signals } from "../../signals.ts";
import { VERSION } from "../../version.ts";

const DEFAULT_PORT = 7777;
const DEFAULT_HOST = "127.0.0.1";

/** What a server is run with. */
export interface ServeOptions {
  pipes: Pipes;
  signals: Signals;
}

/** Serves clients until a signal comes, and returns the exit status. */
export async function serve(parsed: ParsedFlags, { pipes, signals }: ServeOptions): Promise<number> {
  const { flags } = parsed;
  for (const notice of parsed.notices) pipes.warn(`qwen: ${notice.text}`);
  const transport = transportOf(flags.serverMode ?? "tcp");
  const needsToken = requireToken(flags, transport);
  const run = await signals.unlessFired(openRun(parsed, { pipes, isHosted: true }));
  try {
    const { home } = run.config;
    const path = flags.tokenFile ?? `${home}/serve-token`;
    const token = needsToken ? await privateToken(home, path) : null;
    const listener = await listen(flags, transport);
    const dialect = flags.dialect ?? (parsed.subcommand ? "auto" : "state");
    const note = (text: string): void => pipes.note(secrets.text(text));
    const format = flags.outputFormat === "stream-chunk-json" ? "stream-chunk-json" : "stream-json";
    const use = { format, limits: limitsOf(flags), isServer: true, isHosted: true } as const;
    await using metrics = await openMetrics(flags.metrics);
    const host = await openHost(run, { argv: [], signals, use, dialect, token, note, taps: metrics.taps });
    const server = new Server(listener, { host, note });
    await announce(pipes, { ...server.address, ...(token && { token_file: path }), dialect, ...metrics.facts });
    const { problem: why } = await signals.fired;
    await server.stop(why.code === "terminated" || why.code === "cancelled" ? shutdown() : why);
    return 0;
  } finally {
    await run.close();
  }
}

function shutdown(): ReturnType<typeof problem> {
  return problem("terminated", "The server is shutting down.", { hint: "Connect again when it is back." });
}

function transportOf(mode: string): ListeningTransport {
  const found = LISTENING_TRANSPORTS.find(({ name }) => name === mode);
  if (found) return found;
  const names = LISTENING_TRANSPORTS.map(({ name }) => name).join(", ");
  throw fail("usage_error", `There is no transport ${JSON.stringify(mode)}`, { hint: `Known: ${names}.` });
}

/** Whether clients must send a token. Throws where none is wanted and anyone could connect. */
function requireToken(flags: Flags, { isReachable }: ListeningTransport): boolean {
  if (!isReachable) return flags.auth ?? flags.tokenFile !== undefined;
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

async function listen(flags: Flags, transport: ListeningTransport): Promise<Listener> {
  try {
    return await transport.listen({
      hostname: flags.host ?? DEFAULT_HOST,
      port: flags.tcpPort ?? DEFAULT_PORT,
      socketPath: flags.socketPath || null,
      pipePath: flags.pipePath || null,
    });
  } catch (error) {
    if (error instanceof QwenError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw fail("config_invalid", `Cannot listen (${transport.name}): ${reason}`, {
      hint: transport.isReachable ? "Choose another --tcp-port; 0 takes a free one." : undefined,
      cause: error,
    });
  }
}

function limitsOf(flags: Flags): HostLimits {
  return {
    ...DEFAULT_LIMITS,
    ...defined({
      maxLineBytes: flags.maxInputLineBytes,
      heartbeatMs: flags.heartbeatInterval,
      clients: flags.maxClients,
      sessions: flags.maxSessions,
      idleMs: flags.clientIdle,
      lingerMs: flags.sessionLinger,
    }),
  };
}

/** Writes the one line on stdout that says where the server listens. */
async function announce(
  pipes: Pipes,
  facts: ListenAddress & { token_file?: string; dialect: string; metrics?: string },
): Promise<void> {
  const { transport, address, ...rest } = facts;
  const line = serialize({ type: "ready", transport, address, ...rest, version: VERSION, pid: Deno.pid });
  const bytes = new TextEncoder().encode(`${line}\n`);
  for (let sent = 0; sent < bytes.length;) sent += await pipes.stdout.write(bytes.subarray(sent));
}
