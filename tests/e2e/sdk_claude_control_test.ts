import { assertEquals } from "@std/assert";
import { MCP_SERVER, sdkTest, shell } from "../support/sdk_stage.ts";

const EXTERNAL = { command: Deno.execPath(), args: ["run", "-A", "--quiet", "--no-config", MCP_SERVER] };

sdkTest("claude", "createSdkMcpServer offers tools that succeed, fail and throw", {
  host: "mcpTools",
  replies: [
    [{ call: "mcp__calc__add", input: { a: 1, b: 2 } }],
    [{ call: "mcp__calc__broken" }],
    [{ call: "mcp__calc__thrown" }],
    "Three.",
  ],
  check: ({ report, lines }) => {
    // What the SDK has asked its servers before is not asked again.
    const asked = lines.flatMap(({ request }) => request?.subtype === "mcp_message" ? [request.message.method] : []);
    assertEquals(asked, ["tools/call", "tools/call", "tools/call"]);
    assertEquals(report, {
      said: [
        "system init",
        'assistant calls mcp__calc__add {"a":1,"b":2}',
        "user result: 3",
        "assistant calls mcp__calc__broken {}",
        "user failed: out of order",
        "assistant calls mcp__calc__thrown {}",
        "user failed: went wrong",
        "assistant text: Three.",
        "result success: Three.",
      ],
      parked: { calc: "parked" },
      servers: [{ name: "calc", status: "connected", source: "sdk" }],
      tools: ["mcp__calc__add", "mcp__calc__broken", "mcp__calc__thrown"],
    });
  },
});

sdkTest("claude", "a server of the host that gets another tool offers it", {
  host: "listChanged",
  replies: ["One.", [{ call: "mcp__calc__second", input: { n: 7 } }], "Two."],
  check: ({ report }) => {
    assertEquals(report.tools, [["mcp__calc__first"], ["mcp__calc__first", "mcp__calc__second"]]);
    assertEquals(report.said.slice(-3), ["user result: 7", "assistant text: Two.", "result success: Two."]);
  },
});

sdkTest("claude", "the session answers questions about itself while it runs", {
  host: "about",
  replies: [[{ text: "Hello." }, { wait: "first" }]],
  check: ({ report }) => {
    const names = report.commands.map(({ name }: { name: string }) => name);
    assertEquals(["init", "summary", "compress"].every((name) => names.includes(name)), true);
    assertEquals(report.models, [{ value: "fake-model", displayName: "fake-model", description: "fake-model" }]);
    assertEquals(report.account, { apiKeySource: "none" });
    assertEquals([report.context.model, report.context.maxTokens], ["fake-model", 131_072]);
    assertEquals(report.status, []);
    assertEquals(report.start.output_style, "default");
    assertEquals(report.result.modelUsage["fake-model"].contextWindow, 131_072);
  },
});

sdkTest("claude", "setMcpServers, toggleMcpServer and reconnectMcpServer act on servers", {
  host: "servers",
  args: { server: { command: Deno.execPath(), args: ["run", "-A", "--quiet", "--no-config", MCP_SERVER] } },
  replies: ["Hello."],
  check: ({ report }) => {
    const { steps } = report;
    assertEquals(steps[0], { added: ["ext"], removed: [], errors: {} });
    assertEquals(steps[1], [["ext", "connected", 14]]);
    assertEquals(steps[2].map(([name, status]: string[]) => [name, status]), [["ext", "disabled"]]);
    assertEquals(steps[3], [["ext", "connected", 14]]);
    assertEquals([steps[4].removed, Object.keys(steps[4].errors)], [["ext"], ["bad"]]);
    assertEquals(steps[5], [["bad", "failed", 0]]);
    assertEquals([steps[6].removed, steps[7]], [["bad"], []]);
    assertEquals(typeof steps[8], "string");
    assertEquals(report.said.at(-1), "result success: Hello.");
  },
});

sdkTest("claude", "setMcpPermissionModeOverride has calls of one server asked for, until it is taken back", {
  host: "override",
  replies: [
    [{ call: "mcp__calc__add", input: { a: 1, b: 2 } }],
    "Three.",
    [{ call: "mcp__calc__add", input: { a: 2, b: 2 } }],
    "Four.",
  ],
  check: ({ report }) => {
    assertEquals(report.words, [{}, { warning: 'There is no MCP server "none" yet' }, {}]);
    assertEquals(report.asked, ["mcp__calc__add"]);
    assertEquals(report.said.filter((line: string) => line.startsWith("result")), [
      "result success: Three.",
      "result success: Four.",
    ]);
  },
});

sdkTest("claude", "setMcpServers replaces the servers of the host as well", {
  host: "replaced",
  replies: ["One.", "Two."],
  check: ({ report }) => {
    assertEquals(report.set, { added: ["other"], removed: ["calc"], errors: {} });
    assertEquals(report.tools, [["mcp__calc__add"], ["mcp__other__add"]]);
  },
});

sdkTest("claude", "-v prints a version first", {
  host: "version",
  check: ({ report }) => assertEquals([/^2\.\d+\.\d+ /.test(report.stdout), report.stderr], [true, ""]),
});

