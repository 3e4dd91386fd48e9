import type { ByteSink } from "../../stream/text_pump.ts";
import type { Connection } from "./transport.ts";

/**
 * A connection inside this process. Without input its client sends nothing: the prompt came on the command line. With
 * input, it sends what a person types at the terminal.
 */
export function memoryConnection(sink: ByteSink, input: ReadableStream<Uint8Array> | null = null): Connection {
  return {
    readable: input ?? new ReadableStream({ start: (controller) => controller.close() }),
    sink,
    peer: "the command line",
    closeWrite: () => Promise.resolve(),
    close: () => {},
  };
}
