import { assertEquals } from "@std/assert";
import type { JsonObject } from "../../../lib/model/json.ts";
import { extractFencedJson } from "../../../lib/schema/extract_fenced_json.ts";

const CASES: [name: string, text: string, expected: JsonObject | null][] = [
  ["a fence with a language", 'Here:\n```json\n{"a": 1}\n```\nDone.', { a: 1 }],
  ["a fence without a language", '```\n{"a": 1}\n```', { a: 1 }],
  ["a fence of tildes", '~~~json\n{"a": 1}\n~~~', { a: 1 }],
  ["the whole text", ' {"a": {"b": []}} \n', { a: { b: [] } }],
  ["the last of several fences", '```json\n{"a": 1}\n```\nBetter:\n```json\n{"a": 2}\n```', { a: 2 }],
  ["the last fence that holds an object", '```json\n{"a": 1}\n```\n```sh\nls\n```', { a: 1 }],
  ["a fence that was left open", '```json\n{"a": 1}\n', { a: 1 }],
  ["a fence inside a text value", '````json\n{"a": "```"}\n````', { a: "```" }],
  ["lines that end in CR LF", '```json\r\n{"a": 1}\r\n```\r\n', { a: 1 }],
  ["no object in an array", "```json\n[1]\n```", null],
  ["nothing in prose", "The answer is {a}.", null],
  ["nothing in broken JSON", '```json\n{"a": \n```', null],
  ["nothing in an empty text", "", null],
];

for (const [name, text, expected] of CASES) {
  Deno.test(`extractFencedJson finds ${name}`, () => {
    assertEquals(extractFencedJson(text), expected);
  });
}
