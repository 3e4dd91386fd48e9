import { assert, assertEquals } from "@std/assert";
import { chat } from "../../../../../lib/dialects/chat.ts";
import type { Command } from "../../../../../lib/model/command.ts";
import type { Json } from "../../../../../lib/model/json.ts";
import { event, hear, open, say, TOKENS, turnStarted } from "../../../../support/say.ts";
import { read, text } from "../decode_line.ts";

Deno.test("chat reads the RFC's request whole", () => {
  assertEquals(
    read({
      session_id: "session-123",
      prompt_id: "session-123########7",
      model: "qwen-coder",
      input: {
        origin: "user",
        parts: [{ type: "text", text: "Please fix the bug in @main.py" }],
        command: null,
      },
      options: { temperature: 0.2, tool_overrides: ["EditTool"] },
    }),
    {
      id: "u1",
      sessionId: "session-123",
      type: "prompt",
      content: [text("Please fix the bug in @main.py")],
      promptId: "session-123########7",
      messageId: null,
      options: { temperature: 0.2, tools: ["EditTool"], model: "qwen-coder" },
    },
  );
});

Deno.test("chat reads every option and the client's tools", () => {
  const schema = { type: "object", properties: { a: { type: "string" } } };
  const parameters = { type: "object", properties: { city: { type: "string" } } };
  const command = read({
    input: { parts: [{ text: "x" }] },
    options: {
      model: "m2",
      temperature: 1,
      top_p: 0.5,
      max_tokens: 100,
      max_turns: 3,
      timeout_ms: 1000,
      response_format: { type: "json_schema", json_schema: { name: "n", schema } },
    },
    tools: [{ type: "function", function: { name: "get_weather", description: "Weather", parameters } }],
  });
  assertEquals(command, {
    id: "u1",
    sessionId: null,
    fresh: true,
    type: "prompt",
    content: [text("x")],
    promptId: null,
    messageId: null,
    options: {
      model: "m2",
      temperature: 1,
      topP: 0.5,
      maxTokens: 100,
      schema,
      maxTurns: 3,
      timeoutMs: 1000,
      clientTools: [{ name: "get_weather", description: "Weather", input: parameters }],
    },
  });
});

Deno.test("chat opens a session for a request without one, for null, and for _new", () => {
  for (const session of [{}, { session_id: null }, { session_id: "_new" }, { session_id: "" }]) {
    const { sessionId, fresh } = read({ ...session, input: { parts: [{ text: "x" }] } });
    assertEquals({ sessionId, fresh }, { sessionId: null, fresh: true });
  }
});

Deno.test("chat reads parts in the formats of the RFC and of @google/genai", () => {
  const command = read({
    input: {
      parts: [
        { type: "text", text: "a" },
        { text: "b" },
        "c",
        { type: "inline_data", inline_data: { mime_type: "image/png", data: "AA==" } },
        { inlineData: { mimeType: "image/png", data: "AA==", displayName: "x.png" } },
        { type: "file_data", file_data: { file_uri: "gs://x", mime_type: "text/plain" } },
        { fileData: { fileUri: "gs://y" } },
      ],
    },
  });
  assert(command.type === "prompt");
  assertEquals(command.content, [
    text("a"),
    text("b"),
    text("c"),
    { kind: "media", mediaType: "image/png", base64: "AA==" },
    { kind: "media", mediaType: "image/png", base64: "AA==", name: "x.png" },
    { kind: "file", uri: "gs://x", mediaType: "text/plain" },
    { kind: "file", uri: "gs://y", mediaType: null },
  ]);
});

Deno.test("chat reads explicit slash commands of both RFC versions", () => {
  const slash = { id: "u1", sessionId: "session-123", type: "slash", path: ["chat", "list"], args: "" };
  const command = { kind: "slash", path: ["chat", "list"], args: "" };
  assertEquals(
    read({
      session_id: "session-123",
      input: { origin: "user", parts: [{ type: "text", text: "/chat list" }], command },
    }),
    { ...slash, promptId: null, raw: "/chat list" } as Command,
  );
  assertEquals(
    read({
      session_id: "session-123",
      prompt_id: "session-123########8",
      input: { origin: "user", parts: [{ type: "text", text: "" }], command },
    }),
    { ...slash, promptId: "session-123########8", raw: "/chat list" } as Command,
  );
});

Deno.test("chat reads what was approved when a command is sent again", () => {
  const command = read({
    session_id: "s",
    input: {
      command: { kind: "slash", path: ["x"], approvedCommands: ["ls"], confirmationOutcome: "proceed_once" },
    },
  });
  assertEquals(command, {
    id: "u1",
    sessionId: "s",
    type: "slash",
    promptId: null,
    path: ["x"],
    args: "",
    raw: "/x",
    approved: ["ls"],
    confirmed: true,
  });
});

Deno.test("chat reads words that begin with a slash or a question mark as a command, and paths as words", () => {
  const commands = ["/chat list", "  /about", "?", "?clear", "/usr/bin/env is what", "// todo", "/* note", "/", "a /b"];
  const kinds = commands.map((words) => {
    const command = read({ session_id: "s", input: { parts: [{ type: "text", text: words }] } });
    return command.type === "slash" ? command.raw : command.type;
  });
  assertEquals(kinds, ["/chat list", "/about", "?", "?clear", "prompt", "prompt", "prompt", "prompt", "prompt"]);
});

