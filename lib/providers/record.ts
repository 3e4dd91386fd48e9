import { fail, problemOf, reasonOf } from "../model/problem.ts";
import type { ModelChunk, ModelRequest, Provider } from "../model/ports.ts";
import { type RecordingLine, toRecorded } from "./recording.ts";
import { redactKeys } from "./redact.ts";

const MIN_SECRET_CHARS = 8;

/** Where a recording goes. */
export interface RecordOptions {
  /** Takes one line with its newline. */
  write(line: string): Promise<void>;
  /** Texts that must not reach the recording, such as the key in use. */
  secrets?: readonly string[];
}

/** Wraps a provider so that everything it is asked and everything it sends is written as JSON lines. */
export function recordProvider(provider: Provider, options: RecordOptions): Provider {
  // Local servers take any key, such as "test": one that short is no secret, and a word of every prompt.
  const secrets = (options.secrets ?? []).filter((secret) => secret.length >= MIN_SECRET_CHARS);
  let exchanges = 0;
  let started: Promise<void> | null = null;
  const write = async (line: RecordingLine): Promise<void> => {
    let text = redactKeys(JSON.stringify(line));
    for (const secret of secrets) text = text.replaceAll(secret, "[key]");
    try {
      await options.write(`${text}\n`);
    } catch (error) {
      throw fail("config_invalid", `Cannot write the recording: ${reasonOf(error)}`, {
        cause: error,
        hint: "Name a file that can be written with --record.",
      });
    }
  };
  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelChunk[]> {
    const n = exchanges++;
    started ??= write({ format: 1, provider: provider.name });
    await started;
    await write({ n, request: toRecorded(request) });
    try {
      for await (const chunks of provider.stream(request, signal)) {
        await write({ n, chunks });
        yield chunks;
      }
    } catch (error) {
      await write(signal.aborted ? { n, aborted: true } : { n, problem: problemOf(error) });
      throw error;
    }
  }
  return { name: provider.name, stream };
}

/** A file that takes a recording. Readable by its owner only: it holds the whole conversation. */
export async function openRecordingFile(path: string): Promise<RecordingFile> {
  const file = await Deno.open(path, { create: true, write: true, truncate: true, mode: 0o600 }).catch((error) => {
    throw fail("config_invalid", `Cannot write the recording ${path}: ${reasonOf(error)}`, {
      cause: error,
      hint: "Name a file that can be written with --record.",
    });
  });
  const encoder = new TextEncoder();
  // Exchanges may overlap, and a line must not be written into the middle of another.
  let queue: Promise<void> = Promise.resolve();
  const writeAll = async (bytes: Uint8Array): Promise<void> => {
    for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
  };
  return {
    write(line: string): Promise<void> {
      const done = queue.then(() => writeAll(encoder.encode(line)));
      queue = done.catch(() => {});
      return done;
    },
    async close(): Promise<void> {
      await queue;
      file.close();
    },
  };
}

/** An open recording. */
export interface RecordingFile {
  write(line: string): Promise<void>;
  /** Resolves when everything is written. */
  close(): Promise<void>;
}
