import type { Connection, ListeningTransport } from "../../../lib/host/transports/transport.ts";
import { listenTcp } from "../../../lib/host/transports/tcp.ts";

const MASK = 0x55;

/** TCP with every byte masked, so that only this transport can have carried what arrives. */
export const toy: ListeningTransport = {
  name: "toy",
  summary: "Masked bytes on --tcp-port",
  isReachable: true,
  listen: (options) => {
    const tcp = listenTcp(options);
    return Promise.resolve({
      address: { ...tcp.address, transport: "toy" },
      connections: () => masked(tcp.connections()),
      close: () => tcp.close(),
    });
  },
};

async function* masked(connections: AsyncIterable<Connection>): AsyncGenerator<Connection> {
  for await (const connection of connections) {
    yield {
      readable: connection.readable.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform: (bytes, controller) => controller.enqueue(mask(bytes)),
        }),
      ),
      sink: { write: (bytes) => connection.sink.write(mask(bytes)) },
      closeWrite: () => connection.closeWrite(),
      close: () => connection.close(),
      peer: connection.peer,
    };
  }
}

function mask(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte) => byte ^ MASK);
}
