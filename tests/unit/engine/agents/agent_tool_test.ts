import { assertEquals, assertStringIncludes } from "@std/assert";
import { BUILT_IN_AGENTS } from "../../../../lib/engine/agents/built_in_agents.ts";
import type { AgentSpec } from "../../../../lib/model/command.ts";
import { textOf } from "../../../../lib/model/content.ts";
import type { Event } from "../../../../lib/model/event.ts";
import type { JsonObject } from "../../../../lib/model/json.ts";
import type { ModelRequest } from "../../../../lib/model/ports.ts";
import { ECHO, policySaying, type Script, SessionBench } from "../../../support/session_bench.ts";

const agents: AgentSpec[] = [
  ...BUILT_IN_AGENTS,
  { name: "echoer", description: "Echoes", prompt: "You echo.", tools: ["Echo"], model: "small", maxTurns: 3 },
];

/** A call of the agent tool. */
function order(
  prompt: string,
  more: JsonObject = {},
  { id = "call_a" } = {},
): { tool: string; input: JsonObject; id: string } {
  return { tool: "agent", input: { description: "do it", prompt, ...more }, id };
}

/** The text of the first message that a request holds, which tells agents apart. */
function taskOf(request: ModelRequest): string {
  return textOf(request.messages[0].parts);
}

function gist(events: readonly Event[]): string[] {
  return events.flatMap((event) => {
    const who = event.agent ?? "main";
    switch (event.type) {
      case "message.added":
        return [`${who} ${event.origin} ${textOf(event.message.parts)}`];
      case "message.completed":
        return [`${who} says ${textOf(event.parts) || "calls"}`];
      case "tool.started":
        return [`${who} starts ${event.tool}`];
      case "tool.completed":
        return [`${who} ${event.isError ? "fails" : "ends"} ${event.tool}: ${textOf(event.output).split("\n")[0]}`];
      case "task.started":
      case "task.completed":
        return [`${who} ${event.type} ${event.taskId}${"status" in event ? ` ${event.status}` : ""}`];
      case "turn.completed":
        return [`turn ${event.outcome.kind}`];
      default:
        return [];
    }
  });
}

const ID_NOTE = (id: string): string => `\n\nagentId: ${id} (give it as resume to go on with this agent)`;

Deno.test("AgentTool gives a task to an agent with a conversation of its own", async () => {
  await using bench = new SessionBench([
    { calls: [order("Find it.")] },
    { calls: [{ tool: "echo", input: { text: "here" }, id: "call_b" }] },
    "It is here.",
    "Found.",
  ], { tools: { agents } });
  const turn = await bench.ask("go");
  assertEquals(gist(bench.events), [
    "main says calls",
    "main starts agent",
    "call_a agent_prompt Find it.",
    "call_a says calls",
    "call_a starts echo",
    "call_a ends echo: here",
    "call_a says It is here.",
    "main ends agent: It is here.",
    "main says Found.",
    "turn done",
  ]);
  assertEquals(bench.provider.requests.map(taskOf), ["go", "Find it.", "Find it.", "go"]);
  assertStringIncludes(bench.provider.requests[1].system, "works on one task for another agent");
  assertEquals([turn.usage.totalTokens, turn.rounds], [480, 2]);
  assertEquals(bench.of("tool.completed").at(-1)?.display, {
    kind: "task",
    agent: "general-purpose",
    description: "do it",
    status: "completed",
    calls: [{ callId: "call_b", tool: "echo", status: "success", summary: "Echo" }],
    result: "It is here.",
  });
});

Deno.test("AgentTool gives an agent its own tools, model and limit", async () => {
  await using bench = new SessionBench([
    { calls: [order("Go.", { subagent_type: "echoer" })] },
  ], {
    tools: { agents, list: [ECHO, { ...ECHO, name: "other", aliases: [] }] },
    otherwise: (request) =>
      taskOf(request) === "Go."
        ? { calls: [{ tool: "echo", input: { text: String(request.messages.length) } }] }
        : "Ok.",
  });
  await bench.ask("go");
  const [first, second] = bench.provider.requests;
  assertEquals(first.tools.map(({ name }) => name), ["echo", "other", "agent", "list_agents"]);
  assertEquals([second.tools.map(({ name }) => name), second.model], [["echo"], "small"]);
  assertEquals(bench.provider.requests.length, 5);
  assertEquals(bench.lastMessages(1), [
    `tool: The agent failed: The agent reached its maximum number of turns (3)${ID_NOTE("call_a")}`,
  ]);
});

