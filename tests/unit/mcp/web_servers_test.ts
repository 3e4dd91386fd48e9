import { assert, assertEquals } from "@std/assert";
import type { ToolContext, ToolOutcome } from "../../../lib/model/ports.ts";
import { readServerConfig } from "../../../lib/mcp/server_config.ts";
import { McpServers } from "../../../lib/mcp/mcp_servers.ts";

const NEVER = new AbortController().signal;

interface Rpc {
  id?: number;
  method: string;
  params: Record<string, unknown> & { protocolVersion?: string };
}

function answerTo({ id, method, params }: Rpc): object | null {
  if (id === undefined) return null;
  const result = method === "initialize"
    ? {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: "web", version: "1.0.0" },
    }
    : method === "tools/list"
    ? { tools: [{ name: "hello", description: "Greets", inputSchema: { type: "object" } }] }
    : { content: [{ type: "text", text: "hello from the web" }] };
  return { jsonrpc: "2.0", id, result };
}

async function withWeb(
  handler: (request: Request) => Response | Promise<Response>,
  body: (url: string) => Promise<void>,
): Promise<void> {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => undefined }, handler);
  try {
    await body(`http://127.0.0.1:${server.addr.port}`);
  } finally {
    await server.shutdown();
  }
}

async function withServers(
  entry: Record<string, unknown>,
  body: (servers: McpServers) => Promise<void>,
): Promise<void> {
  const servers = new McpServers({ version: "0.1.0", roots: [Deno.cwd()], environment: {} });
  try {
    await servers.start([readServerConfig("web", { entry, source: "flag" })], NEVER);
    await body(servers);
  } finally {
    await servers.close();
  }
}

async function hello(servers: McpServers): Promise<ToolOutcome> {
  const tool = servers.tools.find((known) => known.name === "mcp__web__hello");
  assert(tool, JSON.stringify(servers.status));
  const { value } = await tool.run({}, { signal: NEVER } as ToolContext).next();
  return value as ToolOutcome;
}

Deno.test("McpServers speaks streamable HTTP, with the configured headers", async () => {
  const seen: string[] = [];
  await withWeb(async (request) => {
    seen.push(`${request.method} ${request.headers.get("x-key")}`);
    if (request.method === "DELETE") return new Response(null, { status: 200 });
    if (request.method !== "POST") return new Response(null, { status: 405 });
    const message: Rpc = await request.json();
    const answer = answerTo(message);
    const headers = { "mcp-session-id": "s1" };
    if (answer === null) return new Response(null, { status: 202, headers });
    // Both forms that the protocol allows.
    return message.method === "tools/call"
      ? new Response(`event: message\ndata: ${JSON.stringify(answer)}\n\n`, {
        headers: { ...headers, "content-type": "text/event-stream" },
      })
      : Response.json(answer, { headers });
  }, async (url) => {
    await withServers({ type: "http", url, headers: { "x-key": "k" } }, async (servers) => {
      assertEquals(await hello(servers), {
        output: [{ kind: "text", text: "hello from the web" }],
        isError: false,
      });
    });
  });
  assertEquals(seen.filter((line) => line.startsWith("DELETE")), ["DELETE k"]);
  assert(seen.every((line) => line.endsWith(" k")), seen.join());
});

Deno.test("McpServers speaks SSE", async () => {
  const streams = new Set<ReadableStreamDefaultController<Uint8Array>>();
  const encoder = new TextEncoder();
  const tell = (event: string, data: string): void => {
    for (const stream of streams) stream.enqueue(encoder.encode(`event: ${event}\ndata: ${data}\n\n`));
  };
  await withWeb(async (request) => {
    if (request.method === "GET") {
      let own: ReadableStreamDefaultController<Uint8Array>;
      const body = new ReadableStream<Uint8Array>({
        start(controller): void {
          own = controller;
          streams.add(controller);
          controller.enqueue(encoder.encode("event: endpoint\ndata: /post\n\n"));
        },
        cancel(): void {
          streams.delete(own);
        },
      });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    }
    const answer = answerTo(await request.json());
    if (answer !== null) tell("message", JSON.stringify(answer));
    return new Response(null, { status: 202 });
  }, async (url) => {
    await withServers({ url: `${url}/sse` }, async (servers) => {
      assertEquals(await hello(servers), {
        output: [{ kind: "text", text: "hello from the web" }],
        isError: false,
      });
    });
  });
});

Deno.test("McpServers gives up on a web server that never answers, in its time", async () => {
  for (const type of ["http", "sse"]) {
    const release = Promise.withResolvers<void>();
    await withWeb(async () => {
      await release.promise;
      return new Response(null, { status: 500 });
    }, async (url) => {
      await withServers({ type, url, startTimeoutMs: 200 }, (servers) => {
        assertEquals(servers.status.map(({ status, error }) => ({ status, error })), [
          { status: "failed", error: "it did not answer within 200 milliseconds" },
        ]);
        return Promise.resolve();
      });
      release.resolve();
    });
  }
});

Deno.test("McpServers says why a web server refused", async () => {
  await withWeb(() => new Response("no key", { status: 401 }), async (url) => {
    await withServers({ httpUrl: url }, (servers) => {
      const [info] = servers.status;
      assertEquals(info.status, "failed");
      assert(info.error?.includes("401") || info.error?.includes("no key"), info.error);
      return Promise.resolve();
    });
  });
});

/** A body without end, and how many bytes of it were taken. */
function endlessBody(begin: string): { body: ReadableStream<Uint8Array>; sent: () => number; over: Promise<void> } {
  const over = Promise.withResolvers<void>();
  let bytes = 0;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(begin)),
    pull: (controller) => {
      bytes += 1 << 20;
      controller.enqueue(new Uint8Array(1 << 20).fill(120));
    },
    cancel: () => over.resolve(),
  });
  return { body, sent: () => bytes, over: over.promise };
}

for (const type of ["application/json", "text/event-stream"]) {
  Deno.test(`McpServers disconnects a server whose ${type} answer does not end`, async () => {
    const endless = endlessBody(type === "application/json" ? '{"jsonrpc":"' : "data: ");
    await withWeb(async (request) => {
      if (request.method !== "POST") return new Response(null, { status: 405 });
      const message: Rpc = await request.json();
      if (message.method === "tools/call") return new Response(endless.body, { headers: { "content-type": type } });
      const answer = answerTo(message);
      return answer === null ? new Response(null, { status: 202 }) : Response.json(answer);
    }, async (url) => {
      await withServers({ type: "http", url, timeout: 20_000 }, async (servers) => {
        const { isError } = await hello(servers);
        assertEquals(isError, true);
        await endless.over;
      });
    });
    assert(endless.sent() < 64 * (1 << 20), `${endless.sent()} bytes were taken`);
  });
}
