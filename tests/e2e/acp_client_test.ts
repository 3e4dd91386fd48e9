import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "../../lib/path/mod.ts";
import { type AcpHost, acpStage, choose } from "../support/acp_host.ts";
import type { RpcMessage } from "../support/acp_schema.ts";

const MCP_SERVER = fromFileUrl(new URL("../support/mcp_server.ts", import.meta.url));
const read = (path: string): [{ call: string; input: unknown }] => [
  { call: "read_file", input: { file_path: path } },
];
const edit = (path: string, change: { from: string; to: string }): [{ call: string; input: unknown }] => [
  { call: "edit", input: { file_path: path, old_string: change.from, new_string: change.to } },
];
const shell = (command: string): [{ call: string; input: unknown }] => [
  { call: "run_shell_command", input: { command } },
];

Deno.test("acp: text files of the workspace are read and written by the client", async () => {
  await using stage = await acpStage({
    files: {
      "a.txt": "saved\n",
      ".qwen/settings.json": JSON.stringify({ permissions: { deny: ["Read(secret.txt)"] } }),
    },
    replies: [
      read("a.txt"),
      edit("a.txt", { from: "unsaved", to: "edited" }),
      read("secret.txt"),
      read("/etc/hostname"),
      "Done.",
    ],
    capabilities: { fs: { readTextFile: true, writeTextFile: true } },
    flags: ["--approval-mode", "auto-edit"],
  });
  await stage.fixture.write("secret.txt", "no\n");
  const host = await stage.start();
  const sessionId = await host.newSession();
  const path = `${stage.cwd}/a.txt`;
  let buffer = "unsaved\n";
  const asked: string[] = [];
  host.on["fs/read_text_file"] = ({ path }) => {
    asked.push(path);
    return { content: buffer };
  };
  host.on["fs/write_text_file"] = ({ path, content }) => {
    asked.push(`write ${path}`);
    buffer = content;
    return {};
  };
  host.on["session/request_permission"] = choose("reject_once");
  await host.prompt(sessionId, "Edit it.");
  assertEquals(buffer, "edited\n");
  assertEquals(await Deno.readTextFile(path), "saved\n");
  assertEquals([...new Set(asked)], [path, `write ${path}`]);
  const messages = JSON.stringify(stage.model.requests[1].body.messages.at(-1));
  assert(messages.includes("unsaved"), messages);
  const ends = host.updates(sessionId, "tool_call_update").filter(({ status }) => status === "completed");
  assertEquals(ends[1].content, [{ type: "diff", path, oldText: "unsaved\n", newText: "edited\n" }]);
});

/** A client with terminals: it runs each command by the shell of the test. */
class Terminals {
  readonly log: string[] = [];
  readonly #running = new Map<string, { child: Deno.ChildProcess; output: string; ended: Promise<RpcMessage> }>();
  #count = 0;

  serve(host: AcpHost): void {
    host.on["terminal/create"] = ({ command, args, cwd }) => {
      const child = new Deno.Command(command, { args, cwd, stdin: "null", stdout: "piped", stderr: "null" }).spawn();
      const terminalId = `t${++this.#count}`;
      const entry = { child, output: "", ended: Promise.resolve<RpcMessage>({}) };
      entry.ended = (async () => {
        for await (const bytes of child.stdout) entry.output += new TextDecoder().decode(bytes);
        const { code, signal } = await child.status;
        return signal ? { signal } : { exitCode: code };
      })();
      this.#running.set(terminalId, entry);
      return { terminalId };
    };
    host.on["terminal/output"] = ({ terminalId }) => ({ output: this.#of(terminalId).output, truncated: false });
    host.on["terminal/wait_for_exit"] = ({ terminalId }) => this.#of(terminalId).ended;
    host.on["terminal/kill"] = ({ terminalId }) => this.#end(terminalId, "kill");
    host.on["terminal/release"] = ({ terminalId }) => this.#end(terminalId, "release");
  }

  #of(terminalId: string): { child: Deno.ChildProcess; output: string; ended: Promise<RpcMessage> } {
    const found = this.#running.get(terminalId);
    if (!found) throw new Error(`There is no terminal ${terminalId}`);
    return found;
  }

  async #end(terminalId: string, how: string): Promise<RpcMessage> {
    this.log.push(`${how} ${terminalId}`);
    const { child, ended } = this.#of(terminalId);
    try {
      child.kill("SIGKILL");
    } catch (error) {
      // It has ended.
      if (!(error instanceof TypeError)) throw error;
    }
    await ended;
    return {};
  }
}

