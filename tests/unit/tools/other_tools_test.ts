import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { QwenError } from "../../../lib/model/problem.ts";
import { WorkspaceFiles } from "../../../lib/sandbox/workspace_files.ts";
import { askUserQuestion } from "../../../lib/tools/ask_user_question.ts";
import { exitPlanMode } from "../../../lib/tools/exit_plan_mode.ts";
import { htmlText } from "../../../lib/tools/html_text.ts";
import { builtInTools } from "../../../lib/tools/mod.ts";
import { isPrivateAddress } from "../../../lib/tools/private_address.ts";
import { saveMemory } from "../../../lib/tools/save_memory.ts";
import { todoWrite } from "../../../lib/tools/todo_write.ts";
import { webFetch } from "../../../lib/tools/web_fetch.ts";
import type { Json } from "../../../lib/model/json.ts";
import type { Tool } from "../../../lib/model/ports.ts";
import { ToolBench } from "../../support/tool_bench.ts";

Deno.test("builtInTools have names of their own, titles that never throw and closed needs", async () => {
  await using bench = await ToolBench.open();
  const tools = builtInTools({ memory: { path: bench.path("QWEN.md"), files: bench.files } });
  assertEquals(tools.map((tool) => tool.name), [
    ...["read_file", "read_many_files", "list_directory", "glob", "grep_search", "edit", "write_file"],
    ...[
      "run_shell_command",
      "task_output",
      "task_stop",
      "todo_write",
      "web_fetch",
      "save_memory",
      "exit_plan_mode",
      "ask_user_question",
    ],
  ]);
  for (const tool of tools) assertEquals(typeof tool.title({}), "string");
});

Deno.test("todoWrite keeps the list and tells the old and the new one", async () => {
  await using bench = await ToolBench.open();
  const todo = { id: "a", content: "Do it", status: "pending" as const };
  await bench.call(todoWrite, { todos: [todo] });
  const { outcome } = await bench.call(todoWrite, { todos: [{ content: "Done", status: "completed" }] });
  assertEquals(outcome.data, { oldTodos: [todo], newTodos: [{ id: "1", content: "Done", status: "completed" }] });
  assertEquals(bench.memory.todos, [{ id: "1", content: "Done", status: "completed" }]);
  await assertRejects(() => bench.call(todoWrite, { todos: [todo, todo] }), QwenError, "same id");
  await assertRejects(() => bench.call(todoWrite, { todos: [{ content: "x", status: "?" }] }), QwenError, "status");
});

Deno.test("exitPlanMode needs a person in plan mode and then leaves it", async () => {
  await using bench = await ToolBench.open();
  await assertRejects(() => bench.call(exitPlanMode, { plan: "p" }), QwenError, "not in plan mode");
  bench.mode = "plan";
  assertEquals(exitPlanMode.needs({ plan: "p" }, bench.context()), [{ kind: "person" }]);
  await bench.call(exitPlanMode, { plan: "p" });
  bench.answer = { mode: "auto-edit" };
  await bench.call(exitPlanMode, { plan: "p" });
  bench.answer = { mode: "plan" };
  await bench.call(exitPlanMode, { plan: "p" });
  assertEquals(bench.modes, ["default", "auto-edit", "default"]);
});

Deno.test("askUserQuestion gives the answers of the host and fails without any", async () => {
  await using bench = await ToolBench.open();
  const input = { questions: [{ question: "Which?", header: "Kind", options: [] }] };
  await assertRejects(() => bench.call(askUserQuestion, input), QwenError, "Nobody answered");
  bench.answer = null;
  assertStringIncludes(await bench.text(askUserQuestion, { ...input, answers: { Kind: ["A", "B"] } }), "A, B");
  const forms: Json[] = [{ answers: { "Which?": "A" } }, { Kind: "A" }, { answers: { "0": "A" } }];
  for (const answer of forms) {
    bench.answer = answer;
    assertEquals(
      await bench.text(askUserQuestion, input),
      "User has provided the following answers:\n\n**Kind**: A",
    );
  }
});

