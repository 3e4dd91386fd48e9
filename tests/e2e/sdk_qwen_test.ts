import { assertEquals } from "@std/assert";
import { sdkTest } from "../support/sdk_stage.ts";

const MCP_SERVER = new URL("../support/mcp_server.ts", import.meta.url).pathname;
const shell = (command: string): { call: string; input: unknown }[] => [
  { call: "run_shell_command", input: { command } },
];
const SESSION = "7d8c2f0e-1111-4222-8333-944445555666";
const CALL = 'assistant calls run_shell_command {"command":"touch made.txt"}';

sdkTest("qwen", "query answers a single prompt", {
  host: "ask",
  replies: ["Hello there."],
  check: ({ report, lines, stderr }) => {
    assertEquals(report, { said: ["system init", "assistant text: Hello there.", "result success: Hello there."] });
    assertEquals(lines[0].type, "control_response");
    assertEquals(stderr, "");
  },
});

sdkTest("qwen", "query takes prompts one after the other", {
  host: "talk",
  args: { prompts: ["one", "two"] },
  replies: ["First.", "Second."],
  check: ({ report }) =>
    assertEquals(report.said, [
      "system init",
      "assistant text: First.",
      "result success: First.",
      "system init",
      "assistant text: Second.",
      "result success: Second.",
    ]),
});

sdkTest("qwen", "query finishes prompts whose input has ended", {
  host: "crowd",
  args: { prompts: ["one", "two", "three"] },
  replies: ["First.", "Second.", "Third."],
  check: ({ report }) =>
    assertEquals(report.said.filter((line: string) => line.startsWith("result")), [
      "result success: First.",
      "result success: Second.",
      "result success: Third.",
    ]),
});

sdkTest("qwen", "includePartialMessages streams blocks in the order of qwen-code", {
  host: "partial",
  replies: [
    [{ thinking: ["h", "m"] }, { text: ["Hel", "lo"] }, { call: "list_directory", input: { path: "." } }],
    "Done.",
  ],
  check: ({ report }) =>
    assertEquals(report, [
      "system",
      "message_start",
      "start 0 thinking",
      "delta 0 thinking_delta h",
      "delta 0 thinking_delta m",
      "content_block_stop 0",
      "assistant thinking",
      "start 0 text",
      "delta 0 text_delta Hel",
      "delta 0 text_delta lo",
      "content_block_stop 0",
      "assistant text",
      "start 0 tool_use",
      'delta 0 input_json_delta {"path":"."}',
      "content_block_stop 0",
      "assistant tool_use",
      "message_stop",
      "user",
      "message_start",
      "start 0 text",
      "delta 0 text_delta Done.",
      "content_block_stop 0",
      "assistant text",
      "message_stop",
      "result",
    ]),
});

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
      status: { subtype: "mcp_server_status", status: { calc: "connected" } },
      servers: [{ name: "calc", status: "connected" }],
      tools: ["mcp__calc__add", "mcp__calc__broken"],
    }),
});

sdkTest("qwen", "interrupt stops a streaming answer and the session goes on", {
  host: "interrupt",
  args: { when: "streaming" },
  replies: [[{ text: "Half" }, { wait: "never" }], "Whole."],
  check: ({ report }) =>
    assertEquals(report.said, [
      "system init",
      "assistant text: Half",
      "result error_during_execution error: Operation cancelled.",
      "system init",
      "assistant text: Whole.",
      "result success: Whole.",
    ]),
});

sdkTest("qwen", "interrupt stops a running tool", {
  host: "interrupt",
  args: { when: "tool", file: "made.txt", options: { permissionMode: "yolo" } },
  replies: [shell("touch made.txt; sleep 600"), "Whole."],
  check: ({ report }) =>
    assertEquals(report.said.slice(2), [
      "user failed: [Operation Cancelled] Reason: Error: Request aborted",
      "result error_during_execution error: Operation cancelled.",
      "system init",
      "assistant text: Whole.",
      "result success: Whole.",
    ]),
});

