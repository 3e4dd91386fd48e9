import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { fakeModel } from "../support/fake_model.ts";
import { isSummary, type WebLine, type WebPeer, WebServer } from "../support/web_server.ts";

const CHUNKS = { output_format: "stream-chunk-json" };

const isType = (type: string) => (line: WebLine): boolean => line.type === type;
const isQuestion = (line: WebLine): boolean => line.type === "control_request";

function approve(peer: WebPeer, { request_id }: WebLine, more: Record<string, unknown> = {}): void {
  peer.send({
    type: "control_response",
    request_id,
    response: { subtype: "success", result: { behavior: "approve", ...more } },
  });
}

/** The lines of a conversation, without what differs from one connection to the next. */
function story(lines: readonly WebLine[]): string[] {
  return lines.flatMap((line) => {
    if (line.type === "user_message") return [`user: ${line.content}`];
    const { delta } = line.choices?.[0] ?? {};
    const shown = (delta?.annotations ?? []).flatMap((one: WebLine) =>
      one.type === "x-qwen-thought"
        ? [`thought: ${one.description}`]
        : one.result_display?.kind === "file_diff"
        ? [`diff: ${one.result_display.file_name}`]
        : one.type === "x-qwen-terminal" && one.source === "tool"
        ? [`terminal: ${one.text.trim()}`]
        : []
    );
    const calls = (delta?.tool_calls ?? []).flatMap((call: WebLine) => call.id ? [`call: ${call.function.name}`] : []);
    return [...(delta?.content ? [`answer: ${delta.content}`] : []), ...calls, ...shown];
  });
}

Deno.test("chat: sessions are listed, opened, joined and left over the WebSocket", async () => {
  await using server = await WebServer.start();
  const ann = await server.connect({ name: "Ann", ...CHUNKS });
  const opened = await ann.follow();
  assertEquals([opened.from_seq, opened.cwd, opened.role], [0, await Deno.realPath(server.fixture.cwd), "controller"]);
  assert(opened.models.length > 0 && opened.commands.length > 0);
  const { session_id } = opened;
  const listed = (await ann.ask("list_sessions")).result.sessions;
  assertEquals(listed.map((one: WebLine) => [one.session_id, one.state]), [[session_id, "idle"]]);
  ann.prompt(session_id, "say hello");
  await ann.next(isSummary);
  assertEquals(ann.text, "hello");

  const ben = await server.connect({ name: "Ben", ...CHUNKS });
  await ben.follow(session_id);
  await ben.next(isSummary);
  assertEquals(ben.text, "hello");
  const second = await ben.follow();
  assert(second.session_id !== session_id);
  ben.prompt(second.session_id, "say elsewhere");
  await ben.next((line) => isSummary(line) && line.metadata.session_id === second.session_id);
  assert(!ann.lines.some((line) => line.metadata?.session_id === second.session_id));

  assertEquals((await ann.ask("leave_session", { session_id })).subtype, "success");
  const before = ann.lines.length;
  const from = ben.lines.length;
  ben.prompt(session_id, "say without Ann");
  await ben.next(isSummary, from);
  await ann.ask("list_sessions");
  assertEquals(ann.lines.slice(before).filter((line) => line.choices).length, 0);
  const { subtype, error } = await ann.ask("leave_session", { session_id });
  assertEquals(subtype, "error");
  assertMatch(error.message, /is open here/);
  assertMatch((await ann.ask("open_session", { session_id: "nobody" })).error.message, /no session "nobody"/);
});

