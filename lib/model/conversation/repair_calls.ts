import type { Message, Part, ToolCall, ToolResult } from "../content.ts";

const LOST = "[Operation Cancelled] Reason: The session ended before this call had a result.";

/** A conversation that a provider accepts, and the number of results that were missing. */
export interface Repaired {
  messages: Message[];
  repairedCalls: number;
}

/**
 * Gives every tool call exactly one result, right after the message that made it. A missing result becomes an error
 * that says so; results without a call are dropped.
 */
export function repairCalls(messages: readonly Message[]): Repaired {
  const repaired: Message[] = [];
  let repairedCalls = 0;
  for (let index = 0; index < messages.length; index++) {
    const message = messages[index];
    if (message.role === "tool" || message.parts.length === 0) continue;
    repaired.push(message);
    if (message.role !== "assistant") continue;
    const calls = message.parts.filter((part) => part.kind === "tool_call");
    if (calls.length === 0) continue;
    const answers = answersTo(messages, index);
    const results = calls.map((call) => takeAnswer(answers.results, call) ?? lostResult(call));
    repairedCalls += results.filter(isLostResult).length;
    repaired.push({ id: answers.id ?? `${message.id}-results`, role: "tool", parts: results });
  }
  return { messages: repaired, repairedCalls };
}

/** Whether a part is the error that replaces a missing result. */
export function isLostResult(part: Part): boolean {
  if (part.kind !== "tool_result") return false;
  const [first] = part.output;
  return first?.kind === "text" && first.text === LOST;
}

function answersTo(messages: readonly Message[], from: number): { id: string | null; results: ToolResult[] } {
  const results: ToolResult[] = [];
  let id: string | null = null;
  for (let index = from + 1; index < messages.length && messages[index].role !== "assistant"; index++) {
    if (messages[index].role !== "tool") continue;
    id ??= messages[index].id;
    results.push(...messages[index].parts.filter(isResult));
  }
  return { id, results };
}

function isResult(part: Part): part is ToolResult {
  return part.kind === "tool_result";
}

function takeAnswer(results: ToolResult[], call: ToolCall): ToolResult | null {
  let found = results.findIndex((result) => result.callId === call.callId);
  // Old records carry no ids: their results come in the order of the calls.
  if (found === -1) found = results.findIndex((result) => result.callId === "" && result.tool === call.tool);
  if (found === -1) return null;
  const [result] = results.splice(found, 1);
  return { ...result, callId: call.callId, tool: call.tool };
}

function lostResult(call: ToolCall): ToolResult {
  return {
    kind: "tool_result",
    callId: call.callId,
    tool: call.tool,
    output: [{ kind: "text", text: LOST }],
    isError: true,
  };
}
