import type { Contract } from "../contract.ts";
import { at, BROKEN_LINE, every, exactly, GREETING, shown, some, WAITING, WRITING } from "../contract.ts";
import type { Line, Talk } from "../exchange.ts";

const SESSION = "conform";

/** The contract of the dialect `chat`. */
export const chatContract: Contract = {
  args: [
    ...["--dialect", "chat", "--input-format", "stream-json", "--output-format", "stream-json"],
    ...["--provider", "demo", "--approval-mode", "default"],
  ],
  schema: "chat/out.schema.json",
  converse,
  rules: [
    some(
      "the first line of a session is its receipt",
      (line, { lines }) =>
        line === lines.find(isCompletion) && event(line) === "init" && at(line, "metadata", "protocol_version") === 1,
    ),
    every(
      "lines have the id and the session of their conversation",
      (line) =>
        !isCompletion(line) || line.id === `chatcmpl-${SESSION}` && at(line, "metadata", "session_id") === SESSION,
    ),
    {
      name: "seq counts the lines of a session without gaps",
      difference: ({ lines }) => {
        const completions = lines.filter(isCompletion);
        return shown(completions.find((line, index) => at(line, "metadata", "seq") !== index + 1));
      },
    },
    exactly(3, { name: "each prompt has exactly one summary", of: (line) => event(line) === "summary" }),
    some(
      "the summary has the whole answer and the prompt_id",
      (line) =>
        event(line) === "summary" && at(line, "metadata", "prompt_id") === "p1" && content(line) === GREETING.answer,
    ),
    some(
      "a tool call is asked about by control_request",
      (line) => line.type === "control_request" && typeof line.request_id === "string" && line.prompt_id === "p2",
    ),
    some("an allowed call has a line of the role tool with its id", (line, { lines }) => {
      const id = at(line, "choices", 0, "message", "tool_call_id");
      return at(line, "choices", 0, "message", "role") === "tool" && typeof id === "string" &&
        lines.some((other) => at(other, "choices", 0, "message", "tool_calls", 0, "id") === id);
    }),
    some("a heartbeat is answered with the state", (line) => line.type === "result/heartbeat" && line.state === "idle"),
    some(
      "a slash command is answered by result/command",
      (line) => line.type === "result/command" && line.prompt_id === "p3",
    ),
    some("a line that is not JSON is refused with its number", (line) => "error" in line && line.line === 4),
    some("a cancel is answered with ok", (line) => line.type === "result/cancel" && line.status === "ok"),
    some(
      "a cancelled turn ends with a summary that says so",
      (line) => event(line) === "summary" && at(line, "metadata", "subtype") === "cancelled",
    ),
    some(
      "the last line tells the exit code",
      (line, { lines }) => line === lines.at(-1) && JSON.stringify(line).includes('"exit_code":0'),
    ),
  ],
};

async function converse(exchange: Talk): Promise<void> {
  await exchange.send(prompt("p1", GREETING.prompt));
  await exchange.next("the summary of the first prompt", (line) => event(line) === "summary");
  await exchange.send(prompt("p2", WRITING.prompt));
  const question = await exchange.next("the question about a tool call", (line) => line.type === "control_request");
  const response = { subtype: "success", result: { behavior: "approve" } };
  await exchange.send({ type: "control_response", request_id: question.request_id, session_id: SESSION, response });
  await exchange.next("the summary after the tool call", (line) => event(line) === "summary");
  await exchange.send(BROKEN_LINE);
  await exchange.next("the refusal of a broken line", (line) => "error" in line);
  await exchange.send({ type: "heartbeat_request", session_id: SESSION });
  await exchange.next("the answer to a heartbeat", (line) => line.type === "result/heartbeat");
  await exchange.send(prompt("p3", "/help"));
  await exchange.next("the result of a command", (line) => line.type === "result/command");
  await exchange.send(prompt("p4", WAITING));
  await exchange.send({ type: "control/cancel", session_id: SESSION, prompt_id: "p4" });
  await exchange.next("the summary of the cancelled turn", (line) => event(line) === "summary");
}

function prompt(prompt_id: string, text: string): object {
  return { session_id: SESSION, prompt_id, input: { parts: [{ type: "text", text }] } };
}

function isCompletion({ object }: Line): boolean {
  return object === "chat.completion";
}

function event(line: Line): unknown {
  return at(line, "metadata", "event");
}

function content(line: Line): unknown {
  return at(line, "choices", 0, "message", "content");
}
