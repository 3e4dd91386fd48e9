import { assert, assertEquals, assertMatch } from "@std/assert";
import { Fixture, runQwen } from "../support/qwen.ts";
import { isSummary, WebPeer, WebServer } from "../support/web_server.ts";

/** A self-made certificate for loopback, as a person makes one. */
async function certificate(folder: string): Promise<{ cert: string; key: string }> {
  const cert = `${folder}/cert.pem`;
  const key = `${folder}/key.pem`;
  const { success, stderr } = await new Deno.Command("openssl", {
    args: [
      ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"],
      ...["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
      // Without it the certificate counts as an authority, which cannot be a server as well.
      ...["-addext", "basicConstraints=critical,CA:FALSE", "-keyout", key, "-out", cert],
    ],
  }).output();
  assert(success, new TextDecoder().decode(stderr));
  return { cert, key };
}

Deno.test("serve --web --tls-cert: page and WebSocket are served over TLS, at an https address", async () => {
  await using fixture = await Fixture.open();
  const { cert, key } = await certificate(fixture.home);
  await using server = await WebServer.start(["--tls-cert", cert, "--tls-key", key], { fixture });
  const { port, url } = server.ready;
  assertMatch(url, new RegExp(`^https://127\\.0\\.0\\.1:${port}/#token=`));
  using client = Deno.createHttpClient({ caCerts: [await Deno.readTextFile(cert)] });
  const page = await fetch(`${server.origin}/`, { client });
  assertEquals([page.status, page.headers.get("content-type")], [200, "text/html; charset=utf-8"]);
  assertMatch(await page.text(), /<title>/);
  const peer = await server.connect({}, { client });
  const { session_id } = await peer.follow();
  peer.prompt(session_id, "say over TLS");
  const { choices } = await peer.next(isSummary);
  assertEquals(choices[0].message.content, "over TLS");
  // Only the page of this very origin may connect.
  const plain = await WebPeer.open(`wss://127.0.0.1:${port}/ws`, {
    client,
    headers: { origin: `http://127.0.0.1:${port}` },
  })
    .then(() => "open", () => "refused");
  assertEquals(plain, "refused");
});

Deno.test("serve --tls-cert: who speaks no TLS gets nothing, and the others are served on", async () => {
  await using fixture = await Fixture.open();
  const { cert, key } = await certificate(fixture.home);
  await using server = await WebServer.start(["--tls-cert", cert, "--tls-key", key], { fixture });
  const socket = await Deno.connect({ hostname: "127.0.0.1", port: server.ready.port });
  await socket.write(new TextEncoder().encode(`GET / HTTP/1.1\r\nhost: 127.0.0.1:${server.ready.port}\r\n\r\n`));
  let text = "";
  const buffer = new Uint8Array(4_096);
  for (;;) {
    const count = await socket.read(buffer).catch(() => null);
    if (count === null) break;
    text += new TextDecoder().decode(buffer.subarray(0, count));
  }
  socket.close();
  assert(!text.includes("HTTP/1.1"), text);
  using client = Deno.createHttpClient({ caCerts: [await Deno.readTextFile(cert)] });
  const page = await fetch(`${server.origin}/`, { client });
  await page.body?.cancel();
  assertEquals(page.status, 200);
});

for (const mode of ["tcp", "ws"]) {
  Deno.test(`serve --server-mode ${mode} --tls-cert: lines go over TLS`, async () => {
    await using fixture = await Fixture.open();
    const { cert, key } = await certificate(fixture.home);
    const args = ["serve", "--server-mode", mode, "--tcp-port", "0", "--tls-cert", cert, "--tls-key", key];
    await using server = await WebServer.start([], { fixture, args });
    const { port, token_file, url } = server.ready;
    assertEquals(url, undefined);
    const caCerts = [await Deno.readTextFile(cert)];
    const token = (await Deno.readTextFile(token_file)).trim();
    const lines = [
      { type: "auth", token, dialect: "chat" },
      { session_id: "s1", input: { parts: [{ type: "text", text: "say encrypted" }] } },
    ];
    if (mode === "ws") {
      using client = Deno.createHttpClient({ caCerts });
      const peer = await WebPeer.open(`wss://127.0.0.1:${port}/`, { client });
      for (const line of lines) peer.send(line);
      assertEquals((await peer.next(isSummary)).choices[0].message.content, "encrypted");
      return await peer.close();
    }
    const socket = await Deno.connectTls({ hostname: "127.0.0.1", port, caCerts });
    await socket.write(new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join("")));
    let text = "";
    const buffer = new Uint8Array(65_536);
    while (!text.includes(`"event":"summary"`)) {
      const count = await socket.read(buffer);
      assert(count !== null, text);
      text += new TextDecoder().decode(buffer.subarray(0, count), { stream: true });
    }
    socket.close();
    assertMatch(text, /encrypted/);
  });
}

Deno.test("serve --tls-cert: a file that is missing or no certificate is refused with its name", async () => {
  await using fixture = await Fixture.open({ "no.pem": "nothing" });
  for (
    const [flags, reason] of [
      [["--web", "--tls-cert", "absent.pem", "--tls-key", "absent.pem"], /Cannot read absent\.pem/],
      [["--web", "--tls-cert", "no.pem", "--tls-key", "no.pem"], /Cannot listen \(ws\)/],
      [["--server-mode", "unix", "--socket-path", "s", "--tls-cert", "no.pem", "--tls-key", "no.pem"], /no encryption/],
    ] as const
  ) {
    const { code, stderr } = await runQwen(["serve", "--tcp-port", "0", "--provider", "demo", ...flags], { fixture });
    assert(code !== 0, flags.join(" "));
    assertMatch(stderr, reason);
  }
});
