import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { Client } from "@modelcontextprotocol/client";
import { StdioTransport } from "../../lib/mcp/transports/stdio_transport.ts";
import { type FakeModel, fakeModel, type ScriptedReply } from "../support/fake_model.ts";
import { Fixture, linesOf, qwenCommand, startQwen } from "../support/qwen.ts";
import { survivors, withProc } from "../support/proc.ts";

interface Answer {
  content: { type: string; text: string }[];
  structuredContent: { result: string; session_id: string; is_error: boolean };
  isError?: boolean;
}

type Prompt = (
  input: Record<string, unknown>,
  options?: { signal?: AbortSignal; onprogress?(step: { progress: number; message?: string }): void },
) => Promise<Answer>;

async function withClient(
  replies: ScriptedReply[],
  body: (around: { client: Client; prompt: Prompt; model: FakeModel; fixture: Fixture }) => Promise<void>,
  { mode = "auto" }: { mode?: "auto" | "legacy" } = {},
): Promise<void> {
  await using fixture = await Fixture.open({ "sub/here.txt": "x" });
  await using model = fakeModel(replies);
  const { words: [command, ...args], env } = qwenCommand(["mcp", "serve", "--approval-mode", "default"], {
    fixture,
    env: model.env,
  });
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const endpoint = { kind: "stdio" as const, command, args, env, cwd: fixture.cwd };
  const transport = new StdioTransport({ endpoint, environment: {}, cwd: fixture.cwd });
  try {
    await client.connect(transport);
    const prompt: Prompt = async (input, options = {}) =>
      await client.callTool({ name: "prompt", arguments: input }, { ...options, timeout: 60_000 }) as Answer;
    await body({ client, prompt, model, fixture });
  } finally {
    await client.close();
  }
  assertEquals(await survivors(fixture.home), []);
}

for (const mode of ["auto", "legacy"] as const) {
  Deno.test(withProc(`qwen mcp serve answers the official client (${mode}), and a session goes on`, async () => {
    await withClient(["The first.", "The second."], async ({ client, prompt, model }) => {
      assertEquals(client.getNegotiatedProtocolVersion(), mode === "auto" ? "2026-07-28" : "2025-11-25");
      const { tools } = await client.listTools();
      assertEquals(tools.map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties ?? {})]), [
        ["prompt", ["prompt", "cwd", "session_id"]],
      ]);
      const first = await prompt({ prompt: "Remember the word fjord." });
      assertEquals(first.content, [{ type: "text", text: "The first." }]);
      const { session_id: id, ...rest } = first.structuredContent;
      assertEquals(rest, { result: "The first.", is_error: false });
      const second = await prompt({ prompt: "Which word?", session_id: id });
      assertEquals(second.structuredContent, { result: "The second.", session_id: id, is_error: false });
      assertStringIncludes(JSON.stringify(model.requests[1].body.messages), "fjord");
    }, { mode });
  }));
}

Deno.test(withProc("qwen mcp serve reports progress, works in a folder and denies what needs a question", async () => {
  const replies: ScriptedReply[] = [
    [{ call: "read_file", input: { file_path: "here.txt" } }, {
      call: "run_shell_command",
      input: { command: "touch a" },
    }],
    "Done.",
  ];
  await withClient(replies, async ({ prompt, model, fixture }) => {
    const steps: string[] = [];
    const answer = await prompt({ prompt: "Do it.", cwd: `${fixture.cwd}/sub` }, {
      onprogress: ({ message }) => steps.push(message ?? ""),
    });
    assertEquals(answer.structuredContent.result, "Done.");
    assert(steps.includes("read_file"), steps.join());
    const results = model.requests[1].body.messages.filter(({ role }: { role: string }) => role === "tool");
    assertStringIncludes(JSON.stringify(results[0]), "x");
    assertStringIncludes(JSON.stringify(results[1]), "declined");
    await Deno.stat(`${fixture.cwd}/sub/a`).then(() => assert(false, "the command ran"), () => undefined);
  });
}));

Deno.test(withProc("qwen mcp serve ends a run that is cancelled", async () => {
  await withClient([[{ text: "Wait" }, { wait: "for ever" }], "Next."], async ({ prompt, model }) => {
    const abort = new AbortController();
    const running = prompt({ prompt: "Wait." }, { signal: abort.signal });
    const request = await model.request(0);
    abort.abort(new Error("enough"));
    await running.then(() => assert(false, "it was not cancelled"), () => undefined);
    await request.aborted;
    assertEquals((await prompt({ prompt: "Go on." })).structuredContent.result, "Next.");
  });
}));

Deno.test(withProc("qwen mcp serve says what is wrong with a call", async () => {
  await withClient([{ status: 401, body: { error: { message: "bad key" } } }], async ({ prompt }) => {
    for (
      const [input, reason] of [
        [{ prompt: "" }, '"prompt" must be a text'],
        [{ prompt: "x", cwd: "/nowhere/at/all" }, "does not exist"],
        [{ prompt: "x", session_id: "00000000-0000-4000-8000-000000000000" }, "00000000"],
        [{ prompt: "x" }, "bad key"],
      ] as const
    ) {
      const { structuredContent, isError } = await prompt(input);
      assertEquals([structuredContent.is_error, isError], [true, true]);
      assertStringIncludes(structuredContent.result, reason);
    }
  });
}));

Deno.test("qwen mcp serve takes the flags of a run, and reports progress only where it was asked for", async () => {
  await using fixture = await Fixture.open({ "a.txt": "x" });
  const read = [{ call: "read_file", input: { file_path: "a.txt" } }];
  await using model = fakeModel([read, "One.", read, "Two."]);
  const args = ["mcp", "serve", "--model", "mine", "--exclude-tools", "write_file"];
  await using run = startQwen(args, { fixture, env: model.env, stdin: { open: true } });
  const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } };
  await run.send({ jsonrpc: "2.0", id: 0, method: "initialize", params: hello });
  await run.until(/"id":0/);
  await run.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  const call = { name: "prompt", arguments: { prompt: "go" } };
  await run.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call });
  await run.until(/"id":1/);
  assert(!run.stdout.includes("notifications/progress"), run.stdout);
  await run.send({
    ...{ jsonrpc: "2.0", id: 2, method: "tools/call" },
    params: { ...call, _meta: { progressToken: "mine" } },
  });
  await run.until(/"id":2/);
  await run.closeInput();
  assertEquals((await run.end).code, 0);
  // Every line is a message of the protocol.
  const lines = linesOf(run.stdout);
  assert(lines.every(({ jsonrpc }) => jsonrpc === "2.0"));
  const progress = lines.filter(({ method }) => method === "notifications/progress");
  assert(progress.length > 0 && progress.every(({ params }) => params.progressToken === "mine"), run.stdout);
  const { body } = model.requests[0];
  const names = body.tools.map((tool: { function: { name: string } }) => tool.function.name);
  assertEquals([body.model, names.includes("write_file"), names.includes("read_file")], ["mine", false, true]);
});
