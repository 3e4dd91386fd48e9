import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { fakeModel, type Step } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen, startQwen } from "../support/qwen.ts";

const CLAUDE = ["--dialect", "claude", "-o", "stream-json", "--yolo"];

/** The results of calls that the model makes one after the other, as a Claude host sees them. */
async function play(
  calls: Step[],
  { fixture, args = CLAUDE, env = {} }: { fixture: Fixture; args?: string[]; env?: Record<string, string> },
  // deno-lint-ignore no-explicit-any -- tests look deep into what they know the shape of.
): Promise<{ init: any; texts: string[]; results: any[]; offered: string[] }> {
  await using model = fakeModel([...calls.map((call) => [call]), "Done."]);
  const end = await runQwen([...args, "-p", "Work"], { fixture, env: { ...model.env, ...env } });
  assertEquals(end.code, 0, end.stderr + end.stdout);
  const lines = linesOf(end.stdout);
  const told = lines.filter(({ type, message }) => type === "user" && Array.isArray(message.content));
  return {
    init: lines[0],
    texts: told.map(({ message }) => String(message.content[0].content)),
    results: told.map(({ tool_use_result }) => tool_use_result),
    offered: model.requests[0].body.tools.map((tool: { function: { name: string } }) => tool.function.name),
  };
}

Deno.test("Claude 44: TaskCreate, TaskUpdate, TaskGet and TaskList keep a list, in place of TodoWrite", async () => {
  await using fixture = await Fixture.open();
  const { init, texts, results, offered } = await play([
    {
      call: "TaskCreate",
      input: { subject: "Fix it", description: "The bug", activeForm: "Fixing", metadata: { a: 1 } },
    },
    { call: "TaskCreate", input: { subject: "Test it", description: "With a test" } },
    { call: "TaskUpdate", input: { taskId: "2", addBlockedBy: ["1"], owner: "me" } },
    { call: "TaskList", input: {} },
    { call: "TaskUpdate", input: { taskId: "1", status: "completed", subject: "Fix that" } },
    { call: "TaskGet", input: { taskId: "1" } },
    { call: "TaskGet", input: { taskId: "9" } },
    { call: "TaskUpdate", input: { taskId: "1", status: "deleted" } },
    { call: "TaskList", input: {} },
  ], { fixture });
  for (const name of ["TaskCreate", "TaskGet", "TaskUpdate", "TaskList", "NotebookEdit", "EnterPlanMode"]) {
    assert(init.tools.includes(name), name);
  }
  assertEquals([init.tools.includes("TodoWrite"), offered.includes("todo_write")], [false, false]);
  assert(offered.includes("task_create"));
  assertEquals(texts[0], "Task #1 created successfully: Fix it");
  assertEquals(results[0], { task: { id: "1", subject: "Fix it" } });
  assertEquals(texts[3], "#1 [pending] Fix it\n#2 [pending] Test it (me) [blocked by #1]");
  assertEquals(results[4].statusChange, { from: "pending", to: "completed" });
  assertEquals(results[4].updatedFields, ["subject", "status"]);
  assertMatch(
    texts[5],
    /^Task #1: Fix that\nStatus: completed\nDescription: The bug\nBlocks: #2\nMetadata: \{"a":1\}$/,
  );
  assertEquals(results[5].task.blocks, ["2"]);
  assertMatch(texts[6], /Task #9 not found/);
  assertEquals(texts[8], "#2 [pending] Test it (me)");
});

Deno.test("Claude 44: NotebookEdit replaces, inserts and deletes cells that were read", async () => {
  const cell = (id: string, source: string): object => ({
    cell_type: "code",
    id,
    metadata: {},
    execution_count: 3,
    outputs: [{ output_type: "stream", name: "stdout", text: ["old\n"] }],
    source: [source],
  });
  const notebook = { cells: [cell("aa", "1 + 1"), cell("bb", "2 + 2")], metadata: {}, nbformat: 4, nbformat_minor: 5 };
  await using fixture = await Fixture.open({ "n.ipynb": `${JSON.stringify(notebook, null, 1)}\n` });
  const notebook_path = `${fixture.cwd}/n.ipynb`;
  const { texts, results } = await play([
    { call: "NotebookEdit", input: { notebook_path, cell_id: "aa", new_source: "x" } },
    { call: "Read", input: { file_path: notebook_path } },
    { call: "NotebookEdit", input: { notebook_path, cell_id: "aa", new_source: "x = 1\nx" } },
    {
      call: "NotebookEdit",
      input: { notebook_path, cell_id: "aa", new_source: "# Title", cell_type: "markdown", edit_mode: "insert" },
    },
    { call: "NotebookEdit", input: { notebook_path, cell_id: "bb", new_source: "", edit_mode: "delete" } },
    { call: "NotebookEdit", input: { notebook_path, cell_id: "zz", new_source: "" } },
  ], { fixture });
  assertMatch(texts[0], /has not been read/);
  assertStringIncludes(texts[1], "[cell 1: code, id aa]");
  assertEquals([results[2].edit_mode, results[2].cell_id, results[2].new_source], ["replace", "aa", "x = 1\nx"]);
  assertMatch(texts[5], /no cell zz/);
  const text = await Deno.readTextFile(notebook_path);
  assert(text.startsWith('{\n "cells"') && text.endsWith("}\n"));
  const { cells } = JSON.parse(text);
  assertEquals(cells.map(({ cell_type }: { cell_type: string }) => cell_type), ["code", "markdown"]);
  assertEquals([cells[0].source, cells[0].outputs, cells[0].execution_count], [["x = 1\n", "x"], [], null]);
  assertEquals([cells[1].source, "outputs" in cells[1], typeof cells[1].id], [["# Title"], false, "string"]);
});

Deno.test("Claude 44: WebSearch asks the configured service, and is offered only then", async () => {
  const asked: unknown[] = [];
  await using service = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    asked.push(await request.json());
    const results = ["https://a.example/x", "https://b.example/y"].map((url) => ({ title: "T", url, snippet: "S" }));
    return Response.json({ results });
  });
  await using fixture = await Fixture.open();
  const search: Step = { call: "WebSearch", input: { query: "weather", allowed_domains: ["a.example"] } };
  const before = await play([search], { fixture });
  assertEquals([before.init.tools.includes("WebSearch"), before.offered.includes("web_search")], [false, false]);
  await Deno.mkdir(`${fixture.home}/.qwen`, { recursive: true });
  const settings = { webSearch: { url: `http://127.0.0.1:${service.addr.port}/search` } };
  await Deno.writeTextFile(`${fixture.home}/.qwen/settings.json`, JSON.stringify(settings));
  const { init, texts, results, offered } = await play([search], { fixture });
  assertEquals([init.tools.includes("WebSearch"), offered.includes("web_search")], [true, true]);
  assertEquals(asked, [{ query: "weather", allowed_domains: ["a.example"] }]);
  assertStringIncludes(texts[0], "https://a.example/x");
  assertEquals(texts[0].includes("b.example"), false);
  assertEquals(results[0].results[0].content, [{ title: "T", url: "https://a.example/x" }]);
});