sdkTest("qwen", "interrupt settles an open question", {
  host: "interruptQuestion",
  replies: [shell("touch made.txt"), "Whole."],
  check: ({ report }) =>
    assertEquals(report.said.slice(2), [
      "user failed: [Operation Cancelled] Reason: Error: Request aborted",
      "result error_during_execution error: Operation cancelled.",
      "system init",
      "assistant text: Whole.",
      "result success: Whole.",
    ]),
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

sdkTest("qwen", "prompts that come during a turn are queued", {
  host: "queue",
  replies: [[{ text: "One." }, { wait: "first" }], "Two.", "Three."],
  check: ({ report }) =>
    assertEquals(report.said.filter((line: string) => line.startsWith("result")), [
      "result success: One.",
      "result success: Two.",
      "result success: Three.",
    ]),
});

sdkTest("qwen", "resume goes on with a session", {
  host: "sessions",
  args: { runs: [{ prompt: "one" }, { prompt: "two", options: { resume: "$id" } }] },
  replies: ["First.", "Second."],
  check: ({ report, model }) => {
    assertEquals(report.same, [0, 0]);
    assertEquals(texts(model.requests[1].body.messages), ["one", "First.", "two"]);
  },
});

sdkTest("qwen", "forkSession leaves the first session as it was", {
  host: "sessions",
  args: {
    runs: [
      { prompt: "one", options: { sessionId: SESSION } },
      { prompt: "two", options: { resume: "$id", forkSession: true } },
      { prompt: "three", options: { resume: SESSION } },
    ],
  },
  replies: ["First.", "Second.", "Third."],
  check: ({ report, model }) => {
    assertEquals(report.same, [0, 1, 0]);
    assertEquals(texts(model.requests[2].body.messages), ["one", "First.", "three"]);
  },
});

sdkTest("qwen", "sessionId that exists is refused", {
  host: "sessions",
  args: {
    runs: [
      { prompt: "one", options: { sessionId: SESSION } },
      { prompt: "two", options: { sessionId: SESSION } },
    ],
  },
  replies: ["First."],
  check: ({ report }) => assertEquals(report.runs[1].error, "CLI process exited with code 1"),
});

sdkTest("qwen", "resume of an unknown session ends the program", {
  host: "ask",
  args: { options: { resume: "00000000-0000-4000-8000-00000000dead" } },
  check: ({ report }) => assertEquals(report.error, "CLI process exited with code 1"),
});

sdkTest("qwen", "maxSessionTurns ends the turn with an error result", {
  host: "ask",
  args: { options: { maxSessionTurns: 1, permissionMode: "yolo" } },
  replies: [shell("echo hi"), "Never."],
  check: ({ report, model }) => {
    assertEquals(report.said.at(-1).startsWith("result error_during_execution error: Reached max session turns"), true);
    assertEquals([report.error, model.requests.length], [undefined, 1]);
  },
});

for (const how of ["abort", "close"]) {
  sdkTest("qwen", `${how} ends the program and its tools in time`, {
    host: "end",
    args: { how },
    replies: [shell("n=600.$RANDOM$RANDOM; echo $n > pid; sleep $n")],
    check: ({ report }) => assertEquals(report.inTime, true),
  });
}

sdkTest("qwen", "a tool result of 3 MB stays within a line", {
  host: "lengths",
  replies: [shell("head -c 3000000 /dev/zero | tr '\\0' x"), "Big."],
  check: ({ report }) => assertEquals(report, { isError: false, result: 4 }),
});

sdkTest("qwen", "an answer of 200 KB is spilled", {
  host: "lengths",
  replies: [[{ repeat: "0123456789".repeat(100), times: 200 }]],
  check: async ({ report, lines }) => {
    assertEquals(report.result < 10_000, true);
    const [note] = lines.at(-1)["x-qwen-spill"];
    assertEquals(note.field, "/result");
    assertEquals((await Deno.readTextFile(note.path)).length, 200_000);
  },
});

sdkTest("qwen", "arguments that are no JSON are an error for the model to mend", {
  host: "ask",
  replies: [[{ call: "read_file", input: '{"file_path": ' }], "Sorry."],
  check: ({ report }) => assertEquals(report.said.at(-1), "result success: Sorry."),
});

sdkTest("qwen", "a rate limit is retried and told", {
  host: "ask",
  replies: [
    { status: 429, headers: { "retry-after": "0" }, body: { error: { message: "slow down" } } },
    "Hello.",
  ],
  check: ({ report }) =>
    assertEquals(report.said, ["system init", "system retry", "assistant text: Hello.", "result success: Hello."]),
});

sdkTest("qwen", "a refusal of the provider is an error result and no exit code", {
  host: "ask",
  otherwise: { status: 400, body: { error: { message: "bad request here" } } },
  check: ({ report }) => {
    assertEquals(report.error, undefined);
    assertEquals(report.said[1].startsWith("assistant text: [API Error: "), true);
    assertEquals(report.said[2].startsWith("result error_during_execution error: [API Error: "), true);
  },
});

sdkTest("qwen", "a stream that is cut is asked for again", {
  host: "ask",
  replies: [[{ text: "Ha" }, { cut: true }], "Hello."],
  check: ({ report }) => assertEquals(report.said.at(-1), "result success: Hello."),
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

/** A session as qwen-code 0.24 writes it, cut off while a tool ran. */
const CUT_OFF = [
  {
    uuid: "a1",
    parentUuid: null,
    type: "user",
    provenance: "real_user",
    message: { role: "user", parts: [{ text: "look" }] },
  },
  {
    uuid: "a2",
    parentUuid: "a1",
    type: "assistant",
    provenance: "assistant_output",
    model: "fake-model",
    message: {
      role: "model",
      parts: [
        { text: "I should read.", thought: true },
        { functionCall: { id: "call_1", name: "read_file", args: { file_path: "/a.txt" } } },
      ],
    },
  },
].map((record) =>
  JSON.stringify({
    sessionId: SESSION,
    timestamp: "2026-01-01T00:00:00.000Z",
    cwd: "$cwd",
    version: "0.24.4",
    ...record,
  })
).join("\n") + "\n";

sdkTest("qwen", "continueLastTurn takes up a session of qwen-code that was cut off", {
  host: "continueLast",
  args: { id: SESSION },
  home: { [`.qwen/projects/$cwd/chats/${SESSION}.jsonl`]: CUT_OFF },
  replies: ["Here I am."],
  check: ({ report, model }) => {
    assertEquals(report, {
      accepted: { subtype: "continue_last_turn", accepted: true, interruption: "interrupted_turn" },
      said: ["system init", "assistant text: Here I am.", "result success: Here I am."],
    });
    const roles = model.requests[0].body.messages.map(({ role }: { role: string }) => role);
    assertEquals(roles, ["system", "user", "assistant", "tool"]);
  },
});

sdkTest("qwen", "continueLastTurn has nothing to go on with after a whole turn", {
  host: "continueLast",
  args: { id: SESSION },
  home: {
    [`.qwen/projects/$cwd/chats/${SESSION}.jsonl`]: `${CUT_OFF.split("\n")[0]}\n${
      JSON.stringify({
        uuid: "a2",
        parentUuid: "a1",
        sessionId: SESSION,
        timestamp: "2026-01-01T00:00:00.000Z",
        type: "assistant",
        cwd: "$cwd",
        version: "0.24.4",
        message: { role: "model", parts: [{ text: "Done." }] },
      })
    }\n`,
  },
  check: ({ report }) =>
    assertEquals(report.accepted, { subtype: "continue_last_turn", accepted: false, interruption: "none" }),
});

sdkTest("qwen", "a session has one writer at a time", {
  host: "twice",
  args: { id: SESSION },
  replies: ["First."],
  check: ({ report, model }) => {
    assertEquals(report.first, "result success: First.");
    assertEquals(report.error, "CLI process exited with code 1");
    assertEquals(model.requests.length, 1);
  },
});

sdkTest("qwen", "mcpServers that run beside the session are connected after the handshake", {
  host: "ask",
  args: {
    options: {
      permissionMode: "yolo",
      mcpServers: { ext: { command: Deno.execPath(), args: ["run", "-A", "--no-lock", MCP_SERVER] } },
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
      "user result: It says alpha.",
      "assistant text: Alpha.",
      "result success: Alpha.",
    ]);
    assertEquals(model.requests[1].body.messages[0].content.startsWith("You only read."), true);
  },
});

function texts(messages: { role: string; content: unknown }[]): string[] {
  return messages.filter(({ role }) => role !== "system").map(({ content }) =>
    typeof content === "string" ? content : (content as { text: string }[]).map(({ text }) => text).join("")
  );
}
