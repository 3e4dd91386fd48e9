import { assertEquals } from "@std/assert";
import { sdkTest } from "../support/sdk_stage.ts";

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
    replies: [shell("echo $$ > pid; sleep 600")],
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

function texts(messages: { role: string; content: unknown }[]): string[] {
  return messages.filter(({ role }) => role !== "system").map(({ content }) =>
    typeof content === "string" ? content : (content as { text: string }[]).map(({ text }) => text).join("")
  );
}
