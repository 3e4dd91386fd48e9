/**
 * Limits how long a queue keeps events and results: `deno run -A examples/fleet/keep_days.ts nats://HOST:4222 DAYS`.
 * The server removes what is older. The program leaves limits of existing streams as they are.
 */
import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";

const DAY_NS = 24 * 60 * 60 * 1e9;
const [address = "", days = ""] = Deno.args;
if (!/^nats:\/\//.test(address) || !(Number(days) > 0)) {
  console.error("Usage: keep_days.ts nats://HOST:PORT DAYS");
  Deno.exit(2);
}

const nats = await connect({ servers: address.replace("nats://", "") });
const manager = await jetstreamManager(nats);
for (const stream of ["QWEN_EVENTS", "QWEN_RESULTS"]) {
  await manager.streams.update(stream, { max_age: Number(days) * DAY_NS });
  const { state } = await manager.streams.info(stream);
  console.log(`${stream} keeps ${days} days: ${state.messages} messages, ${Math.ceil(state.bytes / 1024)} KiB`);
}
await nats.close();
