/** The list of transports. A new one is a file beside this one and a line here. */
import { pipe } from "./pipe.ts";
import { tcp } from "./tcp.ts";
import type { ListeningTransport } from "./transport.ts";
import { unix } from "./unix.ts";
import { ws } from "./ws.ts";

/** The transports that a server can listen on, by the value of `--server-mode`. */
export const LISTENING_TRANSPORTS: readonly ListeningTransport[] = [tcp, unix, pipe, ws];
