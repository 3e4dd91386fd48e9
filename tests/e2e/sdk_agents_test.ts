import { assertEquals, assertMatch } from "@std/assert";
import type { ReceivedRequest } from "../support/fake_model.ts";
import { sdkTest } from "../support/sdk_stage.ts";

const order = [{
  call: "agent",
  id: "call_a",
  input: { description: "look", prompt: "Look.", subagent_type: "scout" },
}];

function names({ body }: ReceivedRequest): string[] {
  return body.tools.map((tool: { function: { name: string } }) => tool.function.name);
}

sdkTest("claude", "an agent that the host brings is called in the default mode, with its own prompt and tools", {
  host: "ask",
  args: {
    options: {
      agents: { scout: { description: "Looks", prompt: "You are a scout.", tools: ["Read"], model: "haiku" } },
    },
  },
  replies: [order, "Nothing there.", "Done."],
  check: ({ report, model }) => {
    assertEquals(report.said.slice(1), [
      'assistant calls Agent {"description":"look","prompt":"Look.","subagent_type":"scout"}',
      "agent user text: Look.",
      "agent assistant text: Nothing there.",
      "user result: Nothing there.⏎⏎agentId: call_a (give it as resume to go on with this agent)",
      "assistant text: Done.",
      "result success: Done.",
    ]);
    assertMatch(model.requests[1].body.messages[0].content, /^You are a scout\./);
    assertEquals([names(model.requests[1]), model.requests[1].body.model], [["read_file"], "fake-model"]);
  },
});

sdkTest("qwen", "an agent that the host brings is called with its own prompt and tools", {
  host: "ask",
  args: {
    options: {
      permissionMode: "yolo",
      agents: [{
        ...{ name: "scout", description: "Looks", systemPrompt: "You are a scout.", level: "session" },
        tools: ["read_file"],
      }],
    },
  },
  replies: [order, "Nothing there.", "Done."],
  check: ({ report, model }) => {
    assertEquals(report.said.slice(-2), ["assistant text: Done.", "result success: Done."]);
    assertMatch(model.requests[1].body.messages[0].content, /^You are a scout\./);
    assertEquals(names(model.requests[1]), ["read_file"]);
  },
});

sdkTest("claude", "agents in the background are told of by task messages, and the result waits for them", {
  host: "ask",
  args: {
    options: { permissionMode: "bypassPermissions", agents: { scout: { description: "Looks", prompt: "Scout." } } },
  },
  replies: [[{ ...order[0], input: { ...order[0].input, run_in_background: true } }]],
  otherwise: ({ body }) => {
    const text = JSON.stringify(body.messages);
    if (!text.includes("launched successfully")) return "Nothing there.";
    return text.includes("completed.") ? "All done." : "I go on.";
  },
  check: ({ report, lines }) => {
    const systems = lines.flatMap((line) => line.type === "system" ? [line.subtype] : []);
    assertEquals(systems, ["init", "task_started", "task_notification", "turn_duration"]);
    assertEquals(report.said.at(-1), "result success: All done.");
  },
});
