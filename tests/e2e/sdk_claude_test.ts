import { assertEquals } from "@std/assert";
import { sdkTest } from "../support/sdk_stage.ts";

const MCP_SERVER = new URL("../support/mcp_server.ts", import.meta.url).pathname;
const shell = (
  command: string,
): { call: string; input: unknown }[] => [{ call: "run_shell_command", input: { command } }];

sdkTest("claude", "query answers a single prompt", {
  host: "ask",
  replies: ["Hello there."],
  check: ({ report, stderr }) => {
    assertEquals(report, { said: ["system init", "assistant text: Hello there.", "result success: Hello there."] });
    assertEquals(stderr, "");
  },
});

sdkTest("claude", "query takes prompts one after the other", {
  host: "talk",
  args: { prompts: ["one", "two"] },
  replies: ["First.", "Second."],
  check: ({ report, model }) => {
    assertEquals(report.said, [
      "system init",
      "assistant text: First.",
      "result success: First.",
      "system init",
      "assistant text: Second.",
      "result success: Second.",
    ]);
    assertEquals(model.requests[1].body.messages.slice(1).map((message: { role: string }) => message.role), [
      "user",
      "assistant",
      "user",
    ]);
  },
});

sdkTest("claude", "query finishes prompts whose input has ended", {
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

sdkTest("claude", "includePartialMessages streams blocks in the grammar of the Messages API", {
  host: "partial",
  replies: [
    [{ thinking: ["h", "m"] }, { text: ["Hel", "lo"] }, { call: "list_directory", input: { path: "." } }],
    "Done.",
  ],
  check: ({ report }) =>
    assertEquals(report, [
      "message_start",
      "start 0 thinking",
      "delta 0 thinking_delta h",
      "delta 0 thinking_delta m",
      "content_block_stop 0",
      "assistant thinking",
      "start 1 text",
      "delta 1 text_delta Hel",
      "delta 1 text_delta lo",
      "content_block_stop 1",
      "assistant text",
      "start 2 tool_use",
      'delta 2 input_json_delta {"path":"."}',
      "content_block_stop 2",
      "assistant tool_use",
      "message_delta tool_use",
      "message_stop",
      "message_start",
      "start 0 text",
      "delta 0 text_delta Done.",
      "content_block_stop 0",
      "assistant text",
      "message_delta end_turn",
      "message_stop",
    ]),
});

sdkTest("claude", "canUseTool allows a call", {
  host: "permission",
  args: { answer: { behavior: "allow" } },
  replies: [shell("echo hi > made.txt"), "Done."],
  check: async ({ report, cwd }) => {
    assertEquals(report.asked.map(({ tool, input }: { tool: string; input: string }) => [tool, input]), [
      ["Bash", '{"command":"echo hi > made.txt"}'],
    ]);
    assertEquals(report.said, [
      "system init",
      'assistant calls Bash {"command":"echo hi > made.txt"}',
      "user result: ",
      "assistant text: Done.",
      "result success: Done.",
    ]);
    assertEquals(await Deno.readTextFile(`${cwd}/made.txt`), "hi\n");
  },
});

sdkTest("claude", "canUseTool changes the input of a call", {
  host: "permission",
  args: { answer: { behavior: "allow", updatedInput: { command: "echo changed > made.txt" } } },
  replies: [shell("echo hi > made.txt"), "Done."],
  check: async ({ cwd }) => assertEquals(await Deno.readTextFile(`${cwd}/made.txt`), "changed\n"),
});

sdkTest("claude", "canUseTool denies a call and the turn goes on", {
  host: "permission",
  args: { answer: { behavior: "deny", message: "not today" } },
  replies: [shell("echo hi > made.txt"), "I see."],
  check: ({ report }) =>
    assertEquals(report.said, [
      "system init",
      'assistant calls Bash {"command":"echo hi > made.txt"}',
      "user failed: not today",
      "assistant text: I see.",
      "result success: I see.",
    ]),
});

sdkTest("claude", "canUseTool denies a call and ends the turn", {
  host: "permission",
  args: { answer: { behavior: "deny", message: "stop it", interrupt: true } },
  replies: [shell("echo hi > made.txt")],
  check: ({ report, model }) => {
    assertEquals(report.said.slice(2), [
      "user failed: stop it",
      "user text: [Request interrupted by user for tool use]",
      "result error_during_execution error: Request interrupted by user",
    ]);
    assertEquals(report.error, "Claude Code returned an error result: Request interrupted by user");
    assertEquals(model.requests.length, 1);
  },
});

sdkTest("claude", "canUseTool that throws is a denial", {
  host: "permission",
  args: { throws: "the callback broke" },
  replies: [shell("echo hi > made.txt"), "I see."],
  check: ({ report }) =>
    assertEquals(report.said.slice(2), [
      "user failed: Error: the callback broke",
      "assistant text: I see.",
      "result success: I see.",
    ]),
});

sdkTest("claude", "updatedPermissions hold for the rest of the session", {
  host: "always",
  replies: [shell("mkdir one.d"), shell("mkdir two.d"), "Done."],
  check: ({ report }) => assertEquals([report.count, report.said.at(-1)], [1, "result success: Done."]),
});

sdkTest("claude", "createSdkMcpServer offers tools that succeed, fail and throw", {
  host: "mcpTools",
  replies: [
    [{ call: "mcp__calc__add", input: { a: 1, b: 2 } }],
    [{ call: "mcp__calc__broken" }],
    [{ call: "mcp__calc__thrown" }],
    "Three.",
  ],
  check: ({ report }) =>
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
      servers: [{ name: "calc", status: "connected", source: "sdk" }],
      tools: ["mcp__calc__add", "mcp__calc__broken", "mcp__calc__thrown"],
    }),
});

