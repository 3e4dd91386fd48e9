import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { toolResults } from "../support/agent_run.ts";
import { fakeModel } from "../support/fake_model.ts";
import { OAuthServer } from "../support/oauth_server.ts";
import { Fixture, linesOf, type QwenEnd, runQwen, startQwen } from "../support/qwen.ts";

/** Logs in as a person does who opens the printed address. */
async function logIn(fixture: Fixture): Promise<QwenEnd> {
  await using run = startQwen(["mcp", "login", "web"], { fixture });
  await run.until(/^http:\S+\n/m);
  const page = await fetch(/^http:\S+(?=\n)/m.exec(run.stdout)?.[0] ?? "");
  assertStringIncludes(await page.text(), "You can close this window");
  return await run.end;
}

async function withServer(body: (server: OAuthServer, fixture: Fixture) => Promise<void>): Promise<void> {
  await using server = new OAuthServer();
  await using fixture = await Fixture.open();
  await Deno.mkdir(`${fixture.home}/.qwen`);
  const settings = { mcpServers: { web: { httpUrl: server.url, trust: true } } };
  await Deno.writeTextFile(`${fixture.home}/.qwen/settings.json`, JSON.stringify(settings), { mode: 0o600 });
  await body(server, fixture);
}

async function callAdd(fixture: Fixture): Promise<{ end: QwenEnd; results: string[]; status: string }> {
  await using model = fakeModel([[{ call: "mcp__web__add", input: { a: 1, b: 2 } }], "Done."], { otherwise: "Done." });
  const args = ["-p", "go", "--output-format", "stream-json"];
  const end = await runQwen(args, { fixture, env: model.env });
  const init = linesOf(end.stdout).find(({ type, subtype }) => type === "system" && subtype === "init");
  return { end, results: toolResults(model.requests.at(-1)), status: init.mcp_servers[0].status };
}

Deno.test("qwen mcp login registers, authorizes by a loopback redirect and keeps the tokens from others", async () => {
  await withServer(async (server, fixture) => {
    const before = await callAdd(fixture);
    assertEquals(before.status, "needs-auth");
    assertStringIncludes(before.end.stderr, "run qwen mcp login web");
    // A run that nobody watches registers nothing.
    assertEquals(server.seen.filter((path) => path === "/register"), []);
    const { code, stdout } = await logIn(fixture);
    assertEquals(code, 0);
    assertStringIncludes(stdout, "Logged in to MCP server web.");
    const file = `${fixture.home}/.qwen/mcp-oauth-tokens.json`;
    assertEquals(((await Deno.stat(file)).mode ?? 0) & 0o777, 0o600);
    assertStringIncludes(await Deno.readTextFile(file), server.tokens[0]);
    const { end, results, status } = await callAdd(fixture);
    assertEquals([end.code, status, results], [0, "connected", ["3"]]);
    assert(!(end.stdout + end.stderr).includes(server.tokens[0]));
    assertStringIncludes((await runQwen(["mcp", "login", "web"], { fixture })).stdout, "needs no new login");
  });
});

Deno.test("an access token that has expired is renewed without a person, and logout forgets all", async () => {
  await withServer(async (server, fixture) => {
    assertEquals((await logIn(fixture)).code, 0);
    server.expire();
    const { results } = await callAdd(fixture);
    assertEquals([results, server.tokens.length], [["3"], 2]);
    assertEquals(server.seen.filter((path) => path === "/authorize").length, 1);
    assertStringIncludes((await runQwen(["mcp", "logout", "web"], { fixture })).stdout, "Logged out");
    assert(!(await Deno.readTextFile(`${fixture.home}/.qwen/mcp-oauth-tokens.json`)).includes("token-2"));
    assertEquals((await callAdd(fixture)).status, "needs-auth");
    assertStringIncludes((await runQwen(["mcp", "logout", "web"], { fixture })).stdout, "No login");
  });
});

Deno.test("the address of a login refuses a response that qwen did not ask for", async () => {
  await withServer(async (_server, fixture) => {
    await using run = startQwen(["mcp", "login", "web"], { fixture });
    await run.until(/^http:\S+\n/m);
    const asked = new URL(/^http:\S+(?=\n)/m.exec(run.stdout)?.[0] ?? "");
    const callback = new URL(asked.searchParams.get("redirect_uri") ?? "");
    callback.search = "?code=forged&state=guessed";
    const refused = await fetch(callback);
    assertEquals(refused.status, 400);
    await refused.body?.cancel();
    run.kill("SIGINT");
    assertEquals((await run.end).code, 130);
  });
});
