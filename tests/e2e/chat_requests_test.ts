import { assert, assertEquals, assertMatch } from "@std/assert";
import { ChatHost, contentOf, isSummary, isType, type Line } from "../support/chat_host.ts";
import { fakeModel } from "../support/fake_model.ts";

const WEATHER = [{ type: "function", function: { name: "get_weather", parameters: { type: "object" } } }];

interface Wire {
  error: { message: string; type: string; param: string | null; code: string };
  line?: number;
}

async function refusal(host: ChatHost): Promise<Wire> {
  return await host.next((line) => "error" in line) as Line & Wire;
}

function isPause({ metadata }: Line): boolean {
  return metadata?.event === "pause";
}

function callOf(pause: Line): { id: string; function: { name: string; arguments: string } } {
  return (pause.choices?.[0].message?.tool_calls as { id: string; function: { name: string; arguments: string } }[])[0];
}

Deno.test("chat chooses itself for requests with input or messages, and the debugging commands work as printed", async () => {
  const requests = [
    { model: "qwen-coder", messages: [{ role: "user", content: "Hello" }] },
    { session_id: "_new", input: { origin: "user", parts: [{ type: "text", text: "Hello" }], command: null } },
  ];
  for (const request of requests) {
    for (const format of ["stream-json", "stream-chunk-json"]) {
      await using model = fakeModel([[{ text: ["Hello", " you"] }]]);
      await using host = await ChatHost.open(["--dialect", "auto", "--output-format", format], { model });
      await host.send(request);
      assertEquals(await host.close(), 0);
      const object = format === "stream-json" ? "chat.completion" : "chat.completion.chunk";
      assertEquals(new Set(host.lines.map((line) => line.object)), new Set([object]));
      const last = host.lines.at(-1) ?? {};
      const text = format === "stream-json"
        ? contentOf(last)
        : host.lines.map((line) => line.choices?.[0]?.delta?.content ?? "").join("");
      assertEquals(text, "Hello you");
      const { metadata } = host.lines[0];
      assertEquals(
        [metadata?.event, metadata?.protocol_version, metadata?.input_format, metadata?.output_format],
        ["init", 1, "stream-json", format],
      );
      assertEquals(host.lines.map((line) => line.metadata?.seq), host.lines.map((_, index) => index + 1));
      assertEquals(new Set(host.lines.map(({ id }) => id)), new Set([`chatcmpl-${metadata?.session_id}`]));
    }
  }
});

Deno.test("chat sends options of a request to the model, for that request only", async () => {
  await using model = fakeModel([], { otherwise: "Hello." });
  await using host = await ChatHost.open([], { model });
  const options = { temperature: 0.2, top_p: 0.5, max_tokens: 77, tool_overrides: ["EditTool", "read_file"] };
  await host.ask("S", "Hello", { options });
  await host.ask("S", "Hello");
  const [first, second] = model.requests.map(({ body }) => body);
  assertEquals([first.temperature, first.top_p, first.max_tokens ?? first.max_completion_tokens], [0.2, 0.5, 77]);
  const names = first.tools.map((tool: { function: { name: string } }) => tool.function.name);
  assertEquals(names.sort(), ["edit", "read_file"]);
  assertEquals([second.temperature, second.top_p, second.tools.length > 2], [undefined, undefined, true]);
});

Deno.test("chat keeps to max_turns and timeout_ms and says so in plain words", async () => {
  await using model = fakeModel([
    [{ call: "glob", input: { pattern: "*" } }],
    [{ text: "Half" }, { wait: "never" }],
    [{ call: "run_shell_command", input: { command: "touch a.txt" } }],
  ]);
  await using host = await ChatHost.open(["--approval-mode", "default"], { model });
  const turns = await host.ask("S", "Hello", { options: { max_turns: 1 } });
  assertEquals([turns.metadata?.subtype, turns.metadata?.num_turns], ["limit", 1]);
  assertEquals((turns.metadata?.error as Line).code, "turn_limit");
  const time = await host.ask("S", "Hello", { options: { timeout_ms: 300 } });
  assertEquals(time.metadata?.subtype, "limit");
  assertEquals(contentOf(time), "The prompt was stopped: its time limit of 0.3s is over.");
  const asking = await host.ask("S", "Hello", { options: { timeout_ms: 400 } });
  assertEquals([asking.metadata?.subtype, contentOf(asking)], [
    "limit",
    "The prompt was stopped: its time limit of 0.4s is over.",
  ]);
  assertEquals(JSON.stringify(host.lines).includes("API Error"), false);
});

