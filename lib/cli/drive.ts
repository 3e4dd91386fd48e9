import { Router } from "../engine/router.ts";
import { deferred, type Dialect, problemOf } from "../model/mod.ts";
import type { SessionChoice } from "../store/open_session.ts";
import { RecordWriter } from "../stream/record_writer.ts";
import type { Alarms } from "./alarms.ts";
import { namedDialect } from "./agree.ts";
import { type AssembledSession, assembleSession, choiceOf, contractOfRun } from "./assemble.ts";
import { proveEarly } from "./fenced.ts";
import { type Foundation, layFoundation } from "./foundation.ts";
import { dialectOptions } from "./dialect_options.ts";
import { finish, type Format, type Run, type Talk } from "./finish.ts";
import type { DebugLog } from "./debug_log.ts";
import type { Flags, ParsedFlags } from "./flags.ts";
import { MAX_LINE_BYTES, MAX_SESSIONS } from "./limits.ts";
import { VERSION } from "./version.ts";
import type { Pipes } from "./pipes.ts";
import { readPrompt } from "./prompt_input.ts";
import { armReaderWatch } from "./reader_watch.ts";
import { secrets } from "./secrets.ts";
import { shortenRecords } from "./shorten_records.ts";
import type { Terminal } from "./terminal.ts";
import { systemClock } from "./world.ts";

/** What a run is driven with. */
export interface DriveOptions {
  pipes: Pipes;
  argv: readonly string[];
  alarms: Alarms;
}

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
    // The run has had its last word on stdout.
    await base.close().catch((error) => options.pipes.note(`qwen: ${problemOf(error).message}`));
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
  for (const warning of [...base.loaded.warnings, ...base.selection.notices, ...await doubts(base)]) {
    pipes.note(`qwen: ${warning}`);
  }
  const lineLimits = { maxLineBytes: flags.maxLineBytes ?? MAX_LINE_BYTES };
  const writer = new RecordWriter(pipes.stdout, {
    get maxLineBytes(): number {
      return lineLimits.maxLineBytes;
    },
    shorten: shortenRecords(`${base.home}/tmp/spill`),
  });
  const talk = isHosted
    ? await (await hosts()).hostTalk(base, { ...options, format, writer, isAsked })
    : await promptTalk(base, format);
  // Nothing long is written before the dialect is known, and with it what the hosts that speak it can read.
  if (isHosted) lineLimits.maxLineBytes = flags.maxLineBytes ?? talk.dialect.maxLineBytes ?? MAX_LINE_BYTES;
  const view = isHosted ? null : await viewOf(format, pipes);
  const note = (text: string): void => (view ?? pipes).note(secrets.text(text));
  const wish = { contract, note, answers: isHosted && answersFromStart(talk.dialect, base) };
  const open = async (choice: SessionChoice): Promise<AssembledSession> => {
    const session = await assembleSession(base, { ...wish, choice });
    alarms.atOnce(() => session.shell.kill());
    return session;
  };
  const choice = choiceOf(base);
  const persist = choice.persist ?? true;
  const first = await open(choice);
  const router = new Router({
    first,
    maxSessions: MAX_SESSIONS,
    open: (sessionId) => open(sessionId === null ? { persist } : { persist, sessionId, orResume: true }),
  });
  return { base, format, prompt, talk, writer, view, router, debug, onSpoken: () => void giveUp(first) };
}

const DOUBTFUL = [
  ...["permissions.allow", "permissions.ask", "permissions.deny", "tools.core", "tools.allowed", "tools.exclude"],
  ...["tools.disabled", "hooks", "context.includeDirectories"],
] as const;

/** What flags and settings say in vain; only what can be wrong is looked at. */
async function doubts(base: Foundation): Promise<string[]> {
  const { flags, settings } = base;
  const lists = [flags.allowedTools, flags.excludeTools, flags.coreTools, flags.includeDirectories];
  if (!DOUBTFUL.some((key) => settings.get(key) !== undefined) && lists.every((list) => list === undefined)) return [];
  const { doubtsOf }: typeof import("./doubts.ts") = await import(deferred("./doubts.ts"));
  return await doubtsOf(base);
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
async function giveUp({ proved, sandbox }: AssembledSession): Promise<void> {
  await proved().catch(() => {/* Told to whoever wants to run a command. */});
  if (sandbox.backend !== "bubblewrap" || !sandbox.verified) return;
  armReaderWatch();
  Deno.permissions.revokeSync({ name: "ffi" });
}

async function hosts(): Promise<typeof import("./host_talk.ts")> {
  return await import(deferred("./host_talk.ts"));
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

async function promptTalk(base: Foundation, format: Format): Promise<Talk> {
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
  return { dialect, conversation, commands: null };
}

async function promptOf(
  parsed: ParsedFlags,
  around: { pipes: Pipes; isHosted: boolean; meanwhile: Promise<void> },
): Promise<string> {
  const { pipes, isHosted, meanwhile } = around;
  const stdin = pipes.isInputTerminal || isHosted ? null : pipes.input;
  const { text, warnings } = await readPrompt({
    flags: parsed.flags,
    positionals: parsed.positionals,
    stdin,
    meanwhile,
  });
  for (const warning of warnings) pipes.note(`qwen: ${warning}`);
  return text;
}
