import { assertEquals } from "@std/assert";
import { sdkTest, shell } from "../support/sdk_stage.ts";

sdkTest("claude", "a Python client brings its server by the command line alone", {
  runtime: "python",
  host: "client",
  replies: [[{ call: "mcp__calc__add", input: { a: 1, b: 2 } }], shell("touch made.txt"), "Done."],
  check: ({ report }) =>
    assertEquals(report, { version: "2", said: ["success", "3", "asked Bash", "", "Done."], code: 0 }),
});

sdkTest("claude", "a Python query whose input ends behind the prompt is answered", {
  runtime: "python",
  host: "once",
  replies: [[{ call: "list_directory", input: { path: "." } }], "Hello."],
  check: ({ report }) => assertEquals(report, { results: [["success", false, "Hello."]], code: 0 }),
});

sdkTest("claude", "a Python query that fails ends with 1", {
  runtime: "python",
  host: "once",
  otherwise: { status: 400, body: { error: { message: "bad request here" } } },
  check: ({ report }) => assertEquals([report.results.length, report.results[0][1], report.code], [1, true, 1]),
});

sdkTest("qwen", "a Python client that reads no line of 64 KiB reads all of ours", {
  runtime: "python",
  host: "narrow",
  replies: [
    [{ call: "write_file", input: { file_path: "big.txt", content: "x".repeat(200_000) } }],
    shell("head -c 3000000 /dev/zero | tr '\\0' x"),
    [{ repeat: "0123456789".repeat(100), times: 200 }],
  ],
  check: ({ report }) =>
    assertEquals(report, {
      kinds: ["system", "assistant", "user", "assistant", "user", "assistant", "result"],
      code: 0,
    }),
});