Deno.test("chat: a client that joins sees the whole conversation: prompts, thoughts, calls, diffs and terminal output", async () => {
  const write = { call: "write_file", input: {} as Record<string, string> };
  const shell = { call: "run_shell_command", input: { command: "printf 'red\\n'", description: "print" } };
  await using model = fakeModel([[{ thinking: "Hm, a file." }, write], [shell], "Done."]);
  await using server = await WebServer.start(["--approval-mode", "yolo"], { model });
  write.input = { file_path: `${server.fixture.cwd}/new.txt`, content: "text\n" };
  const ann = await server.connect({ name: "Ann", ...CHUNKS });
  const { session_id } = await ann.follow();
  ann.prompt(session_id, "make a file");
  await ann.next(isSummary);
  const whole = story(ann.lines);
  for (
    const part of ["user: make a file", "thought: Hm, a file.", "call: write_file", "diff: new.txt", "terminal: red"]
  ) {
    assert(whole.includes(part), `${part} in ${JSON.stringify(whole)}`);
  }
  assertEquals(ann.lines.find(isType("user_message")).name, "Ann");
  const late = await server.connect(CHUNKS);
  await late.follow(session_id);
  await late.next(isSummary);
  assertEquals(story(late.lines), whole);
  const plain = await server.connect();
  await plain.follow(session_id);
  const { choices } = await plain.next(isSummary);
  assertEquals(choices[0].message.content, "Done.");
});

Deno.test("chat: after a lost connection lines continue by seq without a gap or a repeat", async () => {
  await using model = fakeModel([[
    { text: ["a1 ", "a2 "] },
    { wait: "more" },
    { text: ["a3 ", "a4 "] },
    { wait: "end" },
    { text: "a5" },
  ]]);
  await using server = await WebServer.start([], { model });
  const ann = await server.connect(CHUNKS);
  const { session_id } = await ann.follow();
  ann.prompt(session_id, "count");
  await ann.next((line) => line.choices?.[0]?.delta?.content?.includes("a2"));
  await ann.close();
  model.release("more");
  const seq = ann.lines.findLast((line) => line.seq !== undefined).seq;
  const back = await server.connect(CHUNKS);
  assertEquals((await back.follow(session_id, { from_seq: seq })).from_seq, seq);
  await back.next((line) => line.choices?.[0]?.delta?.content?.includes("a4"));
  const attached = await server.connect({ ...CHUNKS, attach: session_id, from_seq: seq });
  model.release("end");
  await Promise.all([back.next(isSummary), attached.next(isSummary)]);
  for (const peer of [back, attached]) assertEquals(ann.text + peer.text, "a1 a2 a3 a4 a5");
  assertEquals(back.lines.filter(isType("user_message")).length, 0);
  const numbers = back.lines.flatMap((line) => line.seq ?? []);
  assert(numbers.every((number, index) => number > (numbers[index - 1] ?? seq)));
  assertEquals((await back.follow(session_id, { from_seq: seq + 1_000_000 })).from_seq, 0);
  assertEquals((await back.follow(session_id, { from_seq: seq, log_id: "another" })).from_seq, 0);
});

Deno.test("chat: a restarted server resumes a session with its conversation, and takes no number of the log before", async () => {
  const write = { call: "write_file", input: {} as Record<string, string> };
  const shell = { call: "run_shell_command", input: { command: "echo shown", description: "print" } };
  await using model = fakeModel([[write], [shell], "Written.", "Second."]);
  await using first = await WebServer.start(["--approval-mode", "yolo"], { model });
  const { fixture } = first;
  write.input = { file_path: `${fixture.cwd}/new.txt`, content: "text\n" };
  const ann = await first.connect(CHUNKS);
  const { session_id } = await ann.follow();
  ann.prompt(session_id, "make a file", { prompt_id: "p1" });
  await ann.next(isSummary);
  const { seq } = ann.lines.findLast((line) => line.seq !== undefined);
  await first.stop();
  await ann.ended;

  const { port } = first.ready;
  const args = ["serve", "--web", "--tcp-port", String(port)];
  await using second = await WebServer.start(["--approval-mode", "yolo"], { model, fixture, args });
  assertEquals(second.ready.url, first.ready.url);
  const back = await second.connect(CHUNKS);
  const saved = (await back.ask("list_sessions")).result.sessions;
  assertEquals(saved.map((one: WebLine) => [one.session_id, one.title, one.state]), [
    [session_id, "make a file", "saved"],
  ]);
  assertEquals((await back.follow(session_id, { from_seq: seq })).from_seq, 0);
  await back.next(isSummary);
  for (
    const part of ["user: make a file", "call: write_file", "diff: new.txt", "terminal: shown", "answer: Written."]
  ) {
    assert(story(back.lines).join("\n").includes(part), `${part} in ${JSON.stringify(story(back.lines))}`);
  }
  back.prompt(session_id, "go on");
  await back.next((line) => line.choices?.[0]?.delta?.content === "Second.");
  const messages = JSON.stringify(model.requests.at(-1)?.body.messages);
  assertStringIncludes(messages, "make a file");
  // A client that only names the session opens it too, and does not take the past for its own.
  const plain = await second.connect();
  const old = await second.connect({ ...CHUNKS, attach: session_id, from_seq: seq });
  await old.ended;
  assertEquals(old.lines.map(({ error }) => error?.code), ["QWEN_SEQ_UNKNOWN"]);
  plain.send({ type: "heartbeat_request", session_id });
  await plain.next((line) => line.type === "result/heartbeat");
  assert(!plain.lines.some((line) => line.metadata?.event === "summary"));

  const prompt = back.lines.find(isType("user_message"));
  const rewound = await back.ask("rewind", { session_id, user_message_id: prompt.prompt_id });
  assertEquals([rewound.subtype, rewound.error], ["success", undefined]);
  assertEquals((await back.next(isType("session_rewound"))).prompt_id, prompt.prompt_id);
  assertEquals(await Deno.stat(`${fixture.cwd}/new.txt`).catch(() => null), null);
});