Deno.test("Claude 44: WebSearch can ask a tool of an MCP server", async () => {
  await using fixture = await Fixture.open({
    "server.ts": `
      for await (const chunk of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
        for (const line of chunk.split("\\n").filter((text) => text !== "")) {
          const { id, method, params } = JSON.parse(line);
          if (id === undefined) continue;
          const result = method === "initialize"
            ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } }
            : method === "tools/list"
            ? { tools: [{ name: "find", description: "Finds", inputSchema: { type: "object" } }] }
            : { content: [{ type: "text", text: JSON.stringify({ results: [{ title: params.arguments.query, url: "https://c.example/" }] }) }] };
          console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
        }
      }`,
  });
  await Deno.mkdir(`${fixture.home}/.qwen`, { recursive: true });
  const mcpServers = { finder: { command: Deno.execPath(), args: ["run", "--quiet", `${fixture.cwd}/server.ts`] } };
  const settings = { webSearch: { mcp: "finder/find" }, mcpServers };
  await Deno.writeTextFile(`${fixture.home}/.qwen/settings.json`, JSON.stringify(settings));
  const { texts } = await play([{ call: "web_search", input: { query: "tides" } }], { fixture });
  assertStringIncludes(texts[0], "1. tides\n   https://c.example/");
});

Deno.test("Claude 44: EnterPlanMode switches the session to plan mode", async () => {
  await using fixture = await Fixture.open();
  const write: Step = { call: "Write", input: { file_path: `${fixture.cwd}/a.txt`, content: "a" } };
  const { texts } = await play([{ call: "EnterPlanMode", input: {} }, write], { fixture });
  assertMatch(texts[0], /^Entered plan mode/);
  assertMatch(texts[1], /plan mode/i);
  assertEquals(await Deno.stat(`${fixture.cwd}/a.txt`).then(() => true, () => false), false);
});

Deno.test("Claude 44: the qwen dialect offers the new tools to a host that answers questions", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel(["Hi.", "Hi."]);
  const names = (index: number): string[] =>
    model.requests[index].body.tools.map((tool: { function: { name: string } }) => tool.function.name);
  const added = ["notebook_edit", "enter_plan_mode", "task_create", "task_get", "task_update", "task_list"];
  const args = [
    "--dialect",
    "qwen",
    "--input-format",
    "stream-json",
    "-o",
    "stream-json",
    "--approval-mode",
    "default",
  ];
  await using run = startQwen(args, { fixture, env: model.env, stdin: { open: true } });
  const prompt = { type: "user", message: { role: "user", content: "Hi" }, parent_tool_use_id: null, session_id: "" };
  await run.send({ type: "control_request", request_id: "i", request: { subtype: "initialize" } }, prompt);
  await run.until(/"type":"result"/);
  await run.closeInput();
  await run.end;
  assertEquals(added.filter((name) => !names(0).includes(name)), []);
  assert(names(0).includes("todo_write"));
  await runQwen(["-p", "Hi"], { fixture, env: model.env });
  assertEquals(added.filter((name) => names(1).includes(name)), []);
});
