import { assertEquals } from "@std/assert";
import { qwen } from "../../../../../lib/dialects/qwen.ts";
import type { Command, CommandBody } from "../../../../../lib/model/command.ts";
import type { Conversation } from "../../../../../lib/model/ports/dialect.ts";
import type { Ask, Confirmation, Reply } from "../../../../../lib/model/event.ts";
import { problem } from "../../../../../lib/model/problem.ts";
import { event, hear, open, say, SESSION, turnStarted } from "../../../../support/say.ts";

/** Commands without their heads. */
function decode(conversation: Conversation, line: unknown): CommandBody[] {
  const text = typeof line === "string" ? line : JSON.stringify(line);
  return [...conversation.decode(text)].map(bodyOf);
}

function bodyOf({ id: _id, sessionId: _session, ...body }: Command): CommandBody {
  return body;
}

/** Sends a request and answers its last command. */
function exchange(
  request: Record<string, unknown>,
  result: Reply,
): { commands: CommandBody[]; response: unknown } {
  const conversation = open(qwen);
  const line = JSON.stringify({ type: "control_request", request_id: "r1", request });
  const commands: Command[] = [...conversation.decode(line)];
  const events = commands.map((command, index) => {
    const reply: Reply = index === commands.length - 1 ? result : { kind: "configured", session: SESSION, changes: [] };
    return event({ type: "reply", result: reply }, { cause: command.id });
  });
  const records = say(conversation, events) as { response: { response: unknown } }[];
  assertEquals(records.length, 1);
  return {
    commands: commands.map(bodyOf),
    response: records[0].response.response,
  };
}

const value = (content: unknown): Reply => ({ kind: "value", subject: "x", value: content as never });
const configured: Reply = { kind: "configured", session: SESSION, changes: [] };
const CONTEXT = {
  model: "m",
  contextWindow: 100,
  systemPrompt: 10,
  messages: 15,
  builtInTools: [{ name: "glob", tokens: 5 }],
  mcpTools: [],
  totalTokens: 30,
};
const initialized: Reply = { kind: "initialized", session: SESSION, commands: [], agents: [], models: [] };

Deno.test("qwen answers a plain initialisation", () => {
  assertEquals(exchange({ subtype: "initialize", hooks: null }, initialized), {
    commands: [{ type: "configure", changes: [{ key: "answers", value: true }] }],
    response: {
      subtype: "initialize",
      session_id: "SID",
      capabilities: {
        can_handle_can_use_tool: true,
        can_handle_hook_callback: false,
        can_set_permission_mode: true,
        can_set_model: true,
        can_set_effort: true,
        can_get_context_usage: true,
        can_get_available_models: true,
        can_get_usage_info: true,
        can_handle_mcp_message: true,
      },
    },
  });
});

Deno.test("qwen reads everything an initialisation may carry and then names only the host's agents", () => {
  const conversation = open(qwen);
  const request = {
    subtype: "initialize",
    hooks: null,
    timeout: { canUseTool: 5000 },
    sdkMcpServers: { calc: { type: "sdk", name: "calc" } },
    mcpServers: { ext: { command: "x", args: ["y"] } },
    agents: [{ name: "rev", description: "d", systemPrompt: "p", level: "session", runConfig: { max_turns: 3 } }],
    effort: "high",
  };
  assertEquals(decode(conversation, { type: "control_request", request_id: "r", request }), [
    {
      type: "configure",
      changes: [
        { key: "answers", value: true },
        { key: "askTimeoutMs", value: 5000 },
        { key: "effort", value: "high" },
        { key: "agents", value: [{ name: "rev", description: "d", prompt: "p", maxTurns: 3 }] },
        { key: "hostServers", value: [{ name: "calc", timeoutMs: null }] },
        { key: "mcpServers", value: { ext: { command: "x", args: ["y"] } }, background: true },
      ],
    },
  ]);
  const [init] = say(conversation, [event(turnStarted())]) as { agents: string[] }[];
  assertEquals(init.agents, ["rev"]);
});