sdkTest("claude", "a server of the host that gets another tool offers it", {
  host: "listChanged",
  replies: ["One.", [{ call: "mcp__calc__second", input: { n: 7 } }], "Two."],
  check: ({ report }) => {
    assertEquals(report.tools, [["mcp__calc__first"], ["mcp__calc__first", "mcp__calc__second"]]);
    assertEquals(report.said.slice(-3), ["user result: 7", "assistant text: Two.", "result success: Two."]);
  },
});

sdkTest("claude", "interrupt stops a streaming answer and the session goes on", {
  host: "interrupt",
  args: { when: "streaming", again: "two" },
  replies: [[{ text: "Half" }, { wait: "never" }], "Whole."],
  check: ({ report }) =>
    assertEquals(report, {
      receipt: { still_queued: [] },
      reasons: ["aborted_streaming", "completed"],
      said: [
        "system init",
        "assistant text: Half",
        "user text: [Request interrupted by user]",
        "result error_during_execution error: Request interrupted by user",
        "system init",
        "assistant text: Whole.",
        "result success: Whole.",
      ],
    }),
});

sdkTest("claude", "interrupt stops a running tool", {
  host: "interrupt",
  args: { when: "tool", file: "started", again: "two", options: { permissionMode: "bypassPermissions" } },
  replies: [shell("touch started; sleep 600"), "Whole."],
  check: ({ report }) => {
    assertEquals(report.reasons, ["aborted_tools", "completed"]);
    assertEquals(report.said.slice(2), [
      "user failed: [Request interrupted by user for tool use]",
      "user text: [Request interrupted by user for tool use]",
      "result error_during_execution error: Request interrupted by user",
      "system init",
      "assistant text: Whole.",
      "result success: Whole.",
    ]);
  },
});

sdkTest("claude", "interrupt withdraws an open question", {
  host: "interruptQuestion",
  replies: [shell("touch a"), "Whole."],
  check: ({ report }) => {
    assertEquals(report.aborted, true);
    assertEquals(report.said.slice(2), [
      "user failed: [Request interrupted by user for tool use]",
      "user text: [Request interrupted by user for tool use]",
      "result error_during_execution error: Request interrupted by user",
      "system init",
      "assistant text: Whole.",
      "result success: Whole.",
    ]);
  },
});

