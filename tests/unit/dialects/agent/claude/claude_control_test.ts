import { assertEquals } from "@std/assert";
import { claude } from "../../../../../lib/dialects/claude.ts";
import type { CommandBody } from "../../../../../lib/model/command.ts";
import type { Conversation, DialectOptions } from "../../../../../lib/model/ports/dialect.ts";
import type { Ask, Event, Reply } from "../../../../../lib/model/event.ts";
import { event, gist, open, say, SESSION, turnCompleted, turnStarted } from "../../../../support/say.ts";

function decode(conversation: Conversation, line: unknown): CommandBody[] {
  return [...conversation.decode(JSON.stringify(line))].map(({ id: _id, sessionId: _session, ...body }) =>
    body as CommandBody
  );
}

const configured: Reply = { kind: "configured", session: SESSION, changes: [] };
const value = (content: unknown): Reply => ({ kind: "value", subject: "x", value: content as never });

/** Sends a request, answers its command and returns what was asked and what was answered. */
function exchange(
  request: Record<string, unknown>,
  result: Reply,
  over: Partial<DialectOptions> = {},
): unknown[] {
  const conversation = open(claude, over);
  const [command] = conversation.decode(JSON.stringify({ type: "control_request", request_id: "r1", request }));
  const { id, sessionId: _session, ...body } = command;
  const answer = event({ type: "reply", result }, { cause: id });
  const [record] = say(conversation, [answer]) as { response: { response: unknown } }[];
  return [body, record.response.response];
}

Deno.test("claude reads everything an introduction may carry", () => {
  const request = {
    subtype: "initialize",
    systemPrompt: ["Be brief.", "__SYSTEM_PROMPT_DYNAMIC_BOUNDARY__", ""],
    appendSystemPrompt: "And kind.",
    jsonSchema: { type: "object" },
    hooks: {
      PreToolUse: [{ matcher: "Bash|Write", hookCallbackIds: ["hook_0"], timeout: 5, onFailure: "block" }],
      Stop: [{ hookCallbackIds: ["hook_1"], matcher: null }],
    },
    agents: { rev: { description: "d", prompt: "p", tools: ["Read"], disallowedTools: ["Bash"], model: "inherit" } },
    sdkMcpServers: ["calc"],
    sdkMcpServerConfigs: { calc: { timeout: 5000 } },
  };
  const [command] = exchange(request, configured, { extras: { permissionPromptTool: "stdio" } });
  assertEquals(command, {
    type: "configure",
    changes: [
      { key: "answers", value: true },
      { key: "systemPrompt", value: "Be brief." },
      { key: "appendSystemPrompt", value: "And kind." },
      { key: "schema", value: { type: "object" } },
      {
        key: "hooks",
        value: [
          {
            event: "PreToolUse",
            matcher: "run_shell_command|write_file",
            callbackIds: ["hook_0"],
            timeoutMs: 5000,
            onFailure: "block",
          },
          { event: "Stop", matcher: null, callbackIds: ["hook_1"], timeoutMs: null, onFailure: "continue" },
        ],
      },
      {
        key: "agents",
        value: [{
          name: "rev",
          description: "d",
          prompt: "p",
          tools: ["read_file"],
          deniedTools: ["run_shell_command"],
        }],
      },
      { key: "hostServers", value: [{ name: "calc", timeoutMs: 5000 }] },
    ],
  });
});

Deno.test("claude answers an introduction with all members that getters read", () => {
  const conversation = open(claude);
  const [command] = conversation.decode(
    '{"type":"control_request","request_id":"r","request":{"subtype":"initialize","systemPrompt":[""]}}',
  );
  assertEquals(command.type === "configure" && command.changes, [{ key: "answers", value: false }]);
  const result: Reply = {
    kind: "initialized",
    session: SESSION,
    commands: [{ name: "clear", description: "Start over", argumentHint: "" }],
    agents: [{ name: "helper", description: "d" }],
    models: [{ id: "m", label: "M", contextWindow: 9 }],
  };
  assertEquals(say(conversation, [event({ type: "reply", result }, { cause: command.id })]), [{
    type: "control_response",
    response: {
      subtype: "success",
      request_id: "r",
      response: {
        commands: [{ name: "clear", description: "Start over", argumentHint: "" }],
        agents: [{ name: "helper", description: "d" }],
        output_style: "default",
        available_output_styles: ["default"],
        models: [{ value: "m", displayName: "M", description: "M" }],
        account: { apiKeySource: "none" },
        hook_on_failure_supported: true,
        claude_code_version: "2.1.325",
      },
      pending_permission_requests: [],
      pending_user_dialog_requests: [],
    },
  }]);
});

const configure = (...changes: object[]): object => ({ type: "configure", changes });
const query = (asked: object): object => ({ type: "query", query: asked });