Deno.test("qwen answers every request that changes the session", () => {
  const interrupted: Reply = { kind: "interrupted", wasRunning: false, promptId: null, queued: [] };
  assertEquals(exchange({ subtype: "interrupt" }, interrupted), {
    commands: [{ type: "interrupt", promptId: null }],
    response: { subtype: "interrupt" },
  });
  assertEquals(exchange({ subtype: "set_model", model: "m2" }, configured), {
    commands: [{ type: "configure", changes: [{ key: "model", value: "m2" }] }],
    response: { subtype: "set_model", model: "m2" },
  });
  assertEquals(exchange({ subtype: "set_permission_mode", mode: "yolo" }, configured), {
    commands: [{ type: "configure", changes: [{ key: "mode", value: "yolo" }] }],
    response: { status: "updated", mode: "yolo" },
  });
  assertEquals(exchange({ subtype: "set_effort", effort: "high" }, configured), {
    commands: [{ type: "configure", changes: [{ key: "effort", value: "high" }] }],
    response: { subtype: "set_effort", effort: "high", applied: true, override: null },
  });
});

Deno.test("qwen answers every question about the session", () => {
  const commands = [{ name: "init", description: "", argumentHint: "" }, {
    name: "bug",
    description: "",
    argumentHint: "",
  }];
  assertEquals(exchange({ subtype: "supported_commands" }, value(commands)), {
    commands: [{ type: "query", query: { subject: "commands" } }],
    response: { subtype: "supported_commands", commands: ["bug", "init"] },
  });
  const servers = [
    { name: "calc", status: "connected", source: "host" },
    { name: "ext", status: "failed", source: "settings" },
  ];
  assertEquals(exchange({ subtype: "mcp_server_status" }, value(servers)), {
    commands: [{ type: "query", query: { subject: "mcp" } }],
    response: { subtype: "mcp_server_status", status: { calc: "connected" } },
  });
  assertEquals(exchange({ subtype: "get_context_usage", show_details: true }, value(CONTEXT)), {
    commands: [{ type: "query", query: { subject: "context", details: true } }],
    response: {
      subtype: "get_context_usage",
      modelName: "m",
      totalTokens: 30,
      contextWindowSize: 100,
      breakdown: { systemPrompt: 10, builtinTools: 5, mcpTools: 0, messages: 15, freeSpace: 70 },
      builtinTools: [{ name: "glob", tokens: 5 }],
      mcpTools: [],
      memoryFiles: [],
      skills: [],
      isEstimated: true,
      showDetails: true,
    },
  });
  assertEquals(
    exchange({ subtype: "get_available_models" }, value([{ id: "m", label: "M", contextWindow: 7 }])),
    {
      commands: [{ type: "query", query: { subject: "models" } }],
      response: {
        subtype: "get_available_models",
        models: [{ id: "m", label: "M", capabilities: {}, contextWindowSize: 7 }],
      },
    },
  );
  assertEquals(exchange({ subtype: "get_usage_info", range: "week" }, value({ range: "week" })), {
    commands: [{ type: "query", query: { subject: "usage", range: "week" } }],
    response: { subtype: "get_usage_info", range: "week" },
  });
  assertEquals(exchange({ subtype: "continue_last_turn" }, value({ accepted: false, interruption: "none" })), {
    commands: [{ type: "query", query: { subject: "continue" } }],
    response: { subtype: "continue_last_turn", accepted: false, interruption: "none" },
  });
  assertEquals(exchange({ subtype: "can_use_tool", tool_name: "edit" }, value({ isAllowed: true })), {
    commands: [{ type: "query", query: { subject: "may_use", tool: "edit" } }],
    response: { subtype: "can_use_tool", behavior: "allow" },
  });
});

Deno.test("qwen refuses requests in the documented words", () => {
  const refusal = (request: Record<string, unknown>): unknown => {
    const conversation = open(qwen);
    const line = JSON.stringify({ type: "control_request", request_id: "r1", request });
    const [command, ...more] = conversation.decode(line);
    assertEquals([command.type, more], ["invalid", []]);
    if (command.type !== "invalid") return null;
    const rejected = event({ type: "rejected", problem: command.problem }, { cause: command.id });
    const [record] = say(conversation, [rejected]) as { response: Record<string, unknown> }[];
    assertEquals([record.response.subtype, record.response.request_id], ["error", "r1"]);
    return record.response.error;
  };
  assertEquals([
    refusal({ subtype: "fly" }),
    refusal({ subtype: "mcp_message" }),
    refusal({ subtype: "hook_callback" }),
    refusal({ subtype: "set_model", model: " " }),
    refusal({ subtype: "set_permission_mode", mode: "bogus" }),
    refusal({ subtype: "set_effort", effort: "huge" }),
    refusal({ subtype: "initialize", effort: "huge" }),
    refusal({ subtype: "initialize", hooks: 5 }),
  ], [
    "Unknown control request subtype: fly",
    "Unknown control request subtype: mcp_message",
    "Unknown control request subtype: hook_callback",
    "Invalid model specified for set_model request",
    "Invalid permission mode: bogus. Valid values are: plan, default, auto-edit, auto, yolo",
    "Invalid effort value. Supported: low, medium, high, xhigh, max",
    "Invalid effort value. Supported: low, medium, high, xhigh, max",
    'Invalid initialize request: The field "request.hooks" must be object or null.',
  ]);
});

