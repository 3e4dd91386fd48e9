import { assertEquals } from "@std/assert";
import { TOOL_NAMINGS } from "../../../../../lib/cli/assembly/session/tool_names.ts";
import { ClaudeTools } from "../../../../../lib/dialects/agent/claude/claude_tools.ts";
import type { JsonObject, Part, ToolCompleted } from "../../../../../lib/model/mod.ts";

function completed(tool: string, facts: { output?: Part[]; data?: JsonObject; input?: JsonObject }): ToolCompleted {
  return {
    type: "tool.completed",
    callId: "c",
    tool,
    toolKind: "read",
    input: facts.input ?? {},
    output: facts.output ?? [],
    display: null,
    isError: false,
    durationMs: 7,
    denial: null,
    ...(facts.data ? { data: facts.data } : {}),
  };
}

const tools = new ClaudeTools(TOOL_NAMINGS);
const text = (value: string): Part[] => [{ kind: "text", text: value }];

Deno.test("ClaudeTools.result shows a whole file and a part of one", () => {
  const data = { filePath: "/a", startLine: 0, numLines: 2, totalLines: 2 };
  assertEquals(tools.result(completed("read_file", { output: text("a\nb"), data }), 1000), {
    type: "text",
    file: { filePath: "/a", content: "a\nb", numLines: 2, startLine: 1, totalLines: 2 },
  });
  const part = text("Showing lines 5-5 of 9 total lines. Use offset 5 to read on.\n\n---\n\ne");
  const partData = { filePath: "/a", startLine: 4, numLines: 1, totalLines: 9 };
  assertEquals(tools.result(completed("read_file", { output: part, data: partData }), 1000), {
    type: "text",
    file: { filePath: "/a", content: "e", numLines: 1, startLine: 5, totalLines: 9 },
  });
});

Deno.test("ClaudeTools.result shows a picture", () => {
  const output: Part[] = [{ kind: "media", mediaType: "image/png", base64: "AA==" }];
  assertEquals(tools.result(completed("read_file", { output, data: { filePath: "/a.png", bytes: 1 } }), 1000), {
    type: "image",
    file: { base64: "AA==", type: "image/png", originalSize: 1 },
  });
});

Deno.test("ClaudeTools.result gives todos an active form", () => {
  const data = { oldTodos: [], newTodos: [{ id: "1", content: "Walk", status: "pending" }] };
  assertEquals(tools.result(completed("todo_write", { data }), 1000), {
    oldTodos: [],
    newTodos: [{ content: "Walk", status: "pending", activeForm: "Walk" }],
  });
});

Deno.test("ClaudeTools.result shows what was found and leaves other results as they are", () => {
  const found = completed("grep_search", { output: text("a:1:x"), data: { numMatches: 1, numFiles: 1 } });
  assertEquals(tools.result(found, 1000), {
    mode: "content",
    numFiles: 1,
    filenames: [],
    content: "a:1:x",
    numLines: 1,
  });
  const files = { filenames: ["/a"], numFiles: 1, truncated: false };
  assertEquals(tools.result(completed("glob", { data: files }), 1000), { ...files, durationMs: 7 });
  assertEquals(tools.result(completed("run_shell_command", { data: { stdout: "x" } }), 1000), { stdout: "x" });
  assertEquals(tools.result(completed("glob", {}), 1000), undefined);
});

Deno.test("ClaudeTools converts names both ways and leaves unknown ones", () => {
  assertEquals(["run_shell_command", "agent", "web_search", "mcp__a__b"].map((name) => tools.name(name)), [
    ...["Bash", "Agent", "WebSearch", "mcp__a__b"],
  ]);
  assertEquals(["Bash", "Task", "LS", "constructor"].map((name) => tools.ownName(name)), [
    ...["run_shell_command", "agent", "list_directory", "constructor"],
  ]);
});

Deno.test("ClaudeTools converts inputs both ways", () => {
  const cases: [tool: string, ours: JsonObject, theirs: JsonObject][] = [
    ["run_shell_command", { command: "ls", is_background: true }, { command: "ls", run_in_background: true }],
    ["grep_search", { pattern: "x", head_limit: 3, "-i": true }, { pattern: "x", head_limit: 3, "-i": true }],
    ["read_file", { file_path: "/a", offset: 5 }, { file_path: "/a", offset: 5 }],
    ["web_fetch", { url: "u" }, { url: "u" }],
  ];
  for (const [tool, ours, theirs] of cases) {
    assertEquals(tools.input(tool, ours), theirs);
    assertEquals(tools.ownInput(tool, theirs), ours);
    assertEquals(Object.keys(tools.input(tool, ours) as JsonObject), Object.keys(theirs));
  }
  // Our search ignores case unless told otherwise, Claude's does not.
  assertEquals(tools.input("grep_search", { pattern: "x", limit: 3 }), { pattern: "x", head_limit: 3, "-i": true });
  assertEquals(tools.ownInput("grep_search", { pattern: "x" }), { pattern: "x", "-i": false });
  assertEquals(tools.ownInput("read_file", { offset: 0 }), { offset: 0 });
  const questions = [{ question: "Which?" }];
  assertEquals(tools.ownInput("ask_user_question", { questions, answers: { "Which?": "a" } }), {
    questions,
    answers: { "0": "a" },
  });
});
