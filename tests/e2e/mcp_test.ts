import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "../../lib/path/mod.ts";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { toolResults } from "../support/agent_run.ts";
import { fakeModel, type ReceivedRequest } from "../support/fake_model.ts";
import { officialServer } from "../support/mcp_official_server.ts";
import { Fixture, type QwenEnd, runQwen } from "../support/qwen.ts";

const ROOT = fromFileUrl(new URL("../../", import.meta.url));
const OFFICIAL = [
  Deno.execPath(),
  ...["run", "-A", "--quiet", "--config", `${ROOT}deno.json`, `${ROOT}tests/support/mcp_official_server.ts`],
];
// Servers get a clean environment; the cache of Deno lies outside the home of the test.
const DENO_DIR = Deno.env.get("DENO_DIR") ??
  `${Deno.env.get("XDG_CACHE_HOME") ?? `${Deno.env.get("HOME")}/.cache`}/deno`;

function official(...args: string[]): Record<string, unknown> {
  const [command, ...rest] = OFFICIAL;
  return { command, args: [...rest, ...args], env: { DENO_DIR }, trust: true };
}

async function withSettings(
  settings: Record<string, unknown>,
  body: (fixture: Fixture, qwen: (...args: string[]) => Promise<QwenEnd>) => Promise<void>,
): Promise<void> {
  await using fixture = await Fixture.open();
  await Deno.mkdir(`${fixture.home}/.qwen`);
  await Deno.writeTextFile(settingsOf(fixture), JSON.stringify(settings), { mode: 0o600 });
  await body(fixture, (...args) => runQwen(args, { fixture }));
}

function settingsOf(fixture: Fixture): string {
  return `${fixture.home}/.qwen/settings.json`;
}

/** The names of the tools that a request offers. */
function offered(request: ReceivedRequest): string[] {
  return request.body.tools.map((tool: { function: { name: string } }) => tool.function.name);
}

async function withWeb(body: (url: string) => Promise<void>): Promise<void> {
  const handler = createMcpHandler(() => officialServer());
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => undefined }, (r) => handler.fetch(r));
  try {
    await body(`http://127.0.0.1:${server.addr.port}/mcp`);
  } finally {
    await handler.close();
    await server.shutdown();
  }
}

Deno.test("qwen mcp add, list, get and remove change the settings and keep their other content", async () => {
  await withSettings({ model: { name: "m" }, mcpServers: { old: { command: "x" } } }, async (fixture, qwen) => {
    const added = await qwen("mcp", "add", "-e", "A=b=c", "-e", "B=", "calc", "--", "npx", "-y", "--flag", "pkg");
    assertEquals([added.code, added.stderr], [0, ""]);
    const web = await qwen("mcp", "add", "--transport", "sse", "-H", "X-Api-Key: secret", "web", "https://h/sse");
    assertEquals(web.code, 0, web.stderr);
    assertEquals((await qwen("mcp", "add", "--scope=project", "plain", "https://h/mcp")).code, 0);
    assertEquals(JSON.parse(await Deno.readTextFile(settingsOf(fixture))), {
      model: { name: "m" },
      mcpServers: {
        old: { command: "x" },
        calc: { command: "npx", args: ["-y", "--flag", "pkg"], env: { A: "b=c", B: "" } },
        web: { url: "https://h/sse", headers: { "X-Api-Key": "secret" } },
      },
    });
    assertEquals(((await Deno.stat(settingsOf(fixture))).mode ?? 0) & 0o777, 0o600);
    assertEquals(JSON.parse((await qwen("mcp", "list", "--json")).stdout), [
      { name: "old", scope: "user", transport: "stdio" },
      { name: "calc", scope: "user", transport: "stdio" },
      { name: "web", scope: "user", transport: "sse" },
      { name: "plain", scope: "project", transport: "http", status: "untrusted" },
    ]);
    const shown = JSON.parse((await qwen("mcp", "get", "web", "--json")).stdout);
    assertEquals([shown.name, shown.transport, shown.url, shown.headers], [
      "web",
      "sse",
      "https://h/sse",
      { "X-Api-Key": "***" },
    ]);
    assertEquals((await qwen("mcp", "remove", "calc")).code, 0);
    assertEquals((await qwen("mcp", "remove", "plain")).code, 0);
    const names = JSON.parse((await qwen("mcp", "list", "--json")).stdout).map(({ name }: { name: string }) => name);
    assertEquals(names, ["old", "web"]);
  });
});

