import { assert, assertEquals, assertRejects } from "@std/assert";
import type { ToolContext } from "../../../lib/model/ports.ts";
import { QwenError } from "../../../lib/model/problem.ts";
import { readServerConfig } from "../../../lib/mcp/server_config.ts";
import { McpServers } from "../../../lib/mcp/mcp_servers.ts";
import { entry, NEVER, run, textOutcome, withServers } from "../../support/mcp_bench.ts";
import { procPath, withProc } from "../../support/proc.ts";

function isAlive(group: string): boolean {
  for (const { name } of Deno.readDirSync(procPath(""))) {
    if (!/^\d+$/.test(name)) continue;
    try {
      if (Deno.readTextFileSync(procPath(`${name}/environ`)).includes(`MCP_TEST_MARK=${group}`)) return true;
    } catch (error) {
      if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied) continue;
      if (error instanceof Error && /ESRCH|No such process/.test(error.message)) continue;
      throw error;
    }
  }
  return false;
}

const CALC_TOOLS = [
  "add",
  "fail",
  "throw",
  "slow_walk",
  "wait",
  "ask",
  "picture",
  "environment",
  "grow",
  "die",
  "hang",
  "long",
  "flood",
  "cancelled",
];

Deno.test("McpServers offers a server's tools under prefixed names and runs them", async () => {
  await withServers({ "my.calc": entry("plain") }, async (servers) => {
    assertEquals(servers.status.map(({ tools: _, ...info }) => info), [{
      name: "my.calc",
      status: "connected",
      source: "settings",
      serverInfo: { name: "test", version: "1.2.3" },
    }]);
    assertEquals(
      servers.tools.map((tool) => tool.name),
      [...CALC_TOOLS.map((name) => `mcp__my_calc__${name}`), "read_mcp_resource"],
    );
    assertEquals(servers.instructions, [{ server: "my.calc", text: "Add before you walk." }]);
    const [add, fails] = servers.tools;
    const context = {} as ToolContext;
    assertEquals([add.parallel, fails.parallel], [true, false]);
    assertEquals(add.needs({}, context), [{ kind: "mcp", server: "my.calc", tool: "add", trusted: false }]);
    assertEquals(await add.confirm?.({}, context), {
      kind: "mcp",
      title: "Adder (my.calc MCP server)",
      server: "my.calc",
      tool: "add",
    });
    assertEquals(await run(servers, "mcp__my_calc__add", { input: { a: 1, b: 2 } }), textOutcome("3"));
    assertEquals(await run(servers, "mcp__my_calc__fail"), textOutcome("it went wrong", true));
    assertEquals(
      await run(servers, "mcp__my_calc__throw"),
      textOutcome('MCP server "my.calc" failed to run throw: no such thing', true),
    );
    assertEquals(await run(servers, "mcp__my_calc__picture"), {
      output: [
        { kind: "media", mediaType: "image/png", base64: "AA==" },
        { kind: "text", text: "inside" },
        { kind: "text", text: "b (test://b): more" },
      ],
      isError: false,
      data: { structuredContent: { size: 1 } },
      steps: [],
    });
    assertEquals(await run(servers, "mcp__my_calc__slow_walk"), {
      ...textOutcome("walked"),
      steps: [
        { kind: "steps", progress: 1, total: 2, message: "step 1" },
        { kind: "steps", progress: 2, total: 2, message: "step 2" },
      ],
    });
  });
});

Deno.test("McpServers gives a server a clean environment and the workspace", async () => {
  Deno.env.set("SECRET_OF_TESTS", "x");
  try {
    await withServers({ env: entry("plain", { env: { MINE: "yes" } }) }, async (servers) => {
      const { output } = await run(servers, "mcp__env__environment");
      const seen = JSON.parse(output[0].kind === "text" ? output[0].text : "");
      assertEquals([seen.MINE, seen.SECRET_OF_TESTS, seen.CWD], ["yes", undefined, Deno.cwd()]);
    });
  } finally {
    Deno.env.delete("SECRET_OF_TESTS");
  }
});

Deno.test("McpServers cancels a call on the server too", async () => {
  await withServers({ s: entry("plain") }, async (servers) => {
    const abort = new AbortController();
    const options = { signal: abort.signal, onStep: () => abort.abort(new Error("enough")) };
    await assertRejects(() => run(servers, "mcp__s__wait", options), Error, "enough");
    assertEquals(await run(servers, "mcp__s__cancelled"), textOutcome('["Error: enough"]'));
  });
});

