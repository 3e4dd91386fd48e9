import { assertEquals } from "@std/assert";
import { MCP_SERVER, sdkTest, shell } from "../support/sdk_stage.ts";

const CALL = 'assistant calls run_shell_command {"command":"touch made.txt"}';

sdkTest("qwen", "canUseTool allows a call", {
  host: "permission",
  args: { answer: { behavior: "allow" } },
  replies: [shell("touch made.txt"), "Done."],
  check: async ({ report, cwd }) => {
    assertEquals(report.asked, [{
      tool: "run_shell_command",
      input: '{"command":"touch made.txt"}',
      suggestions: ["allow", "deny"],
    }]);
    assertEquals(report.said.at(-1), "result success: Done.");
    assertEquals(await Deno.readTextFile(`${cwd}/made.txt`), "");
  },
});

sdkTest("qwen", "canUseTool changes the input of a call", {
  host: "permission",
  args: { answer: { behavior: "allow", updatedInput: { command: "echo changed > made.txt" } } },
  replies: [shell("touch made.txt"), "Done."],
  check: async ({ cwd }) => assertEquals(await Deno.readTextFile(`${cwd}/made.txt`), "changed\n"),
});

sdkTest("qwen", "canUseTool denies a call and the turn goes on", {
  host: "permission",
  args: { answer: { behavior: "deny", message: "not today" } },
  replies: [shell("touch made.txt"), "I see."],
  check: ({ report }) =>
    assertEquals(report.said, [
      "system init",
      CALL,
      "user failed: [Operation Cancelled] Reason: not today",
      "assistant text: I see.",
      "result success: I see.",
    ]),
});

sdkTest("qwen", "canUseTool that throws is a denial", {
  host: "permission",
  args: { throws: "the callback broke" },
  replies: [shell("touch made.txt"), "I see."],
  check: ({ report }) =>
    assertEquals(report.said.slice(2), [
      "user failed: [Operation Cancelled] Reason: Permission check failed: the callback broke",
      "assistant text: I see.",
      "result success: I see.",
    ]),
});

sdkTest("qwen", "timeout.canUseTool limits a person's answer", {
  host: "permission",
  args: { never: true, options: { timeout: { canUseTool: 300 } } },
  replies: [shell("touch made.txt"), "I see."],
  check: ({ report }) => {
    assertEquals(report.said[2].startsWith("user failed: [Operation Cancelled] Reason: "), true);
    assertEquals(report.said.slice(3), ["assistant text: I see.", "result success: I see."]);
  },
});

sdkTest("qwen", "createSdkMcpServer offers tools that succeed and fail", {
  host: "mcpTools",
  replies: [[{ call: "mcp__calc__add", input: { a: 1, b: 2 } }], [{ call: "mcp__calc__broken" }], "Three."],
  check: ({ report }) =>
    assertEquals(report, {
      said: [
        "system init",
        'assistant calls mcp__calc__add {"a":1,"b":2}',
        "user result: 3",
        "assistant calls mcp__calc__broken {}",
        "user failed: out of order",
        "assistant text: Three.",
        "result success: Three.",
      ],
      asked: ["mcp__calc__add", "mcp__calc__broken"],
      status: { subtype: "mcp_server_status", status: { calc: "connected" } },
      servers: [{ name: "calc", status: "connected" }],
      tools: ["mcp__calc__add", "mcp__calc__broken"],
    }),
});

sdkTest("qwen", "setModel, setPermissionMode and setEffort take effect in the middle", {
  host: "change",
  replies: ["One.", shell("touch made.txt"), "Two."],
  check: ({ report }) => {
    assertEquals(report.seen, [["fake-model", "default"], ["other-model", "yolo"]]);
    assertEquals(report.models, ["fake-model", "other-model", "other-model"]);
    assertEquals(report.said.at(-1), "result success: Two.");
  },
});

sdkTest("qwen", "the session answers questions about itself while it runs", {
  host: "about",
  replies: [[{ text: "Hello." }, { wait: "first" }]],
  check: ({ report }) => {
    assertEquals(["init", "summary", "compress"].every((name) => report.commands.commands.includes(name)), true);
    assertEquals(report.models.models.map(({ id }: { id: string }) => id), ["fake-model"]);
    assertEquals(report.context.modelName, "fake-model");
    assertEquals(report.usage.subtype, "get_usage_info");
    assertEquals(report.status, { subtype: "mcp_server_status", status: {} });
    assertEquals(report.said.at(-1), "result success: Hello.");
  },
});

