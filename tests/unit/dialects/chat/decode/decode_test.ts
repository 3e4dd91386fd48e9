import { assert, assertEquals } from "@std/assert";
import { chat } from "../../../../../lib/dialects/chat.ts";
import { event, hear, open, say, turnStarted } from "../../../../support/say.ts";
import { decode, read } from "../decode_line.ts";

Deno.test("chat refuses a prompt id that was used, unless the same prompt goes on", () => {
  const conversation = open(chat);
  const codes = [{}, {}, { continuation: true }, { prompt_id: "p2" }, { session_id: "other" }].map((over) => {
    const line = { session_id: "s", prompt_id: "p1", input: { parts: [{ text: "x" }] }, ...over };
    const [command] = hear(conversation, JSON.stringify(line));
    return command.type === "invalid" ? command.problem.detail : command.type;
  });
  assertEquals(codes, ["prompt", "QWEN_DUPLICATE_PROMPT_ID", "prompt", "prompt", "prompt"]);
});

Deno.test("chat refuses a prompt id that the session itself has given", () => {
  const conversation = open(chat);
  say(conversation, [event(turnStarted())]);
  const line = { session_id: "SID", prompt_id: "p1", input: { parts: [{ text: "x" }] } };
  const [command] = hear(conversation, JSON.stringify(line));
  assertEquals(command.type, "invalid");
});

Deno.test("chat reads hints, heartbeats and cancels of the RFC", () => {
  assertEquals(
    read({
      type: "command_hint_request",
      session_id: "session-123",
      prompt_id: "session-123########preview",
      trigger: "at",
      text: "@src/co",
      cursor: 7,
      context: { cwd: "/workspace/demo", selected_text: "" },
    }),
    {
      id: "u1",
      sessionId: "session-123",
      type: "hint",
      promptId: "session-123########preview",
      trigger: "at",
      text: "@src/co",
      cursor: 7,
      cwd: "/workspace/demo",
    },
  );
  assertEquals(read({ type: "command_hint_cancel", session_id: "s", prompt_id: "p" }), {
    id: "u1",
    sessionId: "s",
    type: "hint_cancel",
    promptId: "p",
  });
  assertEquals(read({ type: "heartbeat_request", session_id: "session-123" }), {
    id: "u1",
    sessionId: "session-123",
    type: "heartbeat",
    promptId: null,
  });
  assertEquals(
    read({ type: "control/cancel", session_id: "session-123", prompt_id: "session-123########8", reason: "escape" }),
    { id: "u1", sessionId: "session-123", type: "interrupt", promptId: "session-123########8" },
  );
});

Deno.test("chat reads past blank lines, CRLF and a leading byte order mark, and counts lines", () => {
  const conversation = open(chat);
  const lines = ['\ufeff{"type":"heartbeat_request"}\r', "", "  \r", "oops", '{"type":"heartbeat_request"}'];
  const commands = lines.flatMap((line) => hear(conversation, line));
  assertEquals(commands.map(({ type }) => type), ["heartbeat", "invalid", "heartbeat"]);
  assert(commands[1].type === "invalid");
  assertEquals(commands[1].problem.line, 4);
});

Deno.test("chat refuses a later protocol and unknown required capabilities, and ends", () => {
  for (const over of [{ protocol_version: 3 }, { required_capabilities: ["telepathy"] }]) {
    const conversation = open(chat);
    const [command] = hear(conversation, JSON.stringify({ ...over, input: { parts: [{ text: "x" }] } }));
    assert(command.type === "invalid");
    assertEquals([command.problem.code, command.problem.fatal], ["unsupported_protocol", true]);
    const told = say(
      conversation,
      [event({ type: "rejected", problem: command.problem }, { cause: command.id })],
    );
    const [line] = told as { choices: { finish_reason: string }[]; metadata: { error: { code: string } } }[];
    assertEquals([line.choices[0].finish_reason, line.metadata.error.code], ["error", "unsupported_protocol"]);
    assertEquals(
      say(conversation, [event({ type: "session.ended", reason: "fatal", problem: command.problem })]),
      [],
    );
    assertEquals(hear(conversation, '{"type":"heartbeat_request"}'), []);
  }
});

Deno.test("chat takes our own protocol version and capabilities", () => {
  const command = read({
    protocol_version: 1,
    required_capabilities: ["heartbeat"],
    input: { parts: [{ text: "x" }] },
  });
  assertEquals(command.type, "prompt");
});

Deno.test("chat gives up after a hundred bad lines with no good one", () => {
  const conversation = open(chat);
  const commands = Array.from({ length: 150 }, () => hear(conversation, "<p>")).flat();
  assertEquals(commands.length, 101);
  const last = commands[100];
  assert(last.type === "invalid");
  assertEquals([last.problem.detail, last.problem.fatal], ["QWEN_TOO_MANY_BAD_LINES", true]);
});

Deno.test("chat never gives up after a good line", () => {
  const conversation = open(chat);
  hear(conversation, '{"type":"heartbeat_request"}');
  const commands = Array.from({ length: 150 }, () => hear(conversation, "<p>")).flat();
  assertEquals(commands.length, 150);
});

Deno.test("chat refuses a line that nests too deep", () => {
  const [command] = decode(`{"input":${"[".repeat(5_000)}${"]".repeat(5_000)}}`);
  assert(command.type === "invalid");
  assertEquals(command.problem.detail, "QWEN_NESTING_TOO_DEEP");
});
