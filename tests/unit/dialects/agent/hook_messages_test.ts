import { TOOL_NAMINGS } from "../../../../lib/cli/assembly/session/tool_names.ts";
import { assertEquals } from "@std/assert";
import { claudeProtocol } from "../../../../lib/dialects/agent/claude/claude_protocol.ts";
import { hookInput, hookOutput, PLAIN_HOOK_PROTOCOL } from "../../../../lib/dialects/agent/hook_messages.ts";
import { claude } from "../../../../lib/dialects/claude.ts";
import type { Ask } from "../../../../lib/model/event.ts";
import { event, open, say } from "../../../support/say.ts";

const CLAUDE_PROTOCOL = claudeProtocol(TOOL_NAMINGS);

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
      CLAUDE_PROTOCOL,
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
    hookInput({ suggestions: [{ type: "rules", change: "add", behavior: "allow", rules }] }, CLAUDE_PROTOCOL),
    {
      permission_suggestions: [
        { type: "addRules", rules: [{ toolName: "Edit" }], behavior: "allow", destination: "session" },
      ],
    },
  );
  assertEquals(hookInput({ event: "Elicitation", mcpServerName: "db", mode: "form" }, CLAUDE_PROTOCOL), {
    hook_event_name: "Elicitation",
    mcp_server_name: "db",
    mode: "form",
  });
});

Deno.test("hookOutput puts inputs and permissions into our words and leaves the rest as it was said", () => {
  const updatedInput = { command: "ls", run_in_background: true };
  const own = { command: "ls", is_background: true };
  assertEquals(
    hookOutput({ hookSpecificOutput: { updatedInput } }, { tool: "run_shell_command", protocol: CLAUDE_PROTOCOL }),
    {
      hookSpecificOutput: { updatedInput: own },
    },
  );
  const updatedPermissions = [{ type: "setMode", mode: "acceptEdits", destination: "session" }, { type: "odd" }];
  const decision = { behavior: "allow", updatedInput, updatedPermissions };
  assertEquals(
    hookOutput({ hookSpecificOutput: { decision } }, { tool: "run_shell_command", protocol: CLAUDE_PROTOCOL }),
    {
      hookSpecificOutput: {
        decision: { behavior: "allow", updatedInput: own, updatedPermissions: [{ type: "mode", mode: "auto-edit" }] },
      },
    },
  );
  assertEquals(
    [undefined, null, "text", [1]].map((value) =>
      hookOutput(value, { tool: undefined, protocol: PLAIN_HOOK_PROTOCOL })
    ),
    [
      {},
      {},
      "text",
      [1],
    ],
  );
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
  assertEquals(say(open(claude), [asked]), [{
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