Deno.test("chat delivers structured output where a request asks for it", async () => {
  const schema = { type: "object", properties: { bird: { type: "string" } }, required: ["bird"] };
  await using model = fakeModel([[{ call: "structured_output", input: { bird: "heron" } }], "Hello."]);
  await using host = await ChatHost.open([], { model });
  const format = { type: "json_schema", json_schema: { name: "bird", schema } };
  const summary = await host.ask("S", "Which bird?", { options: { response_format: format } });
  assertEquals(summary.metadata?.structured_output, { bird: "heron" });
  assertEquals(contentOf(await host.ask("S", "Hello")), "Hello.");
});

Deno.test("chat takes the conversation, system words and tools of a request of the chat API", async () => {
  await using model = fakeModel([[{ call: "get_weather", input: { city: "Oslo" }, id: "w1" }], "Sunny.", "Hello."]);
  await using host = await ChatHost.open([], { model });
  const messages = [
    { role: "system", content: "Speak of birds." },
    { role: "user", content: "First" },
    { role: "assistant", content: "Answer" },
    { role: "user", content: [{ type: "text", text: "Last" }] },
  ];
  await host.send({ model: "some-model", messages, tools: WEATHER, temperature: 0.1 });
  const pause = await host.next(isPause);
  const { body } = model.requests[0];
  assertEquals([body.model, body.temperature], ["some-model", 0.1]);
  assertMatch(JSON.stringify(body.messages[0]), /Speak of birds\./);
  const said = body.messages.slice(1).map((message: unknown) => JSON.stringify(message));
  assertMatch(said.join("\n"), /"user".*First.*\n.*"assistant".*Answer.*\n.*"user".*Last/);
  const session_id = pause.metadata?.session_id;
  const answer = { role: "tool", tool_call_id: callOf(pause).id, content: "sunny" };
  await host.send({ model: "some-model", session_id, messages: [...messages, answer] });
  assertEquals(contentOf(await host.next((line) => isSummary(line))), "Sunny.");
  await host.send({ messages: [{ role: "user", content: "Another" }] });
  const other = await host.next((line) => isSummary(line));
  assertEquals(other.metadata?.session_id === session_id, false);
});

Deno.test("chat pauses in chunks with a finish reason and a usage of the turn so far", async () => {
  await using model = fakeModel([[{ call: "get_weather", input: { city: "Oslo" }, id: "w1" }], "Sunny."]);
  await using host = await ChatHost.open(["--output-format", "stream-chunk-json"], { model });
  await host.prompt("S", "Weather?", { tools: WEATHER, prompt_id: "p" });
  const pause = await host.next(isPause);
  assertEquals([pause.choices, (pause.usage as Line).total_tokens], [[], 15]);
  assertEquals(host.lines.at(-2)?.choices?.[0].finish_reason, "tool_calls");
  const calls = host.lines.flatMap((line) => (line.choices?.[0]?.delta?.tool_calls ?? []) as { id?: string }[]);
  const [{ id }] = calls;
  const parts = [{ type: "function_response", function_response: { id, response: { output: "sunny" } } }];
  await host.send({ session_id: "S", prompt_id: "p", tool_call_id: id, input: { origin: "tool_response", parts } });
  const summary = await host.next((line) => isSummary(line, "S"));
  assertEquals([summary.metadata?.prompt_id, (summary.usage as Line).total_tokens], ["p", 30]);
  assertEquals(host.lines.filter((line) => isSummary(line)).length, 1);
});

Deno.test("chat ends a pause that nobody can end any more, before and after the end of input", async () => {
  for (const isPausedFirst of [true, false]) {
    await using host = await ChatHost.open();
    await host.prompt("S", "call get_weather {}", { tools: WEATHER });
    if (isPausedFirst) await host.next(isPause);
    assertEquals(await host.close(), 0);
    assertEquals(host.lines.at(-1)?.metadata?.subtype, "cancelled");
    assertEquals(host.lines.filter(isPause).length, 1);
  }
});

