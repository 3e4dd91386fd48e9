import type { OwnFlagSpec } from "../../args/table/flag_spec.ts";

/** The address of the queue, for all commands that use one. */
export const QUEUE_FLAG = {
  type: "string",
  metavar: "URL",
  env: "QWEN_QUEUE",
  help: "A NATS server with JetStream: nats://HOST:PORT, tls://HOST:PORT, nats://USER:PASSWORD@HOST",
} as const satisfies OwnFlagSpec;

/** The credentials of the queue. */
export const QUEUE_CREDS_FLAG = {
  type: "string",
  metavar: "FILE",
  help: "Credentials for the queue",
} as const satisfies OwnFlagSpec;

/** How often a job is tried again. */
export const RETRIES_FLAG = {
  type: "integer",
  min: 0,
  max: 100,
  metavar: "N",
  default: "1",
  help: "Further attempts after an error that may pass",
} as const satisfies OwnFlagSpec;
