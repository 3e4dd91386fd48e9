import { detectDialect } from "../dialects/detect.ts";
import { Router } from "../engine/router.ts";
import type { SessionParts } from "../engine/session_parts.ts";
import { type Command, type Conversation, deferred, type Dialect, fail } from "../model/mod.ts";
import type { SessionChoice } from "../store/open_session.ts";
import { RecordWriter } from "../stream/record_writer.ts";
import type { Alarms } from "./alarms.ts";
import { agree, type Agreement, namedDialect } from "./agree.ts";
import { assembleSession, choiceOf, contractOfRun } from "./assemble.ts";
import { proveEarly } from "./fenced.ts";
import { type Foundation, layFoundation } from "./foundation.ts";
import { commandsOf, linesOf } from "./compose.ts";
import { defined } from "./defined.ts";
import { finish, type Format, type Run, type Talk } from "./finish.ts";
import type { DebugLog } from "./debug_log.ts";
import type { Flags, ParsedFlags } from "./flags.ts";
import { VERSION } from "./version.ts";
import type { Pipes } from "./pipes.ts";
import { readPrompt } from "./prompt_input.ts";
import { armReaderWatch } from "./reader_watch.ts";
import { secrets } from "./secrets.ts";
import { spillFiles } from "./spill_files.ts";
import type { Terminal } from "./terminal.ts";
import { randomIds, systemClock } from "./world.ts";

/** What a run is driven with. */
export interface DriveOptions {
  pipes: Pipes;
  argv: readonly string[];
  alarms: Alarms;
}

/** Most sessions of one process. */
export const MAX_SESSIONS = 256;
/** Longest line that is read. */
export const MAX_INPUT_LINE_BYTES = 32 * 1024 * 1024;
/** Longest line that is written: below the 1 MiB at which client SDKs give up on a line. */
export const MAX_LINE_BYTES = 1_000_000;
/** Deepest nesting of a line that is read. */
export const MAX_DEPTH = 200;

/** Drives one run from its first byte to its exit status. */
export async function drive(parsed: ParsedFlags, options: DriveOptions): Promise<number> {
  const { alarms } = options;
  const run = await alarms.unlessRung(prepare(parsed, options));
  const { router, base } = run;
  alarms.rung.then(({ reason, problem }) => router.stop(reason, problem));
  try {
    return await finish(run, options);
  } finally {
    run.debug?.close();
    await base.close();
  }
}

/** Does all that can go wrong before there is a session to tell of it. */
async function prepare(parsed: ParsedFlags, options: DriveOptions): Promise<Run> {
  const { flags } = parsed;
  const { pipes, alarms } = options;
  for (const notice of parsed.notices) pipes.note(`qwen: ${notice.text}`);
  const isHosted = flags.serverMode === "stdin" || (flags.inputFormat !== undefined && flags.inputFormat !== "text");
  const debug = await debugOf(flags, pipes);
  // What it finds is waited for where it matters, and a fault in it is told there.
  proveEarly(flags).catch(() => {});
  // A wrong schema is told before anything is read or sent.
  const contract = await contractOfRun({ flags, cwd: Deno.cwd(), env: (name) => Deno.env.get(name) });
  const laying = layFoundation(parsed, { isHosted, version: VERSION });
  const meanwhile = laying.then(() => {}, () => {});
  // For clients of Claude Code a bare -p only says that nobody watches.
  const isAsked = flags.promptFile !== undefined ||
    [flags.prompt, ...parsed.positionals].some((word) => word && word !== "-");
  const reading = isHosted && !isAsked ? null : promptOf(parsed, { pipes, isHosted, meanwhile });
  // Whatever the settings say, a missing prompt is told first.
  const prompt = await reading;
  const base = await laying;
  const format: Format = flags.outputFormat ??
    (isHosted ? "stream-json" : base.settings.get("output.format") ?? "text");
  for (const warning of [...base.loaded.warnings, ...base.selection.notices]) pipes.note(`qwen: ${warning}`);
  const lineLimits = { maxLineBytes: flags.maxLineBytes ?? MAX_LINE_BYTES };
  const writer = new RecordWriter(pipes.stdout, {
    get maxLineBytes(): number {
      return lineLimits.maxLineBytes;
    },
    spill: spillFiles(`${base.home}/tmp/spill`),
  });
  const talk = isHosted
    ? await hostTalk(base, { ...options, format, writer, isAsked })
    : await promptTalk(base, { ...options, format });
  // Nothing long is written before the dialect is known, and with it what the hosts that speak it can read.
  if (isHosted) lineLimits.maxLineBytes = flags.maxLineBytes ?? talk.dialect.maxLineBytes ?? MAX_LINE_BYTES;
  const view = await viewOf(format, pipes);
  const note = (text: string): void => (view ?? pipes).note(secrets.text(text));
  const wish = { contract, note, answers: isHosted && answersFromStart(talk.dialect, base) };
  const open = async (choice: SessionChoice): Promise<SessionParts> => {
    const session = await assembleSession(base, { ...wish, choice });
    alarms.atOnce(() => session.shell.kill());
    return session;
  };
  const choice = choiceOf(base);
  const persist = choice.persist ?? true;
  const first = await open(choice);
  void giveUp(first);
  const router = new Router({
    first,
    maxSessions: MAX_SESSIONS,
    open: (sessionId) => open(sessionId === null ? { persist } : { persist, sessionId, orResume: true }),
  });
  return { base, format, prompt, talk, writer, view, router, debug };
}