Deno.test("chat runs one of its own tools for the client, under the same permissions", async () => {
  await using host = await ChatHost.open(["--approval-mode", "default"], { files: { "a.txt": "heron\n" } });
  const request = (name: string, args: object): object => ({
    session_id: "S",
    input: { parts: [] },
    tool_request: { callId: "t1", name, args },
  });
  await host.send(request("read_file", { file_path: `${host.cwd}/a.txt` }));
  const tool = await host.next((line) => line.choices?.[0]?.message?.role === "tool");
  assertEquals(tool.choices?.[0].message?.tool_call_id, "t1");
  assertMatch(String(contentOf(tool)), /heron/);
  const summary = await host.next((line) => isSummary(line, "S"));
  assertEquals([summary.metadata?.subtype, summary.metadata?.num_turns], ["success", 0]);
  await host.send(request("write_file", { file_path: `${host.cwd}/b.txt`, content: "owl\n" }));
  const question = await host.next(isType("control_request"));
  assertEquals(question.tool, {
    name: "write_file",
    arguments: { file_path: `${host.cwd}/b.txt`, content: "owl\n" },
  });
  await host.answer(question, { behavior: "approve" });
  await host.next((line) => isSummary(line, "S"));
  assertEquals(await Deno.readTextFile(`${host.cwd}/b.txt`), "owl\n");
  await host.send(request("no_such_tool", {}));
  assertMatch(String(contentOf(await host.next((line) => isSummary(line, "S")))), /not found/);
});

