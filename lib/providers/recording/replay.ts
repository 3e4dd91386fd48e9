import { isObject } from "../../model/json.ts";
import { fail, type Problem, QwenError, reasonOf } from "../../model/problem.ts";
import type { ModelChunk, ModelRequest, Provider } from "../../model/ports.ts";
import { type Difference, firstDifference, type RecordingLine, toRecorded } from "./recording.ts";

const SHOWN_CHARS = 60;
/** The longest recording that is read; the longest string in V8 is not much longer. */
const MAX_RECORDING_CHARS = 256 * 1024 * 1024;

interface Exchange {
  request: unknown;
  batches: ModelChunk[][];
  problem: Problem | null;
  isUsed: boolean;
}

/** Opens a recording file. Throws QwenError `config_invalid` when it cannot be read. */
export async function openRecording(path: string): Promise<ReplayProvider> {
  return replayProvider(await readRecordingFile(path));
}

async function readRecordingFile(path: string): Promise<string> {
  try {
    using file = await Deno.open(path, { read: true });
    const decoder = new TextDecoder();
    let text = "";
    for await (const bytes of file.readable) {
      text += decoder.decode(bytes, { stream: true });
      if (text.length > MAX_RECORDING_CHARS) {
        throw new RangeError(`it is longer than ${MAX_RECORDING_CHARS} characters`);
      }
    }
    return text + decoder.decode();
  } catch (error) {
    throw fail("config_invalid", `Cannot read the recording ${path}: ${reasonOf(error)}`, {
      cause: error,
      hint: "Name a file that was written with --record.",
    });
  }
}

/**
 * Plays a recording back without a network. Each request must equal a recorded one that was not played yet; the next one
 * is tried first, and exchanges that ran in parallel may come in another order. Throws QwenError `config_invalid` when
 * the text is no recording; `stream` throws `replay_mismatch` with the first differing path.
 */
export function replayProvider(recording: string): ReplayProvider {
  const { name, exchanges } = readRecording(recording);
  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelChunk[]> {
    signal.throwIfAborted();
    const exchange = claim(exchanges, toRecorded(request));
    for (const batch of exchange.batches) {
      yield batch;
      // Give the engine a chance to interrupt between two batches, as with a network.
      await Promise.resolve();
      signal.throwIfAborted();
    }
    if (exchange.problem) throw new QwenError(exchange.problem);
    const last = exchange.batches.at(-1)?.at(-1);
    if (last?.type !== "finish") {
      throw fail("provider_stream_cut", "The recording ends in the middle of this answer", { retryable: false });
    }
  }
  const first = exchanges[0]?.request;
  return { name, model: isObject(first) && typeof first.model === "string" ? first.model : null, stream };
}

/** A provider that plays a recording back. */
export interface ReplayProvider extends Provider {
  /** The model of the first request; null without requests. */
  readonly model: string | null;
}

function claim(exchanges: Exchange[], request: unknown): Exchange {
  const open = exchanges.filter((exchange) => !exchange.isUsed);
  if (open.length === 0) {
    throw fail("replay_mismatch", `The recording holds ${exchanges.length} requests, and this is one more`, {
      hint: "Record again with --record.",
    });
  }
  let first: Difference | null = null;
  for (const exchange of open) {
    const difference = firstDifference(exchange.request, request);
    if (difference === null) {
      exchange.isUsed = true;
      return exchange;
    }
    first ??= difference;
  }
  const number = exchanges.indexOf(open[0]) + 1;
  throw mismatch(first ?? { path: "(root)", recorded: undefined, now: undefined }, number);
}

function mismatch(difference: Difference, number: number): QwenError {
  const { path } = difference;
  const [recorded, now] = shown(difference);
  return fail(
    "replay_mismatch",
    `Request ${number} differs from the recorded one at ${path}: recorded ${recorded}, now ${now}`,
    { param: path, hint: "Record again with --record, or undo the change." },
  );
}

/** Excerpts of both values, from shortly before the first difference. */
function shown(difference: Difference): [string, string] {
  const { recorded, now } = difference;
  let start = 0;
  if (typeof recorded === "string" && typeof now === "string") {
    while (start < recorded.length && recorded[start] === now[start]) start++;
    start = Math.max(0, start - SHOWN_CHARS / 3);
  }
  const show = (value: unknown): string => {
    if (value === undefined) return "nothing";
    const text = typeof value === "string" ? value.slice(start) : JSON.stringify(value);
    const cut = text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
    return typeof value === "string" ? JSON.stringify(start > 0 ? `…${cut}` : cut) : cut;
  };
  return [show(recorded), show(now)];
}

function readRecording(text: string): { name: string; exchanges: Exchange[] } {
  const exchanges: Exchange[] = [];
  let name: string | null = null;
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const entry = readLine(line, index + 1);
    if ("format" in entry) {
      name = entry.provider;
      continue;
    }
    if ("request" in entry) {
      exchanges[entry.n] = { request: entry.request, batches: [], problem: null, isUsed: false };
      continue;
    }
    const exchange = exchanges[entry.n];
    if (!exchange) throw notARecording(index + 1);
    if ("chunks" in entry) exchange.batches.push(entry.chunks);
    else if ("problem" in entry) exchange.problem = entry.problem;
  }
  if (name === null) throw notARecording(1);
  return { name, exchanges: exchanges.filter((exchange) => exchange !== undefined) };
}

function readLine(line: string, number: number): RecordingLine {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw notARecording(number);
  }
  if (!isObject(value)) throw notARecording(number);
  const isHeader = value.format === 1 && typeof value.provider === "string";
  const isEntry = Number.isSafeInteger(value.n) && Number(value.n) >= 0 &&
    (isObject(value.request) || Array.isArray(value.chunks) || isObject(value.problem) || value.aborted === true);
  if (!isHeader && !isEntry) throw notARecording(number);
  return value as RecordingLine;
}

function notARecording(line: number): QwenError {
  return fail("config_invalid", `The file given to --replay is no recording: line ${line} is not understood`, {
    line,
    hint: "Make one with --record FILE.",
  });
}
