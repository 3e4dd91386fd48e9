import { assertEquals } from "@std/assert";
import { sdkTest, shell } from "../support/sdk_stage.ts";

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
    needsProc: true,
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

sdkTest("qwen", "an answer of 200 KB is whole", {
  host: "lengths",
  replies: [[{ repeat: "0123456789".repeat(100), times: 200 }]],
  check: ({ report, lines }) => assertEquals([report.result, "x-qwen-spill" in lines.at(-1)], [200_000, false]),
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

sdkTest("qwen", "an outage of the provider is an error result", {
  host: "ask",
  args: { options: { extraArgs: ["--max-retries", "1", "--max-retry-wait", "1s"] } },
  otherwise: { status: 500, body: { error: { message: "broken inside" } } },
  check: ({ report }) => {
    assertEquals([report.error, report.said[1]], [undefined, "system retry"]);
    assertEquals(report.said.at(-1).includes("broken inside"), true);
  },
});

sdkTest("qwen", "a stream that is cut is asked for again", {
  host: "ask",
  replies: [[{ text: "Ha" }, { cut: true }], "Hello."],
  check: ({ report }) => assertEquals(report.said.at(-1), "result success: Hello."),
});