sdkTest("claude", "setModel and setPermissionMode take effect in the middle", {
  host: "change",
  replies: ["One.", shell("touch made"), "Two."],
  check: ({ report }) => {
    assertEquals(report.seen, [["fake-model", "default"], ["other-model", "bypassPermissions"]]);
    assertEquals(report.models, ["fake-model", "other-model", "other-model"]);
    assertEquals(report.said.at(-1), "result success: Two.");
  },
});

sdkTest("claude", "prompts that come during a turn are queued", {
  host: "queue",
  replies: [[{ text: "One." }, { wait: "first" }], "Two.", "Three."],
  check: ({ report }) =>
    assertEquals(report.said.filter((line: string) => line.startsWith("result")), [
      "result success: One.",
      "result success: Two.",
      "result success: Three.",
    ]),
});

sdkTest("claude", "resume goes on with a session", {
  host: "sessions",
  args: { runs: [{ prompt: "one" }, { prompt: "two", options: { resume: "$id" } }] },
  replies: ["First.", "Second."],
  check: ({ report, model }) => {
    assertEquals(report.same, [0, 0]);
    assertEquals(texts(model.requests[1].body.messages), ["one", "First.", "two"]);
  },
});

sdkTest("claude", "continue goes on with the newest session", {
  host: "sessions",
  args: { runs: [{ prompt: "one" }, { prompt: "two", options: { continue: true } }] },
  replies: ["First.", "Second."],
  check: ({ report, model }) => {
    assertEquals(report.same, [0, 0]);
    assertEquals(texts(model.requests[1].body.messages), ["one", "First.", "two"]);
  },
});

sdkTest("claude", "forkSession leaves the first session as it was", {
  host: "sessions",
  args: {
    runs: [
      { prompt: "one", options: { sessionId: "7d8c2f0e-1111-4222-8333-944445555666" } },
      { prompt: "two", options: { resume: "$id", forkSession: true } },
      { prompt: "three", options: { resume: "7d8c2f0e-1111-4222-8333-944445555666" } },
    ],
  },
  replies: ["First.", "Second.", "Third."],
  check: ({ report, model }) => {
    assertEquals(report.same, [0, 1, 0]);
    assertEquals(texts(model.requests[2].body.messages), ["one", "First.", "three"]);
  },
});

sdkTest("claude", "resume of an unknown session is one error result", {
  host: "ask",
  args: { options: { resume: "00000000-0000-4000-8000-00000000dead" } },
  check: ({ report, lines }) => {
    const message = "No saved session found with ID 00000000-0000-4000-8000-00000000dead. " +
      "Run `qwen --resume` without an ID to choose from existing sessions.";
    assertEquals(report, {
      said: [`result error_during_execution error: ${message}`],
      error: `Claude Code returned an error result: ${message}`,
    });
    assertEquals(lines.filter(({ type }) => type === "result").length, 1);
  },
});

sdkTest("claude", "maxTurns ends a turn", {
  host: "ask",
  args: { options: { maxTurns: 1, permissionMode: "bypassPermissions" } },
  replies: [shell("echo hi"), "Never."],
  check: ({ report, model }) => {
    assertEquals(report.said.at(-1), "result error_max_turns error: Reached maximum number of turns (1)");
    assertEquals(model.requests.length, 1);
  },
});

const COUNT = { type: "object", properties: { n: { type: "integer" } }, required: ["n"], additionalProperties: false };

sdkTest("claude", "outputFormat gives structured output", {
  host: "structured",
  args: { schema: COUNT },
  replies: [[{ call: "structured_output", input: { n: "x" } }], [{ call: "structured_output", input: { n: 3 } }]],
  check: ({ report }) => assertEquals([report.output, report.said.at(-1)], [{ n: 3 }, 'result success: {"n":3}']),
});

for (const how of ["abort", "close", "break"]) {
  sdkTest("claude", `${how} ends the program and its tools in time`, {
    host: "end",
    args: { how },
    replies: [shell("n=600.$RANDOM$RANDOM; echo $n > pid; sleep $n")],
    check: ({ report }) =>
      assertEquals(report, {
        ...(how === "abort" ? { error: "Claude Code process aborted by user" } : {}),
        inTime: true,
      }),
  });
}