Deno.test("qwen takes back requests and answers them as cancelled, once", () => {
  const conversation = open(qwen);
  const ask = '{"type":"control_request","request_id":"r1","request":{"subtype":"get_context_usage"}}';
  const [query] = conversation.decode(ask);
  assertEquals(decode(conversation, { type: "control_cancel_request", request_id: "nobody" }), []);
  const [withdraw, refusal] = conversation.decode('{"type":"control_cancel_request","request_id":"r1"}');
  assertEquals(withdraw.type === "withdraw" && withdraw.commandId, query.id);
  const fault = refusal.type === "invalid" ? refusal.problem : problem("internal", "not a refusal");
  const records = say(conversation, [
    event({ type: "rejected", problem: fault }, { cause: refusal.id }),
    event({ type: "reply", result: value({}) }, { cause: query.id }),
  ]);
  assertEquals(records, [{
    type: "control_response",
    response: { subtype: "error", request_id: "r1", error: "Request cancelled" },
  }]);
});

function permission(confirmation: Confirmation, tool = "write_file"): Ask {
  return {
    kind: "permission",
    callId: "call_w",
    tool,
    toolKind: "edit",
    input: { file_path: "/ws/new.txt" },
    access: [],
    confirmation,
    suggestions: [],
    reason: null,
  };
}

Deno.test("qwen puts a permission question with choices by what is asked", () => {
  const edit = permission({
    kind: "edit",
    title: "Edit",
    file: "/ws/new.txt",
    diff: "",
    original: null,
    modified: "hi",
  });
  assertEquals(say(open(qwen), [event({ type: "ask.opened", askId: "a1", ask: edit })]), [{
    type: "control_request",
    request_id: "a1",
    request: {
      subtype: "can_use_tool",
      tool_name: "write_file",
      tool_use_id: "call_w",
      input: { file_path: "/ws/new.txt" },
      permission_suggestions: [
        { type: "allow", label: "Allow Edit", description: "Edit file: new.txt" },
        { type: "deny", label: "Deny", description: "Block this file edit" },
        { type: "modify", label: "Review Changes", description: "Review the proposed changes before applying" },
      ],
      blocked_path: null,
    },
  }]);
  const labels = (confirmation: Confirmation): unknown => {
    const ask = permission(confirmation, "x");
    const [record] = say(open(qwen), [event({ type: "ask.opened", askId: "a", ask })]);
    const { request } = record as { request: { permission_suggestions: { label: string; description: string }[] } };
    return request.permission_suggestions.map(({ label, description }) => `${label}: ${description}`);
  };
  assertEquals([
    labels({ kind: "exec", title: "", command: "ls", root: "ls" }),
    labels({ kind: "mcp", title: "", server: "calc", tool: "add" }),
    labels({ kind: "info", title: "Fetch", prompt: "", urls: [] }),
    labels({ kind: "plan", title: "Plan", plan: "" }),
    labels({ kind: "other", title: "" }),
  ], [
    ["Allow Command: Execute: ls", "Deny: Block this command execution"],
    ["Allow MCP Call: calc: add", "Deny: Block this MCP server call"],
    ["Allow Info Request: Fetch", "Deny: Block this information request"],
    ["Approve Plan: Plan", "Reject Plan: Block this plan"],
    ["Allow: Allow x operation", "Deny: Block x operation"],
  ]);
});

