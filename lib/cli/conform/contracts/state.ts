import type { Contract } from "../contract.ts";
import { at, BROKEN_LINE, exactly, GREETING, some, WRITING } from "../contract.ts";
import type { Line, Talk } from "../exchange.ts";

/** The contract of the dialect `state`. */
export const stateContract: Contract = {
  args: ["--server-mode", "stdin", "--provider", "demo", "--approval-mode", "default"],
  schema: "state/out.schema.json",
  converse,
  rules: [
    some(
      "the session introduces itself before the client sends anything",
      (line, { lines }) => line === lines[0] && line.type === "init" && typeof line.session_id === "string",
    ),
    some("the prompt is shown as a message of the user", (line) => says(line, { role: "user", text: GREETING.prompt })),
    some(
      "the whole answer follows its increments under their id",
      (line, { lines }) => {
        const parts = lines.filter((other) => other.id === line.id && other.isStreaming === true);
        return line.isStreaming === false && says(line, { role: "assistant", text: GREETING.answer }) &&
          parts.length > 0 &&
          parts.map((part) => part.content).join("") === GREETING.answer;
      },
    ),
    {
      name: "the status goes from idle to responding, waits for an approval and is idle at the end",
      difference: ({ lines }) => {
        const states = lines.filter(({ type }) => type === "status").map(({ state }) => state).join(" ");
        const whole = /^idle responding idle responding waiting_for_confirmation responding idle$/;
        return whole.test(states) ? null : states;
      },
    },
    {
      name: "a tool call is pending, confirming, executing and successful, under one id",
      difference: ({ lines }) => {
        const calls = lines.filter(({ type }) => type === "tool_group").map((line) => at(line, "tools", 0));
        const states = [
          ...new Set(calls.map((call) => `${at(call, "tool_id") === at(calls[0], "tool_id")} ${at(call, "status")}`)),
        ];
        const seen = states.join(", ");
        return seen === "true pending, true confirming, true executing, true success" ? null : seen;
      },
    },
    exactly(2, { name: "each prompt has exactly one completion_stats", of: ({ type }) => type === "completion_stats" }),
    some(
      "a line that is not JSON is refused with a code and its number",
      (line) => line.type === "error" && typeof line.code === "string" && line.line === 4,
    ),
  ],
};

async function converse(exchange: Talk): Promise<void> {
  await exchange.next("the introduction", ({ type }) => type === "init");
  await exchange.send({ type: "user_input", content: GREETING.prompt });
  await exchange.next("the end of the first turn", ({ type }) => type === "completion_stats");
  await exchange.send({ type: "user_input", content: WRITING.prompt });
  const asked = await exchange.next(
    "the question about a tool call",
    (line) => line.type === "tool_group" && at(line, "tools", 0, "status") === "confirming",
  );
  await exchange.send({ type: "tool_approval", tool_id: at(asked, "tools", 0, "tool_id"), approved: true });
  await exchange.next("the end of the second turn", ({ type }) => type === "completion_stats");
  await exchange.send(BROKEN_LINE);
  await exchange.next("the refusal of a broken line", ({ type }) => type === "error");
}

function says(line: Line, { role, text }: { role: string; text: string }): boolean {
  return line.type === "conversation" && line.role === role && line.content === text;
}
