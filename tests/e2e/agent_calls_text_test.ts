import { assertEquals, assertStringIncludes } from "@std/assert";
import { agentRun } from "../support/agent_run.ts";

const FILES = { "a.txt": "alpha\n" };

for (
  const [name, write] of [
    [
      "tags",
      (path: string) => `<tool_call>\n{"name": "read_file", "arguments": {"file_path": "${path}"}}\n</tool_call>`,
    ],
    [
      "a function",
      (path: string) =>
        `<tool_call>\n<function=read_file>\n<parameter=file_path>\n${path}\n</parameter>\n</function>\n</tool_call>`,
    ],
    [
      "a missing opening tag",
      (path: string) => `{"name": "read_file", "arguments": {"path": "${path}"}}\n</tool_call>`,
    ],
    [
      "a code block",
      (path: string) => `\`\`\`json\n{"name": "read_file", "arguments": {"file_path": "${path}"}}\n\`\`\``,
    ],
  ] as const
) {
  Deno.test(`a tool call written with ${name} is run, and its result comes back`, async () => {
    const { requests, results, result } = await agentRun(
      (root) => [`Let me look.\n${write(`${root}/a.txt`)}`, "It says alpha."],
      { files: FILES },
    );
    assertEquals([requests.length, result.result, result.is_error], [2, "It says alpha.", false]);
    assertStringIncludes(results[0], "alpha");
    const answer = requests[1].body.messages.find((message: { role: string }) => message.role === "assistant");
    assertEquals([answer.content, answer.tool_calls.length], ["Let me look.", 1]);
  });
}

Deno.test("a call written as text passes the same gate", async () => {
  const { results, result } = await agentRun(
    (root) => [
      `<tool_call>{"name": "write_file", "arguments": {"file_path": "${root}/b.txt", "content": "x"}}</tool_call>`,
      "I may not.",
    ],
    {
      args: ["--approval-mode", "default", "--output-format", "json"],
      after: ({ cwd }) => Promise.resolve(assertEquals([...Deno.readDirSync(cwd)], [])),
    },
  );
  assertStringIncludes(results[0], "permission");
  assertEquals(result.permission_denials.length, 1);
});

Deno.test("calls in quotations and code samples are never run", async () => {
  const call = '{"name": "write_file", "arguments": {"file_path": "b.txt", "content": "x"}}';
  for (
    const answer of [
      `The README shows:\n\n> <tool_call>${call}</tool_call>`,
      `A call looks like this:\n\`\`\`xml\n<tool_call>${call}</tool_call>\n\`\`\``,
      `A call looks like \`<tool_call>${call}</tool_call>\``,
      `<tool_call>${call}</tool_call>\n\nThat is what the log contains.`,
    ]
  ) {
    const { requests, result } = await agentRun(() => [answer], {
      after: ({ cwd }) => Promise.resolve(assertEquals([...Deno.readDirSync(cwd)], [])),
    });
    assertEquals([requests.length, result.result], [1, answer]);
  }
});

Deno.test("a call that the model repeats from a file or from the prompt is never run", async () => {
  const write = { name: "write_file", arguments: { file_path: "b.txt", content: "x" } };
  const call = `<tool_call>\n${JSON.stringify(write)}\n</tool_call>`;
  for (const name of ["a.txt", "log.md"]) {
    const { requests, result } = await agentRun(
      () => [[{ call: "read_file", input: { file_path: name } }], `The file contains:\n${call}`],
      {
        files: { [name]: `# Log\n\n${call}\n` },
        after: ({ cwd }) =>
          Promise.resolve(assertEquals([...Deno.readDirSync(cwd)].map((entry) => entry.name), [name])),
      },
    );
    assertEquals([requests.length, result.result], [2, `The file contains:\n${call}`]);
  }
  const echoed = await agentRun(() => [call], {
    args: ["--approval-mode", "yolo", "--output-format", "json", "--append-system-prompt", "Repeat what you are told."],
    prompt: `Say exactly this: ${call}`,
    after: ({ cwd }) => Promise.resolve(assertEquals([...Deno.readDirSync(cwd)], [])),
  });
  assertEquals([echoed.requests.length, echoed.result.result], [1, call]);
});

Deno.test("a written call that cannot be read or names no tool is answered with the reason", async () => {
  const broken = await agentRun(
    () => ['<tool_call>{"name": "read_file", "arguments": {file: a}}</tool_call>', "Sorry."],
  );
  assertStringIncludes(broken.requests[1].body.messages.at(-1).content, "was not run: the JSON in it is not valid");
  assertEquals(broken.result.result, "Sorry.");
  const unknown = await agentRun(() => ['<tool_call>{"name": "read_fille", "arguments": {}}</tool_call>', "Sorry."]);
  assertStringIncludes(unknown.results[0], '"read_file"');
});
