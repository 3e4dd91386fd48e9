/**
 * Where the prompt comes from. A prompt on the command line is complete in itself, so stdin is then taken along only when
 * it speaks at once: files, closed pipes and producers that have already written do; a pipe that a parent process
 * merely left open does not, and must not delay the model. A lone `-`, as the prompt or beside it, says that stdin is
 * meant, and so does an explicit --stdin-timeout: then it is waited for.
 */
import { fail, type QwenError } from "../model/problem.ts";
import type { Flags } from "./flag_table.ts";
import { MAX_VALUE_BYTES } from "./flag_values.ts";
import { readValueFile } from "./value_file.ts";

/** Most bytes of a piped prompt; the rest is cut off with a warning. */
export const MAX_STDIN_BYTES = 8 * 1024 * 1024;

/** How long stdin may be silent beside a prompt on the command line. */
export const GRACE_MS = 50;

/** How long stdin may be silent when it is the only source of the prompt. */
export const STDIN_TIMEOUT_MS = 10_000;

/** What the prompt is made of. */
export interface PromptSources {
  flags: Pick<Flags, "prompt" | "promptFile" | "stdinTimeout">;
  positionals: readonly string[];
  /** Null when stdin is a terminal or belongs to a host. */
  stdin: ReadableStream<Uint8Array> | null;
  maxBytes?: number;
  graceMs?: number;
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
  const waitMs = isAlone ? patience : flags.stdinTimeout ?? sources.graceMs ?? GRACE_MS;
  const maxBytes = sources.maxBytes ?? MAX_STDIN_BYTES;
  const piped = sources.stdin === null ? NOTHING : await readPiped(sources.stdin, { waitMs, maxBytes });
  if (piped.isSilent && isStdinMeant) throw noInput(waitMs);
  const text = [piped.text, given].filter((piece) => piece !== "").join("\n\n");
  if (text.trim() === "") throw noInput(piped.isSilent ? waitMs : null);
  const warnings = [...piped.warnings];
  if (piped.isSilent) {
    warnings.push(`Warning: stdin was open but silent for ${waitMs} ms and was not read. Add - to wait for it.`);
  }
  return { text, warnings };
}

function noInput(waitedMs: number | null): QwenError {
  const silence = waitedMs === null ? "" : ` Nothing came within ${waitedMs / 1000} s (--stdin-timeout).`;
  return fail(
    "no_input",
    `No input provided via stdin.${silence} Input can be provided by piping data into qwen or using the --prompt option.`,
    { hint: "Try: qwen -p 'say hello', or: echo 'say hello' | qwen. See --help." },
  );
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

const NOTHING: Piped = { text: "", isSilent: false, warnings: [] };

/** Reads stdin to its end, unless its first byte is late; once it has spoken it is waited for. */
async function readPiped(
  stdin: ReadableStream<Uint8Array>,
  limits: { waitMs: number; maxBytes: number },
): Promise<Piped> {
  const reader = stdin.getReader();
  const silence = Promise.withResolvers<null>();
  const timer = setTimeout(() => silence.resolve(null), limits.waitMs);
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isSilent = false;
  try {
    let next = await Promise.race([reader.read(), silence.promise]);
    isSilent = next === null;
    while (next !== null && !next.done && size <= limits.maxBytes) {
      chunks.push(next.value);
      size += next.value.length;
      if (size <= limits.maxBytes) next = await reader.read();
    }
  } catch (error) {
    throw fail("input_error", `Cannot read stdin: ${error instanceof Error ? error.message : error}`, { cause: error });
  } finally {
    clearTimeout(timer);
    await reader.cancel();
  }
  const warnings = size > limits.maxBytes ? [`Warning: stdin input truncated to ${limits.maxBytes} bytes.`] : [];
  return { text: decodeUpTo(chunks, limits.maxBytes), isSilent, warnings };
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
