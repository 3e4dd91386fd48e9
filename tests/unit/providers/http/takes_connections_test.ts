import { assertEquals } from "@std/assert";
import { takesConnections } from "../../../../lib/providers/http/takes_connections.ts";

Deno.test("takesConnections knows a server that listens from one that does not", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const url = `http://127.0.0.1:${listener.addr.port}/v1`;
  const { signal } = new AbortController();
  assertEquals(await takesConnections(url, signal), true);
  listener.close();
  assertEquals(await takesConnections(url, signal).catch(() => false), false);
});
