import { assert, assertEquals } from "@std/assert";
import { chat } from "../../../../lib/dialects/chat.ts";
import type { Answer } from "../../../../lib/model/command.ts";
import type { Ask } from "../../../../lib/model/event.ts";
import { event, hear, open, type OpenConversation, say, turnCompleted, turnStarted } from "../../../support/say.ts";

const PERMISSION: Ask = {
  kind: "permission",
  callId: "c1",
  tool: "edit_file",
  toolKind: "edit",
  input: { path: "main.py", patch: "..." },
  access: [],
  confirmation: { kind: "edit", title: "Edit main.py", file: "main.py", diff: "@@", original: "a", modified: "b" },
  suggestions: [],
  reason: "apply_diff",
};

/** A conversation in which a question is open, and the line that put it. */
function asked(ask: Ask): { conversation: OpenConversation; line: object } {
  const conversation = open(chat);
  say(conversation, [event(turnStarted())]);
  const [line] = say(conversation, [event({ type: "ask.opened", askId: "req-1", ask })]);
  return { conversation, line: line as object };
}

/** How an answer is understood, and what the next line says about it. */
function answered(
  ask: Ask,
  response: unknown,
  where: object = { request_id: "req-1" },
): { answer: Answer; errors: unknown } {
  const { conversation } = asked(ask);
  const [command] = hear(conversation, JSON.stringify({ type: "control_response", ...where, response }));
  assert(command.type === "answer", JSON.stringify(command));
  const last = say(conversation, [event(turnCompleted())]).at(-1) as { metadata: Record<string, unknown> };
  return { answer: command.answer, errors: last.metadata.control_errors };
}

Deno.test("chat asks for permission nested and flat at once", () => {
  assertEquals(asked(PERMISSION).line, {
    type: "control_request",
    request_id: "req-1",
    session_id: "SID",
    prompt_id: "p1",
    subtype: "can_use_tool",
    request: {
      subtype: "can_use_tool",
      tool_name: "edit_file",
      tool_call_id: "c1",
      input: { path: "main.py", patch: "..." },
      confirmation: {
        type: "edit",
        title: "Edit main.py",
        file_name: "main.py",
        file_diff: "diff --git a/main.py b/main.py\n--- a/main.py\n+++ b/main.py\n",
        original_content: "a",
        new_content: "b",
      },
      reason: "apply_diff",
    },
    tool: { name: "edit_file", arguments: { path: "main.py", patch: "..." } },
    metadata: { reason: "apply_diff" },
  });
});

Deno.test("chat puts each kind of question in its own words", () => {
  const cases: [Ask, object][] = [
    [{ kind: "confirm_shell", commands: ["ls"], command: "deploy" }, {
      subtype: "confirm_shell_commands",
      commands: ["ls"],
      command: "deploy",
    }],
    [{ kind: "confirm_action", prompt: "Overwrite?", command: "chat save" }, {
      subtype: "confirm_action",
      prompt: "Overwrite?",
      command: "chat save",
    }],
    [{ kind: "confirm_quit" }, { subtype: "quit_confirmation" }],
    [{ kind: "hook", callbackId: "h1", payload: { a: 1 }, callId: null }, {
      subtype: "hook_callback",
      callback_id: "h1",
      input: { a: 1 },
      tool_call_id: null,
    }],
    [{ kind: "mcp", server: "calc", message: { id: 1 } }, {
      subtype: "mcp_message",
      server_name: "calc",
      message: { id: 1 },
    }],
    [{ kind: "elicitation", server: "s", message: "Name?", mode: "form", schema: {}, url: null }, {
      subtype: "confirm_action",
      prompt: "Name?",
      elicitation: { server_name: "s", mode: "form", schema: {}, url: null },
    }],
  ];
  for (const [ask, request] of cases) assertEquals((asked(ask).line as { request: object }).request, request);
});

Deno.test("chat shows what each kind of call needs confirmed", () => {
  const cases = [
    [{ kind: "exec", title: "t", command: "rm x", root: "rm" }, {
      type: "exec",
      title: "t",
      command: "rm x",
      root_command: "rm",
    }],
    [{ kind: "mcp", title: "t", server: "s", tool: "add" }, {
      type: "mcp",
      title: "t",
      server_name: "s",
      tool_name: "add",
    }],
    [{ kind: "info", title: "t", prompt: "p", urls: ["u"] }, { type: "info", title: "t", prompt: "p", urls: ["u"] }],
    [{ kind: "plan", title: "t", plan: "1." }, { type: "plan", title: "t", plan: "1." }],
    [{ kind: "other", title: "t" }, { type: "info", title: "t", prompt: "t", urls: [] }],
  ] as const;
  for (const [confirmation, wire] of cases) {
    const ask = { ...PERMISSION, confirmation: confirmation as never };
    assertEquals((asked(ask).line as { request: { confirmation: object } }).request.confirmation, wire);
  }
});

