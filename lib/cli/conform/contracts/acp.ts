import type { Contract } from "../contract.ts";
import { at, BROKEN_LINE, every, GREETING, some, WRITING } from "../contract.ts";
import type { Line, Talk, Transcript } from "../exchange.ts";

/** The contract of the dialect `acp`. */
export const acpContract: Contract = {
  args: ["--acp", "--provider", "demo", "--approval-mode", "default"],
  schema: "acp/out.schema.json",
  converse,
  rules: [
    every("every line is a message of JSON-RPC 2.0", ({ jsonrpc }) => jsonrpc === "2.0"),
    some("a request before initialize is refused", (line) => line.id === 1 && at(line, "error", "code") === -32600),
    some(
      "initialize is answered with protocol version 1 and capabilities",
      (line) =>
        line.id === 2 && at(line, "result", "protocolVersion") === 1 &&
        at(line, "result", "agentCapabilities", "loadSession") === true,
    ),
    some("a folder that does not exist is refused", (line) => line.id === 3 && at(line, "error", "code") === -32602),
    some(
      "a new session has an id and its modes",
      (line) =>
        line.id === 4 && typeof at(line, "result", "sessionId") === "string" &&
        at(line, "result", "modes") !== undefined,
    ),
    some("the commands of a session are announced", (line) => update(line, "availableCommands") !== undefined),
    {
      name: "an answer arrives in chunks that add up to it",
      difference: (transcript) => {
        const said = textOf(transcript);
        return said.startsWith(GREETING.answer) ? null : JSON.stringify(said.slice(0, 80));
      },
    },
    some(
      "a prompt ends with the stop reason end_turn",
      (line) => line.id === 5 && at(line, "result", "stopReason") === "end_turn",
    ),
    some(
      "a permission is asked for a tool call that was sent before",
      (line, { lines }) =>
        line.method === "session/request_permission" &&
        lines.slice(0, lines.indexOf(line)).some((other) =>
          update(other, "sessionUpdate") === "tool_call" &&
          update(other, "toolCallId") === at(line, "params", "toolCall", "toolCallId")
        ),
    ),
    some(
      "an allowed call is completed",
      (line) => update(line, "sessionUpdate") === "tool_call_update" && update(line, "status") === "completed",
    ),
    some("a line that is not JSON is refused", (line) => line.id === null && at(line, "error", "code") === -32700),
    some("an unknown method is refused", (line) => line.id === 7 && at(line, "error", "code") === -32601),
  ],
};

async function converse(exchange: Talk, cwd: string): Promise<void> {
  const ask = async (id: number, { method, params }: { method: string; params: object }): Promise<Line> => {
    await exchange.send({ jsonrpc: "2.0", id, method, params });
    return await exchange.next(`the answer to ${method}`, (line) => line.id === id && line.method === undefined);
  };
  await ask(1, { method: "session/new", params: { cwd, mcpServers: [] } });
  await ask(2, { method: "initialize", params: { protocolVersion: 1, clientCapabilities: {} } });
  await ask(3, { method: "session/new", params: { cwd: `${cwd}/does-not-exist`, mcpServers: [] } });
  const sessionId = at(await ask(4, { method: "session/new", params: { cwd, mcpServers: [] } }), "result", "sessionId");
  const prompt = (text: string): object => ({ sessionId, prompt: [{ type: "text", text }] });
  await ask(5, { method: "session/prompt", params: prompt(GREETING.prompt) });
  await exchange.send({ jsonrpc: "2.0", id: 6, method: "session/prompt", params: prompt(WRITING.prompt) });
  const question = await exchange.next("the question about a tool call", isPermission);
  const options = at(question, "params", "options");
  const allow: unknown = Array.isArray(options)
    ? options.find((option) => at(option, "kind") === "allow_once")
    : undefined;
  const outcome = { outcome: "selected", optionId: at(allow, "optionId") };
  await exchange.send({ jsonrpc: "2.0", id: question.id, result: { outcome } });
  await exchange.next("the end of the second prompt", (line) => line.id === 6 && line.method === undefined);
  await exchange.send(BROKEN_LINE);
  await ask(7, { method: "no/such/method", params: {} });
}

function isPermission({ method }: Line): boolean {
  return method === "session/request_permission";
}

function update(line: Line, name: string): unknown {
  return line.method === "session/update" ? at(line, "params", "update", name) : undefined;
}

function textOf({ lines }: Transcript): string {
  return lines.filter((line) => update(line, "sessionUpdate") === "agent_message_chunk")
    .map((line) => String(at(line, "params", "update", "content", "text"))).join("");
}
