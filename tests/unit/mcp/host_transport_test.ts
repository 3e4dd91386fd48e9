import { assertEquals } from "@std/assert";
import type { Json } from "../../../lib/model/json.ts";
import { HostTransport } from "../../../lib/mcp/transports/host_transport.ts";
import type { RpcMessage } from "../../../lib/mcp/sdk.ts";

const introduction = { protocolVersion: "v2", capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } };
const tools = { tools: [{ name: "parked", inputSchema: { type: "object" } }] };

function transport(manifest?: { introduction: typeof introduction; tools?: typeof tools }): {
  link: HostTransport;
  asked: unknown[];
  heard: RpcMessage[];
} {
  const asked: unknown[] = [];
  const heard: RpcMessage[] = [];
  const ask = ({ message }: { message: Json }): Promise<Json> => {
    asked.push((message as Json & RpcMessage).method);
    return Promise.resolve({ result: "live" });
  };
  const link = new HostTransport("s", { ask, ...(manifest ? { manifest } : {}) });
  link.onmessage = (message) => heard.push(message);
  return { link, asked, heard };
}

/** What a client says when it connects to a server, and once more asks for its tools. */
async function handshake(link: HostTransport, protocolVersion: string): Promise<void> {
  await link.send({ jsonrpc: "2.0", id: 0, method: "initialize", params: { protocolVersion } });
  await link.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  await link.send({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });
  await link.send({ jsonrpc: "2.0", id: 2, method: "tools/list", params: {} });
}

Deno.test("HostTransport answers a handshake from the manifest, once", async () => {
  const { link, asked, heard } = transport({ introduction, tools });
  await handshake(link, "v2");
  assertEquals(asked, ["tools/list"]);
  assertEquals(heard.map(({ id, result }) => [id, result]), [[0, introduction], [1, tools], [2, "live"]]);
});

Deno.test("HostTransport asks the server for tools that its manifest leaves out", async () => {
  const { link, asked } = transport({ introduction });
  await handshake(link, "v2");
  assertEquals(asked, ["tools/list", "tools/list"]);
});

Deno.test("HostTransport does the whole handshake where the protocols differ or there is no manifest", async () => {
  const whole = ["initialize", "notifications/initialized", "tools/list", "tools/list"];
  const other = transport({ introduction, tools });
  await handshake(other.link, "v3");
  const none = transport();
  await handshake(none.link, "v2");
  assertEquals([other.asked, none.asked], [whole, whole]);
});