Deno.test("chat reads explicit references", () => {
  const command = read({
    session_id: "session-123",
    input: {
      origin: "user",
      parts: [{ type: "text", text: "Please review @src/main.py" }],
      command: { kind: "at", references: [{ original: "@src/main.py", resolved: "src/main.py" }] },
    },
  });
  assert(command.type === "prompt");
  assertEquals(command.options, { references: [{ original: "@src/main.py", resolved: "src/main.py" }] });
});

Deno.test("chat reads the system's instructions: /clear as a command, other text without a turn", () => {
  const system = (words: string): Command =>
    read({ session_id: "s", input: { origin: "system", parts: [{ type: "instruction", text: words }] } });
  assertEquals(system("/clear"), {
    id: "u1",
    sessionId: "s",
    type: "slash",
    promptId: null,
    path: [],
    args: "",
    raw: "/clear",
  });
  assertEquals(system("Answer in French."), {
    id: "u1",
    sessionId: "s",
    type: "prompt",
    content: [text("Answer in French.")],
    promptId: null,
    messageId: null,
    options: { silent: true },
  });
});

Deno.test("chat reads a request for one of our tools", () => {
  assertEquals(
    read({
      session_id: "s",
      input: { parts: [] },
      tool_request: { callId: "c1", name: "glob", args: { pattern: "*" } },
    }),
    {
      id: "u1",
      sessionId: "s",
      type: "tool_request",
      promptId: null,
      callId: "c1",
      tool: "glob",
      input: { pattern: "*" },
    },
  );
});

Deno.test("chat takes the results of the client's tools once each, and refuses strangers", () => {
  const conversation = open(chat);
  const call = (callId: string): { kind: "tool_call"; callId: string; tool: string; input: Json } => ({
    kind: "tool_call",
    callId,
    tool: "get_weather",
    input: {},
  });
  say(conversation, [
    event(turnStarted()),
    event({ type: "turn.paused", turnId: "t1", calls: [call("c1"), call("c2")], usage: TOKENS }),
  ]);
  const respond = (callId: string, response: Json): Command[] =>
    hear(
      conversation,
      JSON.stringify({
        session_id: "SID",
        prompt_id: "p1",
        tool_call_id: callId,
        input: { origin: "tool_response", parts: [{ type: "function_response", function_response: { response } }] },
      }),
    );
  assertEquals(respond("c1", { output: "sunny" }), [{
    id: "u1",
    sessionId: "SID",
    type: "tool_response",
    promptId: "p1",
    results: [{ callId: "c1", output: [text("sunny")], isError: false }],
  }]);
  const [again] = respond("c1", { output: "sunny" });
  assert(again.type === "invalid");
  assertEquals(again.problem.detail, "QWEN_UNKNOWN_TOOL_CALL");
  const [failed] = respond("c2", { error: "no network" });
  assert(failed.type === "tool_response");
  assertEquals(failed.results, [{ callId: "c2", output: [text("no network")], isError: true }]);
});

Deno.test("chat reads the RFC's debugging request", () => {
  assertEquals(read({ model: "qwen-coder", messages: [{ role: "user", content: "Hello" }] }), {
    id: "u1",
    sessionId: null,
    fresh: true,
    type: "prompt",
    content: [text("Hello")],
    promptId: null,
    messageId: null,
    options: { model: "qwen-coder" },
  });
});

Deno.test("chat reads a whole conversation of the chat API", () => {
  const command = read({
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: [{ type: "text", text: "Weather?" }] },
      {
        role: "assistant",
        content: null,
        tool_calls: [
          { id: "c1", type: "function", function: { name: "w", arguments: '{"city":"Oslo"}' } },
          { id: "c2", type: "function", function: { name: "w", arguments: "broken" } },
        ],
      },
      { role: "tool", tool_call_id: "c1", content: "rain" },
      { role: "tool", tool_call_id: "c2", content: "?" },
      { role: "user", content: [{ type: "image_url", image_url: { url: "data:image/png;base64,AA==" } }] },
    ],
    max_completion_tokens: 5,
    response_format: { type: "json_object" },
  });
  assert(command.type === "prompt");
  assertEquals(command.content, [{ kind: "media", mediaType: "image/png", base64: "AA==" }]);
  assertEquals(command.options, {
    maxTokens: 5,
    schema: { type: "object" },
    system: "Be brief.",
    history: [
      { id: "u1", role: "user", parts: [text("Weather?")] },
      {
        id: "u2",
        role: "assistant",
        parts: [
          { kind: "tool_call", callId: "c1", tool: "w", input: { city: "Oslo" } },
          { kind: "tool_call", callId: "c2", tool: "w", input: "broken" },
        ],
      },
      {
        id: "u3",
        role: "tool",
        parts: [
          { kind: "tool_result", callId: "c1", tool: "w", output: [text("rain")], isError: false },
          { kind: "tool_result", callId: "c2", tool: "w", output: [text("?")], isError: false },
        ],
      },
    ],
  });
});
