import type { Contract, Rule } from "../contract.ts";
import { at, BROKEN_LINE, every, exactly, GREETING, some, WAITING, WRITING } from "../contract.ts";
import type { Line, Talk } from "../exchange.ts";

/** The contract that the dialects `qwen` and `claude` share. */
export function agentContract(dialect: "qwen" | "claude", names: { write: string }): Contract {
  return {
    args: [
      ...["--dialect", dialect, "--input-format", "stream-json", "--output-format", "stream-json"],
      ...["--provider", "demo", "--approval-mode", "default"],
      ...(dialect === "claude" ? ["--permission-prompt-tool", "stdio"] : []),
    ],
    schema: `${dialect}/out.schema.json`,
    converse,
    rules: rulesOf(names),
  };
}

async function converse(exchange: Talk): Promise<void> {
  await exchange.send(request("r1", { subtype: "initialize" }));
  await exchange.next("the answer to initialize", isAnswer);
  await exchange.send(prompt(WRITING.prompt));
  const question = await exchange.next("the question about a tool call", isQuestion);
  const allowed = { behavior: "allow", updatedInput: at(question, "request", "input") };
  const response = { subtype: "success", request_id: question.request_id, response: allowed };
  await exchange.send({ type: "control_response", response });
  await exchange.next("the result after the tool call", isResult);
  await exchange.send(BROKEN_LINE);
  await exchange.send(request("r2", { subtype: "no_such_request" }));
  await exchange.next("the answer to an unknown request", (line) => isAnswer(line) && requestId(line) === "r2");
  await exchange.send(prompt(WAITING));
  await exchange.next("the start of the second turn", isInit);
  await exchange.send(request("r3", { subtype: "interrupt" }));
  await exchange.next("the result of the interrupted turn", isResult);
  // The status of the process follows from the last turn, so it is one that succeeds.
  await exchange.send(prompt(GREETING.prompt));
  await exchange.next("the result of the last prompt", isResult);
}

function rulesOf({ write }: { write: string }): Rule[] {
  return [
    some(
      "initialize is answered with success and its request_id",
      (line) => answers(line, { id: "r1", subtype: "success" }),
    ),
    exactly(3, { name: "each turn begins with one init record", of: isInit }),
    every(
      "an init record has the session, the folder, the model and the tools",
      (line) =>
        !isInit(line) || ["session_id", "cwd", "model"].every((name) => typeof line[name] === "string") &&
          Array.isArray(line.tools) && line.tools.includes(write),
    ),
    every("all records have the same session_id", (line, { lines }) => {
      const { session_id } = lines.find(isInit) ?? {};
      return !("session_id" in line) || line.session_id === session_id;
    }),
    exactly(3, { name: "each prompt has exactly one result", of: isResult }),
    some(
      "the result has the text of the last assistant message",
      (line) => isResult(line) && line.result === GREETING.answer,
    ),
    some(
      "the text of an answer is in an assistant record",
      (line) => line.type === "assistant" && at(line, "message", "content", 0, "text") === GREETING.answer,
    ),
    some(
      "a question names a tool call that was sent before",
      (line, { lines }) =>
        isQuestion(line) && at(line, "request", "tool_name") === write &&
        callIds(lines.slice(0, lines.indexOf(line))).includes(String(at(line, "request", "tool_use_id"))),
    ),
    some("an allowed call has a result without an error", (line, { lines }) => {
      const result = at(line, "message", "content", 0);
      return line.type === "user" && at(result, "type") === "tool_result" && at(result, "is_error") !== true &&
        callIds(lines).includes(String(at(result, "tool_use_id")));
    }),
    some(
      "a line that is not JSON is refused with its number",
      (line) => line.subtype === "protocol_error" && at(line, "data", "line") === 4,
    ),
    some(
      "an unknown request is answered with an error and its request_id",
      (line) => answers(line, { id: "r2", subtype: "error" }),
    ),
    some("an interrupt is answered with success", (line) => answers(line, { id: "r3", subtype: "success" })),
    some(
      "an interrupted turn ends with an error result",
      (line) => isResult(line) && line.is_error === true && line.subtype === "error_during_execution",
    ),
  ];
}

function request(request_id: string, body: object): object {
  return { type: "control_request", request_id, request: body };
}

function prompt(content: string): object {
  return { type: "user", message: { role: "user", content }, parent_tool_use_id: null, session_id: "" };
}

function isInit({ type, subtype }: Line): boolean {
  return type === "system" && subtype === "init";
}

function isResult({ type }: Line): boolean {
  return type === "result";
}

function isAnswer({ type }: Line): boolean {
  return type === "control_response";
}

function isQuestion(line: Line): boolean {
  return line.type === "control_request" && at(line, "request", "subtype") === "can_use_tool";
}

function requestId(line: Line): unknown {
  return at(line, "response", "request_id");
}

function answers(line: Line, { id, subtype }: { id: string; subtype: string }): boolean {
  return isAnswer(line) && requestId(line) === id && at(line, "response", "subtype") === subtype;
}

/** The ids of the tool calls in some records. */
function callIds(lines: readonly Line[]): string[] {
  return lines.flatMap((line) => {
    const content = at(line, "message", "content");
    const blocks: unknown[] = line.type === "assistant" && Array.isArray(content) ? content : [];
    return blocks.filter((block) => at(block, "type") === "tool_use").map((block) => String(at(block, "id")));
  });
}
