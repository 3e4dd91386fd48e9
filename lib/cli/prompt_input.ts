/**
 * Where the prompt comes from. A prompt on the command line is complete in itself. Stdin is read in addition when it has
 * input at once (files, closed pipes, producers that have written) or when a pipeline feeds it, however late; a pipe that
 * a parent process merely left open does not delay the model. A lone `-`, as the prompt or beside it, means that stdin
 * is expected: then it is waited for. `--stdin-timeout` limits every wait.
 */
import { fail, type QwenError, reasonOf } from "../model/problem.ts";
import { within } from "../model/within.ts";
import { kebabCase } from "./args/table/flag_spec.ts";
import type { Flags } from "./args/table/flag_table.ts";
import { MAX_VALUE_BYTES } from "./args/flag_values.ts";
import type { ByteSource } from "./process/pipes.ts";
import { isFedByPipeline } from "./process/stdin_writer.ts";
import { readValueFile } from "../config/value_file.ts";
import { systemClock } from "../model/clock.ts";

/** Most bytes of a piped prompt; the rest is cut off with a warning. */
export const MAX_STDIN_BYTES = 8 * 1024 * 1024;

/** How long stdin may be silent beside a prompt before its writer is looked up. */
const GRACE_MS = 20;

/** How long it may be silent in all where its writer cannot be determined. */
const BLIND_GRACE_MS = 500;

/** How long stdin may be silent when it is the only source of the prompt and no pipeline feeds it. */
const STDIN_TIMEOUT_MS = 10_000;

/** The sources of the prompt. */
export interface PromptSources {
  flags: Flags;
  positionals: readonly string[];
  /** Null when stdin is a terminal or belongs to a host. */
  stdin: ByteSource | null;
  maxBytes?: number;
  /** Whether a pipeline feeds stdin; null where that cannot be determined. */
  isFed?: () => Promise<boolean | null>;
}

/** The prompt, and warnings about it. */
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
  const isAlone = given === "" || isStdinMeant;
  const waitMs = flags.stdinTimeout ?? GRACE_MS;
  const extend = flags.stdinTimeout === undefined
    ? () => furtherWait(sources.isFed ?? isFedByPipeline, isStdinMeant ? "meant" : isAlone ? "alone" : "beside")
    : () => Promise.resolve(0);
  const maxBytes = sources.maxBytes ?? MAX_STDIN_BYTES;
  const piped = sources.stdin === null ? NOTHING : await readPiped(sources.stdin, {
    waitMs,
    extend,
    maxBytes,
    isBounded: flags.stdinTimeout !== undefined && !isAlone,
  });
  if (piped.isSilent && isStdinMeant) throw noInput(flags, piped.waitedMs);
  const text = [piped.text, given].filter((piece) => piece !== "").join("\n\n");
  if (text.trim() === "") throw noInput(flags, piped.isSilent ? piped.waitedMs : null);
  return { text, warnings: piped.warnings };
}

/**
 * How much longer to wait for a silent stdin; null is without limit. A producer in the same pipeline is waited for,
 * however late its first byte, and so is stdin that the command line asks for.
 */
async function furtherWait(
  isFed: () => Promise<boolean | null>,
  use: "meant" | "alone" | "beside",
): Promise<number | null> {
  if (use === "meant") return null;
  const fed = await isFed();
  if (fed) return null;
  if (use === "alone") return STDIN_TIMEOUT_MS - GRACE_MS;
  return fed === null ? BLIND_GRACE_MS - GRACE_MS : 0;
}

function noInput(flags: Flags, waitedMs: number | null): QwenError {
  const silence = waitedMs === null ? "" : ` Nothing came within ${waitedMs / 1000} s (--stdin-timeout).`;
  return fail(
    "no_input",
    `No input provided via stdin.${silence} Input can be provided by piping data into qwen or using the --prompt option.`,
    { hint: swallowed(flags) ?? "Try: qwen -p 'say hello', or: echo 'say hello' | qwen. See --help." },
  );
}

/** The flag that took the prompt as one of its values: lists take all words up to the next flag. */
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
  waitedMs: number;
  warnings: string[];
}

const CHUNK_BYTES = 1 << 16;
const NOTHING: Piped = { text: "", isSilent: false, waitedMs: 0, warnings: [] };

/** Reads stdin to its end, unless its first byte is late. */
async function readPiped(
  stdin: ByteSource,
  limits: { waitMs: number; extend: () => Promise<number | null>; maxBytes: number; isBounded: boolean },
): Promise<Piped> {
  const chunks: Uint8Array[] = [];
  const warnings: string[] = [];
  let size = 0;
  let isSilent = false;
  let waitedMs = limits.waitMs;
  try {
    const read = chunksOf(stdin);
    const first = read();
    let next = await within(first, { ms: limits.waitMs, clock: systemClock });
    if (next === null) {
      const furtherMs = await limits.extend();
      next = furtherMs === null ? await first : await within(first, { ms: furtherMs, clock: systemClock });
      waitedMs += furtherMs ?? 0;
      if (next === null && (furtherMs !== 0 || limits.isBounded)) {
        warnings.push(`Warning: stdin is open but was silent for ${waitedMs} ms and is not read.`);
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
    warnings.push("Warning: stdin is not UTF-8 text: invalid bytes were replaced.");
  }
  return { text, isSilent, waitedMs, warnings };
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