Deno.test("AgentTool runs several agents side by side", async () => {
  const both = Promise.withResolvers<void>();
  let waiting = 0;
  await using bench = new SessionBench([
    { calls: [order("One.", {}, { id: "call_1" }), order("Two.", {}, { id: "call_2" })] },
  ], {
    tools: { agents },
    otherwise: async (request): Promise<Script> => {
      if (taskOf(request) === "go") return "Both.";
      if (++waiting === 2) both.resolve();
      await both.promise;
      return `Done: ${taskOf(request)}`;
    },
  });
  await bench.ask("go");
  assertEquals(bench.lastMessages(1), [`tool: Done: One.${ID_NOTE("call_1")}|Done: Two.${ID_NOTE("call_2")}`]);
});

Deno.test("AgentTool: a cancel reaches the agent", async () => {
  await using bench = new SessionBench([
    { calls: [order("Wait.")] },
    (_request, signal) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true })),
  ], { tools: { agents } });
  const done = bench.ask("go");
  await bench.when("message.added");
  bench.send({ type: "interrupt", promptId: null });
  const { outcome } = await done;
  assertEquals(outcome.kind, "interrupted");
  assertEquals(bench.of("tool.completed").map(({ tool, isError }) => [tool, isError]), [["agent", true]]);
});

Deno.test("AgentTool: agents share the tool calls and tokens of the prompt", async () => {
  const limits = { sessionRounds: null, promptRounds: null, toolCalls: 2, wallMs: null, tokens: null };
  const script: Script = { calls: [{ tool: "echo", input: { text: "x" } }] };
  await using calls = new SessionBench([{ calls: [order("Go.")] }], {
    tools: { agents },
    model: { limits },
    otherwise: script,
  });
  const first = (await calls.ask("go")).outcome;
  assertEquals(first.kind === "limit" && first.problem.code, "budget.tool_calls");
  assertEquals(calls.of("tool.started").map(({ tool }) => tool), ["agent", "echo"]);

  await using tokens = new SessionBench([{ calls: [order("Go.")] }], {
    tools: { agents },
    model: { limits: { ...limits, toolCalls: null, tokens: 300 } },
    otherwise: script,
  });
  const second = (await tokens.ask("go")).outcome;
  assertEquals(second.kind === "limit" && second.problem.code, "budget.tokens");
  assertEquals(tokens.provider.requests.length, 3);
});

Deno.test("AgentTool: agents start agents only so deep", async () => {
  await using bench = new SessionBench([
    { calls: [order("One.", {}, { id: "call_1" })] },
    { calls: [order("Two.", {}, { id: "call_2" })] },
    "Deep.",
    "Middle.",
    "Top.",
  ], { tools: { agents, maxAgentDepth: 2 } });
  const { outcome } = await bench.ask("go");
  assertEquals(outcome.kind === "done" && outcome.text, "Top.");
  const offered = bench.provider.requests.map((request) => request.tools.some(({ name }) => name === "agent"));
  assertEquals(offered, [true, true, false, true, true]);
  assertEquals(bench.of("message.completed").map(({ agent }) => agent), [null, "call_1", "call_2", "call_1", null]);
});

Deno.test("AgentTool names the agents that there are when one is not", async () => {
  await using bench = new SessionBench([{ calls: [order("Go.", { subagent_type: "nobody" })] }], { tools: { agents } });
  await bench.ask("go");
  assertEquals(bench.lastMessages(1), [
    'tool: There is no agent "nobody". Known: general-purpose, Explore, echoer.',
  ]);
});

Deno.test("AgentTool: an agent's failure is the error of its call only", async () => {
  await using bench = new SessionBench([
    { calls: [order("Go.")] },
    () => Promise.reject(new Error("the model is broken")),
    "Went on.",
  ], { tools: { agents } });
  const { outcome } = await bench.ask("go");
  assertEquals(outcome.kind === "done" && outcome.text, "Went on.");
  assertEquals(gist(bench.events).filter((line) => line.startsWith("turn")), ["turn done"]);
  assertEquals(bench.of("tool.completed").map(({ isError }) => isError), [true]);
});

