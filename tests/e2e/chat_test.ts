import { assert, assertEquals, assertMatch } from "@std/assert";
import { ChatHost, contentOf, isSummary, isType, type Line } from "../support/chat_host.ts";

const WEATHER = [{ type: "function", function: { name: "get_weather", parameters: { type: "object" } } }];

/** Seqs of the lines of a session. */
function seqs(lines: Line[], sessionId: string): unknown[] {
  return lines.flatMap(({ metadata, object }) => object && metadata?.session_id === sessionId ? [metadata.seq] : []);
}

Deno.test("chat answers the RFC's debugging request whole, and the last line is the answer", async () => {
  await using host = await ChatHost.open(["--output-format", "stream-json"]);
  await host.send({ model: "demo", messages: [{ role: "user", content: "Hello" }] });
  assertEquals(await host.close(), 0);
  const [receipt, assistant, summary, ...more] = host.lines;
  assertEquals(more, []);
  assertEquals([receipt.metadata?.event, summary.metadata?.event], ["init", "summary"]);
  assertEquals(contentOf(summary), contentOf(assistant));
  assertMatch(String(contentOf(summary)), /^Hello! I am the demo model/);
});

Deno.test("chat answers the RFC's debugging request in chunks", async () => {
  await using host = await ChatHost.open(["--output-format", "stream-chunk-json"]);
  await host.send({ model: "demo", messages: [{ role: "user", content: "Greet me word by word" }] });
  assertEquals(await host.close(), 0);
  const text = host.lines.map((line) => line.choices?.[0]?.delta?.content ?? "").join("");
  assertMatch(text, /^Hello! I am the demo model/);
  assertEquals(host.lines[0].metadata?.event, "init");
  assertEquals(host.lines.at(-2)?.choices?.[0].finish_reason, "stop");
  assert(isSummary(host.lines.at(-1) ?? {}));
  const ids = new Set(host.lines.map(({ id }) => id));
  assertEquals(ids.size, 1);
});

Deno.test("chat asks before it writes, and does as it is told", async () => {
  await using host = await ChatHost.open(["--approval-mode", "default"]);
  const answers = [
    [{ subtype: "success", result: { behavior: "deny", message: "Not here" } }, null],
    [{ subtype: "success", result: { behavior: "approve" } }, "some text\n"],
  ] as const;
  for (const [response, content] of answers) {
    await host.prompt("S", "write notes.txt: some text");
    const question = await host.next(isType("control_request"));
    assertEquals(question.subtype, "can_use_tool");
    await host.send({ type: "heartbeat_request", session_id: "S" });
    assertEquals((await host.next(isType("result/heartbeat"))).state, "waiting_permission");
    await host.send({ type: "control_response", request_id: question.request_id, response });
    await host.next((line) => isSummary(line, "S"));
    assertEquals(await Deno.readTextFile(`${host.cwd}/notes.txt`).catch(() => null), content);
  }
  assertEquals(await host.close(), 0);
});

Deno.test("chat denies an open question when the input ends", async () => {
  await using host = await ChatHost.open(["--approval-mode", "default"]);
  await host.prompt("S", "write notes.txt: some text");
  await host.next(isType("control_request"));
  assertEquals(await host.close(), 0);
  const last = host.lines.at(-1) ?? {};
  assert(isSummary(last, "S"));
  const told = host.lines.flatMap(({ metadata }) => (metadata?.control_errors ?? []) as { message: string }[]);
  assertEquals(told.map(({ message }) => message), ["The input ended before an answer came"]);
});

