import { TextLineStream } from "@std/streams/text-line-stream";
import type { Router } from "../engine/router.ts";
import type { Command, Conversation } from "../model/mod.ts";
import type { Batch } from "../stream/batch.ts";
import { BatchFold, Fold } from "../stream/fold.ts";
import { LineGuard } from "../stream/line_guard.ts";
import { type Speech, spoken } from "./spoken.ts";

/** Bytes of a client as lines, none longer than the limit. */
export function linesOf(bytes: ReadableStream<Uint8Array>, maxLineBytes: number): ReadableStream<string> {
  return bytes
    .pipeThrough(new LineGuard(maxLineBytes))
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .pipeThrough(new TextLineStream());
}

/** The two ends of a run and what lies between them. */
export interface Pipeline<Out> extends Speech<Out> {
  commands: ReadableStream<Command>;
  router: Pick<Router, "readable" | "writable">;
  writer: WritableStream<Out | Batch<Out>>;
}

/** Commands in, records out. Resolves when the last byte was taken, rejects when the reader is gone. */
export async function compose<Out>({ commands, router, writer, ...speech }: Pipeline<Out>): Promise<void> {
  await commands
    .pipeThrough(router)
    .pipeThrough(new BatchFold(spoken(speech)))
    .pipeTo(writer);
}

/** A client's lines as commands. */
export function commandsOf(lines: ReadableStream<string>, conversation: Conversation): ReadableStream<Command> {
  return lines.pipeThrough(new Fold((line: string) => conversation.decode(line)));
}
