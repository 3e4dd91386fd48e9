import { currentFolder } from "../path/mod.ts";
import { unknownInputSettled } from "./assembly/config/unknown_input.ts";
import { memoryConnection } from "../host/transports/memory.ts";
import { stdioConnection } from "../host/transports/stdio.ts";
import { SINGLE_CLIENT_LIMITS } from "../host/limits.ts";
import { NoProviderError } from "../providers/mod.ts";
import { detectDialect } from "../dialects/detect.ts";
import { type Answer, type Command, type Event, problemOf } from "../model/mod.ts";
import type { SessionChoice } from "../store/open_session.ts";
import { plain } from "../terminal/plain_text.ts";
import { stderrNoticeOf } from "../terminal/stderr_notices.ts";
import type { ParsedFlags } from "./args/flags.ts";
import { contractOfRun } from "./assembly/session/assemble_session.ts";
import { openHost } from "./assembly/open_host.ts";
import { type OpenedRun, openRun } from "./assembly/open_run.ts";
import { secrets } from "./assembly/config/secrets.ts";
import { openSidecar } from "./assembly/output/sidecar.ts";
import { Ending } from "./ending.ts";
import type { Pipes } from "./process/pipes.ts";
import { promptCommand } from "./prompt_command.ts";
import { readPrompt } from "./prompt_input.ts";
import { runToExit } from "./run_to_exit.ts";
import { conversationOf, openView, type RunKind } from "./run_view.ts";
import type { Signals } from "./process/signals.ts";
import type { StartupError } from "./startup_error.ts";
import { watching } from "../host/taps.ts";

/** What is written to stdout. */
export type Format = "text" | "json" | "stream-json" | "stream-chunk-json";

/** What a run is driven with. */
export interface DriveOptions {
  pipes: Pipes;
  argv: readonly string[];
  signals: Signals;
  /** Learns the dialect of the client, in which a failure to start is reported. */
  startupError: StartupError;
  /** The answer to a parked question, which takes the place of a prompt. */
  answered?: { question: NonNullable<SessionChoice["question"]>; answer: Answer };
}

/** Drives one run, with a prompt of the command line or a client on stdin, and returns its exit status. */
export async function drive(parsed: ParsedFlags, options: DriveOptions): Promise<number> {
  const { signals, pipes } = options;
  for (const { code, text } of parsed.notices) {
    // A Claude host learns of them otherwise.
    if (code !== "unknown_flag" || parsed.host !== "claude") pipes.warn(`qwen: ${text}`);
  }
  const prepared = options.answered ? prepareAnswer(parsed, pipes) : prepareOrChoose(parsed, pipes);
  const { run, kind } = await signals.unlessFired(prepared);
  try {
    return await converse(run, { ...options, kind });
  } finally {
    // Everything has been written to stdout by now.
    await unknownInputSettled();
    await run.close().catch((error) => pipes.note(`qwen: ${problemOf(error).message}`));
  }
}

/** Prepares a run that goes on with a saved session. */
async function prepareAnswer(parsed: ParsedFlags, pipes: Pipes): Promise<{ run: OpenedRun; kind: RunKind }> {
  return { run: await openRun(parsed, { pipes, isHosted: false }), kind: { kind: "one_shot", prompt: null } };
}

/** Prepares the run; where no provider is configured, a person at the terminal chooses one first. */
async function prepareOrChoose(parsed: ParsedFlags, pipes: Pipes): Promise<{ run: OpenedRun; kind: RunKind }> {
  try {
    return await prepare(parsed, pipes);
  } catch (error) {
    const { flags } = parsed;
    const isMissing = error instanceof NoProviderError;
    const isAtTerminal = pipes.isInputTerminal && pipes.isErrorTerminal && flags.permissionPrompts !== "none";
    if (!isMissing || !isAtTerminal) throw error;
    const { chooseFirstProvider } = await import("./choose_provider.ts");
    const chosen = await chooseFirstProvider(flags);
    if (!chosen) throw error;
    return await prepare({ ...parsed, flags: { ...flags, ...chosen } }, pipes);
  }
}

/** Reads the configuration and the prompt of the command line. */
async function prepare(parsed: ParsedFlags, pipes: Pipes): Promise<{ run: OpenedRun; kind: RunKind }> {
  const { flags } = parsed;
  const isHosted = flags.serverMode === "stdin" || (flags.inputFormat !== undefined && flags.inputFormat !== "text");
  // A wrong schema is reported before anything is read or sent.
  await contractOfRun({ flags, cwd: currentFolder(), env: (name) => Deno.env.get(name) });
  const opening = isHosted || hasPrompt(parsed) ? null : conversationOf(flags, pipes);
  if (opening) {
    // A session that is still to be chosen is not the one that the flags choose.
    const chosen = opening.session === "choose" ? { ...parsed, flags: { ...flags, resume: undefined } } : parsed;
    return {
      run: await openRun(chosen as ParsedFlags, { pipes, isHosted, isWaitedFor: false }),
      kind: { kind: "chat", opening },
    };
  }
  const opened = openRun(parsed, { pipes, isHosted });
  // A missing prompt is reported before anything that is wrong with the settings.
  opened.catch(() => {/* Awaited below. */});
  const prompt = isHosted && !hasPrompt(parsed) ? null : await promptOf(parsed, { pipes, isHosted });
  return { run: await opened, kind: { kind: isHosted ? "host" : "one_shot", prompt } };
}

