import { assertEquals } from "@std/assert";
import { chat } from "../../../../../lib/dialects/chat.ts";
import type { CommandResult, Reply } from "../../../../../lib/model/event.ts";
import { problem } from "../../../../../lib/model/problem.ts";
import { event, hear, open, type OpenConversation, say } from "../../../../support/say.ts";

const OVER = { sessionId: "session-123" };

function answer(result: Reply, at: { conversation?: OpenConversation; cause?: string } = {}): (object | string)[] {
  const { conversation = open(chat), cause = "u1" } = at;
  return say(
    conversation,
    [{ ...event({ type: "reply", result }, { ...OVER, cause }), at: 1_739_430_123_999 }],
  );
}

Deno.test("chat answers a command as the RFC does", () => {
  assertEquals(
    answer({
      kind: "command",
      promptId: "session-123########8",
      path: ["chat", "list"],
      args: "",
      result: { type: "message", level: "info", content: "Current session contains 3 saved checkpoints." },
    }),
    [{
      type: "result/command",
      session_id: "session-123",
      prompt_id: "session-123########8",
      command: { kind: "slash", path: ["chat", "list"], args: "" },
      result: { type: "message", level: "info", content: "Current session contains 3 saved checkpoints." },
    }],
  );
});

const COMMAND_RESULTS: [CommandResult, object][] = [
  [{ type: "handled" }, { type: "handled" }],
  [{ type: "handled", text: "Done" }, { type: "handled", text: "Done" }],
  [{ type: "dialog", dialog: "theme" }, { type: "dialog", dialog: "theme" }],
  [{ type: "tool", tool: "glob", input: { pattern: "*" } }, {
    type: "tool",
    tool_request: { name: "glob", args: { pattern: "*" } },
  }],
  [
    {
      type: "submit_prompt",
      content: [{ kind: "text", text: "Go" }, { kind: "media", mediaType: "image/png", base64: "AA" }],
    },
    {
      type: "submit_prompt",
      parts: [{ type: "text", text: "Go" }, {
        type: "inline_data",
        inline_data: { mime_type: "image/png", data: "AA" },
      }],
    },
  ],
  [
    {
      type: "load_history",
      history: [
        { id: "1", role: "user", parts: [{ kind: "text", text: "Hi" }] },
        { id: "2", role: "assistant", parts: [{ kind: "tool_call", callId: "c", tool: "t", input: {} }] },
        {
          id: "3",
          role: "tool",
          parts: [{
            kind: "tool_result",
            callId: "c",
            tool: "t",
            output: [{ kind: "text", text: "r" }],
            isError: false,
          }],
        },
      ],
    },
    {
      type: "load_history",
      history: [
        { role: "user", content: "Hi" },
        {
          role: "assistant",
          content: "",
          tool_calls: [{ id: "c", type: "function", function: { name: "t", arguments: "{}" } }],
        },
        { role: "tool", tool_call_id: "c", content: "r" },
      ],
    },
  ],
  [{ type: "quit" }, { type: "quit" }],
  [{ type: "quit_confirmation" }, { type: "quit_confirmation" }],
  [{ type: "confirm_shell_commands", commands: ["ls"] }, { type: "confirm_shell_commands", commands: ["ls"] }],
  [{ type: "confirm_action", prompt: "Sure?" }, { type: "confirm_action", prompt: "Sure?" }],
];

Deno.test("chat has a word for everything that a command can come to", () => {
  for (const [result, wire] of COMMAND_RESULTS) {
    const [line] = answer({ kind: "command", promptId: "p", path: ["x"], args: "", result });
    assertEquals((line as { result: object }).result, wire);
  }
});