Deno.test("qwen mcp refuses what it does not understand, and changes nothing", async () => {
  await withSettings({}, async (fixture, qwen) => {
    for (
      const [words, reason] of [
        [["add"], "needs a NAME"],
        [["add", "x"], "needs a COMMAND or a URL"],
        [["add", "--json", "x", "y"], "--json is no flag of qwen mcp add"],
        [["add", "--scope", "all", "x", "y"], "--scope is user or project"],
        [["add", "--transport", "tcp", "x", "y"], "--transport is stdio, http or sse"],
        [["add", "--transport", "http", "x", "y"], "is not an http or https URL"],
        [["add", "-e", "A", "x", "y"], "is not NAME=VALUE"],
        [["add", "-H", "nothing", "x", "https://h"], 'is not "Name: value"'],
        [["add", "-H", "A: b", "x", "y"], "a command has no headers"],
        [["get", "x"], 'There is no MCP server "x"'],
        [["remove", "x"], 'There is no MCP server "x"'],
        [["test"], "needs a NAME"],
        [["login", "x"], 'There is no MCP server "x"'],
      ] as const
    ) {
      const { code, stderr } = await qwen("mcp", ...words);
      assertEquals(code, 1, words.join(" "));
      assertStringIncludes(stderr, reason);
    }
    assertEquals(await Deno.readTextFile(settingsOf(fixture)), "{}");
  });
});

for (const revision of ["2026-07-28", "2025-11-25"]) {
  const older = revision === "2026-07-28" ? {} : { protocolVersion: revision };
  Deno.test(`qwen mcp test and a run work with the official server of ${revision}, by stdio and HTTP`, async () => {
    await withWeb(async (url) => {
      const mcpServers = { pipe: { ...official(), ...older }, web: { httpUrl: url, trust: true, ...older } };
      await withSettings({ mcpServers }, async (fixture, qwen) => {
        for (const name of ["pipe", "web"]) {
          const { code, stdout, stderr } = await qwen("mcp", "test", name, "--json");
          assertEquals(code, 0, stderr + stdout);
          const { protocol_version, status, tools } = JSON.parse(stdout);
          const names = tools.map((tool: { name: string }) => tool.name);
          assertEquals([protocol_version, status, names], [revision, "connected", ["add", "grow", "die"]]);
        }
        assertStringIncludes((await qwen("mcp", "test", "pipe")).stdout, "- add: The tool add");
        const input = { a: 2, b: 3 };
        await using model = fakeModel([[{ call: "mcp__pipe__add", input }, { call: "mcp__web__add", input }], "Done."]);
        const end = await runQwen(["-p", "go"], { fixture, env: model.env });
        assertEquals([end.code, end.stderr], [0, ""]);
        assertEquals(toolResults(model.requests[1]), ["5", "5"]);
      });
    });
  });

  Deno.test(`a tool that a server of ${revision} adds during a run is offered`, async () => {
    await withSettings({ mcpServers: { pipe: { ...official(), ...older } } }, async (fixture) => {
      const later = Array.from({ length: 20 }, () => [{ call: "mcp__pipe__add", input: {} }]);
      const replies = [[{ call: "mcp__pipe__grow", input: {} }], ...later];
      const isOffered = (request: ReceivedRequest): boolean => offered(request).includes("mcp__pipe__grown");
      await using model = fakeModel(
        replies.map((reply) => (request: ReceivedRequest) => isOffered(request) ? "Done." : reply),
        { otherwise: "Too late." },
      );
      const { stdout } = await runQwen(["-p", "go"], { fixture, env: model.env });
      assertEquals(stdout.trim(), "Done.");
      assert(!isOffered(model.requests[0]));
    });
  });
}

