import { TextLineStream } from "@std/streams/text-line-stream";
import { LineGuard } from "./line_guard.ts";

/** Bytes as lines, none longer than the limit. */
export function linesOf(bytes: ReadableStream<Uint8Array>, maxLineBytes: number): ReadableStream<string> {
  return bytes
    .pipeThrough(new LineGuard(maxLineBytes))
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .pipeThrough(new TextLineStream());
}
