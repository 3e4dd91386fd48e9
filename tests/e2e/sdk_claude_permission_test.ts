import { assertEquals } from "@std/assert";
import { sdkTest, shell } from "../support/sdk_stage.ts";

const specific = (hookEventName: string, more: Record<string, unknown>): Record<string, unknown> => ({
  hookSpecificOutput: { hookEventName, ...more },
});

sdkTest("claude", "canUseTool allows a call", {
  host: "permission",
  args: { answer: { behavior: "allow" } },
  replies: [shell("echo hi > made.txt"), "Done."],
  check: async ({ report, cwd }) => {
    assertEquals(report.asked.map(({ tool, input }: { tool: string; input: string }) => [tool, input]), [
      ["Bash", '{"command":"echo hi > made.txt"}'],
    ]);
    assertEquals(report.said, [
      "system init",
      'assistant calls Bash {"command":"echo hi > made.txt"}',
      "user result: ",
      "assistant text: Done.",
      "result success: Done.",
    ]);
    assertEquals(await Deno.readTextFile(`${cwd}/made.txt`), "hi\n");
  },
});

sdkTest("claude", "canUseTool changes the input of a call", {
  host: "permission",
  args: { answer: { behavior: "allow", updatedInput: { command: "echo changed > made.txt" } } },
  replies: [shell("echo hi > made.txt"), "Done."],
  check: async ({ cwd }) => assertEquals(await Deno.readTextFile(`${cwd}/made.txt`), "changed\n"),
});

sdkTest("claude", "canUseTool denies a call and the turn goes on", {
  host: "permission",
  args: { answer: { behavior: "deny", message: "not today" } },
  replies: [shell("echo hi > made.txt"), "I see."],
  check: ({ report }) =>
    assertEquals(report.said, [
      "system init",
      'assistant calls Bash {"command":"echo hi > made.txt"}',
      "user failed: not today",
      "assistant text: I see.",
      "result success: I see.",
    ]),
});

sdkTest("claude", "canUseTool denies a call and ends the turn", {
  host: "permission",
  args: { answer: { behavior: "deny", message: "stop it", interrupt: true } },
  replies: [shell("echo hi > made.txt")],
  check: ({ report, model }) => {
    assertEquals(report.said.slice(2), [
      "user failed: stop it",
      "user text: [Request interrupted by user for tool use]",
      "result error_during_execution error: Request interrupted by user",
    ]);
    assertEquals(report.error, "Claude Code returned an error result: Request interrupted by user");
    assertEquals(model.requests.length, 1);
  },
});

sdkTest("claude", "canUseTool that throws is a denial", {
  host: "permission",
  args: { throws: "the callback broke" },
  replies: [shell("echo hi > made.txt"), "I see."],
  check: ({ report }) =>
    assertEquals(report.said.slice(2), [
      "user failed: Error: the callback broke",
      "assistant text: I see.",
      "result success: I see.",
    ]),
});

sdkTest("claude", "updatedPermissions that set a mode hold for the rest of the session", {
  host: "always",
  replies: [
    [{ call: "write_file", input: { file_path: "a.txt", content: "a" } }],
    [{ call: "write_file", input: { file_path: "b.txt", content: "b" } }],
    "Done.",
  ],
  check: ({ report }) => assertEquals([report.count, report.said.at(-1)], [1, "result success: Done."]),
});

sdkTest("claude", "updatedPermissions hold for the rest of the session", {
  host: "always",
  replies: [shell("mkdir one.d"), shell("mkdir two.d"), "Done."],
  check: ({ report }) => assertEquals([report.count, report.said.at(-1)], [1, "result success: Done."]),
});

sdkTest("claude", "setModel and setPermissionMode take effect in the middle", {
  host: "change",
  replies: ["One.", shell("touch made"), "Two."],
  check: ({ report }) => {
    assertEquals(report.seen, [["fake-model", "default"], ["other-model", "bypassPermissions"]]);
    assertEquals(report.models, ["fake-model", "other-model", "other-model"]);
    assertEquals(report.said.at(-1), "result success: Two.");
  },
});

sdkTest("claude", "tools, allowedTools and disallowedTools decide on what is offered and allowed", {
  host: "sessions",
  args: {
    runs: [
      { prompt: "one", options: { tools: ["Bash", "Read"], allowedTools: ["Bash(mkdir *)"] } },
      { prompt: "two", options: { tools: [] } },
      { prompt: "three", options: { disallowedTools: ["Bash", "Write"] } },
    ],
  },
  replies: [
    [...shell("mkdir made.d"), ...shell("rmdir made.d")],
    "One.",
    "Two.",
    "Three.",
  ],
  check: ({ report, model, lines }) => {
    const offered = model.requests.map(({ body }) =>
      (body.tools ?? []).map((tool: { function: { name: string } }) => tool.function.name).toSorted()
    );
    assertEquals([offered[0], offered[2]], [["read_file", "run_shell_command"], []]);
    assertEquals(offered[3].includes("run_shell_command") || offered[3].includes("write_file"), false);
    assertEquals(report.runs[0].said.slice(3, 5).map((line: string) => line.split(":")[0]), [
      "user result",
      "system permission_denied",
    ]);
    const denials = lines.find(({ type }) => type === "result").permission_denials;
    assertEquals(
      denials.map(({ tool_name, tool_input }: { tool_name: string; tool_input: unknown }) => [tool_name, tool_input]),
      [
        ["Bash", { command: "rmdir made.d" }],
      ],
    );
  },
});

