import { assertEquals, assertMatch } from "@std/assert";
import { type ProxyConnection, SessionProxy } from "../../../../lib/sandbox/network/session_proxy.ts";

const PASSWORD = "pass";

/** Sends a request to a proxy that admits these hosts, and returns its answer. */
async function ask(request: string, allow: readonly string[]): Promise<{ answer: string; seen: ProxyConnection[] }> {
  const seen: ProxyConnection[] = [];
  const proxy = new SessionProxy({
    net: { allow, deny: [] },
    secrets: [],
    authority: null,
    caCerts: [],
    password: PASSWORD,
    onConnection: (connection) => seen.push(connection),
    onSecret: () => {},
  });
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const serving = proxy.serve(listener);
  const socket = await Deno.connect({ hostname: "127.0.0.1", port: listener.addr.port });
  const auth = `Proxy-Authorization: Basic ${btoa(`qwen:${PASSWORD}`)}\r\n`;
  await socket.write(new TextEncoder().encode(request.replace("AUTH\r\n", auth)));
  let answer = "";
  const decoder = new TextDecoder();
  for await (const bytes of socket.readable) answer += decoder.decode(bytes, { stream: true });
  proxy.close();
  await serving;
  return { answer, seen };
}

const REFUSED: [what: string, request: string, answer: RegExp][] = [
  ["no password", "CONNECT a.test:443 HTTP/1.1\r\n\r\n", /^HTTP\/1\.1 407 /],
  ["another host", "CONNECT b.test:443 HTTP/1.1\r\nAUTH\r\n\r\n", /^HTTP\/1\.1 403 .*b\.test:443 is not allowed/s],
  ["another port", "CONNECT a.test:80 HTTP/1.1\r\nAUTH\r\n\r\n", /^HTTP\/1\.1 403 /],
  ["a path", "GET /etc/passwd HTTP/1.1\r\nAUTH\r\n\r\n", /^HTTP\/1\.1 400 /],
  ["a file", "GET file:///etc/passwd HTTP/1.1\r\nAUTH\r\n\r\n", /^HTTP\/1\.1 400 /],
  ["a user name in the host", "CONNECT a.test@b.test:443 HTTP/1.1\r\nAUTH\r\n\r\n", /^HTTP\/1\.1 400 /],
  ["what is no request", "hello\r\n\r\n", /^HTTP\/1\.1 400 /],
];

for (const [what, request, expected] of REFUSED) {
  Deno.test(`SessionProxy refuses ${what}`, async () => {
    assertMatch((await ask(request, ["a.test:443"])).answer, expected);
  });
}

Deno.test("SessionProxy refuses a name that leads to this machine without being allowed as such", async () => {
  const own = Deno.hostname();
  const { answer, seen } = await ask(`CONNECT ${own}:1 HTTP/1.1\r\nAUTH\r\n\r\n`, [own]);
  assertMatch(answer, /^HTTP\/1\.1 502 /);
  assertEquals(seen.map(({ decision }) => decision), ["deny"]);
});