/** Requests, the replies of the engine, the expected commands and the expected answers. */
const REQUESTS: [Record<string, unknown>, Reply, object, object][] = [
  [{ subtype: "set_model", model: null }, configured, configure({ key: "model", value: null }), {}],
  [{ subtype: "set_model", model: "m" }, configured, configure({ key: "model", value: "m" }), {}],
  [
    { subtype: "set_permission_mode", mode: "acceptEdits" },
    configured,
    configure({ key: "mode", value: "auto-edit" }),
    {},
  ],
  [
    { subtype: "set_permission_mode", mode: "dontAsk" },
    configured,
    configure({ key: "mode", value: "default" }, { key: "answers", value: false }),
    {},
  ],
  [
    { subtype: "set_max_thinking_tokens", max_thinking_tokens: 100 },
    configured,
    configure({ key: "thinkingTokens", value: 100 }),
    {},
  ],
  [
    { subtype: "apply_flag_settings", settings: { a: 1 } },
    configured,
    configure({ key: "settings", value: { a: 1 } }),
    {},
  ],
  [
    { subtype: "mcp_status" },
    value([{ name: "calc", status: "connected", source: "host" }]),
    query({ subject: "mcp" }),
    { mcpServers: [{ name: "calc", status: "connected", scope: "dynamic", source: "sdk" }] },
  ],
  [
    { subtype: "mcp_set_servers", servers: { ext: { command: "x" }, s: { type: "sdk", name: "s" } } },
    value({ added: ["ext", "s"], removed: [], errors: {} }),
    configure({ key: "mcpServers", value: { ext: { command: "x" }, s: { type: "sdk", name: "s" } } }),
    { added: ["ext", "s"], removed: [], errors: {} },
  ],
  [
    { subtype: "mcp_toggle", serverName: "srv", enabled: false },
    configured,
    configure({ key: "mcpServer", name: "srv", action: "disable" }),
    {},
  ],
  [
    { subtype: "mcp_reconnect", serverName: "srv" },
    configured,
    configure({ key: "mcpServer", name: "srv", action: "reconnect" }),
    {},
  ],
  [
    { subtype: "rewind_files", user_message_id: "u", dry_run: true },
    value({ canRewind: true, filesChanged: ["a"] }),
    query({ subject: "rewind", messageId: "u", dryRun: true }),
    { canRewind: true, filesChanged: ["a"] },
  ],
  [
    { subtype: "read_file", path: "a.txt", max_bytes: 10, encoding: "base64" },
    value({ text: "AA", path: "/a.txt", encoding: "base64", isCut: true, isLossy: false }),
    query({ subject: "file", path: "a.txt", maxBytes: 10, encoding: "base64" }),
    { contents: "AA", absPath: "/a.txt", truncated: true, encoding: "base64" },
  ],
  [
    { subtype: "mcp_read_resource", serverName: "srv", uri: "ui://x" },
    value({ contents: [] }),
    query({ subject: "resource", server: "srv", uri: "ui://x" }),
    { contents: [] },
  ],
  [
    { subtype: "mcp_message", server_name: "calc", message: { jsonrpc: "2.0", method: "x" } },
    value({}),
    query({ subject: "mcp_message", server: "calc", message: { jsonrpc: "2.0", method: "x" } }),
    {},
  ],
  [{ subtype: "stop_task", task_id: "t" }, value({}), query({ subject: "task", action: "stop", taskId: "t" }), {}],
  [{ subtype: "seed_read_state", path: "/p" }, value({ version: "1" }), query({ subject: "version" }), {}],
];

Deno.test("claude answers every request it serves", () => {
  const interrupted: Reply = { kind: "interrupted", wasRunning: true, promptId: "p", queued: [], cancelled: ["u9"] };
  const ask = { subtype: "interrupt", cancel_queued: true };
  assertEquals(exchange(ask, interrupted), [
    { type: "interrupt", promptId: null, cancelQueued: true },
    { still_queued: [], cancelled: ["u9"] },
  ]);
  for (const [request, reply, command, response] of REQUESTS) {
    assertEquals(exchange(request, reply), [command, response]);
  }
});

Deno.test("claude puts permission questions with rules to keep, and reads the answer in its own parameters", () => {
  const conversation = open(claude);
  const ask: Ask = {
    kind: "permission",
    callId: "toolu_1",
    tool: "run_shell_command",
    toolKind: "exec",
    input: { command: "rm x" },
    access: [],
    confirmation: { kind: "exec", title: "Run command", command: "rm x", root: "rm" },
    suggestions: [{
      type: "rules",
      change: "add",
      behavior: "allow",
      rules: [{ tool: "run_shell_command", specifier: "rm:*" }],
    }],
    reason: null,
  };
  assertEquals(say(conversation, [event({ type: "ask.opened", askId: "a1", ask })]), [{
    type: "control_request",
    request_id: "a1",
    request: {
      subtype: "can_use_tool",
      tool_name: "Bash",
      tool_use_id: "toolu_1",
      input: { command: "rm x" },
      permission_suggestions: [{
        type: "addRules",
        rules: [{ toolName: "Bash", ruleContent: "rm:*" }],
        behavior: "allow",
        destination: "session",
      }],
      title: "Run command",
    },
  }]);
  const response = {
    behavior: "allow",
    updatedInput: { command: "ls", run_in_background: true },
    updatedPermissions: [{ type: "setMode", mode: "acceptEdits", destination: "session" }],
    toolUseID: "toolu_1",
  };
  const line = { type: "control_response", response: { subtype: "success", request_id: "a1", response } };
  assertEquals(decode(conversation, line), [{
    type: "answer",
    askId: "a1",
    answer: {
      kind: "allow",
      input: { command: "ls", is_background: true },
      updates: [{ type: "mode", mode: "auto-edit" }],
    },
  }]);
});

