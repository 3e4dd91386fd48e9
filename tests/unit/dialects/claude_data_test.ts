import { assertEquals } from "@std/assert";
import { claudeData } from "../../../lib/dialects/agent/claude_data.ts";
import type { JsonObject, Part, ToolCompleted } from "../../../lib/model/mod.ts";

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

const text = (value: string): Part[] => [{ kind: "text", text: value }];

Deno.test("claudeData shows a whole file and a part of one", () => {
  const data = { filePath: "/a", startLine: 0, numLines: 2, totalLines: 2 };
  assertEquals(claudeData(completed("read_file", { output: text("a\nb"), data }), 1000), {
    type: "text",
    file: { filePath: "/a", content: "a\nb", numLines: 2, startLine: 1, totalLines: 2 },
  });
  const part = text("Showing lines 5-5 of 9 total lines. Use offset 5 to read on.\n\n---\n\ne");
  const partData = { filePath: "/a", startLine: 4, numLines: 1, totalLines: 9 };
  assertEquals(claudeData(completed("read_file", { output: part, data: partData }), 1000), {
    type: "text",
    file: { filePath: "/a", content: "e", numLines: 1, startLine: 5, totalLines: 9 },
  });
});

Deno.test("claudeData shows a picture", () => {
  const output: Part[] = [{ kind: "media", mediaType: "image/png", base64: "AA==" }];
  assertEquals(claudeData(completed("read_file", { output, data: { filePath: "/a.png", bytes: 1 } }), 1000), {
    type: "image",
    file: { base64: "AA==", type: "image/png", originalSize: 1 },
  });
});

Deno.test("claudeData gives todos an active form", () => {
  const data = { oldTodos: [], newTodos: [{ id: "1", content: "Walk", status: "pending" }] };
  assertEquals(claudeData(completed("todo_write", { data }), 1000), {
    oldTodos: [],
    newTodos: [{ content: "Walk", status: "pending", activeForm: "Walk" }],
  });
});

Deno.test("claudeData shows what was found and leaves other results as they are", () => {
  const found = completed("grep_search", { output: text("a:1:x"), data: { numMatches: 1, numFiles: 1 } });
  assertEquals(claudeData(found, 1000), {
    mode: "content",
    numFiles: 1,
    filenames: [],
    content: "a:1:x",
    numLines: 1,
  });
  const files = { filenames: ["/a"], numFiles: 1, truncated: false };
  assertEquals(claudeData(completed("glob", { data: files }), 1000), { ...files, durationMs: 7 });
  assertEquals(claudeData(completed("run_shell_command", { data: { stdout: "x" } }), 1000), { stdout: "x" });
  assertEquals(claudeData(completed("glob", {}), 1000), undefined);
});
