import { assertEquals } from "@std/assert";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen } from "../support/qwen.ts";
import { assertFits } from "../support/validate.ts";
import { messageTexts, sdkTest, shell } from "../support/sdk_stage.ts";

const script = "other_clients.mjs";
const WRITE = (name: string) => [{ call: "write_file", input: { file_path: name, content: "hi\n" } }];

sdkTest("claude", "Proof: claude-agent-acp gets an answer", {
  script,
  host: "acp",
  args: { prompts: ["hello"] },
  replies: ["Hello there."],
  check: ({ report }) =>
    assertEquals([report.version, report.stops, report.text, report.asked], [1, ["end_turn"], "Hello there.", []]),
});

sdkTest("claude", 'Real clients 13: claude-agent-acp offers "always allow", which holds for the session', {
  script,
  host: "acp",
  args: { prompts: ["go"], choose: "allow_always" },
  replies: [shell("touch a.txt"), shell("touch a.txt"), "Done."],
  check: async ({ report, cwd }) => {
    assertEquals(report.asked.map(({ kinds }: { kinds: string[] }) => kinds.includes("allow_always")), [true]);
    assertEquals([report.ends, report.stops, report.text], [["completed", "completed"], ["end_turn"], "Done."]);
    assertEquals((await Deno.stat(`${cwd}/a.txt`)).isFile, true);
  },
});

sdkTest("claude", "Proof: claude-agent-acp shows edits and tells denials to the model", {
  script,
  host: "acp",
  args: { prompts: ["go"], choose: "reject_once" },
  replies: [WRITE("a.txt"), "Then not."],
  check: ({ report }) => {
    assertEquals(report.calls.map(({ kind }: { kind: string }) => kind), ["edit"]);
    assertEquals([report.ends, report.asked.length], [["failed"], 1]);
  },
});

sdkTest("claude", "Proof: claude-agent-acp cancels a prompt in its question and asks the next one", {
  script,
  host: "acpCancel",
  replies: [WRITE("a.txt"), "Second."],
  check: ({ report }) => assertEquals([report.stops, report.text], [["cancelled", "end_turn"], "Second."]),
});

sdkTest("claude", "Real clients 5: claude-agent-acp lists and loads the sessions that we keep", {
  script,
  host: "acpLoad",
  replies: ["First.", "Second."],
  check: ({ report, model }) => {
    assertEquals(report.isListed, true);
    assertEquals(report.replayed, ["user_message_chunk one", "agent_message_chunk First."]);
    assertEquals(messageTexts(model.requests[1].body.messages), ["one", "First.", "two"]);
  },
});

sdkTest("claude", "Proof: ai-sdk-provider-claude-code gets whole and streamed answers", {
  script,
  host: "ai",
  replies: ["Whole.", "Streamed."],
  check: ({ report }) =>
    assertEquals(report, { text: "Whole.", finish: "stop", streamed: "Streamed.", ended: true, failed: false }),
});

sdkTest("claude", "Proof: the SDK of @anthropic-ai/claude-code 1.0.40 drives runs with Claude's flags", {
  script,
  host: "old",
  files: { "old.txt": "one\n" },
  replies: ["Hello.", WRITE("a.txt"), "Written.", "Again.", WRITE("b.txt"), "Line."],
  check: ({ report, model }) => {
    assertEquals(report, {
      plain: { kinds: ["system init", "assistant", "system turn_duration", "result success"], result: "Hello." },
      tool: { tools: 2, result: "Written." },
      resumed: { same: true, result: "Again." },
      short: { subtype: "error_max_turns" },
      streamed: { result: "Line." },
    });
    assertEquals(messageTexts(model.requests[3].body.messages), ["hello", "Hello.", "again"]);
  },
});

const ONE_SHOT = ["-p", "go", "--permission-mode", "acceptEdits"];

Deno.test("Real clients 4: one-shot runs with Claude's flags are answered in the claude dialect", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([], { otherwise: "Hello." });
  const args = [...ONE_SHOT, "--output-format", "stream-json", "--verbose"];
  const { code, stdout } = await runQwen(args, { fixture, env: model.env });
  const lines = linesOf(stdout);
  for (const line of lines) assertFits(line, "claude/out");
  assertEquals([code, lines[0].permissionMode, lines.at(-1).result], [0, "acceptEdits", "Hello."]);
});

Deno.test("Real clients 4: Claude's json is one object", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([], { otherwise: "Hello." });
  const { code, stdout } = await runQwen([...ONE_SHOT, "--output-format", "json"], { fixture, env: model.env });
  const result = JSON.parse(stdout);
  assertFits(result, "claude/out");
  assertEquals([code, result.type, result.result], [0, "result", "Hello."]);
  // Without a flag of Claude it is the list of qwen-code.
  const own = await runQwen(["-p", "go", "--output-format", "json"], { fixture, env: model.env });
  assertEquals(Array.isArray(JSON.parse(own.stdout)), true);
});
