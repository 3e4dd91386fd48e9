import { assert, assertEquals, assertMatch } from "@std/assert";
import { ChatHost, contentOf, isSummary, isType, type Line } from "../support/chat_host.ts";
import { fakeModel } from "../support/fake_model.ts";

type Note = Record<string, unknown> & { type: string; result_display?: Record<string, unknown> };

function notes(lines: Line[]): Note[] {
  return lines.flatMap(({ choices }) => {
    const [choice] = choices ?? [];
    return (choice?.message?.annotations ?? choice?.delta?.annotations ?? []) as Note[];
  });
}

function displays(lines: Line[], status: string): Note[] {
  return notes(lines).filter((note) => note.type === "x-qwen-tool-display" && note.status === status);
}

function events(lines: Line[]): unknown[] {
  return notes(lines).filter(({ type }) => type === "x-qwen-session-event").map(({ event }) => event);
}

Deno.test("chat tells in its receipt what it is and what it can", async () => {
  await using host = await ChatHost.open(["--approval-mode", "plan", "--max-input-line-bytes", "100000"]);
  await host.ask("S", "say hi");
  const { metadata, system_fingerprint, choices } = host.lines[0];
  assertEquals(choices?.map(({ message, finish_reason }) => ({ message, finish_reason })), [{
    message: { role: "assistant", content: "" },
    finish_reason: "stop",
  }]);
  const { event, protocol_version, input_format, output_format, cwd, approval_mode, limits, version } = metadata ?? {};
  assertEquals([event, protocol_version, input_format, output_format], ["init", 1, "stream-json", "stream-json"]);
  assertEquals([cwd, approval_mode], [await Deno.realPath(host.cwd), "plan"]);
  assertEquals((limits as Record<string, number>).max_input_line_bytes, 100_000);
  assertEquals(system_fingerprint, `qwen-${version}-p1`);
  assert((metadata?.tools as string[]).includes("read_file"));
  assert((metadata?.commands as string[]).includes("chat"));
  assertEquals((metadata?.capabilities as Record<string, boolean>).chunks, true);
});

Deno.test("chat shows a tool from pending to success, with a real diff", async () => {
  await using host = await ChatHost.open(["--approval-mode", "yolo", "--output-format", "stream-chunk-json"], {
    files: { "src/main.py": "print('Hi')\n" },
  });
  await host.ask("S", "read src/main.py\nthen\nedit src/main.py: 'Hi' => 'Hello'");
  const shown = notes(host.lines).filter(({ tool_name }) => tool_name === "edit");
  assertEquals(shown.map(({ status, pending }) => [status, pending]), [
    ["Pending", true],
    ["Executing", false],
    ["Success", false],
  ]);
  const [{ result_display, session_id, confirmation, timestamp, prompt_id }] = shown.slice(-1);
  assertEquals([session_id, confirmation, prompt_id, Number.isInteger(timestamp)], ["S", null, "S########1", true]);
  const { kind, original, modified, stat, diff } = result_display ?? {};
  assertEquals([kind, original, modified], ["file_diff", "print('Hi')\n", "print('Hello')\n"]);
  assertEquals(stat, { ai_added_lines: 1, ai_removed_lines: 1, user_added_lines: 0, user_removed_lines: 0 });
  assertMatch(String(diff), /@@ -1,?1? \+1,?1? @@\n-print\('Hi'\)\n\+print\('Hello'\)/);
});

Deno.test("chat shows lists, plans, sub-agents and text as what they are", async () => {
  const todos = [{ id: "1", content: "Look", status: "in_progress" }];
  await using model = fakeModel([
    [{ call: "todo_write", input: { todos } }],
    [{ call: "exit_plan_mode", input: { plan: "# Plan\n1. Look" } }],
    [{ call: "glob", input: { pattern: "*" } }],
    "Done.",
  ]);
  await using host = await ChatHost.open(["--approval-mode", "plan"], { model });
  await host.prompt("S", "Plan it");
  const question = await host.next(isType("control_request"));
  const { confirmation } = question.request as { confirmation: Record<string, unknown> };
  assertEquals([confirmation.type, confirmation.plan], ["plan", "# Plan\n1. Look"]);
  await host.answer(question, { behavior: "approve" });
  await host.next((line) => isSummary(line, "S"));
  const kinds = displays(host.lines, "Success").map(({ result_display }) => result_display);
  assertEquals(kinds.map((display) => display?.kind), ["todo_list", "plan_summary", "string"]);
  assertEquals(kinds[0]?.todos, todos);
  assertEquals(kinds[1]?.plan_markdown, "# Plan\n1. Look");
});

Deno.test("chat streams the output of a running tool and ends it with its status", async () => {
  await using host = await ChatHost.open(["--approval-mode", "yolo", "--output-format", "stream-chunk-json"]);
  await host.ask("S", "run: printf 'one\\n'; printf 'two\\n' >&2; exit 3");
  const live = displays(host.lines, "Executing").flatMap(({ result_display }) => result_display?.text ?? []);
  assertEquals(live.toSorted(), ["one\n", "two\n"]);
  const streams = notes(host.lines).filter(({ type, source }) => type === "x-qwen-terminal" && source === "tool");
  assertEquals(
    new Set(streams.map(({ channel, text, log_scope }) => `${channel} ${text} ${log_scope}`)),
    new Set([
      "stdout one\n tool",
      "stderr two\n tool",
    ]),
  );
  assertEquals(
    host.lines.map((line) => line.choices?.[0]?.delta?.content ?? "").join("").includes("one\n\ntwo"),
    false,
  );
});

