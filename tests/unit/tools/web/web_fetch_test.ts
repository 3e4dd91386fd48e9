import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { QwenError } from "../../../../lib/model/problem.ts";
import { webFetch, type WebFetchOptions } from "../../../../lib/tools/web/web_fetch.ts";
import type { Tool } from "../../../../lib/model/ports.ts";
import { ToolBench } from "../../../support/tool_bench.ts";

function webOf(
  pages: Record<string, Response>,
  asked: string[] = [],
  { reach }: Pick<WebFetchOptions, "reach"> = {},
): Tool {
  return webFetch({
    ...(reach ? { reach } : {}),
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
  const asked: string[] = [];
  const tool = webOf({
    "https://a.example/": new Response(null, { status: 302, headers: { location: "http://169.254.169.254/meta" } }),
    "https://b.example/": new Response(null, { status: 302, headers: { location: "file:///etc/passwd" } }),
    "https://c.example/": new Response("x", { headers: { "content-type": "image/png" } }),
    "https://d.example/": new Response("y".repeat(6 * 1024 * 1024)),
    "https://e.example/": new Response(null, { status: 302, headers: { location: "https://www.e.example:22/" } }),
    "https://f.example/": new Response(null, { status: 302, headers: { location: "http://127.1:80/" } }),
  }, asked);
  const refused = [
    ...["http://localhost/", "http://127.0.0.1/", "http://0x7f.1/", "http://2130706433/", "http://[::1]/"],
    ...["http://[::ffff:10.0.0.1]/", "http://x.internal/", "https://rebind.example/", "https://a.example/"],
    ...["https://b.example/", "ftp://a.example/", "nonsense", "http://localhost./", "http://a.localhost./"],
    ...["http://[::]/", "http://0/", "http://0300.0250.1.1/", "http://[::ffff:7f00:1]/", "http://[64:ff9b::7f00:1]/"],
    ...["http://[fe80::1]/", "http://[2002:7f00:1::]/", "http://127.0.0.1./", "http://１２７.0.0.1/"],
    ...["http://x@127.0.0.1/", "http://a.example@10.1.1.1/", "https://e.example/"],
    ...["https://f.example/"],
  ];
  const messages = new Set<string>();
  for (const url of refused) {
    const { message } = await assertRejects(() => bench.call(tool, { url, prompt: "x" }), QwenError);
    messages.add(/^(Refused|Invalid|https:\/\/.* redirects)/.exec(message)?.[1].replace(/^https.* /, "") ?? message);
  }
  // Nothing was asked for but the pages that lead on.
  assertEquals(asked, ["a", "b", "e", "f"].map((name) => `https://${name}.example/`));
  assertEquals(messages, new Set(["Refused", "redirects", "Invalid"]));
  await assertRejects(() => bench.call(tool, { url: "https://c.example/", prompt: "x" }), QwenError, "not text");
  assertStringIncludes(await bench.text(tool, { url: "https://d.example/", prompt: "x" }), "[... cut:");
});

Deno.test("webFetch goes to no host that is denied, whichever way leads there", async () => {
  await using bench = await ToolBench.open();
  const asked: string[] = [];
  const reach = (url: string): "public" | "denied" =>
    url.includes("raw.") || url.includes("www.") ? "denied" : "public";
  const tool = webOf(
    {
      "https://a.example/": new Response(null, { status: 302, headers: { location: "https://www.a.example/" } }),
    },
    asked,
    { reach },
  );
  for (const url of ["https://github.com/o/r/blob/main/f", "https://a.example/"]) {
    await assertRejects(() => bench.call(tool, { url, prompt: "x" }), QwenError);
  }
  assertEquals(asked, ["https://a.example/"]);
});
