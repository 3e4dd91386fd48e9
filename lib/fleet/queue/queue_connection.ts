import type { ConsumerConfig, JetStreamClient, JetStreamManager } from "@nats-io/jetstream";
import type { KV } from "@nats-io/kv";
import type { Authenticator, ConnectionOptions, NatsConnection } from "@nats-io/transport-node";
import { AckPolicy, connect, credsAuthenticator, DiscardPolicy, jetstream, JetStreamApiError } from "./nats.js";
import { jetstreamManager, Kvm, RetentionPolicy, StorageType } from "./nats.js";
import { fail } from "../../model/problem.ts";
import { pause } from "../../model/timer.ts";

/** Where the queue is and how to log in. */
export interface QueueAddress {
  /** Such as `nats://user:password@host:4222`; `tls://` asks for TLS. */
  url: string;
  /** A file with credentials. */
  creds?: string | undefined;
  /** A file with the certificate of the authority that vouches for the server. */
  caFile?: string | undefined;
}

/** How patient a connection is. */
export interface QueuePatience {
  /** Whether it waits for a server that is not there yet. */
  waits: boolean;
  /** Gets a line when the connection is lost or back. */
  note: (text: string) => void;
  now: () => number;
}

/** An open queue: its streams exist. */
export interface QueueConnection {
  nats: NatsConnection;
  jetstream: JetStreamClient;
  manager: JetStreamManager;
  status: KV;
  /** The address without credentials. */
  shown: string;
  /** Since when the connection stands, in milliseconds since 1970. */
  since(): number;
  /** The largest message that the server takes, in bytes. */
  maxPayload: number;
}

const DEFAULT_PORT = 4222;
const DEFAULT_PAYLOAD = 1024 * 1024;
const RETRY_MS = 500;
const DAY_NS = 24 * 60 * 60 * 1e9;
const EVENTS_PER_JOB = 20_000;

/** Connects to a queue and makes its streams where they are absent. */
export async function openQueueConnection(address: QueueAddress, patience: QueuePatience): Promise<QueueConnection> {
  const { options, shown } = await optionsOf(address);
  const nats = await connectTo(shown, { options, patience });
  let since = patience.now();
  void report(nats, { shown, note: patience.note, onBack: () => since = patience.now() });
  let noted = "";
  for (;;) {
    try {
      const manager = await jetstreamManager(nats);
      await makeStreams(manager);
      const status = await new Kvm(nats).create("QWEN_STATUS", { history: 1, storage: StorageType.File });
      const { max_payload: maxPayload = DEFAULT_PAYLOAD } = nats.info ?? {};
      return { nats, jetstream: jetstream(nats), manager, status, shown, since: () => since, maxPayload };
    } catch (error) {
      if (!patience.waits) {
        await nats.close();
        throw unreachable(shown, error);
      }
      // A server that has just started has no streams yet.
      const reason = reasonOf(error);
      if (reason !== noted) patience.note(`qwen: The queue at ${shown} is not ready: ${reason}`);
      noted = reason;
      await pause(2 * RETRY_MS);
    }
  }
}

async function connectTo(
  shown: string,
  { options, patience }: { options: ConnectionOptions; patience: QueuePatience },
): Promise<NatsConnection> {
  for (let attempt = 1;; attempt++) {
    try {
      return await connect({ ...options, maxReconnectAttempts: patience.waits ? -1 : 3, reconnectTimeWait: RETRY_MS });
    } catch (error) {
      const isRefused = error instanceof Error && /authori[sz]ation|authentication|credentials/i.test(error.message);
      if (isRefused || !patience.waits) throw unreachable(shown, error);
      if (attempt === 1) patience.note(`qwen: Cannot reach the queue at ${shown} yet: ${reasonOf(error)}`);
      await pause(2 * RETRY_MS);
    }
  }
}

async function report(
  nats: NatsConnection,
  { shown, note, onBack }: { shown: string; note: (text: string) => void; onBack: () => void },
): Promise<void> {
  for await (const { type } of nats.status()) {
    if (type === "disconnect") note(`qwen: The connection to the queue at ${shown} is lost; trying again.`);
    if (type !== "reconnect") continue;
    onBack();
    note(`qwen: The queue at ${shown} is back.`);
  }
}

