import { TextLineStream } from "@std/streams/text-line-stream";
import type { Router } from "../engine/router.ts";
import type { Command, Conversation, Event } from "../model/mod.ts";
import { type Batch, BatchFold, Fold } from "../stream/fold.ts";
import { LineGuard } from "../stream/line_guard.ts";
import { secrets } from "./secrets.ts";

/** Bytes of a client as lines, none longer than the limit. */
export function linesOf(bytes: ReadableStream<Uint8Array>, maxLineBytes: number): ReadableStream<string> {
  return bytes
    .pipeThrough(new LineGuard(maxLineBytes))
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .pipeThrough(new TextLineStream());
}

/** The two ends of a run and what lies between them. */
export interface Pipeline<Out> {
  commands: ReadableStream<Command>;
  router: Pick<Router, "readable" | "writable">;
  conversation: { encode(event: Event): Iterable<Out> };
  writer: WritableStream<Out | Batch<Out>>;
  /** Sees every event before it is put into words. */
  watch: (event: Event) => void;
}

/** Commands in, records out. Resolves when the last byte was taken, rejects when the reader is gone. */
export async function compose<Out>({ commands, router, conversation, writer, watch }: Pipeline<Out>): Promise<void> {
  const encode = (event: Event): Iterable<Out> => {
    const clean = withoutSecrets(event);
    watch(clean);
    return conversation.encode(clean);
  };
  await commands
    .pipeThrough(router)
    .pipeThrough(new BatchFold(encode))
    .pipeTo(writer);
}

/** An event without secrets. The pieces of an answer are many, and only their text can hold one. */
function withoutSecrets(event: Event): Event {
  if (event.type !== "part.delta") return secrets.value(event);
  const delta = secrets.text(event.delta);
  return delta === event.delta ? event : { ...event, delta };
}

/** A client's lines as commands. */
export function commandsOf(lines: ReadableStream<string>, conversation: Conversation): ReadableStream<Command> {
  return lines.pipeThrough(new Fold((line: string) => conversation.decode(line)));
}