Deno.test("acp: with --sandbox=off commands run in the client's terminals", async () => {
  await using stage = await acpStage({
    replies: [shell("echo from a terminal; exit 3"), "Done.", shell("sleep 600"), "Never."],
    capabilities: { terminal: true },
    flags: ["--approval-mode", "yolo", "--sandbox=off"],
  });
  const host = await stage.start();
  const terminals = new Terminals();
  terminals.serve(host);
  const sessionId = await host.newSession();
  await host.prompt(sessionId, "Run it.");
  const told = JSON.stringify(stage.model.requests[1].body.messages.at(-1));
  assert(told.includes("from a terminal") && told.includes("3"), told);
  const shown = host.updates(sessionId, "tool_call_update").filter(({ content }) => content?.length > 0);
  assertEquals(shown.map(({ content }) => content), [
    [{ type: "terminal", terminalId: "t1" }],
    [{ type: "terminal", terminalId: "t1" }],
  ]);
  await host.until(({ method }) => method === "terminal/release");
  assertEquals(terminals.log, ["release t1"]);

  const prompted = host.prompt(sessionId, "Sleep.");
  await host.untilUpdate(({ content }) => content?.[0]?.terminalId === "t2");
  await host.notify("session/cancel", { sessionId });
  assertEquals(await prompted, { stopReason: "cancelled" });
  await host.until(({ method, params }) => method === "terminal/release" && params.terminalId === "t2");
  assertEquals(terminals.log, ["release t1", "kill t2", "release t2"]);
});

Deno.test("acp: in a sandbox commands are not left to the client", async () => {
  await using stage = await acpStage({
    replies: [shell("echo mine"), "Done."],
    capabilities: { terminal: true },
    flags: ["--approval-mode", "yolo"],
  });
  const host = await stage.start();
  const sessionId = await host.newSession();
  await host.prompt(sessionId, "Run it.");
  assertEquals(host.lines.filter(({ method }) => method?.startsWith("terminal/")), []);
  const last = host.updates(sessionId, "tool_call_update").at(-1);
  assertEquals(last?.content, [{ type: "content", content: { type: "text", text: "mine" } }]);
});

const QUESTIONS = {
  questions: [
    {
      question: "Which colour?",
      header: "Colour",
      options: [{ label: "Red", description: "Warm" }, { label: "Blue", description: "Cold" }],
    },
    {
      question: "Which sizes?",
      header: "Sizes",
      multiSelect: true,
      options: [{ label: "S", description: "Small" }, { label: "L", description: "Large" }],
    },
  ],
};

Deno.test("acp: a question to the user is a form, for clients that show forms", async () => {
  await using stage = await acpStage({
    replies: ["Noted.", "Partly.", "Well."].flatMap((
      text,
    ) => [[{ call: "ask_user_question", input: QUESTIONS }], text]),
    capabilities: { elicitation: { form: {} } },
  });
  const host = await stage.start();
  const sessionId = await host.newSession();
  host.on["elicitation/create"] = ({ mode, requestedSchema, toolCallId }) => {
    assertEquals(mode, "form");
    assertEquals(host.updates(sessionId, "tool_call")[0].toolCallId, toolCallId);
    const [colour, sizes] = Object.values<RpcMessage>(requestedSchema.properties);
    assertEquals(colour.oneOf.map((choice: { const: string }) => choice.const), ["Red", "Blue"]);
    assertEquals(sizes.items.enum, ["S", "L"]);
    const [first, second] = Object.keys(requestedSchema.properties);
    return { action: "accept", content: { [first]: "Blue", [second]: ["S", "L"] } };
  };
  await host.prompt(sessionId, "Ask me.");
  const told = JSON.stringify(stage.model.requests[1].body.messages.at(-1));
  assert(told.includes("**Colour**: Blue") && told.includes("**Sizes**: S, L"), told);
  host.on["elicitation/create"] = ({ requestedSchema }) => {
    const second = Object.keys(requestedSchema.properties)[1];
    return { action: "accept", content: { [second]: ["L"], other: "x" } };
  };
  await host.prompt(sessionId, "Ask me once more.");
  const partly = JSON.stringify(stage.model.requests[3].body.messages.at(-1));
  assert(partly.includes("**Sizes**: L") && !partly.includes("Colour**: L"), partly);
  host.on["elicitation/create"] = () => ({ action: "decline" });
  assertEquals(await host.prompt(sessionId, "Ask me again."), { stopReason: "end_turn" });
  assertEquals(host.updates(sessionId, "tool_call_update").at(-1)?.status, "failed");
});

