import { assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { SessionAuthority } from "../../../../lib/sandbox/network/certificates.ts";

/** Whether a client that trusts an authority accepts a server's certificate under a host name. */
async function handshake(
  server: { cert: string; key: string },
  client: { hostname: string; caCerts: string[] },
): Promise<void> {
  using listener = Deno.listenTls({ hostname: "127.0.0.1", port: 0, ...server });
  const accepting = listener.accept().then(async (connection) => {
    await connection.handshake().catch(() => undefined);
    connection.close();
  });
  const plain = await Deno.connect({ hostname: "127.0.0.1", port: listener.addr.port });
  try {
    using connection = await Deno.startTls(plain, client);
    await connection.handshake();
  } finally {
    await accepting;
  }
}

Deno.test("SessionAuthority issues certificates for names and addresses that TLS clients accept", async () => {
  const authority = await SessionAuthority.make(() => Date.now());
  for (const hostname of ["api.example.org", "localhost", "127.0.0.1", "::1"]) {
    await handshake(await authority.certify(hostname), { hostname, caCerts: [authority.cert] });
  }
});

Deno.test("SessionAuthority's certificate is for its host alone, and for those who trust this session", async () => {
  const authority = await SessionAuthority.make(() => Date.now());
  const other = await SessionAuthority.make(() => Date.now());
  const certified = await authority.certify("api.example.org");
  await assertRejects(
    () => handshake(certified, { hostname: "other.example.org", caCerts: [authority.cert] }),
    Deno.errors.InvalidData,
  );
  await assertRejects(
    () => handshake(certified, { hostname: "api.example.org", caCerts: [other.cert] }),
    Deno.errors.InvalidData,
  );
  assertNotEquals(authority.cert, other.cert);
  assertEquals(await authority.certify("api.example.org"), certified);
});
