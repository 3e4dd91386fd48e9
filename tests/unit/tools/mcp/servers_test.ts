import { assert, assertEquals, assertRejects } from "@std/assert";
import type { Json, JsonObject } from "../../../../lib/model/json.ts";
import type { ToolProgress } from "../../../../lib/model/event.ts";
import type { ToolContext, ToolOutcome } from "../../../../lib/model/ports.ts";
import { QwenError } from "../../../../lib/model/problem.ts";
import { readServerConfig } from "../../../../lib/tools/mcp/server_config.ts";
import { Servers, type ServersOptions } from "../../../../lib/tools/mcp/servers.ts";

const SCRIPT = new URL("../../../support/mcp_server.ts", import.meta.url).pathname;
const NEVER = new AbortController().signal;

function entry(manner: string, more: JsonObject = {}): JsonObject {
  return { command: Deno.execPath(), args: ["run", "-A", "--quiet", SCRIPT, manner], ...more };
}

async function withServers(
  entries: Record<string, JsonObject>,
  body: (servers: Servers) => Promise<void>,
  options: Partial<ServersOptions> = {},
): Promise<void> {
  const servers = new Servers({
    version: "0.1.0",
    roots: [Deno.cwd()],
    environment: { PATH: Deno.env.get("PATH") ?? "", HOME: Deno.env.get("HOME") ?? "" },
    ...options,
  });
  try {
    const configs = Object.entries(entries).map(([name, value]) =>
      readServerConfig(name, { entry: value, source: "settings" })
    );
    await servers.start(configs, NEVER);
    await body(servers);
  } finally {
    await servers.close();
  }
}

interface Ran extends ToolOutcome {
  steps: ToolProgress[];
}

async function run(
  servers: Servers,
  name: string,
  input: JsonObject = {},
  options: { signal?: AbortSignal; onStep?(): void } = {},
): Promise<Ran> {
  const tool = servers.tools.find((known) => known.name === name);
  assert(tool, `${name} is not offered`);
  const steps: ToolProgress[] = [];
  const running = tool.run(input, { signal: options.signal ?? NEVER } as ToolContext);
  for (;;) {
    const { done, value } = await running.next();
    if (done) return { ...value, steps };
    steps.push(value);
    options.onStep?.();
  }
}

function textOutcome(text: string, isError = false): Ran {
  return { output: [{ kind: "text", text }], isError, steps: [] };
}

