import { assertEquals } from "@std/assert";
import { type ServerEntry, SessionServers } from "../../../../lib/cli/assembly/session/session_servers.ts";
import type { HostLink } from "../../../../lib/engine/session/session_parts.ts";
import { isObject, type Json } from "../../../../lib/model/json.ts";

function serversOf(entries: ServerEntry[] = []): SessionServers {
  const environment = { PATH: Deno.env.get("PATH") ?? "" };
  return new SessionServers({
    version: "0.1.0",
    roots: [Deno.cwd()],
    environment,
    entries,
    tokenFile: "/nowhere/tokens",
    note: () => {},
  });
}

/** A host whose server answers whatever it is asked with nothing special, and what it was asked. */
function answeringHost(): { link: HostLink; asked: string[] } {
  const asked: string[] = [];
  const answer = (message: Json): Json => {
    if (!isObject(message)) return null;
    asked.push(String(message.method));
    const result: Json = message.method === "initialize"
      ? { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "host", version: "1" } }
      : { tools: [] };
    return { jsonrpc: "2.0", id: message.id ?? 0, result };
  };
  const link: HostLink = {
    askHost: ({ message }) => Promise.resolve(answer(message)),
    elicit: () => Promise.resolve({ action: "cancel" }),
  };
  return { link, asked };
}

Deno.test("SessionServers starts no server once the session has ended", async () => {
  const folder = await Deno.makeTempDir();
  const entry = { command: "touch", args: [`${folder}/started`] };
  const servers = serversOf([{ name: "late", entry, source: "settings" }]);
  await servers.close();
  servers.bind(answeringHost().link);
  await servers.ready();
  assertEquals(servers.list().map(({ name, status }) => ({ name, status })), [{ name: "late", status: "disabled" }]);
  assertEquals(await Array.fromAsync(Deno.readDir(folder)), []);
  await Deno.remove(folder);
});

Deno.test("SessionServers ends a server that starts while the session ends", async () => {
  const servers = serversOf([{ name: "slow", entry: { command: "sleep", args: ["60"] }, source: "settings" }]);
  servers.bind(answeringHost().link);
  await servers.close();
  await servers.ready();
  assertEquals(servers.list().map(({ name, status }) => ({ name, status })), [{ name: "slow", status: "disabled" }]);
});

Deno.test("SessionServers has the next prompt wait for a server that the host has just set", async () => {
  const servers = serversOf();
  const { link, asked } = answeringHost();
  servers.bind(link);
  const set = servers.setServers({ near: { type: "sdk" } }, { introduced: "keep" });
  await servers.ready();
  assertEquals(servers.list().map(({ name, status }) => ({ name, status })), [{ name: "near", status: "connected" }]);
  assertEquals(asked[0], "initialize");
  assertEquals(await set, { added: ["near"], removed: [], errors: {} });
  await servers.close();
});

Deno.test("SessionServers keeps what was introduced and what was set apart, also when both came at once", async () => {
  const servers = serversOf();
  servers.bind(answeringHost().link);
  const introduced = servers.setHostServers([{ name: "first", timeoutMs: null }]);
  const set = servers.setServers({ second: { type: "sdk" } }, { introduced: "keep" });
  await Promise.all([introduced, set]);
  await servers.ready();
  assertEquals(servers.list().map(({ name }) => name), ["first", "second"]);
  const replaced = await servers.setServers({}, { introduced: "replace" });
  assertEquals(replaced, { added: [], removed: ["first", "second"], errors: {} });
  await servers.ready();
  assertEquals(servers.list(), []);
  await servers.close();
});