Deno.test("acp: without forms the model cannot ask the user", async () => {
  await using stage = await acpStage({ replies: ["Hi."] });
  const host = await stage.start();
  await host.prompt(await host.newSession(), "Hi");
  const names = stage.model.requests[0].body.tools.map((tool: RpcMessage) => tool.function.name);
  assert(names.includes("read_file") && !names.includes("ask_user_question"), String(names));
});

Deno.test("acp: images, resources and links reach the model; their text is not a command", async () => {
  await using stage = await acpStage({
    files: { "linked.txt": "linked text\n", "b.txt": "not wanted\n" },
    replies: ["Seen."],
  });
  const host = await stage.start();
  const sessionId = await host.newSession();
  const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  await host.request("session/prompt", {
    sessionId,
    prompt: [
      { type: "text", text: "Look at this:" },
      { type: "image", mimeType: "image/png", data: png },
      { type: "resource", resource: { uri: "file:///else/where.md", text: "embedded text with @b.txt" } },
      { type: "resource_link", uri: `file://${stage.cwd}/linked.txt`, name: "linked.txt" },
      { type: "resource_link", uri: "https://example.com/page", name: "page" },
    ],
  });
  const sent = JSON.stringify(stage.model.requests[0].body.messages.at(-1));
  for (const text of ["Look at this:", png, "embedded text with @b.txt", "linked text", "https://example.com/page"]) {
    assert(sent.includes(text), `${text} is not in ${sent.slice(0, 2_000)}`);
  }
  assert(!sent.includes("not wanted"), sent);
});

Deno.test("acp: slash commands work in a prompt, todos are a plan, a compaction is told", async () => {
  const todos = [{ id: "1", content: "Look", status: "completed" }, { id: "2", content: "Act", status: "in_progress" }];
  await using stage = await acpStage({
    replies: [[{ call: "todo_write", input: { todos } }], "Planned.", "A summary."],
  });
  const host = await stage.start();
  const sessionId = await host.newSession();
  await host.prompt(sessionId, "Plan.");
  const [plan] = host.updates(sessionId, "plan");
  assertEquals(plan.entries.map(({ content, status }: RpcMessage) => [content, status]), [
    ["Look", "completed"],
    ["Act", "in_progress"],
  ]);
  assertEquals(await host.prompt(sessionId, "/compress"), { stopReason: "end_turn" });
  assertEquals(host.updates(sessionId, "session_info_update").length, 1);
  assertEquals(await host.prompt(sessionId, "/about"), { stopReason: "end_turn" });
  assert(host.text(sessionId).includes("0.1.0"), host.text(sessionId));
  assertEquals(stage.model.requests.length, 3);
});

Deno.test("acp: the MCP servers of session/new are started for that session only", async () => {
  await using stage = await acpStage({ replies: ["One.", "Two."], flags: ["--approval-mode", "yolo"] });
  const host = await stage.start();
  const server = { name: "mine", command: Deno.execPath(), args: ["run", "-A", "--no-config", MCP_SERVER], env: [] };
  const names = (index: number): string[] =>
    stage.model.requests[index].body.tools.map((tool: RpcMessage) => tool.function.name);
  await host.prompt(await host.newSession({ mcpServers: [server] }), "With");
  await host.prompt(await host.newSession(), "Without");
  assert(names(0).some((name) => name.startsWith("mcp__mine__")), String(names(0)));
  assert(!names(1).some((name) => name.startsWith("mcp__")), String(names(1)));
});