Deno.test("chat cancels a running command at once, says so, and takes the next prompt", async () => {
  await using host = await ChatHost.open(["--approval-mode", "yolo"]);
  await host.prompt("S", "run: sleep 60");
  await host.next((line) => line.choices?.[0]?.finish_reason === "tool_calls");
  await host.send({ type: "control/cancel", session_id: "S", reason: "escape", request_id: "r1" });
  assertEquals((await host.next(isType("result/cancel"))).status, "ok");
  assertEquals((await host.next(isType("control_response"))).request_id, "r1");
  assertEquals((await host.next(isType("x-qwen-session-event"))).event, "USER_CANCELLED");
  assertEquals((await host.next((line) => isSummary(line, "S"))).metadata?.subtype, "cancelled");
  await host.send({ type: "control/cancel", session_id: "S", reason: "escape" });
  assertEquals((await host.next(isType("result/cancel"))).status, "noop");
  await host.prompt("S", "Hello");
  assertEquals((await host.next((line) => isSummary(line, "S"))).metadata?.subtype, "success");
});

Deno.test("chat pauses for the client's tools and goes on with their results", async () => {
  await using host = await ChatHost.open();
  await host.prompt("S", 'call get_weather {"city":"Oslo"}', { tools: WEATHER });
  const pause = await host.next(({ metadata }) => metadata?.event === "pause");
  const [call] = pause.choices?.[0].message?.tool_calls as { id: string; function: object }[];
  assertEquals(call.function, { name: "get_weather", arguments: '{"city":"Oslo"}' });
  const parts = [{ type: "function_response", function_response: { response: { output: "sunny" } } }];
  const answer = { session_id: "S", prompt_id: pause.metadata?.prompt_id, input: { origin: "tool_response", parts } };
  await host.send({ ...answer, tool_call_id: "nobody" });
  assertEquals(((await host.next((line) => "error" in line)).error as { code: string }).code, "QWEN_UNKNOWN_TOOL_CALL");
  await host.send({ ...answer, tool_call_id: call.id });
  assertMatch(String(contentOf(await host.next((line) => isSummary(line, "S")))), /sunny/);
  assertEquals(seqs(host.lines, "S"), [1, 2, 3, 4, 5]);
});

Deno.test("chat answers commands and hints while a turn runs", async () => {
  await using host = await ChatHost.open(["--approval-mode", "yolo"]);
  await host.prompt("S", "run: sleep 60");
  await host.next((line) => line.choices?.[0]?.finish_reason === "tool_calls");
  await host.prompt("S", "/chat list");
  const command = await host.next(isType("result/command"));
  assertEquals(command.command, { kind: "slash", path: ["chat", "list"], args: "" });
  await host.prompt("S", "/nonsense");
  assertEquals(((await host.next(isType("result/command"))).result as { level: string }).level, "error");
  await host.send({ type: "command_hint_request", session_id: "S", trigger: "slash", text: "/c", cursor: 2 });
  const { suggestions } = await host.next(isType("result/command_hint"));
  assert((suggestions as { label: string }[]).some(({ label }) => label === "chat"));
  await host.send({ type: "control/cancel", session_id: "S", reason: "escape" });
  await host.next((line) => isSummary(line, "S"));
});

Deno.test("chat keeps 200 sessions on one stdin apart", async () => {
  await using host = await ChatHost.open();
  const names = Array.from({ length: 200 }, (_, index) => `session-${index}`);
  for (const name of names) await host.prompt(name, `call get_weather {"city":"${name}"}`, { tools: WEATHER });
  for (let count = 0; count < names.length; count++) {
    const pause = await host.next(({ metadata }) => metadata?.event === "pause");
    const name = pause.metadata?.session_id;
    const [call] = pause.choices?.[0].message?.tool_calls as { id: string; function: { arguments: string } }[];
    assertEquals(JSON.parse(call.function.arguments), { city: name });
    const parts = [{ function_response: { response: { output: `weather of ${name}` } } }];
    await host.send({ session_id: name, tool_call_id: call.id, input: { origin: "tool_response", parts } });
  }
  assertEquals(await host.close(), 0);
  const summaries = host.lines.filter((line) => isSummary(line));
  const texts = new Map(summaries.map((line) => [line.metadata?.session_id, String(contentOf(line))]));
  for (const name of names) {
    assertEquals([name, texts.get(name)?.includes(`weather of ${name}\n`)], [name, true]);
    assertEquals(seqs(host.lines, name), [1, 2, 3, 4, 5]);
  }
});