Deno.test("chat: a session of another folder is resumed in that folder", async () => {
  await using model = fakeModel(["One.", "Two."]);
  await using first = await WebServer.start([], { model });
  const ann = await first.connect();
  const { session_id, cwd } = await ann.follow();
  ann.prompt(session_id, "first");
  await ann.next(isSummary);
  await first.stop();
  await Deno.mkdir(`${first.fixture.cwd}/below`);
  const via = `cd below && exec "$@"`;
  await using second = await WebServer.start([], { model, fixture: first.fixture, via });
  const back = await second.connect();
  const opened = await back.follow(session_id);
  assertEquals(opened.cwd, cwd);
  assert((await back.follow()).cwd.endsWith("/below"));
});

Deno.test("chat: a question closes for every client when one has answered, and names who", async () => {
  await using server = await WebServer.start(["--approval-mode", "default"]);
  const ann = await server.connect({ name: "Ann" });
  const { session_id } = await ann.follow();
  const ben = await server.connect({ name: "Ben" });
  await ben.follow(session_id);
  const eve = await server.connect({ name: "Eve", role: "observer" });
  assertEquals((await eve.follow(session_id)).role, "observer");
  ann.prompt(session_id, "write note.txt: hi");
  const questions = await Promise.all([ann, ben, eve].map((peer) => peer.next(isQuestion)));
  assertMatch(questions[2].request.confirmation.file_diff, /^diff --git [^]*\+hi/);
  approve(eve, questions[2]);
  assertEquals((await eve.next((line) => line.error)).error.code, "QWEN_READ_ONLY");
  approve(ben, questions[1]);
  for (const peer of [ann, ben, eve]) {
    const closed = await peer.next(isType("control_cancel_request"));
    const { request_id, reason, answered_by, decision } = closed;
    assertEquals([request_id, reason], [questions[0].request_id, "answered"]);
    assertEquals([answered_by, decision], ["Ben", "approved"]);
  }
  await Promise.all([ann, ben, eve].map((peer) => peer.next(isSummary)));
  approve(ann, questions[0]);
  await ann.next((line) => line.error);
  assertEquals(await Deno.readTextFile(`${server.fixture.cwd}/note.txt`), "hi\n");
  const late = await server.connect();
  await late.follow(session_id);
  await late.next(isSummary);
  assertEquals(late.lines.filter(isQuestion).length, 0);
  assertEquals(late.lines.find(isType("control_cancel_request")).answered_by, "Ben");
});

