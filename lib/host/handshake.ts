import type { Clock } from "../model/clock.ts";
import type { Conversation } from "../model/ports/dialect.ts";
import { fail, type Problem, problem, QwenError } from "../model/problem.ts";
import { type AttachRequest, attachRequestOf, isOpening, NO_ATTACH, objectOf } from "./sessions/attach_request.ts";
import { foreignLine, type LineReader } from "./line_reader.ts";
import type { Token } from "./token.ts";

/** How the first lines of a connection are read. */
export interface HandshakeOptions {
  /** A dialect's name, or `auto`. */
  dialect: string;
  /** The token that clients must send first; null admits every client that can connect. */
  token: Token | null;
  /** Whether the first line may authenticate, attach or choose a dialect, as it may on a server. */
  takesOpeningLines: boolean;
  /** Bad lines in a row before the connection is closed. */
  maxBadLines: number;
  /** The dialect of a first line; null when the input ended without one. */
  detect: (line: string | null) => string;
  /** Answers lines that came before the dialect was known. */
  undecided: () => Promise<Conversation>;
  /** The dialect of a client that may wait for us, and how long to wait for it; absent where clients speak first. */
  greets?: { dialect: string; ms: number; clock: Clock };
  /** Writes a refusal of such a line. */
  refuse: (problem: Problem, conversation: Conversation | null) => Promise<void>;
}

/** Who has connected, and what it asks for. */
export interface Admission {
  request: AttachRequest;
  dialect: string;
  /** Lines that were read and are still to be decoded. */
  lines: string[];
  /** The client has said nothing: it may wait for an introduction. */
  isSilent?: true;
}

/**
 * Finds out who connects and in which dialect: reads lines until both are known. Resolves with null when a client of a
 * server disconnects before that. Rejects with a QwenError when the client is refused.
 */
export async function shakeHands(lines: LineReader, given: HandshakeOptions): Promise<Admission | null> {
  let undecided: Promise<Conversation> | undefined;
  const options = { ...given, undecided: () => undecided ??= given.undecided() };
  const { token, dialect } = options;
  const { greets } = options;
  if (!token && greets && !await lines.comes(greets)) {
    return { request: NO_ATTACH, dialect: greets.dialect, lines: [], isSilent: true };
  }
  if (!token && dialect !== "auto") return { request: NO_ATTACH, dialect, lines: [] };
  if (!options.takesOpeningLines) return await detectDialect(lines, options);
  let request = NO_ATTACH;
  let isKnown = token === null;
  for (let bad = 0; bad < options.maxBadLines;) {
    const { done, value } = await lines.read();
    if (done) {
      if (lines.isOver) throw authRequired();
      return null;
    }
    const foreign = foreignLine(value);
    if (foreign) throw new QwenError(foreign);
    const line = objectOf(value);
    if (!isKnown) {
      if (line?.type !== "auth" || !await token?.matches(line.token)) throw authRequired();
      isKnown = true;
      lines.allowAll();
    } else if (!line) {
      bad += value.trim() === "" ? 0 : 1;
      await refuseLine(value, options);
      continue;
    } else if (!isOpening(line)) {
      const own = attachRequestOf(line);
      const both = own.attach !== null || own.fromSeq !== null ? own : request;
      const chosen = request.dialect ?? own.dialect ?? options.detect(value);
      return { request: both, dialect: chosen, lines: [value] };
    }
    request = attachRequestOf(line);
    const chosen = request.dialect ?? dialect;
    if (chosen !== "auto") return { request, dialect: chosen, lines: [] };
  }
  const detail = "too_many_bad_lines";
  throw fail("protocol_error", `${options.maxBadLines} lines in a row could not be read`, { detail });
}

/** Detects the dialect by the first line that is a JSON object; the end of input decides as well. */
async function detectDialect(lines: LineReader, options: HandshakeOptions): Promise<Admission> {
  const seen: string[] = [];
  for (;;) {
    const { done, value } = await lines.read();
    if (done) return { request: NO_ATTACH, dialect: options.detect(null), lines: seen };
    if (objectOf(value)) return { request: NO_ATTACH, dialect: options.detect(value), lines: [...seen, value] };
    // A line that was answered already still counts where the dialect numbers its lines.
    seen.push("");
    await refuseLine(value, options);
  }
}

/** Answers a line that is no JSON object. Rejects when there were too many of them. */
async function refuseLine(line: string, options: HandshakeOptions): Promise<void> {
  if (line.trim() === "") return;
  const conversation = await options.undecided();
  for (const command of conversation.decode(line)) {
    if (command.type !== "invalid") continue;
    await options.refuse(command.problem, conversation);
    if (command.problem.fatal) throw new QwenError({ ...command.problem, fatal: true });
  }
}

function authRequired(): QwenError {
  return new QwenError(problem("auth_required", "The first line must be an auth line with this server's token", {
    hint: 'Send {"type":"auth","token":"…"}; the ready line names the file that holds the token.',
  }));
}