Deno.test("saveMemory appends to its section and keeps the rest of the file", async () => {
  await using bench = await ToolBench.open();
  const tool = saveMemory({ path: bench.path(".qwen/QWEN.md"), files: new WorkspaceFiles({ roots: [bench.root] }) });
  assertEquals(await bench.text(tool, { fact: "- I like\ntea" }), `Okay, I've remembered that: "I like tea"`);
  assertEquals(await bench.get(".qwen/QWEN.md"), "## Qwen Added Memories\n- I like tea\n");
  await bench.put(".qwen/QWEN.md", "# Mine\n\n## Qwen Added Memories\n- one\n\n## Other\ntext\n");
  await bench.call(tool, { fact: "two" });
  assertEquals(
    await bench.get(".qwen/QWEN.md"),
    "# Mine\n\n## Qwen Added Memories\n- one\n- two\n\n## Other\ntext\n",
  );
});

function webOf(pages: Record<string, Response>, asked: string[] = []): Tool {
  return webFetch({
    fetch: (url) => {
      asked.push(url);
      return Promise.resolve(pages[url]);
    },
    lookup: (host) => Promise.resolve(host === "rebind.example" ? ["93.184.216.34", "10.0.0.1"] : ["93.184.216.34"]),
  });
}

Deno.test("webFetch makes HTML readable and follows redirections", async () => {
  await using bench = await ToolBench.open();
  const asked: string[] = [];
  const tool = webOf({
    "https://a.example/": new Response(null, { status: 302, headers: { location: "/b" } }),
    "https://a.example/b": new Response("<title>t</title><h1>Hi</h1><p>a &amp; b</p>", {
      headers: { "content-type": "text/html; charset=utf-8" },
    }),
  }, asked);
  assertEquals(
    await bench.text(tool, { url: "https://a.example/", prompt: "x" }),
    "Content of https://a.example/b (HTTP 200):\n\nt\n\n# Hi\n\na & b",
  );
  assertEquals(asked, ["https://a.example/", "https://a.example/b"]);
});

Deno.test("webFetch refuses private addresses, also behind names and redirections", async () => {
  await using bench = await ToolBench.open();
  const tool = webOf({
    "https://a.example/": new Response(null, { status: 302, headers: { location: "http://169.254.169.254/meta" } }),
    "https://b.example/": new Response(null, { status: 302, headers: { location: "file:///etc/passwd" } }),
    "https://c.example/": new Response("x", { headers: { "content-type": "image/png" } }),
    "https://d.example/": new Response("y".repeat(6 * 1024 * 1024)),
  });
  const refused = [
    ...["http://localhost/", "http://127.0.0.1/", "http://0x7f.1/", "http://2130706433/", "http://[::1]/"],
    ...["http://[::ffff:10.0.0.1]/", "http://x.internal/", "https://rebind.example/", "https://a.example/"],
    ...["https://b.example/", "ftp://a.example/", "nonsense", "http://localhost./"],
  ];
  for (const url of refused) {
    await assertRejects(() => bench.call(tool, { url, prompt: "x" }), QwenError, "");
  }
  await assertRejects(() => bench.call(tool, { url: "https://c.example/", prompt: "x" }), QwenError, "not text");
  assertStringIncludes(await bench.text(tool, { url: "https://d.example/", prompt: "x" }), "[... cut:");
});

Deno.test("isPrivateAddress tells public addresses from all others", () => {
  const priv = [
    ...["0.0.0.0", "10.1.1.1", "100.64.0.1", "127.0.0.1", "169.254.1.1", "172.16.0.1", "192.168.0.1", "224.0.0.1"],
    ...["::", "::1", "fe80::1%eth0", "fc00::1", "::ffff:127.0.0.1", "64:ff9b::a00:1", "2002:a00:1::", "x", "1.2.3"],
  ];
  assertEquals(priv.filter((address) => !isPrivateAddress(address)), []);
  assertEquals(["8.8.8.8", "172.32.0.1", "2606:4700::1111", "::ffff:8.8.8.8"].filter(isPrivateAddress), []);
});

Deno.test("htmlText keeps words, links and headings and drops scripts and comments", () => {
  assertEquals(
    htmlText(
      "<head><title>x</title></head><script>a<b</script><h2>T</h2><ul><li>a<li><a href='/u'>b</a></ul><!-- c -->&lt;&#65;",
    ),
    "## T\n\n- a\n- [b](/u)\n<A",
  );
});
