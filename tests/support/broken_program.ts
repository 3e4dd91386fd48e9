/** The output of the real program with one rule of a contract broken. */
import { GREETING } from "../../lib/cli/conform/contract.ts";

// deno-lint-ignore no-explicit-any -- lines of a known shape.
type Line = any;

/** What becomes of a line: itself, other lines, or the end of the process with a status. */
type Break = (line: Line) => (Line | string)[] | { exit: number };

const same: Break = (line) => [line];

function drop(of: (line: Line) => boolean): Break {
  return (line) => of(line) ? [] : [line];
}

function change(of: (line: Line) => boolean, change: (line: Line) => void): Break {
  return (line) => {
    if (of(line)) change(line);
    return [line];
  };
}

function twice(of: (line: Line) => boolean): Break {
  return (line) => of(line) ? [line, line] : [line];
}

let count = 0;

/** Breaks that fit every dialect. */
const COMMON: Record<string, Break> = {
  "every request is answered": () => ({ exit: 0 }),
  "stdout has nothing but JSON objects, one per line": (line) => count++ === 1 ? [line, "hello"] : [line],
  "every line fits the schema": (line) => count++ === 1 ? [line, { type: "zzz" }] : [line],
  "the process ends with status 0 when its input ends": same,
};

const isInit = (line: Line): boolean => line.type === "system" && line.subtype === "init";
const answers = (id: string) => (line: Line): boolean =>
  line.type === "control_response" && line.response.request_id === id;
const isLast = (line: Line): boolean => line.type === "result" && line.result === GREETING.answer;
const blockOf = (line: Line, type: string): Line =>
  Array.isArray(line.message?.content) ? line.message.content.find((block: Line) => block.type === type) : undefined;

const AGENT: Record<string, Break> = {
  ...COMMON,
  "initialize is answered with success and its request_id": change(
    answers("r1"),
    (line) => line.response.request_id = "x",
  ),
  "each turn begins with one init record": twice(isInit),
  "an init record has the session, the folder, the model and the tools": change(
    isInit,
    (line) => line.tools = ["none"],
  ),
  "all records have the same session_id": change(
    (line) => line.type === "assistant",
    (line) => line.session_id = "other",
  ),
  "each prompt has exactly one result": twice(isLast),
  "the result has the text of the last assistant message": change(isLast, (line) => line.result = "other"),
  "the text of an answer is in an assistant record": drop((line) =>
    line.type === "assistant" && blockOf(line, "text")?.text === GREETING.answer
  ),
  "a question names a tool call that was sent before": change(
    (line) => line.type === "control_request",
    (line) => line.request.tool_use_id = "other",
  ),
  "an allowed call has a result without an error": change(
    (line) => line.type === "user" && blockOf(line, "tool_result"),
    (line) => blockOf(line, "tool_result").is_error = true,
  ),
  "a line that is not JSON is refused with its number": drop((line) => line.subtype === "protocol_error"),
  "an unknown request is answered with an error and its request_id": change(answers("r2"), (line) => {
    line.response = { subtype: "success", request_id: "r2", response: {} };
  }),
  "an interrupt is answered with success": drop(answers("r3")),
  "an interrupted turn ends with an error result": change(
    (line) => line.type === "result" && line.is_error,
    (line) => line.is_error = false,
  ),
};

const event = (name: string) => (line: Line): boolean => line.metadata?.event === name;

const CHAT: Record<string, Break> = {
  ...COMMON,
  "the first line of a session is its receipt": drop(event("init")),
  "lines have the id and the session of their conversation": change(event("summary"), (line) => line.id = "chatcmpl-x"),
  "seq counts the lines of a session without gaps": change(event("summary"), (line) => line.metadata.seq += 1),
  "each prompt has exactly one summary": twice((line) =>
    event("summary")(line) && line.metadata.subtype === "cancelled"
  ),
  "the summary has the whole answer and the prompt_id": change(
    event("summary"),
    (line) => line.metadata.prompt_id = "x",
  ),
  "a tool call is asked about by control_request": change(
    (line) => line.type === "control_request",
    (line) => line.prompt_id = "x",
  ),
  "an allowed call has a line of the role tool with its id": drop((line) =>
    line.choices?.[0]?.message?.role === "tool"
  ),
  "a heartbeat is answered with the state": change((line) => line.type === "result/heartbeat", (line) => {
    line.state = "tool";
  }),
  "a slash command is answered by result/command": change((line) => line.type === "result/command", (line) => {
    line.prompt_id = "x";
  }),
  "a line that is not JSON is refused with its number": change((line) => "error" in line, (line) => line.line = 9),
  "a cancel is answered with ok": drop((line) => line.type === "result/cancel"),
  "a cancelled turn ends with a summary that says so": change(
    (line) => line.metadata?.subtype === "cancelled",
    (line) => line.metadata.subtype = "success",
  ),
  "the last line tells the exit code": drop(event("end")),
};

