import type { ByteSink } from "../../stream/text_pump.ts";
import type { Connection } from "./transport.ts";

/** The standard streams of this process as the connection to its one client. */
export function stdioConnection(streams: { stdin: ReadableStream<Uint8Array>; stdout: ByteSink }): Connection {
  return {
    readable: streams.stdin,
    sink: streams.stdout,
    peer: "stdin",
    closeWrite: () => Promise.resolve(),
    // The process ends after this; a blocked read of stdin ends with it.
    close: () => {},
  };
}
