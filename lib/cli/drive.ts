import { Router } from "../engine/router.ts";
import { type Command, type Conversation, type Dialect, exitStatus, fail, problem } from "../model/mod.ts";
import { RecordWriter } from "../stream/record_writer.ts";
import { agree, type Agreement, namedDialect } from "./agree.ts";
import { assembleSession, choiceOf, contractOfRun } from "./assemble.ts";
import { type Foundation, layFoundation } from "./foundation.ts";
import { commandsOf, compose, linesOf } from "./compose.ts";
import { defined } from "./defined.ts";
import { Ending } from "./ending.ts";
import type { ParsedFlags } from "./flags.ts";
import { VERSION } from "./help.ts";
import type { Pipes } from "./pipes.ts";
import { readPrompt } from "./prompt_input.ts";
import { Signals } from "./signals.ts";
import { spillFiles } from "./spill_files.ts";
import { randomIds } from "./world.ts";

/** What a run is driven with. */
export interface DriveOptions {
  pipes: Pipes;
  argv: readonly string[];
}

type Format = "text" | "json" | "stream-json" | "stream-chunk-json";

const MAX_SESSIONS = 256;
const MAX_INPUT_LINE_BYTES = 32 * 1024 * 1024;
// Below the 1 MiB at which client SDKs give up on a line.
const MAX_LINE_BYTES = 1_000_000;
const MAX_DEPTH = 200;

/** Drives one run from its first byte to its exit status. */
export async function drive(parsed: ParsedFlags, options: DriveOptions): Promise<number> {
  const { flags } = parsed;
  const { pipes } = options;
  for (const notice of parsed.notices) pipes.note(`qwen: ${notice.text}`);
  const isHosted = flags.inputFormat !== undefined && flags.inputFormat !== "text";
  const format: Format = flags.outputFormat ?? (isHosted ? "stream-json" : "text");
  // A wrong schema is told before anything is read or sent.
  const contract = await contractOfRun({ flags, cwd: Deno.cwd(), env: (name) => Deno.env.get(name) });
  const prompt = isHosted && flags.prompt === undefined ? null : await promptOf(parsed, { pipes, isHosted });
  const base = await layFoundation(parsed, { isHosted, version: VERSION });
  for (const warning of base.loaded.warnings) pipes.note(`qwen: ${warning}`);
  const lineLimits = { maxLineBytes: flags.maxLineBytes ?? MAX_LINE_BYTES };
  const writer = new RecordWriter(pipes.stdout, {
    get maxLineBytes(): number {
      return lineLimits.maxLineBytes;
    },
    spill: spillFiles(`${base.home}/tmp/spill`),
  });
  const talk = isHosted
    ? await hostTalk(base, { ...options, format, writer })
    : await promptTalk(base, { ...options, format });
  // Nothing long is written before the dialect is known, and with it what its clients can read.
  lineLimits.maxLineBytes = flags.maxLineBytes ?? talk.dialect.maxLineBytes ?? MAX_LINE_BYTES;
  const note = (text: string): void => pipes.note(text);
  const choice = choiceOf(base);
  const wish = { contract, note, answers: isHosted && answersFromStart(talk.dialect, base) };
  const first = await assembleSession(base, { ...wish, choice });
  const router = new Router({
    first,
    maxSessions: MAX_SESSIONS,
    open: (sessionId) => {
      const persist = choice.persist ?? true;
      return assembleSession(base, {
        ...wish,
        choice: sessionId === null ? { persist } : { persist, sessionId, orResume: true },
      });
    },
  });
  const ending = new Ending(!isHosted ? "one_shot" : talk.dialect.name === "claude" ? "host_by_last_result" : "host");
  using _signals = new Signals((fault) => router.stop("signal", fault));
  const commands = prompt === null ? talk.commands : withPrompt(prompt, talk.commands);
  return await finish(
    compose({
      commands,
      router,
      conversation: talk.conversation,
      writer,
      watch: (event) => ending.watch(event),
    }),
    { ending, pipes, format },
  );
}

/** Whether questions are answered before any handshake: a host that names the channel for them waits on it. */
function answersFromStart(dialect: Dialect, { flags }: Foundation): boolean {
  return dialect.answers === true || (flags.permissionPromptTool === "stdio" && flags.permissionPrompts !== "none");
}

interface Talk {
  dialect: Dialect;
  conversation: Conversation;
  commands: ReadableStream<Command>;
}

async function hostTalk(
  base: Foundation,
  options: DriveOptions & { format: Format; writer: WritableStream<object | string> },
): Promise<Talk> {
  const { flags } = base;
  const { argv, pipes, writer } = options;
  const format = options.format === "text" ? "stream-json" : options.format;
  const lines = linesOf(pipes.stdin, flags.maxInputLineBytes ?? MAX_INPUT_LINE_BYTES);
  const refusals = (await namedDialect("chat")).open(dialectOptions(base, format));
  const agreement: Agreement = await agree(lines, {
    wanted: flags.dialect ?? "auto",
    clues: { argv, environment: base.env, outputFormat: format },
    refuse: async (line) => {
      const records = [...refusals.decode(line)].flatMap((command) => {
        if (command.type !== "invalid") return [];
        const head = { sessionId: "", seq: 0, at: 0, cause: null, agent: null };
        return [{
          isFatal: command.problem.fatal,
          records: [...refusals.encode({ ...head, type: "rejected", problem: command.problem })],
        }];
      });
      const out = writer.getWriter();
      for (const { records: lines } of records) for (const record of lines) await out.write(record);
      out.releaseLock();
      if (records.some(({ isFatal }) => isFatal)) {
        throw fail("protocol_error", "A hundred bad lines came in and no good one");
      }
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

async function promptOf(parsed: ParsedFlags, around: { pipes: Pipes; isHosted: boolean }): Promise<string> {
  const { pipes, isHosted } = around;
  const stdin = pipes.isInputTerminal || isHosted ? null : pipes.stdin;
  const { text, warnings } = await readPrompt({ flags: parsed.flags, positionals: parsed.positionals, stdin });
  for (const warning of warnings) pipes.note(`qwen: ${warning}`);
  return text;
}

function withPrompt(text: string, rest: ReadableStream<Command>): ReadableStream<Command> {
  const command: Command = {
    id: randomIds.next(),
    sessionId: null,
    type: "prompt",
    content: [{ kind: "text", text }],
    promptId: null,
    messageId: null,
    options: {},
  };
  const { readable, writable } = new TransformStream<Command, Command>();
  const writer = writable.getWriter();
  writer.write(command).then(() => {
    writer.releaseLock();
    return rest.pipeTo(writable);
  }).catch(() => {/* The session is over; whoever reads learns it there. */});
  return readable;
}

/** Waits for the last byte and says how the run went. */
async function finish(run: Promise<void>, around: { ending: Ending; pipes: Pipes; format: Format }): Promise<number> {
  const { ending, pipes, format } = around;
  try {
    await run;
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
    const gone = problem("consumer_gone", "The reader of stdout went away: stopped.");
    pipes.note(`qwen: ${gone.message}`);
    return exitStatus(gone.code);
  }
  if (format === "text" && ending.problem) {
    const { message, hint } = ending.problem;
    pipes.note(hint ? `${message} ${hint}` : message);
  }
  return ending.status;
}
