/**
 * The clients of NATS. The build bundles this module by itself: the packages call `require` for modules of Node, and a
 * bundle that does so loads Node's module system at start-up.
 */
export {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  jetstream,
  JetStreamApiError,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from "@nats-io/jetstream";
export { Kvm } from "@nats-io/kv";
export { connect, credsAuthenticator } from "@nats-io/transport-node";
