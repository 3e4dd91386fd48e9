import { assertEquals } from "@std/assert";
import { sdkTest } from "../support/sdk_stage.ts";

sdkTest("qwen", "query answers a single prompt", {
  host: "single",
  replies: ["Hello there."],
  check: ({ report }) =>
    assertEquals(report, { said: ["system init", "assistant text: Hello there.", "result success: Hello there."] }),
});
