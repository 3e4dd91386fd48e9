import { assert, assertEquals, assertMatch } from "@std/assert";
import { pageFiles } from "../../lib/page/mod.ts";
import { Fixture, runQwen } from "../support/qwen.ts";
import { rawRequest, UPGRADE, WebPeer, WebServer } from "../support/web_server.ts";

function assertSafe(headers: Record<string, string>): void {
  const policy = headers["content-security-policy"] ?? "";
  const rules = new Map(
    policy.split("; ").map((rule): [string, string] => {
      const [name, ...values] = rule.split(" ");
      return [name, values.join(" ")];
    }),
  );
  assertEquals(rules.get("default-src"), "'none'");
  assertEquals(rules.get("script-src"), "'self'");
  assertEquals(rules.get("frame-ancestors"), "'none'");
  assertEquals(headers["x-content-type-options"], "nosniff");
  assertEquals(headers["referrer-policy"], "no-referrer");
}

Deno.test("serve --web: the ready line has the address of the page with the token, on the port of the WebSocket", async () => {
  await using server = await WebServer.start();
  const { type, transport, url, port, dialect, token_file } = server.ready;
  assertEquals([type, transport, dialect], ["ready", "ws", "chat"]);
  assertMatch(url, new RegExp(`^http://127\\.0\\.0\\.1:${port}/#token=[0-9a-f]{64}$`));
  assertEquals(server.token, (await Deno.readTextFile(token_file)).trim());
});

Deno.test("serve --web: without the token there is nothing but the static files, and every answer is safe", async () => {
  await using server = await WebServer.start();
  const { port } = server.ready;
  for (const [path, file] of await pageFiles()) {
    const response = await fetch(`${server.origin}${path}`);
    assertEquals([response.status, response.headers.get("content-type")], [200, file.type]);
    assertEquals(new Uint8Array(await response.arrayBuffer()), file.bytes);
    assertSafe(Object.fromEntries(response.headers));
  }
  const query = await rawRequest(port, { path: "/?x=1" });
  assertEquals(query.status, 200);
  const head = await rawRequest(port, { method: "HEAD" });
  assertEquals([head.status, head.body], [200, ""]);
  assert(Number(head.headers["content-length"]) > 0);
  for (
    const [request, status] of [
      [{ path: "/etc/passwd" }, 404],
      [{ path: "/../serve-token" }, 404],
      [{ path: "/sessions" }, 404],
      [{ path: "/metrics" }, 404],
      [{ path: "/ws" }, 426],
      [{ path: "/", method: "POST" }, 405],
      [{ path: "/other", headers: UPGRADE }, 404],
      [{ path: "/ws", headers: { ...UPGRADE, "sec-websocket-version": "8" } }, 426],
      [{ path: "/ws", headers: { ...UPGRADE, "sec-websocket-key": "short" } }, 400],
      [{ path: "/ws", headers: UPGRADE }, 101],
    ] as const
  ) {
    const answer = await rawRequest(port, request);
    assertEquals([request, answer.status], [request, status]);
    assertSafe(answer.headers);
  }
});

Deno.test("serve --web: a foreign Origin or Host is refused with 403, for files and for the WebSocket", async () => {
  await using server = await WebServer.start();
  const { port } = server.ready;
  const own = `http://127.0.0.1:${port}`;
  for (
    const [headers, status] of [
      [{ host: "evil.example" }, 403],
      [{ host: `evil.example:${port}` }, 403],
      [{ host: "127.0.0.1.evil.example" }, 403],
      [{ host: "" }, 403],
      [{ origin: "http://evil.example" }, 403],
      [{ origin: "null" }, 403],
      [{ origin: `https://127.0.0.1:${port}` }, 403],
      [{ origin: `http://127.0.0.1:${port + 1}` }, 403],
      [{ origin: `http://localhost:${port}` }, 403],
      [{ host: "evil.example", origin: "http://evil.example" }, 403],
      [{ origin: own }, 0],
      [{ host: `localhost:${port}`, origin: `http://localhost:${port}` }, 0],
      [{}, 0],
    ] as const
  ) {
    const file = await rawRequest(port, { headers });
    assertEquals([headers, file.status], [headers, status || 200]);
    const socket = await rawRequest(port, { path: "/ws", headers: { ...UPGRADE, ...headers } });
    assertEquals([headers, socket.status], [headers, status || 101]);
    assertSafe(file.headers);
    assertSafe(socket.headers);
  }
});

