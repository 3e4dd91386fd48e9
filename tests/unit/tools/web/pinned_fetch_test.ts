import { assertEquals, assertRejects } from "@std/assert";
import { pinnedFetch } from "../../../../lib/tools/web/pinned_fetch.ts";
import { webFetch } from "../../../../lib/tools/web/web_fetch.ts";
import { QwenError } from "../../../../lib/model/problem.ts";
import { ToolBench } from "../../../support/tool_bench.ts";

Deno.test("pinnedFetch goes to the checked address whatever the name means", async () => {
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => new Response(`${request.headers.get("host")} ${"x".repeat(200_000)}`),
  );
  const pin = { address: "127.0.0.1", port: server.addr.port };
  const response = await pinnedFetch("http://never.resolves.invalid/a", { headers: { connection: "close" } }, pin);
  assertEquals((await response.text()).slice(0, 22), "never.resolves.invalid");
});

Deno.test("pinnedFetch says when the address cannot be reached", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  await assertRejects(() => pinnedFetch("http://a.example/", {}, { address: "127.0.0.1", port }), Error);
});

Deno.test("webFetch reaches a private address only when it is named, and takes no detour to another host", async () => {
  await using bench = await ToolBench.open();
  const asked: { url: string; address: string }[] = [];
  let lookups = 0;
  const tool = (reach: "named" | "public" | "closed"): ReturnType<typeof webFetch> =>
    webFetch({
      fetch: (url, _init, { address }) => {
        asked.push({ url, address });
        return Promise.resolve(
          url.includes("detour")
            ? new Response(null, { status: 302, headers: { location: "https://other.example/?data=1" } })
            : new Response("page"),
        );
      },
      // Another answer each time: what was checked is what is connected to.
      lookup: () => Promise.resolve([["93.184.216.34"], ["10.0.0.1"]][lookups++ % 2]),
      reach: (url) => url.includes("other") ? "closed" : reach,
    });
  const fetching = (url: string, reach: "named" | "public" | "closed"): Promise<string> =>
    bench.text(tool(reach), { url, prompt: "x" });
  await assertRejects(() => fetching("http://127.0.0.1:8080/", "public"), QwenError, "private network");
  await assertRejects(() => fetching("http://127.0.0.1:8080/", "closed"), QwenError, "private network");
  await fetching("http://127.0.0.1:8080/", "named");
  await fetching("https://rebind.example/", "public");
  await assertRejects(() => fetching("https://rebind.example/", "public"), QwenError, "private network");
  await assertRejects(() => fetching("https://a.example/detour", "public"), QwenError, "another host");
  assertEquals(asked.map(({ address }) => address), ["127.0.0.1", "93.184.216.34", "93.184.216.34"]);
});