Deno.test("chat understands yes and no in every accepted spelling", () => {
  const yes = { subtype: "success", result: { behavior: "approve", message: "允许执行" } };
  const spellings: [unknown, object?][] = [
    [yes],
    [{ subtype: "success", result: { behavior: "allow" } }],
    [{ subtype: "success", response: { behavior: "approve" } }],
    [{ ...yes, request_id: "req-1" }, {}],
  ];
  for (const [response, where] of spellings) {
    assertEquals(answered(PERMISSION, response, where), { answer: { kind: "allow" }, errors: undefined });
  }
  const deny = { subtype: "success", result: { behavior: "deny", message: "Not today", interrupt: true } };
  assertEquals(answered(PERMISSION, deny), {
    answer: { kind: "deny", message: "Not today", interrupt: true },
    errors: undefined,
  });
});

Deno.test("chat takes a changed input and the scope of a yes", () => {
  const result = { behavior: "approve", updated_input: { path: "other.py" }, scope: "session" };
  assertEquals(answered(PERMISSION, { subtype: "success", result }).answer, {
    kind: "allow",
    input: { path: "other.py" },
    scope: "session",
  });
});

Deno.test("chat reads anything else as a no and tells it on the next line", () => {
  const told = (message: string, retryable = false): unknown => [
    { request_id: "req-1", subtype: "can_use_tool", message, retryable },
  ];
  assertEquals(answered(PERMISSION, { subtype: "error", error: { message: "Boom", retryable: true } }), {
    answer: { kind: "deny", message: "Boom" },
    errors: told("Boom", true),
  });
  const odd: [unknown, string][] = [
    [undefined, "The answer has no response"],
    [{ subtype: "maybe" }, `The answer's subtype is neither "success" nor "error"`],
    [{ subtype: "success" }, "The answer has no result"],
    [{ subtype: "success", result: { behavior: "shrug" } }, `The answer's behavior is neither "approve" nor "deny"`],
  ];
  for (const [response, message] of odd) {
    assertEquals(answered(PERMISSION, response), { answer: { kind: "deny", message }, errors: told(message) });
  }
});

Deno.test("chat takes values for hooks, servers and forms", () => {
  const hook: Ask = { kind: "hook", callbackId: "h", payload: {}, callId: null };
  const mcp: Ask = { kind: "mcp", server: "s", message: {} };
  const form: Ask = { kind: "elicitation", server: "s", message: "?", mode: "form", schema: {}, url: null };
  const success = (result: unknown): object => ({ subtype: "success", result });
  assertEquals(answered(hook, success({ continue: true })).answer, { kind: "value", value: { continue: true } });
  assertEquals(answered(mcp, success({ mcp_response: { id: 1 } })).answer, { kind: "value", value: { id: 1 } });
  assertEquals(answered(form, success({ behavior: "approve", content: { a: 1 } })).answer, {
    kind: "value",
    value: { action: "accept", content: { a: 1 } },
  });
  assertEquals(answered(form, success({ behavior: "deny" })).answer, { kind: "value", value: { action: "decline" } });
  assertEquals(answered(mcp, { subtype: "error", error: "down" }).answer, { kind: "failed", message: "down" });
});

Deno.test("chat tells a question that nobody answered on the next line, and refuses late answers", () => {
  const { conversation } = asked(PERMISSION);
  const events = [event({ type: "ask.closed", askId: "req-1", by: "timeout" }), event(turnCompleted())];
  const last = say(conversation, events).at(-1) as { metadata: Record<string, unknown> };
  assertEquals(last.metadata.control_errors, [
    { request_id: "req-1", subtype: "can_use_tool", message: "No answer came in time", retryable: false },
  ]);
  const late = { type: "control_response", request_id: "req-1", response: { subtype: "success" } };
  const [command] = hear(conversation, JSON.stringify(late));
  assertEquals(command.type, "invalid");
});
