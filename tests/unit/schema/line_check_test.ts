import { assertEquals } from "@std/assert";
import { compileLineCheck, type LineFinding } from "../../../lib/schema/line_check.ts";

async function finding(schema: string, line: unknown): Promise<LineFinding | null> {
  const path = new URL(`../../../schemas/${schema}.schema.json`, import.meta.url);
  return (await compileLineCheck(JSON.parse(await Deno.readTextFile(path))))(line);
}

const CHUNK = {
  object: "chat.completion.chunk",
  id: "chatcmpl-s",
  created: 1,
  model: "m",
  choices: [{ index: 0, delta: { content: "x" }, finish_reason: null }],
  metadata: { session_id: "s", prompt_id: null, seq: 1 },
};

Deno.test("compileLineCheck finds nothing in a sound line", async () => {
  assertEquals(await finding("chat/out", CHUNK), null);
  assertEquals(await finding("chat/in", { input: { parts: [{ text: "x" }] } }), null);
});

Deno.test("compileLineCheck tells the fault of the kind that a line comes nearest to", async () => {
  const cases: [string, unknown, LineFinding][] = [
    ["chat/out", { ...CHUNK, created: "now" }, { path: "created", message: "must be integer" }],
    ["chat/out", { ...CHUNK, metadata: { session_id: "s", prompt_id: null } }, {
      path: "metadata.seq",
      message: "is missing",
    }],
    ["chat/out", { ...CHUNK, mood: "good" }, { path: "mood", message: "is not known here" }],
    ["chat/out", { ...CHUNK, choices: [{ index: 0, delta: {}, finish_reason: "bored" }] }, {
      path: "choices[0].finish_reason",
      message: "must be equal to one of the allowed values: stop, tool_calls, length, content_filter, error",
    }],
    ["chat/out", { type: "result/cancel", session_id: "s", status: "maybe", message: "" }, {
      path: "status",
      message: "must be equal to one of the allowed values: ok, noop",
    }],
    ["chat/in", { input: { parts: [{ text: "x" }], command: { kind: "slash", path: "chat" } } }, {
      path: "input.command.path",
      message: "must be array",
    }],
  ];
  for (const [schema, line, expected] of cases) assertEquals(await finding(schema, line), expected);
});