async function optionsOf({ url, creds, caFile }: QueueAddress): Promise<{ options: ConnectionOptions; shown: string }> {
  const place = URL.parse(url.includes("://") ? url : `nats://${url}`);
  if (!place || !/^(nats|tls):$/.test(place.protocol) || place.hostname === "") {
    throw fail("config_invalid", `--queue is not an address of a NATS server`, {
      hint: "It looks like nats://host:4222 or tls://host:4222.",
    });
  }
  const { hostname, port, username, password, protocol } = place;
  const server = `${hostname}:${port || DEFAULT_PORT}`;
  const user = decodeURIComponent(username);
  return {
    shown: `${protocol}//${server}`,
    options: {
      servers: server,
      name: "qwen",
      ...(user === "" ? {} : password === "" ? { token: user } : { user, pass: decodeURIComponent(password) }),
      ...(creds === undefined ? {} : { authenticator: await readCreds(creds) }),
      ...(protocol === "tls:" ? { tls: caFile === undefined ? {} : { caFile } } : {}),
    },
  };
}

async function readCreds(path: string): Promise<Authenticator> {
  try {
    const login = credsAuthenticator(await Deno.readFile(path));
    // It reads the content when it signs something.
    login("check");
    return login;
  } catch (error) {
    throw fail("config_invalid", `--queue-creds ${path}: ${reasonOf(error)}`, {
      cause: error,
      hint: "It is a file with the JWT and the seed of a user, as nsc writes it.",
    });
  }
}

/** The streams of the contract; one that exists with other limits is left as it is. */
async function makeStreams(manager: JetStreamManager): Promise<void> {
  const known = new Set<string>();
  for await (const { config } of manager.streams.list()) known.add(config.name);
  const storage = StorageType.File;
  const make = async (config: Parameters<JetStreamManager["streams"]["add"]>[0]): Promise<void> => {
    if (!known.has(config.name ?? "")) await manager.streams.add({ ...config, storage });
  };
  await make({ name: "QWEN_JOBS", subjects: ["qwen.jobs.*"], retention: RetentionPolicy.Workqueue });
  await make({
    name: "QWEN_RESULTS",
    subjects: ["qwen.results.*"],
    max_msgs_per_subject: 1,
    discard: DiscardPolicy.New,
    discard_new_per_subject: true,
  });
  await make({
    name: "QWEN_EVENTS",
    subjects: ["qwen.events.*"],
    max_msgs_per_subject: EVENTS_PER_JOB,
    max_age: 7 * DAY_NS,
  });
  await make({ name: "QWEN_DEAD", subjects: ["qwen.dead.*"], max_msgs_per_subject: 1 });
}

/** The name of the consumer that all workers share. */
export const WORKERS = "workers";

/** Makes the consumer of the workers, or gives it another time to wait for an answer. */
export async function makeConsumer({ manager }: QueueConnection, ackWaitMs: number): Promise<void> {
  await manager.consumers.add("QWEN_JOBS", {
    durable_name: WORKERS,
    ack_policy: AckPolicy.Explicit,
    ack_wait: ackWaitMs * 1e6,
    // Workers count deliveries themselves, so that every job gets a result.
    max_deliver: -1,
    max_ack_pending: -1,
  });
}

/** Makes the consumer again with the same options, so that it delivers all messages that are there. */
export async function remakeConsumer({ manager }: QueueConnection, config: ConsumerConfig): Promise<void> {
  try {
    await manager.consumers.delete("QWEN_JOBS", WORKERS);
    await manager.consumers.add("QWEN_JOBS", config);
  } catch (error) {
    // Another worker does the same at this moment.
    if (!(error instanceof JetStreamApiError)) throw error;
  }
}

function unreachable(shown: string, error: unknown): Error {
  return fail("queue_unreachable", `Cannot use the queue at ${shown}: ${reasonOf(error)}`, {
    cause: error,
    hint: "It needs a NATS server with JetStream (nats-server -js) and, if asked for, credentials.",
  });
}

/** The message of an error of the client library. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return `${error instanceof Error ? error.message : String(error)}${cause}`;
}
