import { assertEquals, assertMatch } from "@std/assert";
import project from "../../deno.json" with { type: "json" };
import { Fixture, type QwenEnd, runQwen } from "../support/qwen.ts";

Deno.test("update --check tells whether a newer release exists, and a missing one is an error with a reason", async () => {
  await using fixture = await Fixture.open();
  let version = project.version;
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) =>
      new URL(request.url).pathname === "/r/VERSION" ? new Response(`${version}\n`) : new Response("", { status: 404 }),
  );
  const at = `http://127.0.0.1:${server.addr.port}`;
  const check = (path: string, ...args: string[]): Promise<QwenEnd> =>
    runQwen(["update", "--check", ...args], { fixture, env: { QWEN_RELEASE_URL: `${at}/${path}` } });
  assertEquals((await check("r/")).stdout, `qwen ${project.version} is the newest release.\n`);
  version = "10.0.0";
  assertMatch((await check("r")).stdout, /^qwen 10\.0\.0 is available, and this is/);
  const { stdout } = await check("r", "--json");
  assertEquals(JSON.parse(stdout), { current: project.version, latest: "10.0.0", update: true });
  const missing = await check("elsewhere");
  assertEquals(missing.code !== 0, true);
  assertMatch(missing.stderr, /Cannot read .*elsewhere\/VERSION: the server answered 404\nCheck the network/);
});