Deno.test("AgentTool: an agent in the background is told of when it has ended, and the turn waits for it", async () => {
  const go = Promise.withResolvers<void>();
  await using bench = new SessionBench([
    { calls: [order("Go.", { run_in_background: true })] },
  ], {
    tools: { agents },
    otherwise: async (request): Promise<Script> => {
      if (taskOf(request) !== "Go.") {
        if (request.messages.length === 3) go.resolve();
        return request.messages.length === 3 ? "I wait." : "All done.";
      }
      await go.promise;
      return "The result.";
    },
  });
  const { outcome } = await bench.ask("go");
  assertEquals(outcome.kind === "done" && outcome.text, "All done.");
  assertEquals(gist(bench.events), [
    "main says calls",
    "main starts agent",
    "call_a agent_prompt Go.",
    "main task.started general-purpose-call_a",
    "main ends agent: Background agent launched successfully.",
    "main says I wait.",
    "call_a says The result.",
    'main notification Background agent "general-purpose: do it" completed.',
    "main task.completed general-purpose-call_a completed",
    "main says All done.",
    "turn done",
  ]);
  assertEquals(bench.lastMessages(1), [
    'user: Background agent "general-purpose: do it" completed.\ntask_id: general-purpose-call_a\n' +
    "agentId: call_a\n\nThe result.",
  ]);
});

Deno.test("SubAgents: a background agent can be stopped by the host, and a cancel ends it", async () => {
  for (const how of ["stop", "cancel"]) {
    await using bench = new SessionBench([
      { calls: [order("Go.", { run_in_background: true })] },
    ], {
      tools: { agents },
      otherwise: (request, signal) =>
        taskOf(request) === "go" ? "Ok." : new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason), { once: true });
        }),
    });
    const done = bench.ask("go");
    await bench.when("message.completed", ({ parts }) => textOf(parts) === "Ok.");
    if (how === "cancel") bench.send({ type: "interrupt", promptId: null });
    else {
      const taskId = "general-purpose-call_a";
      bench.send({ type: "query", query: { subject: "task", action: "stop", taskId } });
    }
    const { outcome, background } = await done;
    assertEquals([outcome.kind, background], [how === "cancel" ? "interrupted" : "done", []]);
    assertEquals(bench.of("task.completed").map(({ status }) => status), ["cancelled"]);
  }
});

Deno.test("SessionRuntime runs the session itself as an agent", async () => {
  await using bench = new SessionBench(["Hi."], {
    tools: { agents, list: [ECHO, { ...ECHO, name: "other", aliases: [] }] },
    identity: { agentName: "echoer" },
    model: { agentSystem: (prompt) => Promise.resolve(`${prompt} Facts.`) },
  });
  await bench.ask("go");
  const [{ system, tools, model }] = bench.provider.requests;
  assertEquals([system, tools.map(({ name }) => name), model], ["You echo. Facts.", ["echo"], "small"]);

  await using lost = new SessionBench([], { tools: { agents }, identity: { agentName: "nobody" } });
  const { outcome } = await lost.ask("go");
  assertEquals(outcome.kind === "failed" && outcome.problem.message, 'There is no agent "nobody"');
});

Deno.test("SubAgent tells hooks of its start and its end", async () => {
  await using bench = new SessionBench([{ calls: [order("Go.")] }, "Done.", "Ok."], { tools: { agents } });
  const hook = { matcher: "general-purpose", callbackIds: ["h"], timeoutMs: null, onFailure: "continue" as const };
  const value = ["SubagentStart", "SubagentStop", "Stop"].map((event) => ({ ...hook, event }));
  bench.send({ type: "configure", changes: [{ key: "hooks", value }] });
  const told: JsonObject[] = [];
  bench.answerHooks((payload): JsonObject => {
    told.push(payload);
    return payload.event === "SubagentStart" ? { hookSpecificOutput: { additionalContext: "Mind the gap." } } : {};
  });
  await bench.ask("go");
  assertEquals(told.map(({ event, agentId = null, agentType = null }) => [event, agentId, agentType]), [
    ["SubagentStart", "call_a", "general-purpose"],
    ["SubagentStop", "call_a", "general-purpose"],
    ["Stop", null, null],
  ]);
  assertEquals(bench.provider.requests[1].messages.map(({ parts }) => textOf(parts)), ["Go.", "Mind the gap."]);
});

Deno.test("AgentTool: a host that refuses an agent's call and wants a stop stops the whole turn", async () => {
  for (const more of [{ run_in_background: false }, { run_in_background: true }]) {
    const policy = policySaying(({ tool }) => ({ decision: tool === "agent" ? "allow" : "ask", source: "mode" }));
    await using bench = new SessionBench([{ calls: [order("Go.", more)] }], {
      tools: { agents, policy },
      otherwise: (request) => taskOf(request) === "Go." ? { calls: [{ tool: "echo", input: {} }] } : "I wait.",
    });
    void bench.when("ask.opened").then(({ askId, agent }) => {
      assertEquals(agent, "call_a");
      bench.send({ type: "answer", askId, answer: { kind: "deny", message: "no", interrupt: true } });
    });
    const { outcome } = await bench.ask("go");
    assertEquals(outcome.kind === "interrupted" && outcome.by, "host_denial");
  }
});
