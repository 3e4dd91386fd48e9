/** Rows of the RFC about tool calls, in whole lines and in chunks, and about the servers of a host. */
import { assertEquals, assertMatch } from "@std/assert";
import { ChatHost, isSummary, isType, type Line } from "../support/chat_host.ts";
import { fakeModel, type Step } from "../support/fake_model.ts";

type Note = Record<string, unknown> & { result_display?: Record<string, string>; confirmation?: { type: string } };

function notesOf(lines: readonly Line[], type: string): Note[] {
  return lines.flatMap(({ choices }) => [
    ...(choices?.[0]?.message?.annotations ?? choices?.[0]?.delta?.annotations ?? []) as Note[],
  ]).filter((note) => note.type === type);
}

for (const format of ["stream-json", "stream-chunk-json"]) {
  Deno.test(`RFC 11, 12, 24: ${format} shows each status, the confirmation and relative diffs of edits`, async () => {
    const edit: Step[] = [{ call: "edit", input: { file_path: "in/a.txt", old_string: "one", new_string: "uno" } }];
    await using model = fakeModel([
      [{ call: "read_file", input: { file_path: "in/a.txt" } }],
      edit,
      [{ call: "run_shell_command", input: { command: "touch b" } }],
      "Done.",
    ]);
    const args = ["--approval-mode", "default", "--output-format", format];
    await using host = await ChatHost.open(args, { model, files: { "in/a.txt": "one\ntwo\n" } });
    await host.prompt("S", "Work");
    await host.answer(await host.next(isType("control_request")), { behavior: "approve" });
    await host.answer(await host.next(isType("control_request")), { behavior: "deny", message: "No." });
    const summary = await host.next((line) => isSummary(line, "S"));
    const shown = notesOf(host.lines, "x-qwen-tool-display").filter(({ tool_name }) => tool_name !== "read_file");
    assertEquals(shown.map(({ tool_name, status }) => `${tool_name} ${status}`), [
      ...["Pending", "Confirming", "Executing", "Success"].map((status) => `edit ${status}`),
      ...["Pending", "Confirming", "Canceled"].map((status) => `run_shell_command ${status}`),
    ]);
    assertEquals([shown[1].confirmation?.type, shown[5].confirmation?.type], ["edit", "exec"]);
    const { diff, file_name } = shown[3].result_display ?? {};
    assertEquals(file_name, "in/a.txt");
    assertMatch(diff, /^diff --git a\/in\/a\.txt b\/in\/a\.txt\n--- a\/in\/a\.txt\n\+\+\+ b\/in\/a\.txt\n@@ /);
    assertMatch(diff, /^-one\n\+uno$/m);
    // Claude 51: the host's own denial is listed.
    const denials = summary.metadata?.permission_denials as { tool_name: string }[];
    assertEquals(denials.map(({ tool_name }) => tool_name), ["run_shell_command"], "Claude 51");
  });
}

Deno.test("Claude 51: permission_denials of chat list a host's denial with its input", async () => {
  await using model = fakeModel([[{ call: "run_shell_command", id: "c1", input: { command: "touch b" } }], "Done."]);
  await using host = await ChatHost.open(["--approval-mode", "default"], { model });
  await host.prompt("S", "Work");
  await host.answer(await host.next(isType("control_request")), { behavior: "deny", message: "No." });
  const { metadata } = await host.next((line) => isSummary(line, "S"));
  const [denial, ...others] = metadata?.permission_denials as Record<string, unknown>[];
  assertEquals([denial.tool_name, denial.tool_use_id ?? denial.tool_call_id, others], ["run_shell_command", "c1", []]);
  assertMatch(JSON.stringify(denial), /touch b/);
});

Deno.test("RFC 7: a chat host offers the tools of its own server by initialize, without a session id", async () => {
  await using model = fakeModel([[{ call: "mcp__calc__add", input: { a: 1, b: 2 } }], "Three."]);
  await using host = await ChatHost.open(["--approval-mode", "yolo"], { model });
  const request = { subtype: "initialize", mcp_servers: { calc: { type: "sdk", name: "calc" } } };
  await host.send({ type: "control_request", request_id: "i", request });
  await host.prompt("S", "Add");
  const methods: string[] = [];
  for (;;) {
    const line = await host.next((one) => one.type === "control_request" || isSummary(one, "S"));
    if (line.type !== "control_request") break;
    const { server_name, message } = line.request as {
      server_name: string;
      message: {
        id?: number;
        method: string;
        params: { protocolVersion: string; arguments: { a: number; b: number } };
      };
    };
    methods.push(`${line.subtype} ${server_name} ${message.method}`);
    const { a, b } = message.params?.arguments ?? {};
    const result = message.method === "initialize"
      ? {
        protocolVersion: message.params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: "calc", version: "1" },
      }
      : message.method === "tools/list"
      ? { tools: [{ name: "add", description: "Adds", inputSchema: { type: "object" } }] }
      : { content: [{ type: "text", text: `The sum is ${a + b}` }] };
    const mcp_response = message.id === undefined ? {} : { jsonrpc: "2.0", id: message.id, result };
    await host.answer(line, { mcp_response });
  }
  const called = methods.filter((method) => /initialize|tools/.test(method) && !/notifications/.test(method));
  assertEquals(called, ["initialize", "tools/list", "tools/call"].map((method) => `mcp_message calc ${method}`));
  const answer = host.lines.find((line) => line.type === "control_response");
  assertEquals([answer?.request_id, (answer?.response as { subtype: string }).subtype], ["i", "success"]);
  assertMatch(JSON.stringify(model.requests[1].body.messages.at(-1)), /The sum is 3/);
});

Deno.test("RFC 7: hooks of an initialize without a session id hold once in each session, named or not", async () => {
  const look: Step[] = [{ call: "list_directory", input: { path: "." } }];
  await using model = fakeModel([look, "One.", look, "Two.", look, "Three.", look, "Four."]);
  await using host = await ChatHost.open([], { model });
  const hooks = { PreToolUse: [{ matcher: "list_directory", hookCallbackIds: ["cb"] }] };
  await host.send({ type: "control_request", request_id: "i", request: { subtype: "initialize", hooks } });
  assertEquals((await host.next(isType("control_response"))).request_id, "i");
  for (const session_id of ["A", "A", "B", undefined]) {
    await host.send({ ...(session_id ? { session_id } : {}), input: { parts: [{ type: "text", text: "Look" }] } });
    const asked: string[] = [];
    for (;;) {
      const line = await host.next((one) => one.type === "control_request" || isSummary(one));
      if (line.type !== "control_request") break;
      asked.push(String(line.subtype));
      await host.answer(line, {});
    }
    assertEquals(asked, ["hook_callback"], session_id);
  }
});