Deno.test("chat tells thoughts, retries, limits and ends as annotations", async () => {
  const busy = { status: 503, body: { error: { message: "busy" } }, headers: { "retry-after": "0" } };
  await using model = fakeModel([
    busy,
    [{ thinking: "**Plan** Look first." }, { text: "Hi." }],
    ...Array.from({ length: 4 }, () => [{ text: "Cut" }, { stop: "length" }]),
    [{ call: "glob", input: { pattern: "*" } }],
  ]);
  await using host = await ChatHost.open([], { model });
  await host.ask("S", "One");
  const thought = notes(host.lines).find(({ type }) => type === "x-qwen-thought");
  assertEquals([thought?.subject, thought?.description], ["Plan", "Look first."]);
  const cut = await host.ask("S", "Two");
  assertEquals(cut.choices?.[0].finish_reason, "length");
  await host.ask("S", "Three", { options: { max_turns: 1 } });
  assertEquals(events(host.lines), ["Retry", "Finished", "MAX_TOKENS", "MaxSessionTurns"]);
  const truncated = notes(host.lines).find(({ event }) => event === "MAX_TOKENS");
  assertEquals([truncated?.message, truncated?.log_scope], ["Response truncated due to token limits.", "system"]);
});

Deno.test("chat trims its annotations as it is told", async () => {
  const types: Record<string, string[]> = {};
  for (const level of ["none", "tools", "all"]) {
    await using host = await ChatHost.open(["--approval-mode", "yolo", "--annotations", level]);
    await host.ask("S", "think\nrun: echo hi");
    types[level] = [...new Set(notes(host.lines).map(({ type }) => type))].sort();
  }
  const all = ["x-qwen-session-event", "x-qwen-terminal", "x-qwen-thought", "x-qwen-tool-display"];
  assertEquals(types, { none: [], tools: ["x-qwen-tool-display"], all });
});

Deno.test("chat restores what a command has done to the terminal", async () => {
  await using host = await ChatHost.open(["--approval-mode", "yolo"]);
  await host.ask("S", "run: printf '\\033[?2004h\\033[31mred'");
  const raw = notes(host.lines).filter(({ type }) => type === "x-qwen-ansi").map(({ value }) => value);
  assertEquals(raw.join("").includes("\u001b[?2004l"), true);
});

Deno.test("chat ends a whole run with the answer in its last line", async () => {
  await using host = await ChatHost.open(["--approval-mode", "yolo"], { files: { "a.txt": "heron\n" } });
  await host.ask("S", "read a.txt");
  const roles = host.lines.map(({ choices }) => [choices?.[0].message?.role, choices?.[0].finish_reason]);
  assertEquals(roles, [
    ["assistant", "stop"],
    ["assistant", "tool_calls"],
    ["tool", "tool_calls"],
    ["assistant", "stop"],
    ["assistant", "stop"],
  ]);
  const [answer, summary] = host.lines.slice(-2);
  assertEquals(contentOf(summary), contentOf(answer));
  const totals = host.lines.flatMap(({ usage }) => usage ? [(usage as Record<string, number>).total_tokens] : []);
  assertEquals(totals.at(-1), totals[0] + totals[1]);
});

Deno.test("chat shows a sub-agent at work and names its end", async () => {
  await using model = fakeModel([], {
    otherwise: ({ body }) => {
      const said = JSON.stringify(body.messages);
      if (said.includes("Find the bird") && !said.includes("Delegate")) return "It is a heron.";
      if (said.includes("It is a heron")) return "A heron.";
      const input = { subagent_type: "general-purpose", description: "Find it", prompt: "Find the bird" };
      return [{ call: "agent", input }];
    },
  });
  await using host = await ChatHost.open(["--approval-mode", "yolo"], { model });
  const summary = await host.ask("S", "Delegate it");
  assertEquals(contentOf(summary), "A heron.");
  const [shown] = displays(host.lines, "Success").map(({ result_display }) => result_display);
  assertEquals([shown?.kind, shown?.subagentName, shown?.status], ["task_execution", "general-purpose", "completed"]);
});

Deno.test("chat names a model that turns in circles and a budget that is spent", async () => {
  const circle = [{ call: "glob", input: { pattern: "*.none" } }];
  await using model = fakeModel([], { otherwise: circle });
  await using host = await ChatHost.open(["--approval-mode", "yolo"], { model });
  const stuck = await host.ask("S", "Go");
  assertEquals((stuck.metadata?.error as Record<string, unknown>).code, "loop_detected");
  assertEquals(events(host.lines).at(-1), "LoopDetected");
  await using poor = await ChatHost.open(["--approval-mode", "yolo", "--max-total-tokens", "20"], { model });
  const spent = await poor.ask("S", "Go");
  assertEquals(spent.metadata?.subtype, "limit");
  assertEquals(events(poor.lines).at(-1), "SessionTokenLimitExceeded");
});

Deno.test("chat reads the same lines under either name of the input format", async () => {
  await using host = await ChatHost.open(["--input-format", "stream-chunk-json"]);
  assertEquals(contentOf(await host.ask("S", "say hi")), "hi");
  assertEquals(host.lines[0].metadata?.input_format, "stream-chunk-json");
});