const isAnswer = (line: Line): boolean => line.type === "conversation" && line.role === "assistant";

const STATE: Record<string, Break> = {
  ...COMMON,
  "the session introduces itself before the client sends anything": (line) =>
    count++ === 0 ? [{ type: "status", state: "idle" }, line] : [line],
  "the prompt is shown as a message of the user": drop((line) => line.type === "conversation" && line.role === "user"),
  "the whole answer follows its increments under their id": change(
    (line) => isAnswer(line) && !line.isStreaming,
    (line) => line.id += 1000,
  ),
  "the status goes from idle to responding, waits for an approval and is idle at the end": drop((line) =>
    line.state === "waiting_for_confirmation"
  ),
  "a tool call is pending, confirming, executing and successful, under one id": drop((line) =>
    line.type === "tool_group" && line.tools[0].status === "executing"
  ),
  "each prompt has exactly one completion_stats": (line) =>
    line.type === "completion_stats" && ++count === 2 ? [line, line] : [line],
  "a line that is not JSON is refused with a code and its number": change((line) => line.type === "error", (line) => {
    line.line = 9;
  }),
};

const updates = (kind: string) => (line: Line): boolean => line.params?.update?.sessionUpdate === kind;
const answer = (id: number) => (line: Line): boolean => line.id === id && line.method === undefined;
const code = (line: Line): void => {
  line.error.code = -1;
};

const ACP: Record<string, Break> = {
  ...COMMON,
  "every line is a message of JSON-RPC 2.0": change(answer(2), (line) => line.jsonrpc = "1.0"),
  "a request before initialize is refused": change(answer(1), code),
  "initialize is answered with protocol version 1 and capabilities": change(
    answer(2),
    (line) => line.result.protocolVersion = 2,
  ),
  "a folder that does not exist is refused": change(answer(3), code),
  "a new session has an id and its modes": change(answer(4), (line) => delete line.result.modes),
  "the commands of a session are announced": drop(updates("available_commands_update")),
  "an answer arrives in chunks that add up to it": drop(updates("agent_message_chunk")),
  "a prompt ends with the stop reason end_turn": change(answer(5), (line) => line.result.stopReason = "cancelled"),
  "a permission is asked for a tool call that was sent before": drop(updates("tool_call")),
  "an allowed call is completed": drop(updates("tool_call_update")),
  "a line that is not JSON is refused": drop((line) => line.id === null),
  "an unknown method is refused": change(answer(7), code),
};

/** How each rule of each dialect is broken. */
export const BREAKS: Readonly<Record<string, Readonly<Record<string, Break>>>> = {
  chat: CHAT,
  qwen: AGENT,
  claude: AGENT,
  state: STATE,
  acp: ACP,
};

/** What a program wrote before the first line that it read, and after each of them. */
export type Steps = string[][];

/** A recorded conversation with one rule broken, as `transcript_player.ts` plays it. */
export function broken(
  steps: Steps,
  { dialect, rule }: { dialect: string; rule: string },
): { steps: Steps; exit: number } {
  const breaks = BREAKS[dialect][rule];
  const out: Steps = [];
  count = 0;
  for (const step of steps) {
    const texts: string[] = [];
    out.push(texts);
    for (const text of step) {
      const lines = breaks(JSON.parse(text));
      if ("exit" in lines) return { steps: out.slice(0, -1), exit: lines.exit };
      texts.push(...lines.map((line) => typeof line === "string" ? line : JSON.stringify(line)));
    }
  }
  return { steps: out, exit: rule === "the process ends with status 0 when its input ends" ? 3 : 0 };
}