Deno.test("chat gives prompts ids of their own, refuses used ones, and counts on after a resume", async () => {
  await using host = await ChatHost.open();
  const ids = [];
  for (let count = 0; count < 2; count++) ids.push((await host.ask("S", "say hi")).metadata?.prompt_id);
  await host.prompt("S", "/about");
  ids.push((await host.next(isType("result/command"))).prompt_id);
  assertEquals(ids, ["S########1", "S########2", "S########3"]);
  await host.ask("S", "say hi", { prompt_id: "mine" });
  await host.prompt("S", "say hi", { prompt_id: "mine" });
  const { error } = await refusal(host);
  assertEquals([error.code, error.param], ["QWEN_DUPLICATE_PROMPT_ID", "prompt_id"]);
  await host.ask("S", "say hi", { prompt_id: "mine", continuation: true });
  assertEquals(await host.close(), 0);
  await using later = await ChatHost.open([], { folder: host.folder });
  const again = (await later.ask("S", "say hi")).metadata?.prompt_id;
  assertEquals(/^S########\d+$/.test(String(again)) && Number(String(again).split("########")[1]) > 4, true);
});

Deno.test("chat names the field and the line of everything that it refuses", async () => {
  await using host = await ChatHost.open(["--max-input-line-bytes", "2000"]);
  await host.send({ type: "heartbeat_request" });
  await host.next(isType("result/heartbeat"));
  const cases: [object | string, string, string | null][] = [
    ["{oops", "QWEN_INVALID_JSON", null],
    [{ input: {} }, "QWEN_MISSING_FIELD", "input.parts"],
    [{ input: { parts: [{ type: "nonsense" }] } }, "QWEN_UNKNOWN_TYPE", "input.parts[0].type"],
    [{ input: { parts: [{ type: "text" }] } }, "QWEN_MISSING_FIELD", "input.parts[0].text"],
    [{ input: { origin: "nobody", parts: ["x"] } }, "QWEN_INVALID_VALUE", "input.origin"],
    [{ input: { parts: ["x"] }, options: { temperature: 9 } }, "QWEN_INVALID_VALUE", "options.temperature"],
    [{ messages: [] }, "QWEN_INVALID_VALUE", "messages"],
    [{ messages: [{ content: "x" }] }, "QWEN_MISSING_FIELD", "messages[0].role"],
    [{ type: "nonsense" }, "QWEN_UNKNOWN_TYPE", "type"],
    [{ hello: 1 }, "QWEN_UNKNOWN_REQUEST", null],
    [{ type: "control_response", request_id: "none", response: {} }, "QWEN_INVALID_VALUE", "request_id"],
    [{ input: { parts: ["x".repeat(3000)] } }, "QWEN_LINE_TOO_LONG", null],
    ["[".repeat(500), "QWEN_NESTING_TOO_DEEP", null],
  ];
  for (const [index, [line, code, param]] of cases.entries()) {
    await host.send(line);
    const told = await refusal(host);
    assertEquals([told.error.code, told.error.param, told.line], [code, param, index + 2], JSON.stringify(told));
    assertEquals(told.error.type, "invalid_request_error");
  }
  await host.send({ input: { parts: ["say hi"] } });
  assertEquals(contentOf(await host.next((line) => isSummary(line))), "hi");
});

Deno.test("chat refuses what it does not speak with a completion and status 1", async () => {
  const cases = [{ protocol_version: 3 }, { required_capabilities: ["telepathy"] }];
  for (const wish of cases) {
    await using host = await ChatHost.open();
    await host.send({ ...wish, input: { parts: [{ text: "x" }] } });
    assertEquals(await host.close(), 1);
    const [line, ...more] = host.lines;
    assertEquals(more, []);
    assertEquals([line.object, line.choices?.[0].finish_reason], ["chat.completion", "error"]);
    assertEquals((line.metadata?.error as Line).code, "unsupported_protocol");
  }
});

Deno.test("chat ends a turn that fails with a summary and goes on", async () => {
  const refused = { status: 400, body: { error: { message: "no such thing" } } };
  await using model = fakeModel([refused, "Hello."]);
  await using host = await ChatHost.open([], { model });
  const failed = await host.ask("S", "Hi");
  assertEquals([failed.metadata?.subtype, failed.choices?.[0].finish_reason], ["error", "stop"]);
  assertEquals((failed.metadata?.error as Line).code, "provider_error");
  assertMatch(String(contentOf(failed)), /no such thing/);
  assertEquals(contentOf(await host.ask("S", "Hi")), "Hello.");
});

Deno.test("chat takes windows line ends, blank lines, a byte order mark and a last line without its end", async () => {
  await using host = await ChatHost.open();
  await host.send("\ufeff" + JSON.stringify({ session_id: "A", input: { parts: ["say one"] } }) + "\r");
  await host.send("\r");
  await host.send("");
  await host.write(JSON.stringify({ session_id: "B", input: { parts: [{ text: "say two" }] } }));
  assertEquals(await host.close(), 0);
  const said = host.lines.filter((line) => isSummary(line)).map((line) => [line.metadata?.session_id, contentOf(line)]);
  assertEquals(said.sort(), [["A", "one"], ["B", "two"]]);
});

Deno.test("chat refuses a kind of part that the model cannot take, and hands over what it can", async () => {
  await using model = fakeModel([], { otherwise: "A dot." });
  await using host = await ChatHost.open([], { model });
  const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const image = { type: "inline_data", inline_data: { mime_type: "image/png", data: pixel } };
  await host.send({ session_id: "S", input: { parts: [{ type: "text", text: "What is it?" }, image] } });
  await host.next((line) => isSummary(line, "S"));
  assertMatch(JSON.stringify(model.requests[0].body.messages.at(-1)), /data:image\/png;base64,iVBOR/);
  await host.send({ session_id: "S", input: { parts: [{ videoMetadata: {} }] } });
  assertEquals((await refusal(host)).error.param?.startsWith("input.parts[0]"), true);
});

Deno.test("chat beats its heart when asked and unasked, and tells its state", async () => {
  await using model = fakeModel(["Hello.", { hold: "go", steps: [{ text: "Done." }] }]);
  await using host = await ChatHost.open(["--heartbeat-interval", "50ms"], { model });
  await host.ask("S", "Hello");
  await host.send({ type: "heartbeat_request", session_id: "S", prompt_id: "p" });
  const first = await host.next((line) => line.type === "result/heartbeat" && "prompt_id" in line);
  assertEquals([first.status, first.state, first.prompt_id, Number.isInteger(first.ts)], ["ok", "idle", "p", true]);
  await host.prompt("S", "Hi");
  await model.request(1);
  const unasked = await host.next((line) => line.type === "result/heartbeat" && line.state === "waiting_model");
  assert(!("prompt_id" in unasked) && Number(unasked.since_ms) >= 0);
  model.release("go");
  await host.next((line) => isSummary(line, "S"));
  await host.next((line) => line.type === "result/heartbeat" && line.state === "idle");
});