sdkTest("claude", "a tool result of 3 MB stays within a line", {
  host: "lengths",
  replies: [shell("head -c 3000000 /dev/zero | tr '\\0' x"), "Big."],
  check: ({ report }) => assertEquals([report.error, report.isError, report.result], [undefined, false, "Big."]),
});

sdkTest("claude", "arguments that are no JSON are an error for the model to mend", {
  host: "ask",
  replies: [[{ call: "read_file", input: '{"file_path": ' }], "Sorry."],
  check: ({ report }) => assertEquals(report.said.at(-1), "result success: Sorry."),
});

sdkTest("claude", "a rate limit is retried and told", {
  host: "ask",
  replies: [
    { status: 429, headers: { "retry-after": "0" }, body: { error: { message: "slow down" } } },
    "Hello.",
  ],
  check: ({ report }) =>
    assertEquals(report.said, ["system init", "system api_retry", "assistant text: Hello.", "result success: Hello."]),
});

sdkTest("claude", "a refusal of the provider is an error result with its text", {
  host: "ask",
  otherwise: { status: 400, body: { error: { message: "bad request here" } } },
  check: ({ report, lines }) => {
    const { subtype, is_error, terminal_reason, api_error_status } = lines.at(-1);
    assertEquals({ subtype, is_error, terminal_reason, api_error_status }, {
      subtype: "success",
      is_error: true,
      terminal_reason: "api_error",
      api_error_status: 400,
    });
    assertEquals(report.error?.startsWith("Claude Code returned an error result: API Error: "), true);
  },
});

sdkTest("claude", "a stream that is cut is asked for again", {
  host: "ask",
  replies: [[{ text: "Ha" }, { cut: true }], "Hello."],
  check: ({ report }) => assertEquals(report.said.at(-1), "result success: Hello."),
});

sdkTest("claude", "an outage of the provider is an error result", {
  host: "ask",
  args: { options: { extraArgs: { "max-retries": "1", "max-retry-wait": "1s" } } },
  otherwise: { status: 500, body: { error: { message: "broken inside" } } },
  check: ({ report, lines }) => {
    assertEquals([lines.at(-1).terminal_reason, lines.at(-1).api_error_status], ["api_error", 500]);
    assertEquals(report.said.at(-2).includes("broken inside"), true);
  },
});

