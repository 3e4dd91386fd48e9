import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { QwenError } from "../../../lib/model/problem.ts";
import { webFetch } from "../../../lib/tools/web_fetch.ts";
import type { Tool } from "../../../lib/model/ports.ts";
import { ToolBench } from "../../support/tool_bench.ts";

function webOf(pages: Record<string, Response>, asked: string[] = []): Tool {
  return webFetch({
    fetch: (url) => {
      asked.push(url);
      return Promise.resolve(pages[url]);
    },
    lookup: (host) => Promise.resolve(host === "rebind.example" ? ["93.184.216.34", "10.0.0.1"] : ["93.184.216.34"]),
  });
}

Deno.test("webFetch makes HTML readable and follows redirections", async () => {
  await using bench = await ToolBench.open();
  const asked: string[] = [];
  const tool = webOf({
    "https://a.example/": new Response(null, { status: 302, headers: { location: "/b" } }),
    "https://a.example/b": new Response("<title>t</title><h1>Hi</h1><p>a &amp; b</p>", {
      headers: { "content-type": "text/html; charset=utf-8" },
    }),
  }, asked);
  assertEquals(
    await bench.text(tool, { url: "https://a.example/", prompt: "x" }),
    "Content of https://a.example/b (HTTP 200):\n\nt\n\n# Hi\n\na & b",
  );
  assertEquals(asked, ["https://a.example/", "https://a.example/b"]);
});

Deno.test("webFetch refuses private addresses, also behind names and redirections", async () => {
  await using bench = await ToolBench.open();
  const tool = webOf({
    "https://a.example/": new Response(null, { status: 302, headers: { location: "http://169.254.169.254/meta" } }),
    "https://b.example/": new Response(null, { status: 302, headers: { location: "file:///etc/passwd" } }),
    "https://c.example/": new Response("x", { headers: { "content-type": "image/png" } }),
    "https://d.example/": new Response("y".repeat(6 * 1024 * 1024)),
  });
  const refused = [
    ...["http://localhost/", "http://127.0.0.1/", "http://0x7f.1/", "http://2130706433/", "http://[::1]/"],
    ...["http://[::ffff:10.0.0.1]/", "http://x.internal/", "https://rebind.example/", "https://a.example/"],
    ...["https://b.example/", "ftp://a.example/", "nonsense", "http://localhost./"],
  ];
  for (const url of refused) {
    await assertRejects(() => bench.call(tool, { url, prompt: "x" }), QwenError, "");
  }
  await assertRejects(() => bench.call(tool, { url: "https://c.example/", prompt: "x" }), QwenError, "not text");
  assertStringIncludes(await bench.text(tool, { url: "https://d.example/", prompt: "x" }), "[... cut:");
});