Deno.test("Servers offers a server's tools under prefixed names and runs them", async () => {
  await withServers({ "my.calc": entry("plain") }, async (servers) => {
    assertEquals(servers.status.map(({ tools: _, ...info }) => info), [{
      name: "my.calc",
      status: "connected",
      source: "settings",
      serverInfo: { name: "test", version: "1.2.3" },
    }]);
    assertEquals(
      servers.tools.map((tool) => tool.name),
      [
        "mcp__my_calc__add",
        "mcp__my_calc__fail",
        "mcp__my_calc__throw",
        "mcp__my_calc__slow_walk",
        "mcp__my_calc__wait",
        "mcp__my_calc__ask",
        "mcp__my_calc__picture",
        "mcp__my_calc__environment",
        "mcp__my_calc__grow",
        "mcp__my_calc__die",
        "mcp__my_calc__flood",
        "mcp__my_calc__cancelled",
        "read_mcp_resource",
      ],
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
    assertEquals(await run(servers, "mcp__my_calc__add", { a: 1, b: 2 }), textOutcome("3"));
    assertEquals(await run(servers, "mcp__my_calc__fail"), textOutcome("it went wrong", true));
    assertEquals(
      await run(servers, "mcp__my_calc__throw"),
      textOutcome('MCP server "my.calc" failed to run throw: MCP error -32000: no such thing', true),
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

Deno.test("Servers gives a server a clean environment and the workspace", async () => {
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

Deno.test("Servers cancels a call on the server too", async () => {
  await withServers({ s: entry("plain") }, async (servers) => {
    const abort = new AbortController();
    const options = { signal: abort.signal, onStep: () => abort.abort(new Error("enough")) };
    await assertRejects(() => run(servers, "mcp__s__wait", {}, options), Error, "enough");
    assertEquals(await run(servers, "mcp__s__cancelled"), textOutcome('["Error: enough"]'));
  });
});

Deno.test("Servers bounds a call in time", async () => {
  await withServers({ s: entry("plain", { timeout: 50 }) }, async (servers) => {
    const { output, isError } = await run(servers, "mcp__s__wait");
    assertEquals(isError, true);
    assert(output[0].kind === "text" && output[0].text.includes("timed out"), JSON.stringify(output));
  });
});

Deno.test("Servers hears of new tools", async () => {
  const changed = Promise.withResolvers<void>();
  await withServers({ s: entry("plain", { excludeTools: ["add"] }) }, async (servers) => {
    assert(!servers.tools.some((tool) => tool.name === "mcp__s__add"));
    await run(servers, "mcp__s__grow");
    await changed.promise;
    assert(servers.tools.some((tool) => tool.name === "mcp__s__grown"));
  }, { onChange: (_server, what) => what === "tools" && changed.resolve() });
});

Deno.test("Servers reads resources and prompts", async () => {
  await withServers({ s: entry("plain") }, async (servers) => {
    assertEquals(await servers.listResources(null, NEVER), [
      { server: "s", uri: "test://a", name: "a", description: "", mediaType: "text/plain" },
    ]);
    assertEquals(
      (await run(servers, "read_mcp_resource", { server_name: "s", uri: "test://a" })).output,
      [{ kind: "text", text: "alpha" }],
    );
    assertEquals((await run(servers, "read_mcp_resource")).output, [{ kind: "text", text: "s test://a a" }]);
    await assertRejects(
      () => run(servers, "read_mcp_resource", { server_name: "s", uri: "test://b" }),
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

Deno.test("Servers forwards a server's question", async () => {
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

Deno.test("Servers waits for a silent server no longer than its time", async () => {
  await withServers({ quiet: entry("silent", { startTimeoutMs: 300 }), s: entry("plain") }, (servers) => {
    assertEquals(servers.status.map(({ name, status, error }) => ({ name, status, error })), [
      { name: "quiet", status: "failed", error: "it did not answer within 300 milliseconds" },
      { name: "s", status: "connected", error: undefined },
    ]);
    assertEquals(servers.failed.map(({ name }) => name), ["quiet"]);
    return Promise.resolve();
  });
});

Deno.test("Servers fails the run for a required server only", async () => {
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

function isAlive(group: string): boolean {
  for (const { name } of Deno.readDirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      if (Deno.readTextFileSync(`/proc/${name}/environ`).includes(`MCP_TEST_MARK=${group}`)) return true;
    } catch (error) {
      if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied) continue;
      if (error instanceof Error && /ESRCH|No such process/.test(error.message)) continue;
      throw error;
    }
  }
  return false;
}

Deno.test("Servers ends a server that ignores every hint, and its children", {
  ignore: Deno.build.os !== "linux",
}, async () => {
  const mark = crypto.randomUUID();
  await withServers({ s: entry("stubborn", { env: { MCP_TEST_MARK: mark } }) }, async (servers) => {
    assertEquals(await run(servers, "mcp__s__add", { a: 2, b: 2 }), textOutcome("4"));
    assert(isAlive(mark));
  });
  assert(!isAlive(mark));
});

Deno.test("Servers is not stopped by a server that floods stderr and prints a banner", async () => {
  await withServers({ s: entry("noisy") }, async (servers) => {
    assertEquals(await run(servers, "mcp__s__add", { a: 2, b: 3 }), textOutcome("5"));
  });
});

Deno.test("Servers reports a server that dies in a call and connects it anew", async () => {
  const lost = Promise.withResolvers<void>();
  // The first change is that it came, the second that it went.
  let changes = 0;
  await withServers({ s: entry("plain") }, async (servers) => {
    const { output, isError } = await run(servers, "mcp__s__die");
    assertEquals(isError, true);
    assert(output[0].kind === "text" && output[0].text.includes("closed"), JSON.stringify(output));
    await lost.promise;
    assertEquals(
      servers.status.map(({ status, error }) => ({ status, error })),
      [{ status: "failed", error: "the connection was closed; its process ended with code 3; it said: I die" }],
    );
    assertEquals(servers.tools, []);
    await servers.reconnect("s", NEVER);
    assertEquals(await run(servers, "mcp__s__add", { a: 1, b: 1 }), textOutcome("2"));
  }, { onChange: () => ++changes === 2 && lost.resolve() });
});

Deno.test("Servers does not wait for a server that closed its stdout", async () => {
  await withServers({ s: { command: "sh", args: ["-c", "exec >&-; sleep 60"] } }, (servers) => {
    assertEquals(servers.failed.map(({ name }) => name), ["s"]);
    return Promise.resolve();
  });
});

Deno.test("Servers takes an answer of three megabytes and bounds a longer one", async () => {
  await withServers({ s: entry("plain") }, async (servers) => {
    const size = async (asked: number): Promise<number> => {
      const { output } = await run(servers, "mcp__s__flood", { size: asked });
      return output[0].kind === "text" ? output[0].text.length : 0;
    };
    assertEquals(await size(3_000_000), 3_000_000);
    const bounded = await size(9_000_000);
    assert(bounded > 4_000_000 && bounded < 4_000_100, String(bounded));
  });
});

Deno.test("Servers can be closed while a server still starts", async () => {
  const servers = new Servers({ version: "0.1.0", roots: [Deno.cwd()], environment: { PATH: "" } });
  const starting = servers.start([readServerConfig("s", { entry: entry("silent"), source: "settings" })], NEVER);
  await servers.close();
  await starting;
  assertEquals(servers.tools, []);
});

Deno.test("Servers can be switched off and on", async () => {
  await withServers({ s: entry("plain") }, async (servers) => {
    await servers.disable("s");
    assertEquals([servers.status[0].status, servers.tools.length], ["disabled", 0]);
    await servers.enable("s", NEVER);
    assertEquals(servers.status[0].status, "connected");
    await assertRejects(() => servers.reconnect("t", NEVER), QwenError, 'There is no MCP server "t"');
  });
});

Deno.test("Servers replaces the set of servers that came at run time", async () => {
  await withServers({ fixed: entry("plain") }, async (servers) => {
    assertEquals(await servers.replace({ a: entry("plain"), b: { command: "/nowhere" }, c: {} }, NEVER), {
      added: ["a", "b"],
      removed: [],
      errors: {
        b: servers.status.find((info) => info.name === "b")?.error ?? "",
        c: 'MCP server "c" is configured wrongly: it has none of "command", "url" and "httpUrl"',
      },
    });
    assertEquals(await servers.replace({ a: entry("plain") }, NEVER), { added: [], removed: ["b"], errors: {} });
    assertEquals(await servers.replace({}, NEVER), { added: [], removed: ["a"], errors: {} });
    assertEquals(servers.status.map((info) => info.name), ["fixed"]);
  });
});

/** A server inside the host: answers as the SDKs do, with dummy answers to notifications. */
function host(handled: string[], onWait: () => void): NonNullable<ServersOptions["askHost"]> {
  return ({ server, message }, signal) => {
    const { id, method, params } = message as { id?: number; method: string; params: JsonObject };
    handled.push(method);
    const answer = (result: Json): Promise<Json> => Promise.resolve({ jsonrpc: "2.0", id: 0, result });
    if (server !== "calc") return Promise.reject(new Error(`SDK MCP server not found: ${server}`));
    if (id === undefined) return answer({});
    if (method === "initialize") {
      return answer({
        protocolVersion: params.protocolVersion,
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: "calc", version: "1.0.0" },
      });
    }
    if (method === "tools/list") {
      const names = handled.filter((name) => name === "tools/list").length > 1
        ? ["add", "wait", "new"]
        : ["add", "wait"];
      return answer({ tools: names.map((name) => ({ name, inputSchema: { type: "object" } })) });
    }
    if (params.name === "wait") {
      onWait();
      return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("withdrawn"))));
    }
    if (params.name === "new") {
      return Promise.resolve({ jsonrpc: "2.0", id, error: { code: -32601, message: "not yet" } });
    }
    return answer({ content: [{ type: "text", text: "3" }] });
  };
}

Deno.test("Servers speaks with a server inside the host", async () => {
  const handled: string[] = [];
  const asked = Promise.withResolvers<void>();
  const changed = Promise.withResolvers<void>();
  await withServers({ calc: { type: "sdk", name: "calc" }, gone: { type: "sdk" } }, async (servers) => {
    assertEquals(servers.status.map(({ name, status, source }) => ({ name, status, source })), [
      { name: "calc", status: "connected", source: "host" },
      { name: "gone", status: "failed", source: "host" },
    ]);
    assertEquals(handled.filter((method) => method !== "initialize"), ["notifications/initialized", "tools/list"]);
    assertEquals(servers.tools[0].needs({}, {} as ToolContext), [
      { kind: "mcp", server: "calc", tool: "add", trusted: true },
    ]);
    assertEquals(await run(servers, "mcp__calc__add"), textOutcome("3"));
    const abort = new AbortController();
    const waiting = run(servers, "mcp__calc__wait", {}, { signal: abort.signal });
    await asked.promise;
    abort.abort(new Error("enough"));
    await assertRejects(() => waiting, Error, "enough");
    assertEquals(handled.at(-1), "notifications/cancelled");
    servers.deliver("calc", { jsonrpc: "2.0", method: "notifications/tools/list_changed" });
    await changed.promise;
    assertEquals(
      await run(servers, "mcp__calc__new"),
      textOutcome('MCP server "calc" failed to run new: MCP error -32601: not yet', true),
    );
    assertEquals(await servers.setHosted([{ name: "calc", timeoutMs: null }], NEVER), {
      added: ["calc"],
      removed: [],
      errors: {},
    });
  }, { askHost: host(handled, asked.resolve), onChange: (_server, what) => what === "tools" && changed.resolve() });
});