Deno.test("chat: an observer cannot act, and reads everything", async () => {
  await using model = fakeModel([[{ text: "One." }, { wait: "end" }], "Two."]);
  await using server = await WebServer.start([], { model });
  const ann = await server.connect();
  const { session_id } = await ann.follow();
  ann.prompt(session_id, "first", { prompt_id: "p1" });
  const eve = await server.connect({ role: "observer" });
  await eve.follow(session_id);
  const readOnly = (line: WebLine): boolean => line.error?.code === "QWEN_READ_ONLY";
  for (
    const line of [
      { session_id, input: { parts: [{ type: "text", text: "intrude" }] } },
      { session_id, input: { parts: [{ type: "text", text: "/clear" }] } },
      { type: "control/cancel", session_id, request_id: "c1" },
    ]
  ) {
    const from = eve.lines.length;
    eve.send(line);
    await eve.next(readOnly, from);
  }
  for (
    const request of [
      { subtype: "rewind", user_message_id: "p1" },
      { subtype: "set_model", model: "other" },
      { subtype: "set_permission_mode", mode: "yolo" },
      { subtype: "initialize" },
    ]
  ) {
    const { subtype, ...fields } = request;
    const answer = await eve.ask(subtype, { session_id, ...fields });
    assertEquals([subtype, answer.subtype], [subtype, "error"]);
    assertMatch(answer.error.message, /observer/);
  }
  assertMatch((await eve.ask("open_session")).error.message, /observer/);
  assertMatch((await eve.ask("export", { session_id: "unknown" })).error.message, /is open here/);
  model.release("end");
  await eve.next(isSummary);
  assertMatch((await eve.ask("export", { session_id, format: "markdown" })).result.content, /first[^]*One\./);
  assertEquals((await eve.ask("list_sessions")).result.sessions.length, 1);
  assertEquals(model.requests.length, 1);
});

Deno.test("chat: a form of ask_user_question is answered by a client, and dismissed by another", async () => {
  const ask = {
    call: "ask_user_question",
    input: {
      questions: [{
        question: "Which colour?",
        header: "Colour",
        options: [{ label: "Red", description: "warm" }, { label: "Blue", description: "cold" }],
        multiSelect: true,
      }],
    },
  };
  await using model = fakeModel([[ask], "Thanks.", [ask], "A pity."]);
  await using server = await WebServer.start([], { model });
  const ann = await server.connect({ name: "Ann" });
  const { session_id } = await ann.follow();
  ann.prompt(session_id, "ask me");
  const form = await ann.next(isQuestion);
  assertEquals(form.tool.arguments.questions[0].options.map((one: WebLine) => one.label), ["Red", "Blue"]);
  approve(ann, form, { updated_input: { ...form.tool.arguments, answers: { "0": ["Red", "Blue"] } } });
  await ann.next(isSummary);
  assertMatch(JSON.stringify(model.requests[1].body.messages.at(-1)), /Colour\*\*: Red, Blue/);
  const from = ann.lines.length;
  ann.prompt(session_id, "again");
  const { request_id } = await ann.next(isQuestion, from);
  ann.send({
    type: "control_response",
    request_id,
    response: { subtype: "success", result: { behavior: "deny", message: "Dismissed." } },
  });
  await ann.next(isSummary, from);
  assertMatch(JSON.stringify(model.requests[3].body.messages.at(-1)), /Dismissed/);
});

Deno.test("chat: model, mode and rewind of one client reach the others", async () => {
  await using model = fakeModel(["One.", "Two."]);
  await using server = await WebServer.start([], { model });
  const ann = await server.connect();
  const { session_id } = await ann.follow();
  const ben = await server.connect();
  await ben.follow(session_id);
  ann.prompt(session_id, "first", { prompt_id: "p1" });
  await Promise.all([ann.next(isSummary), ben.next(isSummary)]);
  assertEquals((await ann.ask("set_model", { session_id, model: "other-model" })).subtype, "success");
  assertEquals((await ann.ask("set_permission_mode", { session_id, mode: "plan" })).subtype, "success");
  await ben.next((line) => line.type === "session_changed" && line.model === "other-model");
  await ben.next((line) => line.type === "session_changed" && line.approval_mode === "plan");
  assertEquals((await ann.ask("rewind", { session_id, user_message_id: "p1" })).subtype, "success");
  assertEquals((await ben.next(isType("session_rewound"))).prompt_id, "p1");
});