sdkTest("claude", "permissionPrompts none denies what would need a question", {
  host: "ask",
  args: { options: { permissionPrompts: "none" } },
  replies: [shell("touch made.txt"), "I see."],
  check: ({ report, lines }) => {
    assertEquals(report.said.at(-1), "result success: I see.");
    assertEquals(lines.at(-1).permission_denials.length, 1);
  },
});

sdkTest("claude", "permissionMode plan keeps tools from writing", {
  host: "ask",
  args: { options: { permissionMode: "plan" } },
  replies: [[{ call: "write_file", input: { file_path: "a.txt", content: "x" } }], "Planned."],
  check: ({ report }) => {
    assertEquals(report.said[3].startsWith("user failed: "), true);
    assertEquals(report.said.at(-1), "result success: Planned.");
  },
});

sdkTest("claude", "AskUserQuestion is answered by canUseTool", {
  host: "permission",
  args: {
    answer: {
      behavior: "allow",
      updatedInput: {
        questions: [{
          question: "Which?",
          header: "Pick",
          options: [{ label: "A", description: "a" }, { label: "B", description: "b" }],
        }],
        answers: { "Which?": "B" },
      },
    },
  },
  replies: [
    [{
      call: "ask_user_question",
      input: {
        questions: [{
          question: "Which?",
          header: "Pick",
          options: [{ label: "A", description: "a" }, { label: "B", description: "b" }],
          multiSelect: false,
        }],
      },
    }],
    "B then.",
  ],
  check: ({ report }) => {
    assertEquals(report.asked[0].tool, "AskUserQuestion");
    assertEquals(report.said[2], "user result: User has provided the following answers:⏎⏎**Pick**: B");
    assertEquals(report.said.at(-1), "result success: B then.");
  },
});

sdkTest("claude", "a PreToolUse hook denies a call", {
  host: "hooks",
  args: {
    hooks: {
      PreToolUse: [
        {
          matcher: "Bash",
          answer: specific("PreToolUse", { permissionDecision: "deny", permissionDecisionReason: "no shell" }),
        },
        { matcher: "Write" },
      ],
    },
    options: { permissionMode: "bypassPermissions" },
  },
  replies: [shell("touch made.txt"), "I see."],
  check: ({ report }) => {
    assertEquals(report.fired.length, 1);
    const { session_id, transcript_path, timestamp, ...input } = report.fired[0].input;
    assertEquals([typeof session_id, typeof transcript_path, typeof timestamp], ["string", "string", "string"]);
    assertEquals(input, {
      cwd: "CWD",
      permission_mode: "bypassPermissions",
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command: "touch made.txt" },
      tool_use_id: "call_1",
    });
    assertEquals(report.fired[0].toolUseID, "call_1");
    assertEquals(report.said.slice(-3), ["user failed: no shell", "assistant text: I see.", "result success: I see."]);
  },
});

sdkTest("claude", "a PreToolUse hook changes the input of a call and allows it", {
  host: "hooks",
  args: {
    hooks: {
      PreToolUse: [{
        answer: specific("PreToolUse", {
          permissionDecision: "allow",
          updatedInput: { command: "echo changed > made.txt" },
        }),
      }],
    },
  },
  replies: [shell("touch made.txt"), "Done."],
  check: async ({ cwd }) => assertEquals(await Deno.readTextFile(`${cwd}/made.txt`), "changed\n"),
});

sdkTest("claude", "hooks before and after add to what the model sees", {
  host: "hooks",
  args: {
    hooks: {
      UserPromptSubmit: [{ answer: specific("UserPromptSubmit", { additionalContext: "It is Monday." }) }],
      PostToolUse: [{ matcher: "Bash", answer: specific("PostToolUse", { additionalContext: "Mind the gap." }) }],
    },
    options: { permissionMode: "bypassPermissions" },
  },
  replies: [shell("echo hi"), "Done."],
  check: ({ report, model }) => {
    assertEquals(report.fired.map(({ event }: { event: string }) => event), ["UserPromptSubmit", "PostToolUse"]);
    assertEquals(JSON.stringify(model.requests[0].body.messages).includes("It is Monday."), true);
    assertEquals(JSON.stringify(model.requests[1].body.messages).includes("Mind the gap."), true);
  },
});

sdkTest("claude", "a UserPromptSubmit hook blocks a prompt before the model sees it", {
  host: "hooks",
  args: { hooks: { UserPromptSubmit: [{ answer: { decision: "block", reason: "not that" } }] } },
  check: ({ report, model }) => {
    assertEquals(model.requests.length, 0);
    assertEquals(report.said.at(-1).includes("not that"), true);
  },
});