Deno.test("qwen mcp test says why a server does not answer", async () => {
  const mcpServers = {
    gone: { command: "/nowhere/server" },
    ends: { command: "sh", args: ["-c", "echo no >&2; echo way >&2; exit 7"] },
  };
  await withSettings({ mcpServers }, async (_fixture, qwen) => {
    const gone = await qwen("mcp", "test", "gone");
    assertEquals([gone.code, gone.stdout], [1, ""]);
    assertStringIncludes(gone.stderr, 'Cannot start "/nowhere/server"');
    const ends = await qwen("mcp", "test", "ends", "--json");
    assertEquals(ends.code, 1);
    assertStringIncludes(JSON.parse(ends.stdout).error, "code 7; it said: no | way");
  });
});

Deno.test("a server that ends during a run is reported and started again", async () => {
  await withSettings({ mcpServers: { pipe: official() } }, async (fixture) => {
    await using model = fakeModel([
      [{ call: "mcp__pipe__die", input: {} }],
      [{ call: "mcp__pipe__add", input: { a: 1, b: 1 } }],
      "Done.",
    ]);
    const { code, stderr } = await runQwen(["-p", "go"], { fixture, env: model.env });
    assertEquals(code, 0);
    assertStringIncludes(stderr, 'the MCP server "pipe" was lost');
    assertStringIncludes(stderr, "It is started again.");
    assertEquals(toolResults(model.requests[2]).at(-1), "2");
  });
});

Deno.test("tools of two servers with the same names are reported", async () => {
  await withSettings({ mcpServers: { "a.b": official(), "a_b": official() } }, async (fixture) => {
    await using model = fakeModel(["Done."]);
    const { stderr } = await runQwen(["-p", "go"], { fixture, env: model.env });
    assertStringIncludes(stderr, 'the MCP server "a_b" cannot offer mcp__a_b__add, mcp__a_b__grow, mcp__a_b__die');
    assertEquals(offered(model.requests[0]).filter((name) => name === "mcp__a_b__add").length, 1);
  });
});

Deno.test("definitions beyond mcp.toolBudgetBytes are found by tool_search and can be called then", async () => {
  const settings = { mcpServers: { pipe: official("60") }, mcp: { toolBudgetBytes: 2_000 } };
  await withSettings(settings, async (fixture) => {
    const wanted = "mcp__pipe__further_59";
    await using model = fakeModel([
      [{ call: "tool_search", input: { query: "paint zebra" } }],
      [{ call: wanted, input: {} }],
      "Done.",
    ]);
    const { code, stderr } = await runQwen(["-p", "go"], { fixture, env: model.env });
    assertEquals(code, 0, stderr);
    const sizes = model.requests.map(({ body }) =>
      JSON.stringify(body.tools.filter((tool: { function: { name: string } }) => /^mcp__/.test(tool.function.name)))
        .length
    );
    assert(sizes[0] < 3_000, String(sizes[0]));
    assert(offered(model.requests[0]).includes("tool_search"));
    assert(!offered(model.requests[0]).includes(wanted));
    assert(offered(model.requests[1]).includes(wanted), toolResults(model.requests[1]).join());
    assertEquals(toolResults(model.requests[2]).at(-1), "called further_59");
  });
});

Deno.test("tool_search is not offered while all definitions fit", async () => {
  await withSettings({ mcpServers: { pipe: official("60") } }, async (fixture) => {
    await using model = fakeModel(["Done."]);
    await runQwen(["-p", "go"], { fixture, env: model.env });
    assert(!offered(model.requests[0]).includes("tool_search"));
    assert(offered(model.requests[0]).includes("mcp__pipe__further_59"));
  });
});
