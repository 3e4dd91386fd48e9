import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { openProvider } from "../../../lib/providers/demo.ts";
import type { Message, ToolResult } from "../../../lib/model/content.ts";
import type { ModelRequest } from "../../../lib/model/ports.ts";
import { collect, type Collected, requestOf } from "../../support/collect.ts";
import { FakeClock } from "../../support/fake_clock.ts";

const TOOLS = ["read_file", "list_directory", "glob", "grep_search", "write_file", "edit", "run_shell_command"];

function ask(prompt: string, changes: Partial<ModelRequest> = {}): Promise<Collected> {
  const { messages = [], ...rest } = changes;
  const request = requestOf({
    system: "Working directory: /ws",
    messages: [{ id: "m1", role: "user", parts: [{ kind: "text", text: prompt }] }, ...messages],
    tools: TOOLS.map((name) => ({ name, description: "", input: {} })),
    ...rest,
  });
  return collect(openProvider({ clock: new FakeClock() }), request);
}

/** The messages of one round: a call and its result. */
function round(result: Omit<ToolResult, "kind" | "callId">): Message[] {
  return [
    {
      id: "a",
      role: "assistant",
      parts: [{ kind: "tool_call", callId: "call_demo_1_0", tool: result.tool, input: {} }],
    },
    { id: "t", role: "tool", parts: [{ kind: "tool_result", callId: "call_demo_1_0", ...result }] },
  ];
}

const LINES: [line: string, tool: string, input: object][] = [
  ["read README.md", "read_file", { file_path: "/ws/README.md" }],
  ["Please read the file README.md.", "read_file", { file_path: "/ws/README.md" }],
  ["read /etc/hosts", "read_file", { file_path: "/etc/hosts" }],
  ['read "my notes.txt"', "read_file", { file_path: "/ws/my notes.txt" }],
  ["list", "list_directory", { path: "/ws" }],
  ["list files in src", "list_directory", { path: "/ws/src" }],
  ["- ls ./src", "list_directory", { path: "/ws/src" }],
  ["find **/*.ts", "glob", { pattern: "**/*.ts" }],
  ["search for TODO", "grep_search", { pattern: "TODO" }],
  ["write a.txt: hello: there", "write_file", { file_path: "/ws/a.txt", content: "hello: there\n" }],
  ["edit a.txt: old => new", "edit", { file_path: "/ws/a.txt", old_string: "old", new_string: "new" }],
  ["run: git status | head", "run_shell_command", { command: "git status | head" }],
  ["run `ls -l`", "run_shell_command", { command: "ls -l" }],
  ['call glob {"pattern": "x"}', "glob", { pattern: "x" }],
];

Deno.test("demo understands its little language", async () => {
  for (const [line, tool, input] of LINES) {
    const answer = await ask(line);
    const calls = answer.calls.map((call) => ({ tool: call.tool, input: JSON.parse(call.input) }));
    assertEquals({ calls, stop: answer.stop }, { calls: [{ tool, input }], stop: "tool_calls" }, line);
  }
});

Deno.test("demo answers a prompt without script lines with a greeting", async () => {
  for (
    const prompt of ["hello", "Read the docs and tell me what they say", "Run tests", "find the bug in main.ts", ""]
  ) {
    const answer = await ask(prompt);
    assertEquals([answer.calls.length, answer.stop], [0, "end"], prompt);
    assertStringIncludes(answer.text, "demo model");
  }
});

Deno.test("demo makes several calls at once and goes on after `then`", async () => {
  const prompt = "think\nread a\nread b\nthen\nrun: make";
  const first = await ask(prompt);
  assertEquals(first.calls.map((call) => [call.callId, call.tool]), [
    ["call_demo_1_0", "read_file"],
    ["call_demo_1_1", "read_file"],
  ]);
  assertEquals(first.thinking !== "", true);
  const done = round({ tool: "read_file", output: [{ kind: "text", text: "A" }], isError: false });
  assertEquals((await ask(prompt, { messages: done })).calls.map((call) => call.tool), ["run_shell_command"]);
});

Deno.test("demo says what tools found and what failed", async () => {
  const found = round({ tool: "read_file", output: [{ kind: "text", text: "one\ntwo" }], isError: false });
  assertEquals(
    (await ask("read a", { messages: found })).text,
    "`read_file` says:\n\n    one\n    two\n\nThat was one tool call.",
  );
  const failed = round({ tool: "read_file", output: [{ kind: "text", text: "no such file" }], isError: true });
  assertEquals(
    (await ask("read a", { messages: failed })).text,
    "`read_file` did not work:\n\n    no such file\n\nThat was one tool call, without success.",
  );
});

Deno.test("demo says so when a tool is not offered", async () => {
  const answer = await ask("run: ls", { tools: [] });
  assertEquals([answer.text, answer.stop], ["The tool `run_shell_command` is not offered in this session.", "end"]);
  const found = round({ tool: "read_file", output: [], isError: false });
  assertStringIncludes(
    (await ask("read a\ncall nothing", { messages: found })).text,
    "Not offered in this session: `nothing`.",
  );
  const listing = await ask("list", { tools: [{ name: "glob", description: "", input: {} }] });
  assertEquals(listing.calls[0].tool, "glob");
});

Deno.test("demo fills structured_output with values that fit", async () => {
  const input = {
    type: "object",
    properties: { answer: { type: "string" }, score: { type: "integer", minimum: 3 }, note: { type: "string" } },
    required: ["answer", "score"],
  };
  const tools = [{ name: "structured_output", description: "", input }];
  const answer = await ask("hello", { tools });
  assertEquals(answer.calls.map((call) => [call.tool, call.input]), [[
    "structured_output",
    '{"answer":"demo","score":3}',
  ]]);
});

Deno.test("demo gives the same answer to the same request, with usage that adds up", async () => {
  const first = await ask("think\ncount to 200");
  assertEquals(await ask("think\ncount to 200"), first);
  assertEquals(first.text.split(" ").length, 200);
  const usage = first.usage;
  assertEquals(usage && usage.inputTokens + usage.outputTokens === usage.totalTokens && usage.totalTokens > 0, true);
});

Deno.test("demo fails when asked to, and waits until it is interrupted", async () => {
  assertEquals((await ask("fail: broken")).code, "provider_error");
  const clock = new FakeClock();
  const stop = new AbortController();
  const messages: Message[] = [{ id: "1", role: "user", parts: [{ kind: "text", text: "wait 60" }] }];
  const answer = assertRejects(
    async () => {
      const stream = openProvider({ clock }).stream(requestOf({ messages }), stop.signal);
      for await (const _ of stream) throw new Error("a chunk");
    },
    Error,
    "enough",
  );
  await clock.advance(59_000);
  stop.abort(new Error("enough"));
  await answer;
});
