import { defined } from "../../../config/defined.ts";
import { DEFAULT_LIMITS, type HostLimits } from "../../../host/limits.ts";
import { isLoopback } from "../../../host/loopback.ts";
import { Server } from "../../../host/server.ts";
import { type Token, tokenFile } from "../../../host/token.ts";
import { LISTENING_TRANSPORTS } from "../../../host/transports/mod.ts";
import type { ListenAddress, Listener, ListeningTransport, TlsFiles } from "../../../host/transports/transport.ts";
import { fail, problem, QwenError, reasonOf } from "../../../model/mod.ts";
import { pageFiles } from "../../../page/mod.ts";
import { serialize } from "../../../stream/serialize.ts";
import type { ParsedFlags } from "../../args/flags.ts";
import type { Flags } from "../../args/table/flag_table.ts";
import { secrets } from "../../assembly/config/secrets.ts";
import { openHost } from "../../assembly/open_host.ts";
import { openRun } from "../../assembly/open_run.ts";
import { openMetrics } from "../../assembly/output/open_metrics.ts";
import type { QueueChoice } from "../../batch/open_queue.ts";
import type { Pipes } from "../../process/pipes.ts";
import type { Signals } from "../../process/signals.ts";
import { VERSION } from "../../version.ts";
import { QUEUE_CREDS_FLAG, QUEUE_FLAG } from "../fleet/queue_flags.ts";
import { defineSubcommand } from "../subcommand.ts";

/** `qwen serve`: serves many clients until a signal arrives. */
export const serve = defineSubcommand({
  name: "serve",
  help: "Serve many clients (--server-mode and the flags beside it)",
  words: [],
  flags: { "queue": QUEUE_FLAG, "queue-creds": QUEUE_CREDS_FLAG },
  listsFlag: ({ spec }) => spec.group === "Hosts and servers" && !spec.host,
  note: "How clients connect, attach and are limited: qwen --help serve.",
  async run(_words, { flags: { queue, queueCreds: creds }, parsed, pipes, signals }): Promise<number> {
    return await serveClients(parsed, { pipes, signals, queue: { queue, creds } });
  },
});

const DEFAULT_PORT = 7777;
const DEFAULT_HOST = "127.0.0.1";

/** What a server is run with. */
interface ServeOptions {
  pipes: Pipes;
  signals: Signals;
  /** The queue whose jobs clients may list. */
  queue?: QueueChoice;
}

/** Serves clients until a signal comes, and returns the exit status. */
async function serveClients(parsed: ParsedFlags, { pipes, signals, queue }: ServeOptions): Promise<number> {
  const { flags } = parsed;
  for (const notice of parsed.notices) pipes.warn(`qwen: ${notice.text}`);
  const transport = transportOf(modeOf(flags));
  const needsToken = requireToken(flags, transport);
  const tls = await tlsFiles(flags, transport);
  const run = await signals.unlessFired(openRun(parsed, { pipes, isHosted: true }));
  try {
    const { home } = run.config;
    const path = flags.tokenFile ?? `${home}/serve-token`;
    const token = needsToken ? await privateToken(home, path) : null;
    const listener = await listen(flags, { transport, tls });
    const dialect = flags.dialect ?? (flags.web ? "chat" : parsed.subcommand ? "auto" : "state");
    const note = (text: string): void => pipes.note(secrets.text(text));
    const format = flags.outputFormat === "stream-chunk-json" ? "stream-chunk-json" : "stream-json";
    const use = { format, limits: limitsOf(flags), isServer: true, isHosted: true } as const;
    await using metrics = await openMetrics(flags.metrics);
    await using jobs = queue?.queue ? (await import("../../batch/open_jobs.ts")).openJobs(queue, note) : null;
    const { taps } = metrics;
    const host = await openHost(run, { argv: [], signals, use, dialect, token, note, taps, jobs: jobs?.list });
    const server = new Server(listener, { host, note });
    const web = flags.web ? { url: urlOf(server.address, { token, isTls: tls !== undefined }) } : {};
    await announce(pipes, { ...server.address, ...web, ...(token && { token_file: path }), dialect, ...metrics.facts });
    const { problem: why } = await signals.fired;
    await server.stop(why.code === "terminated" || why.code === "cancelled" ? shutdown() : why);
    return 0;
  } finally {
    await run.close();
  }
}

/** The transport that flags ask for. Throws where they contradict each other. */
function modeOf({ web, serverMode, dialect }: Flags): string {
  if (!web) return serverMode ?? "tcp";
  if (serverMode !== undefined && serverMode !== "ws") {
    throw fail("usage_error", `--web is served over WebSocket, not over ${serverMode}`, {
      hint: "Leave out --server-mode.",
    });
  }
  if (dialect !== undefined && dialect !== "chat") {
    throw fail("usage_error", `The page speaks the chat dialect, not ${dialect}`, { hint: "Leave out --dialect." });
  }
  return "ws";
}

/** The address of the page, with the token in the part that a browser keeps for itself. */
function urlOf(listening: ListenAddress, { token, isTls }: { token: Token | null; isTls: boolean }): string {
  const { address } = listening;
  const port = "port" in listening ? listening.port : DEFAULT_PORT;
  const isAny = address === "0.0.0.0" || address === "::";
  const host = isAny ? DEFAULT_HOST : address.includes(":") ? `[${address}]` : address;
  const fragment = token ? `#token=${encodeURIComponent(token.reveal())}` : "";
  return `${isTls ? "https" : "http"}://${host}:${port}/${fragment}`;
}

/** The certificate and the key that flags name. Throws where one is missing or cannot be read. */
async function tlsFiles(flags: Flags, { name, takesTls }: ListeningTransport): Promise<TlsFiles | undefined> {
  const { tlsCert, tlsKey } = flags;
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (!takesTls) {
    throw fail("usage_error", `The transport ${name} has no encryption`, { hint: "Leave out --tls-cert." });
  }
  if (tlsCert === undefined || tlsKey === undefined) {
    throw fail("usage_error", `${tlsCert === undefined ? "--tls-cert" : "--tls-key"} is missing`, {
      hint: "TLS needs --tls-cert and --tls-key.",
    });
  }
  const read = (path: string): Promise<string> =>
    Deno.readTextFile(path).catch((error) => {
      throw fail("config_invalid", `Cannot read ${path}: ${reasonOf(error)}`, { cause: error });
    });
  return { cert: await read(tlsCert), key: await read(tlsKey) };
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
  const token = await tokenFile(path);
  secrets.add(token.reveal());
  return token;
}

async function listen(
  flags: Flags,
  { transport, tls }: { transport: ListeningTransport; tls: TlsFiles | undefined },
): Promise<Listener> {
  const site = flags.web ? await pageFiles() : undefined;
  try {
    return await transport.listen({
      hostname: flags.host ?? DEFAULT_HOST,
      port: flags.tcpPort ?? DEFAULT_PORT,
      socketPath: flags.socketPath || null,
      pipePath: flags.pipePath || null,
      ...defined({ tls, site }),
    });
  } catch (error) {
    if (error instanceof QwenError) throw error;
    throw fail("config_invalid", `Cannot listen (${transport.name}): ${reasonOf(error)}`, {
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
  facts: ListenAddress & { url?: string; token_file?: string; dialect: string; metrics?: string },
): Promise<void> {
  const { transport, address, ...rest } = facts;
  const line = serialize({ type: "ready", transport, address, ...rest, version: VERSION, pid: Deno.pid });
  const bytes = new TextEncoder().encode(`${line}\n`);
  for (let sent = 0; sent < bytes.length;) sent += await pipes.stdout.write(bytes.subarray(sent));
}