/** Lets the client and the sessions talk to the end. */
async function converse(run: OpenedRun, options: DriveOptions & { kind: RunKind }): Promise<number> {
  const { config } = run;
  const { flags } = config;
  const { pipes, argv, signals, kind, startupError, answered } = options;
  const isHosted = kind.kind === "host";
  const prompt = kind.kind === "chat" ? null : kind.prompt;
  const format: Format = flags.outputFormat ??
    (isHosted ? "stream-json" : config.settings.get("output.format") ?? "text");
  const view = format === "text" ? await openView(kind, { config, pipes, signals }) : null;
  const note = (text: string): void => view ? view.note(secrets.text(text)) : pipes.warn(secrets.text(text));
  const ending = new Ending(kind.kind === "one_shot" ? "one_shot" : "host");
  const use = {
    format: format === "text" ? "stream-json" as const : format,
    limits: { ...SINGLE_CLIENT_LIMITS, maxLineBytes: flags.maxInputLineBytes ?? SINGLE_CLIENT_LIMITS.maxLineBytes },
    isServer: false,
    isHosted,
  };
  const sidecar = await openSidecar(config, { use, note });
  let dialectName = "";
  // Chat has records of waits; the other dialects have them for a client that asked for signs of life.
  const tellsOfWaits = (): boolean =>
    dialectName === "chat" || (format === "stream-json" && flags.heartbeatInterval !== undefined);
  const host = await openHost(run, {
    argv,
    signals,
    use,
    dialect: dialectOf(run, { argv, format, isHosted, isAsked: prompt !== null }),
    token: null,
    note,
    view,
    firstCommands: answered ? [answerCommand(answered)] : prompt === null ? [] : [promptCommand(prompt)],
    ...(answered ? { question: answered.question } : {}),
    taps: [
      ...sidecar.taps,
      watching((event) => ending.watch(event)),
      ...(format === "text" && !view ? [watching((event) => printWarning(event, pipes))] : []),
      ...(format === "text" && !view && config.env("CI") ? [plainAnswer] : []),
      ...(format === "text" ? [] : [watching((event) => tellsOfWaits() ? undefined : printQuotaWait(event, pipes))]),
    ],
    onDialect: ({ dialect, conversation }) => {
      dialectName = dialect.name;
      startupError.conversation = conversation;
      if (isHosted && dialect.exitStatus === "last_result") ending.verdict = "host_by_last_result";
    },
  });
  const connection = isHosted ? stdioConnection(pipes) : memoryConnection(pipes.stdout, view?.input ?? null);
  try {
    return await runToExit({ host, connection, ending, format, view }, { pipes, signals });
  } finally {
    view?.writer.end();
    await sidecar.close();
  }
}

/** The dialect that the command line asks for, or `auto` where the first line of the client decides. */
function dialectOf(
  { config }: OpenedRun,
  { argv, format, isHosted, isAsked }: { argv: readonly string[]; format: Format; isHosted: boolean; isAsked: boolean },
): string {
  const { flags, host, env } = config;
  const wanted = flags.dialect ?? (flags.serverMode === "stdin" ? "state" : "auto");
  if (format === "text" && !isHosted) return "text";
  if (wanted !== "auto") return wanted;
  if (!isHosted) return format === "stream-chunk-json" ? "chat" : host ?? "qwen";
  // With a prompt on the command line, the run does not wait for a first line.
  if (!isAsked) return "auto";
  const outputFormat = format === "text" ? "stream-json" : format;
  return detectDialect({ argv, environment: env, outputFormat, firstLine: null });
}

/** Whether the command line has a prompt. For clients of Claude Code a bare -p only says that no one watches. */
function hasPrompt({ flags, positionals }: ParsedFlags): boolean {
  return flags.promptFile !== undefined || [flags.prompt, ...positionals].some((word) => word && word !== "-");
}

async function promptOf(parsed: ParsedFlags, around: { pipes: Pipes; isHosted: boolean }): Promise<string> {
  const { pipes, isHosted } = around;
  const { flags, positionals } = parsed;
  const stdin = pipes.isInputTerminal || isHosted ? null : pipes.input;
  const { text, warnings } = await readPrompt({ flags, positionals, stdin });
  for (const warning of warnings) pipes.warn(`qwen: ${warning}`);
  return text;
}

/** Removes escape sequences from the answer, which the log of a CI server would show raw. */
function plainAnswer(event: Event): Event {
  if (event.type !== "turn.completed" || !("text" in event.outcome)) return event;
  return { ...event, outcome: { ...event.outcome, text: plain(event.outcome.text) } };
}

/** Says that the run waits for a quota; the chat dialect has a record for it. */
function printQuotaWait(event: Event, pipes: Pipes): void {
  if (event.type === "retry.scheduled" && event.until !== undefined) printWarning(event, pipes);
}

function printWarning(event: Event, pipes: Pipes): void {
  const notice = stderrNoticeOf(event);
  if (notice?.tone === "warning") pipes.warn(`qwen: ${notice.text}`);
}

/** The answer to a parked question: the model goes on after the call that was asked about. */
function answerCommand({ question: { ticket }, answer }: NonNullable<DriveOptions["answered"]>): Command {
  return { ...promptCommand(""), content: [], options: { goOn: true, parked: { ticket, answer } } };
}
