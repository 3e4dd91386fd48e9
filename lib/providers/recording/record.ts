import { fail, problemOf, reasonOf } from "../../model/problem.ts";
import type { ModelChunk, ModelRequest, Provider } from "../../model/ports.ts";
import { ChunkRedactor } from "./chunk_redactor.ts";
import { type RecordingLine, toRecorded } from "./recording.ts";
import { redactKeys, Redactor } from "../../stream/redact.ts";

/** Options of a recording. */
export interface RecordOptions {
  /** Takes one line with its newline. */
  write(line: string): Promise<void>;
  /** Values that the recording must not contain, such as the key in use. */
  secrets?: readonly string[];
  /** Further secrets, which may still become known. */
  redactor?: Redactor;
}

/** Wraps a provider so that every request and every answer is written as JSON lines. */
export function recordProvider(provider: Provider, options: RecordOptions): Provider {
  const own = new Redactor(options.secrets);
  const { redactor = own } = options;
  let exchanges = 0;
  let started: Promise<void> | null = null;
  const write = async (line: RecordingLine): Promise<void> => {
    const text = own.text(redactor.text(redactKeys(JSON.stringify(line))));
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
    const answer = new ChunkRedactor(redactor);
    try {
      for await (const chunks of provider.stream(request, signal)) {
        await write({ n, chunks: answer.clean(chunks) });
        yield chunks;
      }
      const rest = answer.end();
      if (rest.length > 0) await write({ n, chunks: rest });
    } catch (error) {
      await write(signal.aborted ? { n, aborted: true } : { n, problem: problemOf(error) });
      throw error;
    }
  }
  return { name: provider.name, stream };
}

/** Opens a file for a recording. Only its owner can read it: it holds the whole conversation. */
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
      queue = done.catch(() => {/* The caller of this write handles its error. */});
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
