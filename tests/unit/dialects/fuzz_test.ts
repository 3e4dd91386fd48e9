import { assert, assertEquals } from "@std/assert";
import { validate as claudeLine } from "../../../schemas/claude/in.gen.js";
import { validate as claudePrompt } from "../../../schemas/claude/user_line.gen.js";
import { validate as qwenLine } from "../../../schemas/qwen/in.gen.js";
import { validate as qwenPrompt } from "../../../schemas/qwen/user_line.gen.js";
import { faultOf } from "../../../lib/dialects/agent/fault.ts";
import { claude } from "../../../lib/dialects/claude.ts";
import { qwen } from "../../../lib/dialects/qwen.ts";
import type { Dialect } from "../../../lib/model/dialect.ts";
import { event, open, say } from "../../support/say.ts";

type Validator = Parameters<typeof faultOf>[0];

const PROMPT =
  '{"type":"user","uuid":"u","session_id":"s","parent_tool_use_id":null,"priority":"now","shouldQuery":true,"message":' +
  '{"role":"user","content":[{"type":"text","text":"hi"},{"type":"image","source":{"type":"base64","media_type":"image/png",' +
  '"data":"AA=="}}]}}';

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

/** Both validators know the prompts of a client: one them alone, the other all of its lines. */
function agree(prompt: Validator, all: Validator): void {
  const roll = dice(11);
  let faults = 0;
  for (let round = 0; round < 5_000; round++) {
    const line = { ...JSON.parse(mutateValue(PROMPT, roll)), type: "user" };
    const fault = faultOf(prompt, line);
    assertEquals(fault, faultOf(all, line), JSON.stringify(line));
    if (fault) faults++;
  }
  assert(faults > 1000, `only ${faults} lines had a fault`);
}

async function survives(dialect: Dialect): Promise<void> {
  const roll = dice(7);
  const conversation = open(dialect);
  const ask = { kind: "confirm_quit" as const };
  let refused = 0;
  for (let round = 0; round < 10_000; round++) {
    if (round % 50 === 0) say(conversation, [event({ type: "ask.opened", askId: "a1", ask })], `${dialect.name}/out`);
    const seed = SEEDS[roll(SEEDS.length)];
    const line = roll(2) === 0 ? mutate(seed, roll) : mutateValue(seed, roll);
    for (const command of await conversation.decode(line)) {
      assert(typeof command.id === "string");
      if (command.type !== "invalid") continue;
      refused++;
      const rejected = event({ type: "rejected", problem: command.problem }, { cause: command.id });
      assertEquals(say(conversation, [rejected], `${dialect.name}/out`).length, 1);
    }
  }
  assert(refused > 1000, `only ${refused} lines were refused`);
}

Deno.test("qwen's validator of prompts finds the faults that the one of all lines finds", () =>
  agree(qwenPrompt, qwenLine));
Deno.test("claude's validator of prompts finds the faults that the one of all lines finds", () =>
  agree(claudePrompt, claudeLine));
Deno.test("qwen decodes 10,000 damaged lines without throwing and answers each refusal once", () => survives(qwen));
Deno.test("claude decodes 10,000 damaged lines without throwing and answers each refusal once", () => survives(claude));
