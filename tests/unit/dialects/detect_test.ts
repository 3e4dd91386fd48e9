import { assertEquals } from "@std/assert";
import { type Clues, detectDialect } from "../../../lib/dialects/detect.ts";

function detect(over: Partial<Clues> & { variables?: Record<string, string> } = {}): string {
  const { variables = {}, ...clues } = over;
  return detectDialect({
    argv: [],
    outputFormat: "stream-json",
    firstLine: null,
    environment: (name) => variables[name],
    ...clues,
  });
}

Deno.test("detectDialect knows lines that only one dialect has, whatever the flags", () => {
  const verbose = ["--verbose"];
  assertEquals(detect({ firstLine: '{"input":{"parts":[]}}', argv: verbose }), "chat");
  assertEquals(detect({ firstLine: '{"model":"m","messages":[]}' }), "chat");
  assertEquals(detect({ firstLine: '{"type":"heartbeat_request"}' }), "chat");
  assertEquals(detect({ firstLine: '{"type":"user_input","content":"x"}', argv: verbose }), "state");
});

Deno.test("detectDialect tells the SDKs apart by flags, environment and introduction", () => {
  const plain = '{"type":"control_request","request_id":"r","request":{"subtype":"initialize","hooks":null}}';
  const introduced =
    '{"type":"control_request","request_id":"r","request":{"subtype":"initialize","systemPrompt":[""]}}';
  const variables = { CLAUDE_CODE_ENTRYPOINT: "sdk-py" };
  assertEquals(detect({ firstLine: plain }), "qwen");
  assertEquals(detect({ firstLine: plain, variables }), "claude");
  assertEquals(detect({ firstLine: plain, variables, argv: ["--channel=SDK"] }), "qwen");
  assertEquals(detect({ firstLine: plain, argv: ["--permission-prompt-tool=stdio"] }), "claude");
  assertEquals(detect({ firstLine: introduced }), "claude");
  assertEquals(detect({ firstLine: "not json" }), "qwen");
});

Deno.test("detectDialect follows the format where there is no line to look at", () => {
  assertEquals(detect(), "qwen");
  assertEquals(detect({ outputFormat: "json", variables: { CLAUDE_CODE_ENTRYPOINT: "cli" } }), "qwen");
  assertEquals(detect({ outputFormat: "stream-chunk-json" }), "chat");
});
