/**
 * Where the prompt comes from. A prompt on the command line is complete in itself: beside it stdin is read when it speaks
 * at once (files, closed pipes, producers that have written) or when a pipeline feeds it, and a pipe that a parent
 * process merely left open does not delay the model. A lone `-`, as the prompt or beside it, says that stdin is meant,
 * and so does an explicit --stdin-timeout: then it is waited for.
 */
import { fail, type QwenError, reasonOf } from "../model/problem.ts";
import { within } from "../model/within.ts";
import { kebabCase } from "./flag_spec.ts";
import type { Flags } from "./flag_table.ts";
import { MAX_VALUE_BYTES } from "./flag_values.ts";
import type { ByteSource } from "./pipes.ts";
import { isFedByPipeline } from "./stdin_writer.ts";
import { readValueFile } from "./value_file.ts";
import { aMoment, systemClock } from "./world.ts";

/** Most bytes of a piped prompt; the rest is cut off with a warning. */
export const MAX_STDIN_BYTES = 8 * 1024 * 1024;

/** How long stdin may be silent beside a prompt before anybody asks who writes to it. */
export const GRACE_MS = 20;

/** How long it may be silent in all where that cannot be known. */
const BLIND_GRACE_MS = 500;

/** How long stdin may be silent when it is the only source of the prompt. */
export const STDIN_TIMEOUT_MS = 10_000;

/** What the prompt is made of. */
export interface PromptSources {
  flags: Flags;
  positionals: readonly string[];
  /** Null when stdin is a terminal or belongs to a host. */
  stdin: ByteSource | null;
  maxBytes?: number;
  /** What goes on beside the reading anyway: only after it is the silence of stdin measured. */
  meanwhile?: Promise<void>;
  /** Whether a pipeline feeds stdin; null where that cannot be known. */
  isFed?: () => Promise<boolean | null>;
}

/** The prompt and what there is to say about it. */
export interface PromptInput {
  text: string;
  warnings: string[];
}

/** Gathers the prompt; throws `no_input` when there is none and `input_error` when a file cannot be read. */
export async function readPrompt(sources: PromptSources): Promise<PromptInput> {
  const { flags } = sources;
  const isStdinMeant = flags.prompt === "-" || sources.positionals.includes("-");
  const words = (flags.prompt === "-" ? "" : flags.prompt) ||
    sources.positionals.filter((word) => word !== "-").join(" ");
  const given = flags.promptFile === undefined ? await promptText(words) : await promptFile(flags.promptFile);
  const patience = flags.stdinTimeout ?? STDIN_TIMEOUT_MS;
  const isAlone = given === "" || isStdinMeant;
  const extend = isAlone || flags.stdinTimeout !== undefined
    ? () => Promise.resolve(0)
    : () => furtherWait(sources.isFed ?? isFedByPipeline, patience);
  const waitMs = isAlone ? patience : flags.stdinTimeout ?? GRACE_MS;
  const maxBytes = sources.maxBytes ?? MAX_STDIN_BYTES;
  const piped = sources.stdin === null
    ? NOTHING
    : await readPiped(sources.stdin, { waitMs, extend, maxBytes, meanwhile: sources.meanwhile });
  if (piped.isSilent && isStdinMeant) throw noInput(flags, waitMs);
  const text = [piped.text, given].filter((piece) => piece !== "").join("\n\n");
  if (text.trim() === "") throw noInput(flags, piped.isSilent ? waitMs : null);
  return { text, warnings: piped.warnings };
}

/** How much longer a silent stdin beside a prompt is worth waiting for. */
async function furtherWait(isFed: () => Promise<boolean | null>, patienceMs: number): Promise<number> {
  const fed = await isFed();
  if (fed === null) return BLIND_GRACE_MS - GRACE_MS;
  return fed ? patienceMs : 0;
}

function noInput(flags: Flags, waitedMs: number | null): QwenError {
  const silence = waitedMs === null ? "" : ` Nothing came within ${waitedMs / 1000} s (--stdin-timeout).`;
  return fail(
    "no_input",
    `No input provided via stdin.${silence} Input can be provided by piping data into qwen or using the --prompt option.`,
    { hint: swallowed(flags) ?? "Try: qwen -p 'say hello', or: echo 'say hello' | qwen. See --help." },
  );
}

/** Where the prompt has gone when a list was followed by it: lists take all words up to the next flag. */
function swallowed(flags: Flags): string | null {
  for (const [name, value] of Object.entries(flags)) {
    const last: unknown = Array.isArray(value) && value.length > 1 ? value.at(-1) : undefined;
    if (typeof last !== "string" || !/^[^()]+ [^()]+$/.test(last)) continue;
    const flag = `--${kebabCase(name)}`;
    return `${flag} took ${
      JSON.stringify(last.slice(0, 80))
    } for one of its values. Write ${flag}=…, or give the prompt by -p.`;
  }
  return null;
}