Deno.test("qwen reads every answer to a permission question", () => {
  const answer = (response: Record<string, unknown>): CommandBody[] => {
    const conversation = open(qwen);
    const ask = permission({ kind: "other", title: "" });
    say(conversation, [event({ type: "ask.opened", askId: "a1", ask })]);
    return decode(conversation, { type: "control_response", response: { request_id: "a1", ...response } });
  };
  const success = (body: unknown): CommandBody[] => answer({ subtype: "success", response: body });
  const said = (content: unknown): unknown => [{ type: "answer", askId: "a1", answer: content }];
  assertEquals(success({ behavior: "allow" }), said({ kind: "allow" }));
  assertEquals(success({ behavior: "allow", updatedInput: { a: 1 } }), said({ kind: "allow", input: { a: 1 } }));
  assertEquals(success({ behavior: "allow", updatedInput: [1] }), said({ kind: "allow" }));
  assertEquals(success({ behavior: "deny", message: "no" }), said({ kind: "deny", message: "no" }));
  assertEquals(success({ behavior: "deny" }), said({ kind: "deny", message: "Denied" }));
  assertEquals(
    success({ behavior: "deny", message: "no", interrupt: true }),
    said({ kind: "deny", message: "no", interrupt: true }),
  );
  assertEquals(success({}), said({ kind: "deny", message: "Denied" }));
  assertEquals(answer({ subtype: "error", error: "boom" }), said({ kind: "failed", message: "boom" }));
  assertEquals(
    answer({ subtype: "error", error: { message: "boom" } }),
    said({ kind: "failed", message: "boom" }),
  );
  const updates = [
    {
      type: "addRules",
      rules: [{ toolName: "Bash", ruleContent: "git *" }],
      behavior: "allow",
      destination: "session",
    },
    { type: "setMode", mode: "yolo" },
    { type: "nonsense" },
  ];
  assertEquals(
    success({ behavior: "allow", updatedPermissions: updates }),
    said({
      kind: "allow",
      updates: [
        { type: "rules", change: "add", behavior: "allow", rules: [{ tool: "Bash", specifier: "git *" }] },
        { type: "mode", mode: "yolo" },
      ],
    }),
  );
});

Deno.test("qwen ignores late, unknown and empty answers", () => {
  const conversation = open(qwen);
  const late = { type: "control_response", response: { subtype: "success", request_id: "gone", response: {} } };
  assertEquals(decode(conversation, late), []);
  assertEquals(decode(conversation, { type: "control_response" }), []);
  assertEquals(decode(conversation, { type: "keep_alive" }), []);
  assertEquals(decode(conversation, "  \r"), []);
});

Deno.test("qwen carries messages to and from servers that live in the host", () => {
  const conversation = open(qwen);
  const ask: Ask = { kind: "mcp", server: "calc", message: { jsonrpc: "2.0", id: 4, method: "tools/call" } };
  assertEquals(say(conversation, [event({ type: "ask.opened", askId: "a1", ask })]), [{
    type: "control_request",
    request_id: "a1",
    request: {
      subtype: "mcp_message",
      server_name: "calc",
      message: { jsonrpc: "2.0", id: 4, method: "tools/call" },
    },
  }]);
  const mcp_response = { result: { content: [] }, jsonrpc: "2.0", id: 4 };
  const response = { subtype: "success", request_id: "a1", response: { mcp_response } };
  assertEquals(decode(conversation, { type: "control_response", response }), [
    { type: "answer", askId: "a1", answer: { kind: "value", value: mcp_response } },
  ]);
});

Deno.test("qwen reads prompts as text, blocks and pictures", () => {
  const prompt = (content: unknown, more: object = {}): CommandBody[] =>
    hear(open(qwen), JSON.stringify({ type: "user", message: { role: "user", content }, ...more })).map(bodyOf);
  const head = { type: "prompt" as const, promptId: null, messageId: null, options: {} };
  assertEquals(prompt("hello", { uuid: "m1" }), [
    { ...head, messageId: "m1", content: [{ kind: "text", text: "hello" }] },
  ]);
  assertEquals(
    prompt([
      { type: "text", text: "a" },
      { type: "text", text: "b" },
      { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
      { type: "tool_result", tool_use_id: "x" },
    ]),
    [{
      ...head,
      content: [
        { kind: "text", text: "a\nb" },
        { kind: "media", mediaType: "image/png", base64: "AAAA" },
        { kind: "text", text: '{"type":"tool_result","tool_use_id":"x"}' },
      ],
    }],
  );
});