sdkTest("claude", "an empty system prompt leaves ours, another one replaces it", {
  host: "sessions",
  args: {
    runs: [
      { prompt: "one" },
      { prompt: "two", options: { systemPrompt: "You are a duck." } },
      { prompt: "three", options: { systemPrompt: { type: "preset", preset: "claude_code", append: "Be a duck." } } },
    ],
  },
  replies: ["One.", "Two.", "Three."],
  check: ({ model }) => {
    const [plain, own, preset] = model.requests.map(({ body }) => body.messages[0].content);
    assertEquals(plain.length > 200, true);
    assertEquals(own, "You are a duck.");
    assertEquals(preset.startsWith(plain.slice(0, 100)) && preset.endsWith("Be a duck."), true);
  },
});

sdkTest("claude", "CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS tells what the session is doing", {
  host: "permission",
  env: { CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: "1" },
  args: { answer: { behavior: "allow" } },
  replies: [shell("touch made.txt"), "Done."],
  check: ({ report }) =>
    assertEquals(report.said, [
      "state running",
      "system init",
      'assistant calls Bash {"command":"touch made.txt"}',
      "state requires_action",
      "state running",
      "user result: ",
      "assistant text: Done.",
      "result success: Done.",
      "state idle",
    ]),
});

sdkTest("claude", "the smaller requests are answered", {
  host: "small",
  files: { "a.txt": "alpha" },
  replies: ["Hello."],
  check: ({ report, cwd }) => {
    assertEquals(report.file, { contents: "alpha", absPath: `${cwd}/a.txt`, lossy: false });
    assertEquals([report.none, report.receipt], [null, { still_queued: [] }]);
    assertEquals(typeof report.stopped, "string");
    assertEquals(report.skills, { skills: [] });
    const { total_api_duration_ms: asking, total_duration_ms: whole } = report.usage.session;
    assertEquals([asking, whole > 0], [0, true]);
    assertEquals(report.said.at(-1), "result success: Hello.");
  },
});

sdkTest("claude", "an introduction of 300 KB is taken", {
  host: "about",
  args: { agents: 20, descriptions: 15_000 },
  replies: [[{ text: "Hello." }, { wait: "first" }]],
  check: ({ report }) => {
    const names = report.agents.map(({ name }: { name: string }) => name);
    assertEquals(names.filter((name: string) => name.startsWith("agent-")).length, 20);
  },
});

sdkTest("claude", "a server of the command line is connected, one that fails is told", {
  host: "elicit",
  args: { servers: { ext: EXTERNAL, bad: { command: "/no/such/program" } }, answer: { action: "decline" } },
  replies: [[{ call: "mcp__ext__add", input: { a: 1, b: 2 } }], "Three."],
  check: ({ report }) => {
    assertEquals(report.servers, [{ name: "ext", status: "connected" }, { name: "bad", status: "failed" }]);
    assertEquals(report.said.slice(-3), ["user result: 3", "assistant text: Three.", "result success: Three."]);
  },
});

sdkTest("claude", "onElicitation answers a server's question to the person", {
  host: "elicit",
  args: { servers: { ext: EXTERNAL }, answer: { action: "accept", content: { name: "Ada" } } },
  replies: [[{ call: "mcp__ext__ask" }], "Hello, Ada."],
  check: ({ report }) => {
    assertEquals(report.asked.length, 1);
    assertEquals(report.said.at(-3).includes("Ada"), true);
  },
});

sdkTest("claude", "options that mean nothing here are taken all the same", {
  host: "ask",
  args: {
    options: {
      betas: ["context-1m-2025-08-07"],
      thinking: { type: "adaptive" },
      effort: "high",
      taskBudget: { total: 100_000 },
      settingSources: ["user", "project", "local"],
      settings: { permissions: { allow: ["Read"] } },
      sandbox: { enabled: false },
      strictMcpConfig: true,
      includeHookEvents: true,
      includePartialMessages: true,
      plugins: [{ type: "local", path: "./plugin" }],
      toolConfig: { askUserQuestion: { previewFormat: "markdown" } },
      promptSuggestions: true,
      agentProgressSummaries: true,
      planModeInstructions: "Plan well.",
      title: "A title",
      skills: [],
      enableFileCheckpointing: true,
      allowDangerouslySkipPermissions: true,
      model: "fake-model",
      extraArgs: { "flag-of-the-future": "x", "another-one": null },
    },
  },
  replies: ["Hello."],
  check: ({ report }) => assertEquals([report.error, report.said.at(-1)], [undefined, "result success: Hello."]),
});

sdkTest("claude", "a server that is silent delays no introduction and costs no more than its time", {
  host: "ask",
  args: {
    options: {
      mcpServers: { slow: { ...EXTERNAL, args: [...EXTERNAL.args, "silent"], startTimeoutMs: 1_000 } },
    },
  },
  replies: ["Hello."],
  check: ({ report, lines }) => {
    assertEquals(lines.slice(0, 2).map(({ type, subtype }) => [type, subtype]), [
      ["control_response", undefined],
      ["system", "init"],
    ]);
    assertEquals(lines[1].mcp_servers, [{ name: "slow", status: "failed" }]);
    assertEquals(report.said.at(-1), "result success: Hello.");
  },
});

sdkTest("claude", "a required server that does not start fails the prompt", {
  host: "ask",
  args: { options: { mcpServers: { needed: { command: "/no/such/program", required: true } } } },
  check: ({ report, model }) => {
    const failure = 'result error_during_execution error: Required MCP server could not be started: "needed"';
    assertEquals(report.said.at(-1).slice(0, failure.length), failure);
    assertEquals(model.requests.length, 0);
  },
});
