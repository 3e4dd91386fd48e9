import { assertEquals } from "@std/assert";
import { messageTexts, sdkTest, shell } from "../support/sdk_stage.ts";

const COUNT = { type: "object", properties: { n: { type: "integer" } }, required: ["n"], additionalProperties: false };

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

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

sdkTest("claude", "interrupt leaves the prompts that wait", {
  host: "interruptQueue",
  replies: [[{ text: "Half" }, { wait: "never" }], "Second."],
  check: ({ report }) => {
    assertEquals(report.waits, true);
    assertEquals(report.said.filter((line: string) => line.startsWith("result")), [
      "result error_during_execution error: Request interrupted by user",
      "result success: Second.",
    ]);
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

sdkTest("claude", "maxTurns ends a turn", {
  host: "ask",
  args: { options: { maxTurns: 1, permissionMode: "bypassPermissions" } },
  replies: [shell("echo hi"), "Never."],
  check: ({ report, model }) => {
    assertEquals(report.said.at(-1), "result error_max_turns error: Reached maximum number of turns (1)");
    assertEquals(model.requests.length, 1);
  },
});

sdkTest("claude", "outputFormat gives structured output", {
  host: "structured",
  args: { schema: COUNT },
  replies: [[{ call: "structured_output", input: { n: "x" } }], [{ call: "structured_output", input: { n: 3 } }]],
  check: ({ report }) => assertEquals([report.output, report.said.at(-1)], [{ n: 3 }, 'result success: {"n":3}']),
});

for (const how of ["abort", "close", "break"]) {
  sdkTest("claude", `${how} ends the program and its tools in time`, {
    host: "end",
    needsProc: true,
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
    assertEquals(report.said, [
      "system init",
      "system api_error",
      "system api_retry",
      "assistant text: Hello.",
      "result success: Hello.",
    ]),
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
    assertEquals(report.said.at(-3).includes("broken inside"), true);
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
    assertEquals(messageTexts(model.requests[0].body.messages), ["remember 7", "which?"]);
  },
});

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
