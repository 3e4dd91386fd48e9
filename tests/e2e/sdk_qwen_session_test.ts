import { assertEquals } from "@std/assert";
import { messageTexts, sdkTest } from "../support/sdk_stage.ts";

const SESSION = "7d8c2f0e-1111-4222-8333-944445555666";
// The SDK sees the exit code only if stdout closes when the program ends, and the copy of the output closes it later.
const UNRECORDED = { QWEN_TEST_STDOUT: "" };

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

sdkTest("qwen", "resume goes on with a session", {
  host: "sessions",
  args: { runs: [{ prompt: "one" }, { prompt: "two", options: { resume: "$id" } }] },
  replies: ["First.", "Second."],
  check: ({ report, model }) => {
    assertEquals(report.same, [0, 0]);
    assertEquals(messageTexts(model.requests[1].body.messages), ["one", "First.", "two"]);
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
    assertEquals(messageTexts(model.requests[2].body.messages), ["one", "First.", "three"]);
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
  env: UNRECORDED,
  check: ({ report }) => assertEquals(report.runs[1].error, "CLI process exited with code 1"),
});

sdkTest("qwen", "resume of an unknown session ends the program", {
  host: "ask",
  args: { options: { resume: "00000000-0000-4000-8000-00000000dead" } },
  env: UNRECORDED,
  check: ({ report }) => assertEquals(report.error, "CLI process exited with code 1"),
});

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
  env: UNRECORDED,
  check: ({ report, model }) => {
    assertEquals(report.first, "result success: First.");
    assertEquals(report.error, "CLI process exited with code 1");
    assertEquals(model.requests.length, 1);
  },
});

sdkTest("qwen", "a session that cannot be kept says so after its opening, and goes on", {
  host: "sessions",
  home: { ".qwen/projects": "no folder" },
  args: { runs: [{ prompt: "one" }] },
  replies: ["First."],
  check: ({ lines }) => {
    const told = lines.map(({ type, subtype }) => subtype === undefined ? type : `${type} ${subtype}`);
    assertEquals(told.slice(0, 3), ["control_response", "system init", "system session_recording_degraded"]);
    assertEquals(told.at(-1), "result success");
    const { data, session_id } = lines[2];
    assertEquals([data.session_id, data.reason], [session_id, "write_failed"]);
    assertEquals(told.filter((word) => word.includes("degraded")).length, 1);
  },
});