Deno.test("claude tells the host that a question is void, and what state that leaves", () => {
  const ask: Ask = { kind: "confirm_quit" };
  const conversation = open(claude, { extras: { sessionStateEvents: true } });
  const records = say(conversation, [
    event(turnStarted()),
    event({ type: "ask.opened", askId: "a1", ask }),
    event({ type: "ask.closed", askId: "a1", by: "interrupt" }),
  ]);
  assertEquals(gist(records.slice(3)), [
    { type: "system", subtype: "session_state_changed", state: "requires_action" },
    { type: "control_cancel_request", request_id: "a1" },
    { type: "system", subtype: "session_state_changed", state: "running" },
  ]);
});

Deno.test("claude says that a turn waits for a person, once, and never that an idle session runs", () => {
  const states = (events: Event[]): unknown[] => {
    const conversation = open(claude, { extras: { sessionStateEvents: true } });
    const records = say(conversation, events) as Record<string, unknown>[];
    return records.flatMap(({ subtype, state }) => subtype === "session_state_changed" ? [state] : []);
  };
  const opened = (askId: string, ask: Ask): Event => event({ type: "ask.opened", askId, ask });
  const closed = (askId: string): Event => event({ type: "ask.closed", askId, by: "client" });
  const quit: Ask = { kind: "confirm_quit" };
  const hook: Ask = { kind: "hook", callbackId: "h", payload: {}, callId: null };
  const mcp: Ask = { kind: "mcp", server: "s", message: {} };
  assertEquals(
    states([
      ...[opened("m1", mcp), closed("m1"), opened("q0", quit), closed("q0")],
      ...[event(turnStarted()), opened("h1", hook), closed("h1")],
      ...[opened("q1", quit), opened("q2", quit), closed("q1"), closed("q2")],
      ...[event(turnCompleted()), opened("h2", hook), closed("h2")],
    ]),
    ["running", "requires_action", "running", "idle"],
  );
});

Deno.test("claude cuts the contents of a file to what fits into a line, and says so", () => {
  const file = (text: string, encoding: string): Record<string, unknown> => {
    const reply = value({ path: "/a", text, encoding, isCut: false, isLossy: false });
    const [, response] = exchange({ subtype: "read_file", path: "/a" }, reply);
    return response as Record<string, unknown>;
  };
  assertEquals(file("alpha", "utf8"), { contents: "alpha", absPath: "/a", lossy: false });
  const long = file("\n".repeat(2_000_000), "utf8");
  assertEquals([String(long.contents).length, long.truncated], [450_000, true]);
  const { contents, truncated, encoding } = file("QUJD".repeat(500_000), "base64");
  assertEquals([String(contents).length % 4, truncated, encoding], [0, true, "base64"]);
});

Deno.test("claude calls hooks in the host's words and reads what they changed in ours", () => {
  const conversation = open(claude);
  const payload = {
    event: "PreToolUse",
    sessionId: "SID",
    mode: "yolo",
    tool: "run_shell_command",
    input: { command: "ls", is_background: false },
    callId: "toolu_1",
  };
  const ask: Ask = { kind: "hook", callbackId: "hook_0", payload, callId: "toolu_1" };
  assertEquals(say(conversation, [event({ type: "ask.opened", askId: "a1", ask })]), [{
    type: "control_request",
    request_id: "a1",
    request: {
      subtype: "hook_callback",
      callback_id: "hook_0",
      input: {
        hook_event_name: "PreToolUse",
        session_id: "SID",
        permission_mode: "bypassPermissions",
        tool_name: "Bash",
        tool_input: { command: "ls", run_in_background: false },
        tool_use_id: "toolu_1",
      },
      tool_use_id: "toolu_1",
    },
  }]);
  const hookSpecificOutput = { hookEventName: "PreToolUse", updatedInput: { command: "pwd", run_in_background: true } };
  const response = { subtype: "success", request_id: "a1", response: { hookSpecificOutput } };
  assertEquals(decode(conversation, { type: "control_response", response }), [{
    type: "answer",
    askId: "a1",
    answer: {
      kind: "value",
      value: {
        hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput: { command: "pwd", is_background: true } },
      },
    },
  }]);
});

Deno.test("claude reads what a prompt may carry besides its text", () => {
  const line = {
    type: "user",
    uuid: "u1",
    message: { role: "user", content: "one" },
    shouldQuery: false,
    client_composed: true,
    origin: { kind: "x" },
  };
  assertEquals(decode(open(claude), line), [{
    type: "prompt",
    content: [{ kind: "text", text: "one" }],
    promptId: null,
    messageId: "u1",
    options: { silent: true, literal: true, origin: { kind: "x" } },
  }]);
});