Deno.test("serve --web: a wrong token is told in one line, and the connection is closed", async () => {
  await using server = await WebServer.start();
  for (
    const auth of [{ token: "x".repeat(64) }, { token: "" }, { token: null }, { token: server.token.toUpperCase() }]
  ) {
    const peer = await server.connect(auth);
    await peer.ended;
    assertEquals(peer.lines.length, 1);
    assertEquals([peer.lines[0].type, peer.lines[0].code], ["error", "auth_required"]);
    assertMatch(peer.lines[0].message, /token/);
  }
  const silent = await WebPeer.open(`${server.origin.replace("http", "ws")}/ws`);
  silent.send({ type: "control_request", request_id: "r1", request: { subtype: "list_sessions" } });
  await silent.ended;
  assertEquals(silent.lines.map(({ code }) => code), ["auth_required"]);
});

Deno.test("serve --web: the token is in no log, no audit, no saved session and no other line", async () => {
  await using fixture = await Fixture.open();
  const files = { debug: `${fixture.home}/debug.log`, audit: `${fixture.home}/audit.jsonl` };
  const flags = ["--debug", "--debug-file", files.debug, "--audit", files.audit, "--approval-mode", "yolo"];
  await using server = await WebServer.start(flags, { fixture });
  const { token } = server;
  const wrong = await server.connect({ token: `${token}x` });
  await wrong.ended;
  const peer = await server.connect({ name: token });
  const { session_id } = await peer.follow();
  peer.prompt(session_id, `say the token is ${token}`);
  await peer.next((line) => line.metadata?.event === "summary");
  await server.stop();
  const places = { ...files, stderr: "", rest: "" };
  const rest = await everything(fixture.home, server.ready.token_file);
  const texts = {
    debug: await Deno.readTextFile(places.debug),
    audit: await Deno.readTextFile(places.audit),
    stderr: server.run.stderr,
    rest,
    stdout: server.run.stdout.split("\n").slice(1).join("\n"),
  };
  assert(texts.debug.length > 0 && texts.audit.length > 0);
  for (const [place, text] of Object.entries(texts)) assert(!text.includes(token), place);
});

async function everything(folder: string, except: string): Promise<string> {
  let text = "";
  for await (const { name, isDirectory, isFile } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) text += await everything(path, except);
    else if (isFile && path !== except) text += await Deno.readTextFile(path).catch(() => "");
  }
  return text;
}

Deno.test("serve --web: flags that contradict it are refused before anything is served", async () => {
  await using fixture = await Fixture.open();
  for (
    const [flags, reason] of [
      [["--server-mode", "tcp"], /--web is served over WebSocket/],
      [["--dialect", "qwen"], /speaks the chat dialect/],
      [["--tls-cert", "cert.pem"], /--tls-key is missing/],
      [["--tls-key", "key.pem"], /--tls-cert is missing/],
      [["--host", "0.0.0.0", "--no-auth"], /--no-auth is for loopback only/],
    ] as const
  ) {
    const { code, stderr } = await runQwen(["serve", "--web", "--provider", "demo", ...flags], { fixture });
    assertEquals([flags, code], [flags, 1]);
    assertMatch(stderr, reason);
  }
});

Deno.test("serve --web --host: a server for other machines takes addresses, and no foreign names", async () => {
  await using server = await WebServer.start(["--host", "0.0.0.0"]);
  const { port, url } = server.ready;
  assertMatch(url, new RegExp(`^http://127\\.0\\.0\\.1:${port}/#token=`));
  for (
    const [host, status] of [["evil.example", 403], [`10.1.2.3:${port}`, 200], ["[::1]", 200], [
      "localhost",
      200,
    ]] as const
  ) {
    assertEquals([host, (await rawRequest(port, { headers: { host } })).status], [host, status]);
  }
});
