import { assert, assertEquals } from "@std/assert";
import { claude } from "../../../../lib/dialects/claude.ts";
import { qwen } from "../../../../lib/dialects/qwen.ts";
import type { Dialect } from "../../../../lib/model/ports/dialect.ts";
import { event, open, say } from "../../../support/say.ts";

const SEEDS = [
  '{"type":"user","session_id":"s","message":{"role":"user","content":[{"type":"text","text":"hi"},{"type":"image"}]}}',
  '{"type":"control_request","request_id":"r","request":{"subtype":"initialize","hooks":{"Stop":[{"hookCallbackIds":["h"],' +
  '"timeout":5}]},"agents":[{"name":"a","systemPrompt":"p","tools":["x"]}],"sdkMcpServers":{"c":{"type":"sdk"}},"systemPrompt":[""]}}',
  '{"type":"control_request","request_id":"r","request":{"subtype":"set_permission_mode","mode":"plan"}}',
  '{"type":"control_request","request_id":"r","request":{"subtype":"mcp_set_servers","servers":{"a":{"command":"x"}}}}',
  '{"type":"control_response","response":{"subtype":"success","request_id":"a1","response":{"behavior":"allow",' +
  '"updatedInput":{"a":1},"updatedPermissions":[{"type":"addRules","rules":[{"toolName":"x"}],"behavior":"allow"}]}}}',
  '{"type":"control_cancel_request","request_id":"r"}',
];

const PIECES = [
  "null",
  "{}",
  "[]",
  '""',
  "1e999",
  "-0",
  "{",
  "}",
  "[",
  "]",
  '"',
  "\\u0000",
  "\u2028",
  "\ud800",
  "true",
  ",",
];

/** Numbers that are the same in every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * sides);
  };
}

/** A line with a few places cut out, doubled or replaced. */
function mutate(line: string, roll: (sides: number) => number): string {
  let text = line;
  for (let change = 0; change <= roll(4); change++) {
    const start = roll(text.length + 1);
    const end = Math.min(text.length, start + roll(12));
    const middle = [PIECES[roll(PIECES.length)], "", text.slice(start, end).repeat(2)][roll(3)];
    text = text.slice(0, start) + middle + text.slice(end);
  }
  return text;
}

/** A sound line with one value replaced, so that the damage lies behind the parser. */
function mutateValue(line: string, roll: (sides: number) => number): string {
  const values = [null, 5, "", [], {}, true, [[null]], { type: "sdk" }];
  return JSON.stringify(JSON.parse(line, (key, value) => key !== "" && roll(12) === 0 ? values[roll(8)] : value));
}

function survives(dialect: Dialect): void {
  const roll = dice(7);
  const conversation = open(dialect);
  const ask = { kind: "confirm_quit" as const };
  let refused = 0;
  for (let round = 0; round < 10_000; round++) {
    if (round % 50 === 0) say(conversation, [event({ type: "ask.opened", askId: "a1", ask })]);
    const seed = SEEDS[roll(SEEDS.length)];
    const line = roll(2) === 0 ? mutate(seed, roll) : mutateValue(seed, roll);
    for (const command of conversation.decode(line)) {
      assert(typeof command.id === "string");
      if (command.type !== "invalid") continue;
      refused++;
      const rejected = event({ type: "rejected", problem: command.problem }, { cause: command.id });
      assertEquals(say(conversation, [rejected]).length, 1);
    }
  }
  assert(refused > 1000, `only ${refused} lines were refused`);
}

Deno.test("qwen decodes 10,000 damaged lines without throwing and answers each refusal once", () => survives(qwen));
Deno.test("claude decodes 10,000 damaged lines without throwing and answers each refusal once", () => survives(claude));