Deno.test("McpServers bounds a call in time", async () => {
  await withServers({ s: entry("plain", { timeout: 50 }) }, async (servers) => {
    const { output, isError } = await run(servers, "mcp__s__wait");
    assertEquals(isError, true);
    assert(output[0].kind === "text" && output[0].text.includes("timed out"), JSON.stringify(output));
  });
});

Deno.test("McpServers hears of new tools", async () => {
  const changed = Promise.withResolvers<void>();
  await withServers({ s: entry("plain", { excludeTools: ["add"] }) }, async (servers) => {
    assert(!servers.tools.some((tool) => tool.name === "mcp__s__add"));
    await run(servers, "mcp__s__grow");
    await changed.promise;
    assert(servers.tools.some((tool) => tool.name === "mcp__s__grown"));
  }, { onChange: (_server, what) => what === "tools" && changed.resolve() });
});

Deno.test("McpServers reads resources and prompts", async () => {
  await withServers({ s: entry("plain") }, async (servers) => {
    assertEquals(await servers.listResources(null, NEVER), [
      { server: "s", uri: "test://a", name: "a", description: "", mediaType: "text/plain" },
    ]);
    assertEquals(
      (await run(servers, "read_mcp_resource", { input: { server_name: "s", uri: "test://a" } })).output,
      [{ kind: "text", text: "alpha" }],
    );
    assertEquals((await run(servers, "read_mcp_resource")).output, [{ kind: "text", text: "s test://a a" }]);
    await assertRejects(
      () => run(servers, "read_mcp_resource", { input: { server_name: "s", uri: "test://b" } }),
      QwenError,
      "Resource not found",
    );
    assertEquals(servers.prompts, [
      {
        server: "s",
        name: "greet",
        description: "Greets",
        arguments: [{ name: "who", description: "", required: true }],
      },
    ]);
    assertEquals(await servers.getPrompt({ server: "s", name: "greet", input: { who: "me" } }, NEVER), [
      { role: "user", parts: [{ kind: "text", text: "Greet me" }] },
    ]);
  });
});

Deno.test("McpServers forwards a server's question", async () => {
  await withServers({ s: entry("plain") }, async (servers) => {
    assertEquals(
      await run(servers, "mcp__s__ask"),
      textOutcome('{"action":"accept","content":{"name":"Ada"}}'),
    );
  }, {
    elicit: (question) => {
      assertEquals(question, {
        server: "s",
        message: "Your name?",
        mode: "form",
        schema: { type: "object", properties: { name: { type: "string" } } },
        url: null,
      });
      return Promise.resolve({ action: "accept", content: { name: "Ada" } });
    },
  });
});

Deno.test("McpServers waits for a silent server no longer than its time", async () => {
  await withServers({ quiet: entry("silent", { startTimeoutMs: 300 }), s: entry("plain") }, (servers) => {
    assertEquals(servers.status.map(({ name, status, error }) => ({ name, status, error })), [
      { name: "quiet", status: "failed", error: "it did not answer within 300 milliseconds" },
      { name: "s", status: "connected", error: undefined },
    ]);
    assertEquals(servers.failed.map(({ name }) => name), ["quiet"]);
    return Promise.resolve();
  });
});

Deno.test("McpServers fails the run for a required server only", async () => {
  const missing = { command: "/nowhere/at/all" };
  await withServers({ optional: missing }, (servers) => {
    assertEquals(servers.failed.map(({ name }) => name), ["optional"]);
    assert(servers.status[0].error?.startsWith('Cannot start "/nowhere/at/all"'), servers.status[0].error);
    return Promise.resolve();
  });
  const error = await assertRejects(
    () => withServers({ needed: { ...missing, required: true } }, () => Promise.resolve()),
    QwenError,
  );
  assertEquals(error.problem.code, "mcp_unavailable");
});

Deno.test(withProc("McpServers ends a server that ignores every hint, and its children", async () => {
  const mark = crypto.randomUUID();
  await withServers({ s: entry("stubborn", { env: { MCP_TEST_MARK: mark } }) }, async (servers) => {
    assertEquals(await run(servers, "mcp__s__add", { input: { a: 2, b: 2 } }), textOutcome("4"));
    assert(isAlive(mark));
  });
  assert(!isAlive(mark));
}));

Deno.test("McpServers is not stopped by a server that floods stderr and prints a banner", async () => {
  await withServers({ s: entry("noisy") }, async (servers) => {
    assertEquals(await run(servers, "mcp__s__add", { input: { a: 2, b: 3 } }), textOutcome("5"));
  });
});