sdkTest("qwen", "mcpServers that run beside the session are connected after the handshake", {
  host: "ask",
  args: {
    options: {
      permissionMode: "yolo",
      mcpServers: { ext: { command: Deno.execPath(), args: ["run", "-A", "--quiet", "--no-config", MCP_SERVER] } },
    },
  },
  replies: [[{ call: "mcp__ext__add", input: { a: 1, b: 2 } }], "Three."],
  check: ({ report, lines }) => {
    assertEquals(lines[0].response.response.subtype, "initialize");
    assertEquals(lines[0].response.response.session_id, lines[1].session_id);
    assertEquals(lines[1].mcp_servers, [{ name: "ext", status: "connected" }]);
    assertEquals(report.said.slice(-3), ["user result: 3", "assistant text: Three.", "result success: Three."]);
  },
});

sdkTest("qwen", "coreTools, excludeTools and allowedTools decide on what is offered and allowed", {
  host: "sessions",
  args: {
    runs: [
      {
        prompt: "one",
        options: {
          coreTools: ["read_file", "run_shell_command"],
          allowedTools: ["ShellTool(mkdir *)"],
          permissionMode: "default",
        },
      },
      { prompt: "two", options: { excludeTools: ["write_file", "run_shell_command(rm *)"], permissionMode: "yolo" } },
    ],
  },
  replies: [shell("mkdir made.d"), "One.", shell("rm -r made.d"), "Two."],
  check: ({ report, model }) => {
    const offered = model.requests.map(({ body }) =>
      body.tools.map((tool: { function: { name: string } }) => tool.function.name)
    );
    assertEquals([offered[0].includes("read_file"), offered[0].includes("glob")], [true, false]);
    assertEquals(offered[2].includes("write_file"), false);
    assertEquals(report.runs[0].said.at(-1), "result success: One.");
    assertEquals(/denied by permission rules/.test(report.runs[1].said[2]), true);
  },
});

sdkTest("qwen", "systemPrompt replaces ours, an appended one goes behind it", {
  host: "sessions",
  args: {
    runs: [
      { prompt: "one" },
      { prompt: "two", options: { systemPrompt: "You are a duck." } },
      { prompt: "three", options: { systemPrompt: { type: "preset", preset: "qwen_code", append: "Be a duck." } } },
    ],
  },
  replies: ["One.", "Two.", "Three."],
  check: ({ model }) => {
    const [plain, own, preset] = model.requests.map(({ body }) => body.messages[0].content);
    assertEquals(own.startsWith("You are a duck."), true);
    assertEquals(preset.startsWith(plain.slice(0, 100)) && preset.endsWith("Be a duck."), true);
  },
});

sdkTest("qwen", "agents of the host work on their own and are told apart", {
  host: "ask",
  args: {
    options: {
      agents: [{
        name: "reader",
        description: "Reads",
        systemPrompt: "You only read.",
        tools: ["read_file"],
        level: "session",
      }],
      permissionMode: "yolo",
    },
  },
  files: { "a.txt": "alpha" },
  replies: [
    [{
      call: "agent",
      input: { description: "read it", prompt: "Read a.txt", subagent_type: "reader", run_in_background: false },
    }],
    [{ text: "I read." }, { call: "read_file", input: { file_path: "a.txt" } }],
    "It says alpha.",
    "Alpha.",
  ],
  check: ({ report, model }) => {
    assertEquals(report.said, [
      "system init",
      'assistant calls agent {"description":"read it","prompt":"Read a.txt","subagent_type":"reader","run_in_background":false}',
      "agent user text: Read a.txt",
      'agent assistant calls read_file {"file_path":"a.txt"}',
      "agent user result: alpha",
      "user result: It says alpha.⏎⏎agentId: call_1 (give it as resume to go on with this agent)",
      "assistant text: Alpha.",
      "result success: Alpha.",
    ]);
    assertEquals(model.requests[1].body.messages[0].content.startsWith("You only read."), true);
  },
});

sdkTest("qwen", "options that mean little here are taken all the same", {
  host: "ask",
  args: {
    options: {
      model: "fake-model",
      authType: "openai",
      maxToolCalls: 10,
      maxSubagentDepth: 3,
      includeDirectories: ["."],
      extensions: ["none"],
      allowedMcpServerNames: ["none"],
      fallbackModel: ["second-model"],
      disabledSlashCommands: ["bug"],
      effort: "high",
      maxSessionTurns: -1,
      extraArgs: ["--screen-reader", "--flag-of-the-future"],
    },
  },
  replies: ["Hello."],
  check: ({ report }) => assertEquals([report.error, report.said.at(-1)], [undefined, "result success: Hello."]),
});