sdkTest("claude", "a PreToolUse hook that is late denies the call", {
  host: "hooks",
  args: {
    hooks: { PreToolUse: [{ matcher: "Bash", never: true, timeout: 1 }] },
    options: { permissionMode: "bypassPermissions" },
  },
  replies: [shell("touch made.txt"), "I see."],
  check: ({ report, lines }) => {
    assertEquals(lines.some(({ type }) => type === "control_cancel_request"), true);
    assertEquals(report.said.at(-1), "result success: I see.");
  },
});

sdkTest("claude", "a Stop hook makes the model go on", {
  host: "hooks",
  args: { hooks: { Stop: [{ answer: { decision: "block", reason: "and the tests?" } }] } },
  otherwise: "Done.",
  check: ({ report, model }) => {
    assertEquals(report.fired[0].input.stop_hook_active, false);
    assertEquals(report.fired[1].input.stop_hook_active, true);
    assertEquals(JSON.stringify(model.requests[1].body.messages).includes("and the tests?"), true);
  },
});

sdkTest("claude", "agents of the host work on their own and are told apart", {
  host: "ask",
  args: {
    options: {
      agents: { reader: { description: "Reads", prompt: "You only read.", tools: ["Read"] } },
      permissionMode: "bypassPermissions",
    },
  },
  files: { "a.txt": "alpha" },
  replies: [
    [{ call: "agent", input: { description: "read it", prompt: "Read a.txt", subagent_type: "reader" } }],
    [{ text: "I read." }, { call: "read_file", input: { file_path: "a.txt" } }],
    "It says alpha.",
    "Alpha.",
  ],
  check: ({ report, model }) => {
    assertEquals(report.said, [
      "system init",
      'assistant calls Agent {"description":"read it","prompt":"Read a.txt","subagent_type":"reader"}',
      "agent user text: Read a.txt",
      "agent assistant text: I read.",
      'agent assistant calls Read {"file_path":"a.txt"}',
      "agent user result: 1\talpha",
      "agent assistant text: It says alpha.",
      "user result: It says alpha.⏎⏎agentId: call_1 (give it as resume to go on with this agent)",
      "assistant text: Alpha.",
      "result success: Alpha.",
    ]);
    assertEquals(model.requests[1].body.messages[0].content.startsWith("You only read."), true);
  },
});

sdkTest("claude", "forwardSubagentText tells what agents say", {
  host: "ask",
  args: {
    options: {
      forwardSubagentText: true,
      agents: { thinker: { description: "Thinks", prompt: "You think." } },
      permissionMode: "bypassPermissions",
    },
  },
  replies: [
    [{ call: "agent", input: { description: "think", prompt: "Think", subagent_type: "thinker" } }],
    [{ thinking: "Hm." }, { text: "I think." }],
    "Done.",
  ],
  check: ({ report }) =>
    assertEquals(report.said.slice(2), [
      "agent user text: Think",
      "agent assistant thinking: Hm.",
      "agent assistant text: I think.",
      "user result: I think.⏎⏎agentId: call_1 (give it as resume to go on with this agent)",
      "assistant text: Done.",
      "result success: Done.",
    ]),
});

sdkTest("claude", "canUseTool is asked about the calls of agents", {
  host: "permission",
  args: {
    answer: { behavior: "allow" },
    options: { agents: { maker: { description: "Makes", prompt: "You make." } } },
  },
  replies: [
    [{ call: "agent", input: { description: "make", prompt: "Make it", subagent_type: "maker" } }],
    shell("touch made.txt"),
    "Made.",
    "Done.",
  ],
  check: async ({ report, cwd }) => {
    assertEquals(report.asked.map(({ tool }: { tool: string }) => tool).includes("Bash"), true);
    assertEquals(report.said.at(-1), "result success: Done.");
    assertEquals(await Deno.readTextFile(`${cwd}/made.txt`), "");
  },
});

sdkTest("claude", "an agent in the background is told from start to end", {
  host: "ask",
  args: {
    options: {
      agents: { thinker: { description: "Thinks", prompt: "You think." } },
      permissionMode: "bypassPermissions",
    },
  },
  replies: [],
  otherwise: (request) => {
    const [system, ...messages] = request.body.messages;
    if (system.content.startsWith("You think.")) {
      return messages.length > 1 ? "I thought." : [{ call: "list_directory", input: { path: "." } }];
    }
    if (messages.length > 1) return "Done.";
    const input = { description: "think", prompt: "Think", subagent_type: "thinker", run_in_background: true };
    return [{ call: "agent", input }];
  },
  check: ({ report, lines }) => {
    const kinds = lines.filter(({ type }) => type === "system").map(({ subtype }) => subtype);
    assertEquals(kinds.filter((kind) => kind.startsWith("task_")), [
      "task_started",
      "task_progress",
      "task_notification",
    ]);
    assertEquals(lines.find(({ subtype }) => subtype === "task_progress").last_tool_name, "LS");
    const notification = lines.find(({ subtype }) => subtype === "task_notification");
    assertEquals([notification.status, notification.usage.total_tokens > 0], ["completed", true]);
    assertEquals(report.said.at(-1), "result success: Done.");
  },
});