Deno.test("chat lives through bad lines and answers each with its number", async () => {
  await using host = await ChatHost.open();
  await host.send({ type: "heartbeat_request" });
  for (let count = 0; count < 300; count++) await host.send(count % 2 ? "{oops" : '{"input":7}');
  await host.send({ type: "heartbeat_request" });
  assertEquals(await host.close(), 0);
  const numbers = host.lines.flatMap((line) => "error" in line ? [line.line] : []);
  assertEquals(numbers, Array.from({ length: 300 }, (_, index) => index + 2));
  assertEquals(host.lines.filter(isType("result/heartbeat")).length, 2);
});

Deno.test("chat gives up on something that is no conversation, with one closing error", async () => {
  await using host = await ChatHost.open();
  for (let count = 0; count < 120; count++) await host.send("<p>").catch(() => {/* It has ended. */});
  assertEquals(await host.close(), 1);
  const codes = host.lines.flatMap((line) => "error" in line ? [(line.error as { code: string }).code] : []);
  assertEquals(codes.length, 101);
  assertEquals(codes.at(-1), "QWEN_TOO_MANY_BAD_LINES");
});

Deno.test("chat refuses a later protocol and ends with 1", async () => {
  await using host = await ChatHost.open();
  await host.send({ protocol_version: 3, input: { parts: [{ text: "x" }] } });
  assertEquals(await host.close(), 1);
  assertEquals(host.lines.map(({ choices }) => choices?.[0].finish_reason), ["error"]);
});

Deno.test("chat loses nothing when many sessions speak faster than the host reads", async () => {
  await using host = await ChatHost.open(["--output-format", "stream-chunk-json"]);
  const names = Array.from({ length: 40 }, (_, index) => `session-${index}`);
  for (const name of names) await host.prompt(name, "count to 300");
  assertEquals(await host.close(), 0);
  for (const name of names) {
    const lines = host.lines.filter(({ metadata }) => metadata?.session_id === name);
    assertEquals(seqs(lines, name), lines.map((_, index) => index + 1));
    assertEquals(lines.filter((line) => isSummary(line)).length, 1);
  }
});

Deno.test("chat tells a run that cannot begin with an error object and a status", async () => {
  await using host = await ChatHost.open(["--resume", "00000000-0000-4000-8000-000000000000"]);
  assertEquals(await host.close(), 1);
  assertEquals(host.lines.map(({ error }) => (error as { code: string }).code), ["QWEN_SESSION_NOT_FOUND"]);
});

Deno.test("chat refuses what is no conversation before any dialect is known", async () => {
  await using host = await ChatHost.open(["--dialect", "auto"]);
  for (let count = 0; count < 120; count++) await host.send("<p>").catch(() => {/* It has ended. */});
  assertEquals(await host.close(), 1);
  assertEquals(host.lines.map((line) => line.line), [...Array.from({ length: 100 }, (_, index) => index + 1), 100]);
});

Deno.test("chat tells a start without a key in the words of the asker, whatever the format", async () => {
  const requests = [
    { messages: [{ role: "user", content: "Hello" }] },
    { session_id: "_new", input: { parts: [{ type: "text", text: "Hello" }] } },
  ];
  for (const request of requests) {
    for (const format of ["stream-json", "stream-chunk-json"]) {
      await using host = await ChatHost.open(["--dialect=auto", "--output-format", format], { model: { env: {} } });
      await host.send(request).catch(() => {/* It has ended. */});
      assertEquals(await host.close(), 1);
      const last = host.lines.at(-1) as Line & { error: { code: string; type: string } };
      assertEquals([last.error.code, last.error.type], ["QWEN_NO_AUTH", "authentication_error"]);
      if (format === "stream-json") continue;
      const [{ choices }] = host.lines;
      const [note] = choices?.[0].delta?.annotations as Record<string, unknown>[];
      assertEquals([note.type, note.channel, note.source, note.exit_code], ["x-qwen-terminal", "stderr", "system", 1]);
    }
  }
});
