import { assertEquals } from "@std/assert";
import { readTextCalls, type TextCall } from "../../../../lib/engine/turn/text_calls.ts";

const isTool = (name: string): boolean => name === "read_file" || name === "edit";
const READ: TextCall = { tool: "read_file", input: { file_path: "/a" } };
const JSON_CALL = '{"name": "read_file", "arguments": {"file_path": "/a"}}';
const XML_CALL = "<function=read_file>\n<parameter=file_path>\n/a\n</parameter>\n</function>";

const CALLS: [name: string, answer: string, text: string, calls: TextCall[]][] = [
  ["tagged JSON", `Let me look.\n<tool_call>\n${JSON_CALL}\n</tool_call>`, "Let me look.", [READ]],
  ["tagged JSON on one line", `<tool_call>${JSON_CALL}</tool_call>\n`, "", [READ]],
  ["two tagged calls", `<tool_call>${JSON_CALL}</tool_call>\n<tool_call>${JSON_CALL}</tool_call>`, "", [READ, READ]],
  ["a missing closing tag", `<tool_call>\n${JSON_CALL}`, "", [READ]],
  ["a missing opening tag", `I read it.\n${JSON_CALL}\n</tool_call>`, "I read it.", [READ]],
  ["a function with parameters", `Now:\n<tool_call>\n${XML_CALL}\n</tool_call>`, "Now:", [READ]],
  ["a function without tags", XML_CALL, "", [READ]],
  ["a function without an opening tag", `Now.\n${XML_CALL}\n</tool_call>`, "Now.", [READ]],
  ["a function with JSON", '<function=read_file>{"file_path": "/a"}</function>', "", [READ]],
  ["a code block", `I will read it:\n\n\`\`\`json\n${JSON_CALL}\n\`\`\``, "I will read it:", [READ]],
  ["a code block without a language", `\`\`\`\n${JSON_CALL}\n\`\`\``, "", [READ]],
  [
    "a call after a code sample",
    `\`\`\`ts\nconst a = 1;\n\`\`\`\n<tool_call>${JSON_CALL}</tool_call>`,
    "```ts\nconst a = 1;\n```",
    [
      READ,
    ],
  ],
  ["nested function form", `<tool_call>{"type":"function","function":${JSON_CALL}}</tool_call>`, "", [READ]],
  ["an unknown tool", '<tool_call>{"name": "nope", "arguments": {}}</tool_call>', "", [{ tool: "nope", input: {} }]],
  [
    "arguments that contain the tags",
    `<tool_call>${JSON.stringify({ name: "edit", arguments: { new_string: `</tool_call> ${XML_CALL}` } })}</tool_call>`,
    "",
    [{ tool: "edit", input: { new_string: `</tool_call> ${XML_CALL}` } }],
  ],
  [
    "a parameter of several lines",
    "<function=edit>\n<parameter=old_string>\n  a\n\n  b\n</parameter>\n<parameter=new_string>\n</parameter>\n</function>",
    "",
    [{ tool: "edit", input: { old_string: "  a\n\n  b", new_string: "" } }],
  ],
];

for (const [name, answer, text, calls] of CALLS) {
  Deno.test(`readTextCalls reads ${name}`, () => {
    assertEquals(readTextCalls(answer, { isTool }), { text, calls, fault: null });
  });
}

/** Answers that talk about calls. */
const TEXTS: [name: string, answer: string][] = [
  ["no call", "Done."],
  ["text after the call", `<tool_call>${JSON_CALL}</tool_call>\nThis is how a call looks.`],
  ["a call in a quotation", `> <tool_call>${JSON_CALL}</tool_call>`],
  ["a call in inline code", `The model writes \`<tool_call>${JSON_CALL}</tool_call>\``],
  ["a call in the middle of a line", `The file says: <tool_call>${JSON_CALL}</tool_call>`],
  ["a call in a string", `const call = "<tool_call>{}</tool_call>"`],
  ["a tagged call in a code block", `For example:\n\`\`\`\n<tool_call>${JSON_CALL}</tool_call>\n\`\`\``],
  ["a tagged call in an open code block", `For example:\n\`\`\`xml\n<tool_call>${JSON_CALL}</tool_call>`],
  ["a tagged call in an indented code block", `For example:\n\n    <tool_call>${JSON_CALL}</tool_call>`],
  ["a code block of another language", `\`\`\`python\n${JSON_CALL}\n\`\`\``],
  ["a code block that names no tool", '```json\n{"name": "nope", "arguments": {}}\n```'],
  ["a code block with other fields", '```json\n{"name": "read_file", "version": "1.0.0"}\n```'],
  ["a code block with a package", '```json\n{"name": "edit", "arguments": {}, "license": "MIT"}\n```'],
  ["a code block before more text", `\`\`\`json\n${JSON_CALL}\n\`\`\`\nRun it?`],
  ["bare JSON", JSON_CALL],
  ["a tag in prose", "<tool_call> is the tag that Hermes models write."],
  ["a list item", `- <tool_call>${JSON_CALL}</tool_call>`],
];

for (const [name, answer] of TEXTS) {
  Deno.test(`readTextCalls takes ${name} for text`, () => {
    assertEquals(readTextCalls(answer, { isTool }), null);
  });
}

const FAULTS: [name: string, answer: string, fault: RegExp][] = [
  ["broken JSON", '<tool_call>{"name": "read_file", "arguments": {"file_path": /a}}</tool_call>', /not valid/],
  ["no name", '<tool_call>{"arguments": {}}</tool_call>', /no "name"/],
  ["other content", "<tool_call>read /a</tool_call>", /neither a JSON object nor a function/],
  ["a cut JSON call", '<tool_call>{"name": "edit", "arguments": {"new_string": "aaa', /ends in the middle, after 60/],
  ["a cut function", "<function=edit>\n<parameter=new_string>\naaa", /ends in the middle/],
  ["open parameters", "<function=edit>\n<parameter=a>\nb\n</function>", /not closed/],
];

for (const [name, answer, fault] of FAULTS) {
  Deno.test(`readTextCalls explains ${name}`, () => {
    const found = readTextCalls(answer, { isTool });
    assertEquals([found?.calls, fault.test(found?.fault ?? "")], [[], true], JSON.stringify(found));
  });
}