Deno.test("chat answers the RFC's hint requests as the RFC does", () => {
  const hint = { kind: "hint" as const, promptId: "session-123########preview", status: "ok" as const };
  const line = {
    type: "result/command_hint",
    session_id: "session-123",
    prompt_id: "session-123########preview",
    status: "ok",
  };
  assertEquals(
    answer({
      ...hint,
      trigger: "slash",
      isPerfectMatch: false,
      suggestions: [
        { label: "chat", value: "chat", description: "Manage conversation history." },
        { label: "clear", value: "clear", description: "Clear the screen and conversation history" },
      ],
    }),
    [{
      ...line,
      trigger: "slash",
      suggestions: [
        { label: "chat", value: "chat", description: "Manage conversation history." },
        { label: "clear", value: "clear", description: "Clear the screen and conversation history" },
      ],
      metadata: { is_perfect_match: false },
    }],
  );
  const spaced = { label: "src/components/Button with spaces.tsx", value: "src/components/Button\\ with\\ spaces.tsx" };
  assertEquals(answer({ ...hint, trigger: "at", isPerfectMatch: false, suggestions: [spaced] }), [{
    ...line,
    trigger: "at",
    suggestions: [spaced],
    metadata: { is_perfect_match: false },
  }]);
  const help = { label: "help", value: "help", description: "For help on qwen", matchedIndex: 0 };
  assertEquals(answer({ ...hint, trigger: "slash", isPerfectMatch: true, suggestions: [help] }), [{
    ...line,
    trigger: "slash",
    suggestions: [help],
    metadata: { is_perfect_match: true },
  }]);
  assertEquals(
    answer({ ...hint, status: "error", trigger: "at", isPerfectMatch: false, suggestions: [], message: "No index" }),
    [{
      ...line,
      status: "error",
      trigger: "at",
      suggestions: [],
      message: "No index",
      metadata: { is_perfect_match: false },
    }],
  );
});

Deno.test("chat gives signs of life, asked for and not", () => {
  const beat = {
    type: "result/heartbeat",
    session_id: "session-123",
    status: "ok",
    ts: 1_739_430_123,
    state: "tool",
    since_ms: 40,
  };
  assertEquals(answer({ kind: "heartbeat", promptId: null, state: "tool", sinceMs: 40 }), [beat]);
  assertEquals(answer({ kind: "heartbeat", promptId: "p", state: "tool", sinceMs: 40 }), [{ ...beat, prompt_id: "p" }]);
  const unasked = { ...event({ type: "heartbeat", state: "tool", sinceMs: 40 }, OVER), at: 1_739_430_123_999 };
  assertEquals(say(open(chat), [unasked]), [beat]);
});

Deno.test("chat acknowledges a cancel, and answers its request id as well", () => {
  const conversation = open(chat);
  const cancel = { type: "control/cancel", session_id: "session-123", prompt_id: "p8", request_id: "r1" };
  const [command] = hear(conversation, JSON.stringify(cancel));
  assertEquals(
    answer({ kind: "interrupted", wasRunning: true, promptId: "p8", queued: [] }, { conversation, cause: command.id }),
    [
      {
        type: "result/cancel",
        session_id: "session-123",
        prompt_id: "p8",
        status: "ok",
        message: "Request cancelled.",
      },
      {
        type: "control_response",
        request_id: "r1",
        response: { subtype: "success", result: { status: "ok", message: "Request cancelled." } },
      },
    ],
  );
});

Deno.test("chat says why a cancel did nothing", () => {
  const conversation = open(chat);
  const noop = (cancel: object, running: string | null): (object | string)[] => {
    const [command] = hear(conversation, JSON.stringify({ type: "control/cancel", ...cancel }));
    return answer({ kind: "interrupted", wasRunning: false, promptId: running, queued: [] }, {
      conversation,
      cause: command.id,
    });
  };
  const line = { type: "result/cancel", session_id: "session-123", status: "noop" };
  assertEquals(noop({}, null), [{ ...line, message: "Nothing is running." }]);
  assertEquals(noop({ prompt_id: "p1" }, "p2"), [{
    ...line,
    prompt_id: "p1",
    message: 'The prompt "p1" is not running: the running one is "p2".',
  }]);
});

Deno.test("chat writes the RFC's error object", () => {
  const found = problem("protocol_error", "invalid tool input", {
    param: "tools[0].function.arguments",
    detail: "QWEN_INVALID_TOOL_ARGS",
  });
  assertEquals(say(open(chat), [event({ type: "rejected", problem: found })]), [{
    error: {
      message: "invalid tool input",
      type: "invalid_request_error",
      param: "tools[0].function.arguments",
      code: "QWEN_INVALID_TOOL_ARGS",
    },
  }]);
});
