import { assertEquals, assertRejects } from "@std/assert";
import type { Json, JsonObject } from "../../../lib/model/json.ts";
import type { ToolContext } from "../../../lib/model/ports.ts";
import type { McpServersOptions } from "../../../lib/mcp/mcp_servers.ts";
import { entry, NEVER, run, textOutcome, withServers } from "../../support/mcp_bench.ts";

/** A server inside the host: answers as the SDKs do, with dummy answers to notifications. */
function host(handled: string[], onWait: () => void): NonNullable<McpServersOptions["askHost"]> {
  return ({ server, message }, signal) => {
    const { id, method, params } = message as { id?: number; method: string; params: JsonObject };
    handled.push(method);
    const answer = (result: Json): Promise<Json> => Promise.resolve({ jsonrpc: "2.0", id: 0, result });
    if (server !== "calc") return Promise.reject(new Error(`SDK MCP server not found: ${server}`));
    if (id === undefined) return answer({});
    if (method === "initialize") {
      return answer({
        protocolVersion: params.protocolVersion,
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: "calc", version: "1.0.0" },
      });
    }
    if (method === "tools/list") {
      const names = handled.filter((name) => name === "tools/list").length > 1
        ? ["add", "wait", "new"]
        : ["add", "wait"];
      return answer({ tools: names.map((name) => ({ name, inputSchema: { type: "object" } })) });
    }
    if (params.name === "wait") {
      onWait();
      return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("withdrawn"))));
    }
    if (params.name === "new") {
      return Promise.resolve({ jsonrpc: "2.0", id, error: { code: -32601, message: "not yet" } });
    }
    return answer({ content: [{ type: "text", text: "3" }] });
  };
}

Deno.test("McpServers replaces the set of servers that came at run time", async () => {
  await withServers({ fixed: entry("plain") }, async (servers) => {
    assertEquals(await servers.replace({ a: entry("plain"), b: { command: "/nowhere" }, c: {} }, NEVER), {
      added: ["a", "b"],
      removed: [],
      errors: {
        b: servers.status.find((info) => info.name === "b")?.error ?? "",
        c: 'MCP server "c" is configured wrongly: it has none of "command", "url" and "httpUrl"',
      },
    });
    assertEquals(await servers.replace({ a: entry("plain") }, NEVER), { added: [], removed: ["b"], errors: {} });
    assertEquals(await servers.replace({}, NEVER), { added: [], removed: ["a"], errors: {} });
    assertEquals(servers.status.map((info) => info.name), ["fixed"]);
  });
});

Deno.test("McpServers speaks with a server inside the host", async () => {
  const handled: string[] = [];
  const asked = Promise.withResolvers<void>();
  const changed = Promise.withResolvers<void>();
  await withServers({ calc: { type: "sdk", name: "calc" }, gone: { type: "sdk" } }, async (servers) => {
    assertEquals(servers.status.map(({ name, status, source }) => ({ name, status, source })), [
      { name: "calc", status: "connected", source: "host" },
      { name: "gone", status: "failed", source: "host" },
    ]);
    assertEquals(handled.filter((method) => method !== "initialize"), ["notifications/initialized", "tools/list"]);
    assertEquals(servers.tools[0].needs({}, {} as ToolContext), [
      { kind: "mcp", server: "calc", tool: "add", trusted: false },
    ]);
    assertEquals(await run(servers, "mcp__calc__add"), textOutcome("3"));
    const abort = new AbortController();
    const waiting = run(servers, "mcp__calc__wait", { signal: abort.signal });
    await asked.promise;
    abort.abort(new Error("enough"));
    await assertRejects(() => waiting, Error, "enough");
    assertEquals(handled.at(-1), "notifications/cancelled");
    await servers.deliver(
      { server: "calc", body: { jsonrpc: "2.0", method: "notifications/tools/list_changed" } },
      new AbortController().signal,
    );
    await changed.promise;
    assertEquals(
      await run(servers, "mcp__calc__new"),
      textOutcome('MCP server "calc" failed to run new: not yet', true),
    );
    assertEquals(await servers.setHosted([{ name: "calc", timeoutMs: null }], NEVER), {
      added: ["calc"],
      removed: [],
      errors: {},
    });
  }, { askHost: host(handled, asked.resolve), onChange: (_server, what) => what === "tools" && changed.resolve() });
});
