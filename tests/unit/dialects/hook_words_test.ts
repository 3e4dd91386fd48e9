import { assertEquals } from "@std/assert";
import { CLAUDE_WORDS } from "../../../lib/dialects/agent/claude_words.ts";
import { hookOutput } from "../../../lib/dialects/agent/hook_output.ts";
import { hookInput, PLAIN_TERMS } from "../../../lib/dialects/agent/hook_words.ts";
import { claude } from "../../../lib/dialects/claude.ts";
import type { Ask } from "../../../lib/model/event.ts";
import { event, open, say } from "../../support/say.ts";

Deno.test("hookInput tells a call in the host's names, also within a batch", () => {
  const call = { tool: "run_shell_command", input: { command: "ls", is_background: true }, callId: "c1" };
  assertEquals(
    hookInput(
      {
        event: "PostToolBatch",
        sessionId: "S",
        mode: "yolo",
        toolCalls: [{ ...call, response: { data: null, text: "x" } }],
      },
      CLAUDE_WORDS,
    ),
    {
      hook_event_name: "PostToolBatch",
      session_id: "S",
      permission_mode: "bypassPermissions",
      tool_calls: [{
        tool_name: "Bash",
        tool_input: { command: "ls", run_in_background: true },
        tool_use_id: "c1",
        tool_response: { output: "x" },
      }],
    },
  );
});

Deno.test("hookInput writes suggestions as a host may send them back, and leaves a server's question alone", () => {
  const rules = [{ tool: "edit", specifier: null }];
  assertEquals(
    hookInput({ suggestions: [{ type: "rules", change: "add", behavior: "allow", rules }] }, CLAUDE_WORDS),
    {
      permission_suggestions: [
        { type: "addRules", rules: [{ toolName: "Edit" }], behavior: "allow", destination: "session" },
      ],
    },
  );
  assertEquals(hookInput({ event: "Elicitation", mcpServerName: "db", mode: "form" }, CLAUDE_WORDS), {
    hook_event_name: "Elicitation",
    mcp_server_name: "db",
    mode: "form",
  });
});

Deno.test("hookOutput puts inputs and permissions into our words and leaves the rest as it was said", () => {
  const updatedInput = { command: "ls", run_in_background: true };
  const own = { command: "ls", is_background: true };
  assertEquals(hookOutput({ hookSpecificOutput: { updatedInput } }, "run_shell_command", CLAUDE_WORDS), {
    hookSpecificOutput: { updatedInput: own },
  });
  const updatedPermissions = [{ type: "setMode", mode: "acceptEdits", destination: "session" }, { type: "odd" }];
  const decision = { behavior: "allow", updatedInput, updatedPermissions };
  assertEquals(hookOutput({ hookSpecificOutput: { decision } }, "run_shell_command", CLAUDE_WORDS), {
    hookSpecificOutput: {
      decision: { behavior: "allow", updatedInput: own, updatedPermissions: [{ type: "mode", mode: "auto-edit" }] },
    },
  });
  assertEquals([undefined, null, "text", [1]].map((value) => hookOutput(value, undefined, PLAIN_TERMS)), [
    {},
    {},
    "text",
    [1],
  ]);
});

Deno.test("claude names the sub-agent whose call is asked about", () => {
  const ask: Ask = {
    kind: "permission",
    callId: "c1",
    tool: "edit",
    toolKind: "edit",
    input: {},
    access: [],
    confirmation: { kind: "other", title: "Edit" },
    suggestions: [],
    reason: null,
  };
  const asked = event({ type: "ask.opened", askId: "a1", ask }, { agent: "call_a" });
  assertEquals(say(open(claude), [asked], "claude/out"), [{
    type: "control_request",
    request_id: "a1",
    request: {
      subtype: "can_use_tool",
      tool_name: "Edit",
      tool_use_id: "c1",
      input: {},
      permission_suggestions: [],
      title: "Edit",
      agent_id: "call_a",
    },
  }]);
});
