import { assertEquals } from "@std/assert";
import { messageTexts, sdkTest, shell } from "../support/sdk_stage.ts";

sdkTest("claude", "resume goes on with a session", {
  host: "sessions",
  args: { runs: [{ prompt: "one" }, { prompt: "two", options: { resume: "$id" } }] },
  replies: ["First.", "Second."],
  check: ({ report, model }) => {
    assertEquals(report.same, [0, 0]);
    assertEquals(messageTexts(model.requests[1].body.messages), ["one", "First.", "two"]);
  },
});

sdkTest("claude", "continue goes on with the newest session", {
  host: "sessions",
  args: { runs: [{ prompt: "one" }, { prompt: "two", options: { continue: true } }] },
  replies: ["First.", "Second."],
  check: ({ report, model }) => {
    assertEquals(report.same, [0, 0]);
    assertEquals(messageTexts(model.requests[1].body.messages), ["one", "First.", "two"]);
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
    assertEquals(messageTexts(model.requests[2].body.messages), ["one", "First.", "three"]);
  },
});

sdkTest("claude", "resume of an unknown session is one error result", {
  host: "ask",
  args: { options: { resume: "00000000-0000-4000-8000-00000000dead" } },
  check: ({ report, lines }) => {
    const message = "No saved session found with ID 00000000-0000-4000-8000-00000000dead.";
    assertEquals(report, {
      said: [`result error_during_execution error: ${message}`],
      error: `Claude Code returned an error result: ${message}`,
    });
    assertEquals(lines.filter(({ type }) => type === "result").length, 1);
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

sdkTest("claude", "/compress puts a boundary and the session is resumed behind it", {
  host: "sessions",
  args: {
    runs: [
      { prompt: "one" },
      { prompt: "/compress", options: { resume: "$id" } },
      { prompt: "two", options: { resume: "$id" } },
    ],
  },
  replies: ["First. ".repeat(1000), "The summary.", "Second."],
  check: ({ report, model }) => {
    assertEquals(report.runs[1].said.includes("system compact_boundary"), true);
    const said = messageTexts(model.requests[2].body.messages);
    const isThere = said.some((text) => text.includes("The summary."));
    assertEquals([said.length, isThere, said.at(-1)], [4, true, "two"]);
  },
});

sdkTest("claude", "a full context is compacted by itself", {
  host: "talk",
  home: { ".qwen/settings.json": JSON.stringify({ model: { generationConfig: { contextWindowSize: 20_000 } } }) },
  args: { prompts: ["one", "two", "three"] },
  replies: ["First. ".repeat(10_000), "Second. ".repeat(10_000), "The summary."],
  otherwise: "Third.",
  check: ({ report, lines }) => {
    const boundary = lines.find(({ subtype }) => subtype === "compact_boundary");
    assertEquals(boundary.compact_metadata.trigger, "auto");
    assertEquals(report.said.at(-1), "result success: Third.");
  },
});

sdkTest("claude", "/clear starts the conversation anew, and says so", {
  host: "talk",
  args: { prompts: ["one", "/clear", "two"] },
  replies: ["First.", "Second."],
  check: ({ report, lines, model }) => {
    assertEquals(report.said.at(-1), "result success: Second.");
    assertEquals(messageTexts(model.requests[1].body.messages), ["two"]);
    const resets = lines.filter(({ type }) => type === "conversation_reset");
    const results = lines.filter(({ type }) => type === "result").map(({ session_id }) => session_id);
    const [first, second] = [results[0], results[2]];
    assertEquals(
      resets.map(({ session_id, new_conversation_id, trigger }) => [session_id, new_conversation_id, trigger]),
      [
        [first, second, "clear"],
      ],
    );
    assertEquals(first === second, false);
  },
});

sdkTest("claude", "Real clients 5: resumeSessionAt drops what came after a message", {
  host: "rewound",
  replies: ["First.", "Second.", "Third."],
  check: ({ report, model }) => {
    assertEquals(report.said.at(-1), "result success: Third.");
    assertEquals(messageTexts(model.requests[2].body.messages), ["one", "First.", "three"]);
  },
});

sdkTest("claude", "resumeSessionAt takes the lines of users and of tool results as well", {
  host: "rewoundToUser",
  replies: [shell("echo heron"), "First.", "Second.", "Third."],
  check: ({ report, model }) => {
    assertEquals(report, {
      said: ["result success: Second.", "result success: Third."],
      errors: [null, null],
    });
    const told = model.requests.map(({ body }) =>
      body.messages.filter(({ role }: { role: string }) => role !== "system").map(({ role }: { role: string }) => role)
    );
    assertEquals(told.slice(2), [["user", "assistant", "tool", "user"], ["user", "user"]]);
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
    assertEquals(messageTexts(model.requests[1].body.messages), ["two"]);
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