sdkTest("claude", "fallbackModel answers when the first one is overloaded", {
  host: "ask",
  args: { options: { fallbackModel: "second-model", extraArgs: { "max-retries": "0" } } },
  replies: [{ status: 529, body: { error: { message: "overloaded" } } }, "Hello."],
  check: ({ report, model }) => {
    assertEquals(model.requests.map(({ body }) => body.model), ["fake-model", "second-model"]);
    assertEquals(report.said.at(-1), "result success: Hello.");
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
  args: { server: { command: Deno.execPath(), args: ["run", "-A", "--no-lock", MCP_SERVER] } },
  replies: ["Hello."],
  check: ({ report }) => {
    const { steps } = report;
    assertEquals(steps[0], { added: ["ext"], removed: [], errors: {} });
    assertEquals(steps[1], [["ext", "connected", 12]]);
    assertEquals(steps[2].map(([name, status]: string[]) => [name, status]), [["ext", "disabled"]]);
    assertEquals(steps[3], [["ext", "connected", 12]]);
    assertEquals([steps[4].removed, Object.keys(steps[4].errors)], [["ext"], ["bad"]]);
    assertEquals(steps[5], [["bad", "failed", 0]]);
    assertEquals([steps[6].removed, steps[7]], [["bad"], []]);
    assertEquals(typeof steps[8], "string");
    assertEquals(report.said.at(-1), "result success: Hello.");
  },
});

sdkTest("claude", "rewindFiles puts files back, or says what it would do", {
  host: "rewind",
  files: { "a.txt": "one\n" },
  replies: [
    [{ call: "read_file", input: { file_path: "a.txt" } }],
    [{ call: "edit", input: { file_path: "a.txt", old_string: "one", new_string: "two" } }],
    "Done.",
  ],
  check: ({ report, cwd }) => {
    const { said: _, ...rest } = report;
    const changes = {
      canRewind: true,
      filesChanged: [`${cwd}/a.txt`],
      insertions: 1,
      deletions: 1,
      skippedLinks: 0,
      notKept: [],
    };
    assertEquals(rest, {
      changed: "two\n",
      dry: changes,
      afterDry: "two\n",
      real: changes,
      after: "one\n",
      unknown: false,
    });
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

sdkTest("claude", "tools, allowedTools and disallowedTools decide on what is offered and allowed", {
  host: "sessions",
  args: {
    runs: [
      { prompt: "one", options: { tools: ["Bash", "Read"], allowedTools: ["Bash(mkdir *)"] } },
      { prompt: "two", options: { tools: [] } },
      { prompt: "three", options: { disallowedTools: ["Bash", "Write"] } },
    ],
  },
  replies: [
    [...shell("mkdir made.d"), ...shell("rmdir made.d")],
    "One.",
    "Two.",
    "Three.",
  ],
  check: ({ report, model, lines }) => {
    const offered = model.requests.map(({ body }) =>
      (body.tools ?? []).map((tool: { function: { name: string } }) => tool.function.name).toSorted()
    );
    assertEquals([offered[0], offered[2]], [["read_file", "run_shell_command"], []]);
    assertEquals(offered[3].includes("run_shell_command") || offered[3].includes("write_file"), false);
    assertEquals(report.runs[0].said.slice(3, 5).map((line: string) => line.split(":")[0]), [
      "user result",
      "system permission_denied",
    ]);
    const denials = lines.find(({ type }) => type === "result").permission_denials;
    assertEquals(
      denials.map(({ tool_name, tool_input }: { tool_name: string; tool_input: unknown }) => [tool_name, tool_input]),
      [
        ["Bash", { command: "rmdir made.d" }],
      ],
    );
  },
});

sdkTest("claude", "permissionPrompts none denies what would need a question", {
  host: "ask",
  args: { options: { permissionPrompts: "none" } },
  replies: [shell("touch made.txt"), "I see."],
  check: ({ report, lines }) => {
    assertEquals(report.said.at(-1), "result success: I see.");
    assertEquals(lines.at(-1).permission_denials.length, 1);
  },
});

sdkTest("claude", "permissionMode plan keeps tools from writing", {
  host: "ask",
  args: { options: { permissionMode: "plan" } },
  replies: [[{ call: "write_file", input: { file_path: "a.txt", content: "x" } }], "Planned."],
  check: ({ report }) => {
    assertEquals(report.said[3].startsWith("user failed: "), true);
    assertEquals(report.said.at(-1), "result success: Planned.");
  },
});

sdkTest("claude", "additionalDirectories widen the workspace", {
  host: "ask",
  args: { options: { additionalDirectories: ["../other"], permissionMode: "acceptEdits" } },
  files: { "../other/b.txt": "from the other side" },
  replies: [[{ call: "read_file", input: { file_path: "../other/b.txt" } }], "Read."],
  check: ({ report }) => assertEquals(report.said[2].includes("from the other side"), true),
});

sdkTest("claude", "user messages are replayed with their own ids, and their origin comes back", {
  host: "message",
  args: {
    lines: [{
      type: "user",
      message: { role: "user", content: "hello" },
      parent_tool_use_id: null,
      uuid: "00000000-0000-4000-8000-000000000001",
      origin: { kind: "human" },
    }],
    options: { extraArgs: { "replay-user-messages": "" } },
  },
  replies: ["Hello."],
  check: ({ report, lines }) => {
    assertEquals([report.replays, report.origin], [1, { kind: "human" }]);
    assertEquals(lines.find(({ isReplay }) => isReplay).uuid, "00000000-0000-4000-8000-000000000001");
  },
});

sdkTest("claude", "shouldQuery false adds to the conversation and starts no turn", {
  host: "message",
  args: {
    lines: [
      { type: "user", message: { role: "user", content: "remember 7" }, parent_tool_use_id: null, shouldQuery: false },
      { type: "user", message: { role: "user", content: "which?" }, parent_tool_use_id: null },
    ],
  },
  replies: ["Seven."],
  check: ({ report, model }) => {
    assertEquals(report.said.filter((line: string) => line.startsWith("result")), ["result success: Seven."]);
    assertEquals(texts(model.requests[0].body.messages), ["remember 7", "which?"]);
  },
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
    assertEquals(report.said.at(-1), "result success: Hello.");
  },
});

sdkTest("claude", "AskUserQuestion is answered by canUseTool", {
  host: "permission",
  args: {
    answer: {
      behavior: "allow",
      updatedInput: {
        questions: [{
          question: "Which?",
          header: "Pick",
          options: [{ label: "A", description: "a" }, { label: "B", description: "b" }],
        }],
        answers: { "Which?": "B" },
      },
    },
  },
  replies: [
    [{
      call: "ask_user_question",
      input: {
        questions: [{
          question: "Which?",
          header: "Pick",
          options: [{ label: "A", description: "a" }, { label: "B", description: "b" }],
          multiSelect: false,
        }],
      },
    }],
    "B then.",
  ],
  check: ({ report }) => {
    assertEquals(report.asked[0].tool, "AskUserQuestion");
    assertEquals(report.said[2], "user result: User has provided the following answers:⏎⏎**Pick**: B");
    assertEquals(report.said.at(-1), "result success: B then.");
  },
});

sdkTest("claude", "/compress puts a boundary and the session is resumed behind it", {
  host: "sessions",
  args: {
    runs: [
      { prompt: "one" },
      { prompt: "/compress", options: { resume: "$id" } },
      { prompt: "two", options: { resume: "$id" } },
    ],
  },
  replies: ["First.", "The summary.", "Second."],
  check: ({ report, model }) => {
    assertEquals(report.runs[1].said.includes("system compact_boundary"), true);
    const said = texts(model.requests[2].body.messages);
    assertEquals([said.length, said[0].includes("The summary."), said.at(-1)], [3, true, "two"]);
  },
});

sdkTest("claude", "a full context is compacted by itself", {
  host: "talk",
  home: { ".qwen/settings.json": JSON.stringify({ model: { generationConfig: { contextWindowSize: 2000 } } }) },
  args: { prompts: ["a".repeat(3000), "b".repeat(3000), "three"] },
  replies: ["First.", "Second.", "The summary.", "Third."],
  check: ({ report, lines }) => {
    const boundary = lines.find(({ subtype }) => subtype === "compact_boundary");
    assertEquals(boundary.compact_metadata.trigger, "auto");
    assertEquals(report.said.at(-1), "result success: Third.");
  },
});

const specific = (hookEventName: string, more: Record<string, unknown>): Record<string, unknown> => ({
  hookSpecificOutput: { hookEventName, ...more },
});

sdkTest("claude", "a PreToolUse hook denies a call", {
  host: "hooks",
  args: {
    hooks: {
      PreToolUse: [
        {
          matcher: "Bash",
          answer: specific("PreToolUse", { permissionDecision: "deny", permissionDecisionReason: "no shell" }),
        },
        { matcher: "Write" },
      ],
    },
    options: { permissionMode: "bypassPermissions" },
  },
  replies: [shell("touch made.txt"), "I see."],
  check: ({ report }) => {
    assertEquals(report.fired.length, 1);
    const { session_id, transcript_path, timestamp, ...input } = report.fired[0].input;
    assertEquals([typeof session_id, typeof transcript_path, typeof timestamp], ["string", "string", "string"]);
    assertEquals(input, {
      cwd: "CWD",
      permission_mode: "bypassPermissions",
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command: "touch made.txt" },
      tool_use_id: "call_1",
    });
    assertEquals(report.fired[0].toolUseID, "call_1");
    assertEquals(report.said.slice(-3), ["user failed: no shell", "assistant text: I see.", "result success: I see."]);
  },
});

sdkTest("claude", "a PreToolUse hook changes the input of a call and allows it", {
  host: "hooks",
  args: {
    hooks: {
      PreToolUse: [{
        answer: specific("PreToolUse", {
          permissionDecision: "allow",
          updatedInput: { command: "echo changed > made.txt" },
        }),
      }],
    },
  },
  replies: [shell("touch made.txt"), "Done."],
  check: async ({ cwd }) => assertEquals(await Deno.readTextFile(`${cwd}/made.txt`), "changed\n"),
});

sdkTest("claude", "hooks before and after add to what the model sees", {
  host: "hooks",
  args: {
    hooks: {
      UserPromptSubmit: [{ answer: specific("UserPromptSubmit", { additionalContext: "It is Monday." }) }],
      PostToolUse: [{ matcher: "Bash", answer: specific("PostToolUse", { additionalContext: "Mind the gap." }) }],
    },
    options: { permissionMode: "bypassPermissions" },
  },
  replies: [shell("echo hi"), "Done."],
  check: ({ report, model }) => {
    assertEquals(report.fired.map(({ event }: { event: string }) => event), ["UserPromptSubmit", "PostToolUse"]);
    assertEquals(JSON.stringify(model.requests[0].body.messages).includes("It is Monday."), true);
    assertEquals(JSON.stringify(model.requests[1].body.messages).includes("Mind the gap."), true);
  },
});

sdkTest("claude", "a UserPromptSubmit hook blocks a prompt before the model sees it", {
  host: "hooks",
  args: { hooks: { UserPromptSubmit: [{ answer: { decision: "block", reason: "not that" } }] } },
  check: ({ report, model }) => {
    assertEquals(model.requests.length, 0);
    assertEquals(report.said.at(-1).includes("not that"), true);
  },
});

sdkTest("claude", "a PreToolUse hook that is late denies the call", {
  host: "hooks",
  args: {
    hooks: { PreToolUse: [{ matcher: "Bash", never: true, timeout: 1 }] },
    options: { permissionMode: "bypassPermissions" },
  },
  replies: [shell("touch made.txt"), "I see."],
  check: ({ report, lines }) => {
    assertEquals(lines.some(({ type }) => type === "control_cancel_request"), true);
    assertEquals(report.said.at(-1), "result success: I see.");
  },
});

sdkTest("claude", "a Stop hook makes the model go on", {
  host: "hooks",
  args: { hooks: { Stop: [{ answer: { decision: "block", reason: "and the tests?" } }] } },
  otherwise: "Done.",
  check: ({ report, model }) => {
    assertEquals(report.fired[0].input.stop_hook_active, false);
    assertEquals(report.fired[1].input.stop_hook_active, true);
    assertEquals(JSON.stringify(model.requests[1].body.messages).includes("and the tests?"), true);
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

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

sdkTest("claude", "pictures of a prompt reach the model", {
  host: "message",
  args: {
    lines: [{
      type: "user",
      message: {
        role: "user",
        content: [
          { type: "text", text: "What is this?" },
          { type: "image", source: { type: "base64", media_type: "image/png", data: PIXEL } },
        ],
      },
      parent_tool_use_id: null,
    }],
  },
  replies: ["A pixel."],
  check: ({ report, model }) => {
    assertEquals(report.said.at(-1), "result success: A pixel.");
    assertEquals(JSON.stringify(model.requests[0].body.messages).includes(PIXEL), true);
  },
});

const EXTERNAL = { command: Deno.execPath(), args: ["run", "-A", "--no-lock", MCP_SERVER] };

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

sdkTest("claude", "resumeSessionAt drops what came after a message", {
  host: "rewound",
  replies: ["First.", "Second.", "Third."],
  check: ({ report, model }) => {
    assertEquals(report.said.at(-1), "result success: Third.");
    assertEquals(texts(model.requests[2].body.messages), ["one", "First.", "three"]);
  },
});

sdkTest("claude", "persistSession false leaves no session behind", {
  host: "sessions",
  args: {
    runs: [{ prompt: "one", options: { persistSession: false } }, { prompt: "two", options: { continue: true } }],
  },
  replies: ["First.", "Second."],
  check: ({ report, model }) => {
    assertEquals(report.same, [0, 1]);
    assertEquals(texts(model.requests[1].body.messages), ["two"]);
  },
});

sdkTest("claude", "a session has one writer at a time", {
  host: "twice",
  replies: ["First."],
  check: ({ report, model }) => {
    assertEquals(report.first, "result success: First.");
    assertEquals([report.second.length, report.second[0].startsWith("result error_during_execution error: ")], [
      1,
      true,
    ]);
    assertEquals(model.requests.length, 1);
  },
});

sdkTest("claude", "agents of the host work on their own and are told apart", {
  host: "ask",
  args: {
    options: {
      agents: { reader: { description: "Reads", prompt: "You only read.", tools: ["Read"] } },
      permissionMode: "bypassPermissions",
    },
  },
  files: { "a.txt": "alpha" },
  replies: [
    [{ call: "agent", input: { description: "read it", prompt: "Read a.txt", subagent_type: "reader" } }],
    [{ text: "I read." }, { call: "read_file", input: { file_path: "a.txt" } }],
    "It says alpha.",
    "Alpha.",
  ],
  check: ({ report, model }) => {
    assertEquals(report.said, [
      "system init",
      'assistant calls Agent {"description":"read it","prompt":"Read a.txt","subagent_type":"reader"}',
      "agent user text: Read a.txt",
      'agent assistant calls Read {"file_path":"a.txt"}',
      "agent user result: alpha",
      "user result: It says alpha.",
      "assistant text: Alpha.",
      "result success: Alpha.",
    ]);
    assertEquals(model.requests[1].body.messages[0].content.startsWith("You only read."), true);
  },
});

sdkTest("claude", "forwardSubagentText tells what agents say", {
  host: "ask",
  args: {
    options: {
      forwardSubagentText: true,
      agents: { thinker: { description: "Thinks", prompt: "You think." } },
      permissionMode: "bypassPermissions",
    },
  },
  replies: [
    [{ call: "agent", input: { description: "think", prompt: "Think", subagent_type: "thinker" } }],
    [{ thinking: "Hm." }, { text: "I think." }],
    "Done.",
  ],
  check: ({ report }) =>
    assertEquals(report.said.slice(2), [
      "agent user text: Think",
      "agent assistant thinking: Hm.",
      "agent assistant text: I think.",
      "user result: I think.",
      "assistant text: Done.",
      "result success: Done.",
    ]),
});

sdkTest("claude", "canUseTool is asked about the calls of agents", {
  host: "permission",
  args: {
    answer: { behavior: "allow" },
    options: { agents: { maker: { description: "Makes", prompt: "You make." } } },
  },
  replies: [
    [{ call: "agent", input: { description: "make", prompt: "Make it", subagent_type: "maker" } }],
    shell("touch made.txt"),
    "Made.",
    "Done.",
  ],
  check: async ({ report, cwd }) => {
    assertEquals(report.asked.map(({ tool }: { tool: string }) => tool).includes("Bash"), true);
    assertEquals(report.said.at(-1), "result success: Done.");
    assertEquals(await Deno.readTextFile(`${cwd}/made.txt`), "");
  },
});

sdkTest("claude", "an agent in the background is told from start to end", {
  host: "ask",
  args: {
    options: {
      agents: { thinker: { description: "Thinks", prompt: "You think." } },
      permissionMode: "bypassPermissions",
    },
  },
  replies: [],
  otherwise: (request) => {
    const [system, ...messages] = request.body.messages;
    if (system.content.startsWith("You think.")) return "I thought.";
    if (messages.length > 1) return "Done.";
    const input = { description: "think", prompt: "Think", subagent_type: "thinker", run_in_background: true };
    return [{ call: "agent", input }];
  },
  check: ({ report, lines }) => {
    const kinds = lines.filter(({ type }) => type === "system").map(({ subtype }) => subtype);
    assertEquals([kinds.includes("task_started"), kinds.includes("task_notification")], [true, true]);
    const notification = lines.find(({ subtype }) => subtype === "task_notification");
    assertEquals([notification.status, notification.usage.total_tokens > 0], ["completed", true]);
    assertEquals(report.said.at(-1), "result success: Done.");
  },
});

function texts(messages: { role: string; content: unknown }[]): string[] {
  return messages.filter(({ role }) => role !== "system").map(({ content }) =>
    typeof content === "string" ? content : (content as { text: string }[]).map(({ text }) => text).join("")
  );
}
