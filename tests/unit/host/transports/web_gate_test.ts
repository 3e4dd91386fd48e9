import { assertEquals } from "@std/assert";
import { WebGate, type WebGateOptions } from "../../../../lib/host/transports/web_gate.ts";
import type { UpgradeRequest } from "../../../../lib/host/transports/ws_upgrade.ts";

const SITE = new Map([["/", { type: "text/html", bytes: new TextEncoder().encode("page") }]]);
const UPGRADE = {
  upgrade: "websocket",
  "sec-websocket-version": "13",
  "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
};

function statusOf(
  options: Partial<WebGateOptions>,
  { path = "/", method = "GET", headers = {} }: { path?: string; method?: string; headers?: Record<string, string> },
): number {
  const gate = new WebGate({ address: "127.0.0.1", name: "127.0.0.1", isTls: false, site: SITE, ...options });
  const all = new Map(Object.entries({ host: "127.0.0.1:80", ...headers }));
  const request: UpgradeRequest = { method, path, headers: all, rest: new Uint8Array(0) };
  const answer = gate.answer(request);
  return answer === null ? 101 : Number(new TextDecoder().decode(answer).split(" ")[1]);
}

Deno.test("WebGate answers bytes that are no request with 400", () => {
  const gate = new WebGate({ address: "127.0.0.1", name: "127.0.0.1", isTls: false, site: SITE });
  assertEquals(new TextDecoder().decode(gate.answer(null) ?? undefined).slice(0, 12), "HTTP/1.1 400");
});

Deno.test("WebGate serves files by name, and the WebSocket at one path", () => {
  assertEquals(statusOf({}, {}), 200);
  assertEquals(statusOf({}, { method: "HEAD" }), 200);
  assertEquals(statusOf({}, { method: "PUT" }), 405);
  assertEquals(statusOf({}, { path: "/__proto__" }), 404);
  assertEquals(statusOf({}, { path: "/ws", headers: UPGRADE }), 101);
  assertEquals(statusOf({}, { path: "/ws" }), 426);
  assertEquals(statusOf({}, { path: "/", headers: UPGRADE }), 200);
});

Deno.test("WebGate without a page serves WebSockets at every path, and no browser", () => {
  assertEquals(statusOf({ site: undefined }, { path: "/any", headers: UPGRADE }), 101);
  assertEquals(statusOf({ site: undefined }, {}), 426);
  assertEquals(statusOf({ site: undefined }, { headers: { ...UPGRADE, origin: "http://127.0.0.1:80" } }), 403);
});

Deno.test("WebGate knows its own names, and its own origin with scheme and port", () => {
  const host = (name: string, options: Partial<WebGateOptions> = {}): number =>
    statusOf(options, { headers: { host: name } });
  assertEquals([host("localhost"), host("[::1]:7"), host("evil.example")], [200, 200, 403]);
  const open = { address: "0.0.0.0", name: "box.example" };
  assertEquals([host("box.example", open), host("10.0.0.7:9", open), host("[fe80::1]", open)], [200, 200, 200]);
  assertEquals([host("evil.example", open), host("1.2.3.4.evil.example", open)], [403, 403]);
  const origin = (value: string, isTls = false): number => statusOf({ isTls }, { headers: { origin: value } });
  assertEquals([origin("http://127.0.0.1:80"), origin("http://127.0.0.1"), origin("null")], [200, 403, 403]);
  assertEquals([origin("https://127.0.0.1:80", true), origin("http://127.0.0.1:80", true)], [200, 403]);
});