Deno.test("McpServers reports a server that dies in a call and starts it again", async () => {
  const losses: unknown[] = [];
  await withServers({ s: entry("plain") }, async (servers) => {
    const { output, isError } = await run(servers, "mcp__s__die");
    assertEquals(isError, true);
    assert(output[0].kind === "text" && output[0].text.includes("closed"), JSON.stringify(output));
    assertEquals(losses, [{
      server: "s",
      reason: "the connection was closed; its process ended with code 3; it said: I die",
      restarts: true,
    }]);
    // The tools stay in the list, and a call waits for the new process.
    assertEquals(await run(servers, "mcp__s__add", { input: { a: 1, b: 1 } }), textOutcome("2"));
    assertEquals(servers.status[0].status, "connected");
  }, { onLoss: (loss) => losses.push(loss) });
});

Deno.test("McpServers gives up on a server that dies again and again", async () => {
  const losses: boolean[] = [];
  await withServers({ s: entry("plain") }, async (servers) => {
    for (let times = 0; times < 4; times++) assertEquals((await run(servers, "mcp__s__die")).isError, true);
    assertEquals(losses, [true, true, true, false]);
    assertEquals(
      servers.status.map(({ status, error }) => ({ status, error })),
      [{ status: "failed", error: "the connection was closed; its process ended with code 3; it said: I die" }],
    );
    assertEquals(servers.tools, []);
    await servers.reconnect("s", NEVER);
    assertEquals(await run(servers, "mcp__s__add", { input: { a: 1, b: 1 } }), textOutcome("2"));
  }, { onLoss: ({ restarts }) => losses.push(restarts) });
});

Deno.test("McpServers restarts a server that hangs, but not one that is only slow", async () => {
  const losses: string[] = [];
  await withServers({ s: entry("plain", { timeout: 200 }) }, async (servers) => {
    assertEquals((await run(servers, "mcp__s__wait")).isError, true);
    assertEquals(losses, []);
    assertEquals((await run(servers, "mcp__s__hang")).isError, true);
    assertEquals(losses.length, 1);
    assert(losses[0].startsWith("it does not answer any more"), losses[0]);
    assertEquals(await run(servers, "mcp__s__add", { input: { a: 1, b: 1 } }), textOutcome("2"));
  }, { onLoss: ({ reason }) => losses.push(reason) });
});

Deno.test("McpServers lets progress keep a call alive", async () => {
  await withServers({ s: entry("plain", { timeout: 1_000 }) }, async (servers) => {
    const { output, steps } = await run(servers, "mcp__s__long");
    assertEquals(output, [{ kind: "text", text: "done" }]);
    assertEquals(steps.length, 8);
  });
});

Deno.test("McpServers starts an older server again that ends at a request before its handshake", async () => {
  await withServers({ s: entry("strict") }, async (servers) => {
    assertEquals(await run(servers, "mcp__s__add", { input: { a: 2, b: 3 } }), textOutcome("5"));
  });
});

Deno.test("McpServers does not wait for a server that closed its stdout", async () => {
  await withServers({ s: { command: "sh", args: ["-c", "exec >&-; sleep 60"] } }, (servers) => {
    assertEquals(servers.failed.map(({ name }) => name), ["s"]);
    return Promise.resolve();
  });
});

Deno.test("McpServers takes an answer of three megabytes and bounds a longer one", async () => {
  await withServers({ s: entry("plain") }, async (servers) => {
    const size = async (asked: number): Promise<number> => {
      const { output } = await run(servers, "mcp__s__flood", { input: { size: asked } });
      return output[0].kind === "text" ? output[0].text.length : 0;
    };
    assertEquals(await size(3_000_000), 3_000_000);
    const bounded = await size(9_000_000);
    assert(bounded > 4_000_000 && bounded < 4_000_100, String(bounded));
  });
});

Deno.test("McpServers can be closed while a server still starts", async () => {
  const servers = new McpServers({ version: "0.1.0", roots: [Deno.cwd()], environment: { PATH: "" } });
  const starting = servers.start([readServerConfig("s", { entry: entry("silent"), source: "settings" })], NEVER);
  await servers.close();
  await starting;
  assertEquals(servers.tools, []);
});

Deno.test("McpServers can be switched off and on", async () => {
  await withServers({ s: entry("plain") }, async (servers) => {
    await servers.disable("s");
    assertEquals([servers.status[0].status, servers.tools.length], ["disabled", 0]);
    await servers.enable("s", NEVER);
    assertEquals(servers.status[0].status, "connected");
    await assertRejects(() => servers.reconnect("t", NEVER), QwenError, 'There is no MCP server "t"');
  });
});