async function promptFile(path: string): Promise<string> {
  const file = await readValueFile(path, { regularOnly: false, maxBytes: MAX_VALUE_BYTES });
  if (file.kind === "text") return file.text;
  throw fail("input_error", `Cannot read the prompt from ${path}: ${file.message}`, { param: "--prompt-file" });
}

/** `@path` alone is a file that holds the prompt; among other words, or as a folder, it is a reference for the session. */
async function promptText(words: string): Promise<string> {
  if (!/^@\S+$/.test(words)) return words;
  if (words.startsWith("@@")) return words.slice(1);
  const path = words.slice(1);
  const file = await readValueFile(path, { regularOnly: false, maxBytes: MAX_VALUE_BYTES });
  if (file.kind === "text") return file.text;
  if (file.kind === "directory") return words;
  throw fail("input_error", `Cannot read the prompt from ${path}: ${file.message}`, {
    hint: "A prompt that itself begins with @ is written with @@.",
  });
}

interface Piped {
  text: string;
  /** No byte came in time. */
  isSilent: boolean;
  warnings: string[];
}

const CHUNK_BYTES = 1 << 16;
const NOTHING: Piped = { text: "", isSilent: false, warnings: [] };

/** Reads stdin to its end, unless its first byte is late; once it has spoken it is waited for. */
async function readPiped(
  stdin: ByteSource,
  limits: { waitMs: number; extend: () => Promise<number>; maxBytes: number; meanwhile?: Promise<void> },
): Promise<Piped> {
  const chunks: Uint8Array[] = [];
  const warnings: string[] = [];
  let size = 0;
  let isSilent = false;
  try {
    const read = chunksOf(stdin);
    const first = read();
    let isHeard = false;
    const heard = (): void => void (isHeard = true);
    // A read that is given up later must not surface as an unhandled rejection.
    const hearing = first.then(heard, heard);
    // Files, closed pipes and producers that have written are heard by then, without a timer.
    if (limits.meanwhile) await Promise.race([hearing, limits.meanwhile]);
    if (!isHeard) await aMoment();
    let next = isHeard ? await first : await within(first, { ms: limits.waitMs, clock: systemClock });
    if (next === null) {
      const furtherMs = await limits.extend();
      next = await within(first, { ms: furtherMs, clock: systemClock });
      if (next === null && furtherMs > 0) {
        warnings.push(`Warning: stdin is open but was silent for ${limits.waitMs + furtherMs} ms and is not read.`);
      }
    }
    isSilent = next === null;
    while (next instanceof Uint8Array && size <= limits.maxBytes) {
      chunks.push(next);
      size += next.length;
      if (size <= limits.maxBytes) next = await read();
    }
  } catch (error) {
    throw fail("input_error", `Cannot read stdin: ${reasonOf(error)}`, { cause: error });
  } finally {
    stdin.close();
  }
  if (size > limits.maxBytes) warnings.push(`Warning: stdin input truncated to ${limits.maxBytes} bytes.`);
  const text = decodeUpTo(chunks, limits.maxBytes);
  if (text.includes("\ufffd") && !isUtf8(chunks, limits.maxBytes)) {
    warnings.push("Warning: stdin is not UTF-8 text: what could not be read was replaced.");
  }
  return { text, isSilent, warnings };
}

/** Whether bytes are text, apart from a last character that the limit has cut off. */
function isUtf8(chunks: readonly Uint8Array[], maxBytes: number): boolean {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let left = maxBytes;
  try {
    for (const chunk of chunks) {
      decoder.decode(chunk.subarray(0, left), { stream: true });
      left = Math.max(0, left - chunk.length);
    }
    if (left > 0) decoder.decode();
    return true;
  } catch {
    return false;
  }
}

/** Reads chunk by chunk: the next bytes, or `end`. */
function chunksOf(stdin: ByteSource): () => Promise<Uint8Array | "end"> {
  const buffer = new Uint8Array(CHUNK_BYTES);
  return async () => {
    const count = await stdin.read(buffer);
    return count === null ? "end" : buffer.slice(0, count);
  };
}

/** The text of the first bytes, without a character cut in half. */
function decodeUpTo(chunks: readonly Uint8Array[], maxBytes: number): string {
  const decoder = new TextDecoder();
  let text = "";
  let left = maxBytes;
  for (const chunk of chunks) {
    const part = chunk.subarray(0, left);
    left -= part.length;
    text += decoder.decode(part, { stream: true });
  }
  const isCut = left === 0 && chunks.reduce((sum, chunk) => sum + chunk.length, 0) > maxBytes;
  return isCut ? text : text + decoder.decode();
}