async function debugOf({ debug, debugFile }: Flags, pipes: Pipes): Promise<DebugLog | null> {
  if (debug === undefined && debugFile === undefined) return null;
  const { openDebugLog }: typeof import("./debug_log.ts") = await import(deferred("./debug_log.ts"));
  const note = (text: string): void => pipes.note(secrets.text(text));
  return openDebugLog({ areas: debug ?? "*", file: debugFile ?? null }, { note, now: systemClock.now });
}

/**
 * Gives up the right to call foreign code, and with it, as Deno has it, the sight of other processes' memory and
 * environment. Where commands are not confined, that sight is needed to find what they left behind.
 */
async function giveUp({ shell, sandbox }: SessionParts): Promise<void> {
  await shell.ready?.().catch(() => {/* Told to whoever wants to run a command. */});
  if (sandbox.backend !== "bubblewrap" || !sandbox.verified) return;
  armReaderWatch();
  Deno.permissions.revokeSync({ name: "ffi" });
}

/** What a person watches a run in text mode through; null where nobody does. */
async function viewOf(format: Format, pipes: Pipes): Promise<Terminal | null> {
  if (format !== "text" || !(pipes.isOutputTerminal || pipes.isErrorTerminal)) return null;
  const { openTerminal }: typeof import("./terminal.ts") = await import(deferred("./terminal.ts"));
  return openTerminal(pipes, (name) => Deno.env.get(name));
}

/** Whether questions are answered before any handshake: a host that names the channel for them waits on it. */
function answersFromStart(dialect: Dialect, { flags }: Foundation): boolean {
  if (flags.permissionPrompts === "none") return false;
  return dialect.answers === true || flags.permissionPromptTool === "stdio";
}

async function hostTalk(
  base: Foundation,
  options: DriveOptions & { format: Format; writer: WritableStream<object | string>; isAsked: boolean },
): Promise<Talk> {
  const { flags } = base;
  const { argv, pipes, writer } = options;
  const format = options.format === "text" ? "stream-json" : options.format;
  const lines = linesOf(pipes.stdin, flags.maxInputLineBytes ?? MAX_INPUT_LINE_BYTES);
  let refusals: Conversation | undefined;
  const clues = { argv, environment: base.env, outputFormat: format };
  const wanted = flags.dialect ?? (flags.serverMode === "stdin" ? "state" : "auto");
  const agreement: Agreement = await agree(lines, {
    // A prompt on the command line does not wait for a first line that tells whose words to use.
    wanted: wanted === "auto" && options.isAsked ? detectDialect({ ...clues, firstLine: null }) : wanted,
    clues,
    refuse: async (line) => {
      const chat = refusals ??= (await namedDialect("chat")).open(dialectOptions(base, format));
      const records = [...chat.decode(line)].flatMap((command) => {
        if (command.type !== "invalid") return [];
        const head = { sessionId: "", seq: 0, at: 0, cause: null, agent: null };
        return [{
          isFatal: command.problem.fatal,
          records: [...chat.encode({ ...head, type: "rejected", problem: command.problem })],
        }];
      });
      const out = writer.getWriter();
      for (const { records: lines } of records) for (const record of lines) await out.write(record);
      if (records.some(({ isFatal }) => isFatal)) {
        await out.close();
        throw fail("protocol_error", "A hundred bad lines came in and no good one", { fatal: true });
      }
      out.releaseLock();
      return false;
    },
  });
  const conversation = agreement.dialect.open(dialectOptions(base, format));
  return { dialect: agreement.dialect, conversation, commands: commandsOf(agreement.lines, conversation) };
}

async function promptTalk(base: Foundation, options: DriveOptions & { format: Format }): Promise<Talk> {
  const { format } = options;
  const wanted = base.flags.dialect ?? "auto";
  const name = format === "text"
    ? "text"
    : wanted !== "auto"
    ? wanted
    : format === "stream-chunk-json"
    ? "chat"
    : base.host ?? "qwen";
  const dialect = await namedDialect(name);
  const conversation = dialect.open(dialectOptions(base, format === "text" ? "stream-json" : format));
  return { dialect, conversation, commands: ReadableStream.from<Command>([]) };
}

function dialectOptions(base: Foundation, format: Exclude<Format, "text">): Parameters<Dialect["open"]>[0] {
  const { flags } = base;
  const extras = defined({
    annotations: flags.annotations,
    inputFormat: flags.inputFormat,
    permissionPromptTool: flags.permissionPromptTool,
    permissionPrompts: flags.permissionPrompts,
    replayUserMessages: flags.replayUserMessages,
    includeHookEvents: flags.includeHookEvents,
    sessionStateEvents: base.env("CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS") === "1" ? true : undefined,
  });
  return {
    ids: randomIds,
    format,
    includePartials: flags.includePartialMessages ?? false,
    version: base.version,
    limits: {
      maxInputLineBytes: flags.maxInputLineBytes ?? MAX_INPUT_LINE_BYTES,
      maxOutputLineBytes: flags.maxLineBytes ?? MAX_LINE_BYTES,
      maxDepth: MAX_DEPTH,
    },
    extras,
  };
}

async function promptOf(
  parsed: ParsedFlags,
  around: { pipes: Pipes; isHosted: boolean; meanwhile: Promise<void> },
): Promise<string> {
  const { pipes, isHosted, meanwhile } = around;
  const stdin = pipes.isInputTerminal || isHosted ? null : pipes.stdin;
  const { text, warnings } = await readPrompt({
    flags: parsed.flags,
    positionals: parsed.positionals,
    stdin,
    meanwhile,
  });
  for (const warning of warnings) pipes.note(`qwen: ${warning}`);
  return text;
}
