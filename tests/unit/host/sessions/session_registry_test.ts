import { assertEquals } from "@std/assert";
import type { EventBody } from "../../../../lib/model/event.ts";
import { SESSION, turnCompleted } from "../../../support/say.ts";
import { type PlayedSession, Stage, type Wire } from "../../../support/serve_stage.ts";

const ASK: EventBody = {
  type: "ask.opened",
  askId: "a1",
  ask: {
    kind: "permission",
    callId: "c1",
    tool: "run_shell_command",
    toolKind: "exec",
    input: { command: "ls" },
    access: [],
    confirmation: { kind: "exec", title: "Run a command", command: "ls", root: "ls" },
    suggestions: [],
    reason: null,
  },
};

function begin(session: PlayedSession, cause: string | null = null): void {
  const prompt = [{ kind: "text" as const, text: "go" }];
  session.say({ type: "turn.started", turnId: "t1", promptId: "p1", messageId: null, prompt, session: SESSION }, cause);
  session.say({ type: "message.started", messageId: "m1", model: "mock-model" });
  session.say({ type: "part.started", messageId: "m1", index: 0, part: { kind: "text", text: "" } });
}

function piece(session: PlayedSession, delta: string): void {
  session.say({ type: "part.delta", messageId: "m1", index: 0, kind: "text", delta });
}

function finish(session: PlayedSession, text: string, { cause = null }: { cause?: string | null } = {}): void {
  const stop = { reason: "end", raw: null } as const;
  const parts = [{ kind: "text" as const, text }];
  const usage = turnCompleted().usage;
  session.say({ type: "part.completed", messageId: "m1", index: 0, part: parts[0] });
  session.say({
    type: "message.completed",
    messageId: "m1",
    model: "mock-model",
    parts,
    usage,
    stop,
    interrupted: false,
  });
  session.say(turnCompleted({ outcome: { kind: "done", text, stop } }), cause);
}

/** A client with a session of its own. */
async function owner(stage: Stage): Promise<{ wire: Wire; session: PlayedSession }> {
  const wire = await stage.connect();
  await wire.until((line) => line.state === "idle");
  return { wire, session: stage.sessions[stage.sessions.length - 1] };
}

const isIdle = (line: { type: string; state?: string }): boolean => line.type === "status" && line.state === "idle";
const gist = (wire: Wire): string[] =>
  wire.lines.map((line) => line.type === "conversation" ? `${line.role}:${line.content}` : line.state ?? line.type);

Deno.test("two clients of one session in two dialects each see it in their own words", async () => {
  await using stage = new Stage({ dialect: "auto" });
  const state = await stage.connect({ type: "attach", dialect: "state" });
  await state.until(isIdle);
  const [session] = stage.sessions;
  const qwen = await stage.connect({ attach: "S1", dialect: "qwen" });
  const chat = await stage.connect({ attach: "S1", dialect: "chat" });
  await settled(stage, 3);
  await state.send({ type: "user_input", content: "go" });
  const { id } = await session.command("prompt");
  begin(session, id);
  piece(session, "Hello");
  finish(session, "Hello", { cause: id });
  await state.until(isIdle, 3);
  await qwen.type("result");
  await chat.until((line) => line.choices?.[0].message.content === "Hello");
  assertEquals(gist(state), [
    "init",
    "idle",
    "user:go",
    "responding",
    "assistant:Hello",
    "assistant:Hello",
    "completion_stats",
    "idle",
  ]);
  assertEquals(qwen.lines.map(({ type }) => type).filter((type) => type !== "stream_event"), [
    "system",
    "assistant",
    "result",
  ]);
});

/** Waits until so many clients are in their sessions. */
async function settled(stage: Stage, clients: number): Promise<void> {
  const count = (): number => [...stage.registry.clients].filter((client) => client.sessions.size > 0).length;
  while (count() < clients) await new Promise((resolve) => setTimeout(resolve, 1));
}

Deno.test("a client that comes back with its seq gets exactly what it missed", async () => {
  await using stage = new Stage();
  const { wire, session } = await owner(stage);
  begin(session);
  piece(session, "one ");
  await wire.until((line) => line.content === "one ");
  const { seq } = wire;
  wire.close();
  piece(session, "two ");
  const back = await stage.connect({ type: "attach", attach: "S1", from_seq: seq });
  piece(session, "three");
  finish(session, "one two three");
  await back.until(isIdle, 2);
  const missed = back.lines.slice(back.lines.findIndex((line) => line.role === "assistant"));
  const streamed = missed.filter((line) => line.isStreaming);
  assertEquals(streamed.map((line) => line.content).join(""), "two three");
  assertEquals(missed.filter((line) => line.isStreaming === false).map((line) => line.content), ["one two three"]);
  // The same message has the same id on both connections.
  assertEquals(streamed[0].id, wire.lines.find((line) => line.isStreaming)?.id);
  assertEquals(back.seq, session.seq);
});

Deno.test("a client that comes back needs no session of its own: nothing is said before what it missed", async () => {
  await using stage = new Stage({ dialect: "auto" });
  const first = await stage.connect({ type: "attach", dialect: "state" });
  await first.until(isIdle);
  const [session] = stage.sessions;
  begin(session);
  piece(session, "a");
  await first.until((line) => line.content === "a");
  const back = await stage.connect({ attach: "S1", from_seq: first.seq, dialect: "state" });
  piece(session, "b");
  await back.until((line) => line.content === "b");
  assertEquals([back.lines.length, stage.sessions.length], [1, 1]);
});

Deno.test("a newcomer in the middle of a turn is introduced and sees the turn from its start", async () => {
  await using stage = new Stage();
  const { session } = await owner(stage);
  begin(session);
  piece(session, "so far ");
  session.say(ASK);
  const late = await stage.connect({ type: "attach", attach: "S1" });
  await late.until((line) => line.state === "waiting_for_confirmation");
  assertEquals(gist(late).slice(2), [
    "init",
    "idle",
    "user:go",
    "responding",
    "assistant:so far ",
    "tool_group",
    "waiting_for_confirmation",
  ]);
  await late.send({ type: "tool_approval", tool_id: "c1", approved: true });
  assertEquals((await session.command("answer")).answer, { kind: "allow" });
});

Deno.test("a client that attaches leaves the session it was given and never used", async () => {
  await using stage = new Stage();
  await owner(stage);
  const guest = await stage.connect({ type: "attach", attach: "S1" });
  await guest.until((line) => line.session_id === "S1");
  while (stage.registry.size > 1) await new Promise((resolve) => setTimeout(resolve, 1));
  assertEquals(stage.sessions.map(({ id }) => id), ["S1", "S2"]);
});

Deno.test("an unknown session, and a seq that it never had, cannot be attached to", async () => {
  await using stage = new Stage();
  await owner(stage);
  const codes = [];
  for (const wish of [{ attach: "nobody" }, { attach: "S1", from_seq: 99 }]) {
    const wire = await stage.connect({ type: "attach", ...wish });
    await wire.ended;
    codes.push(wire.lines.at(-1).code);
  }
  assertEquals(codes, ["session_not_live", "seq_unknown"]);
});

Deno.test("an observer sees everything and may change nothing", async () => {
  await using stage = new Stage();
  const { session } = await owner(stage);
  const observer = await stage.connect({ type: "attach", attach: "S1", role: "observer" });
  await observer.until((line) => line.session_id === "S1");
  begin(session);
  session.say(ASK);
  await observer.until((line) => line.state === "waiting_for_confirmation");
  await observer.send(
    { type: "user_input", content: "me too" },
    { type: "tool_approval", tool_id: "c1", approved: true },
    { type: "interrupt" },
    { type: "model_switch", model_id: "other" },
  );
  const from = observer.lines.length;
  for (let count = 0; count < 4; count++) await observer.until((line) => line.type === "error", from + count);
  assertEquals(
    observer.lines.filter((line) => line.type === "error").map(({ code }) => code),
    Array(4).fill("read_only"),
  );
  assertEquals(session.commands, []);
});

Deno.test("two approvers answer opposite at the same moment: one effect, both are told", async () => {
  await using stage = new Stage();
  const { wire: one, session } = await owner(stage);
  const two = await stage.connect({ type: "attach", attach: "S1", name: "second" });
  await two.until((line) => line.session_id === "S1");
  begin(session);
  session.say(ASK);
  await Promise.all([one, two].map((wire) => wire.until((line) => line.state === "waiting_for_confirmation")));
  await Promise.all([
    one.send({ type: "tool_approval", tool_id: "c1", approved: true }),
    two.send({ type: "tool_approval", tool_id: "c1", approved: false }),
  ]);
  const refused = (line: { code?: string }): boolean => line.code === "answered_by_other";
  const loser = await Promise.race([one.until(refused).then(() => one), two.until(refused).then(() => two)]);
  session.say({ type: "ask.closed", askId: "a1", by: "client" });
  const winner = loser === one ? two : one;
  await winner.until((line) => line.state === "responding", winner.lines.length);
  const answers = session.commands.filter(({ type }) => type === "answer");
  assertEquals(answers.length, 1);
  const name = winner === two ? "second" : "client 1";
  const decision = winner === two ? "refused" : "approved";
  const told = loser.lines.find(refused).message;
  assertEquals(told, `The question was answered by ${name} already: ${decision}.`);
});

Deno.test("one who was asked and did not answer is told who did, in every dialect", async () => {
  await using stage = new Stage({ dialect: "auto" });
  const state = await stage.connect({ type: "attach", dialect: "state", name: "fixture" });
  await state.until(isIdle);
  const [session] = stage.sessions;
  const others = [];
  for (const dialect of ["state", "qwen", "claude", "chat"]) {
    others.push(await stage.connect({ attach: "S1", dialect }));
  }
  await settled(stage, 5);
  begin(session);
  session.say(ASK);
  await state.until((line) => line.state === "waiting_for_confirmation");
  await state.send({ type: "tool_approval", tool_id: "c1", approved: true });
  await session.command("answer");
  session.say({ type: "ask.closed", askId: "a1", by: "client" });
  finish(session, "Done");
  for (const wire of others) {
    await wire.until((line) => JSON.stringify(line).includes("answered by fixture: approved"));
  }
});

Deno.test("a reply goes only to the client whose command it was", async () => {
  await using stage = new Stage();
  const { wire: one, session } = await owner(stage);
  const two = await stage.connect({ type: "attach", attach: "S1" });
  await two.until((line) => line.session_id === "S1");
  await two.send({ type: "interrupt" });
  const { id } = await session.command("interrupt");
  session.say({ type: "reply", result: { kind: "interrupted", wasRunning: false, promptId: null, queued: [] } }, id);
  session.say({ type: "notice", level: "info", code: "for_all", text: "Hear!" });
  await two.until((line) => line.code === "nothing_running");
  await one.until((line) => line.code === "for_all");
  assertEquals(one.lines.some((line) => line.code === "nothing_running"), false);
});

Deno.test("callbacks of a host go to that host alone, and fail when it leaves", async () => {
  await using stage = new Stage({ dialect: "auto" });
  const request = {
    subtype: "initialize",
    agents: {},
    hooks: { PreToolUse: [{ matcher: null, hookCallbackIds: ["h1"] }] },
  };
  const host = await stage.connect({ type: "control_request", request_id: "r1", request });
  while (stage.sessions.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  const [session] = stage.sessions;
  await session.command("configure");
  const other = await stage.connect({ attach: "S1", dialect: "qwen" });
  await settled(stage, 2);
  session.say({
    type: "ask.opened",
    askId: "h",
    ask: { kind: "hook", callbackId: "h1", payload: { hook_event_name: "PreToolUse" }, callId: null },
  });
  await host.type("control_request");
  host.close();
  assertEquals((await session.command("answer")).answer, {
    kind: "failed",
    message: "The client that was asked is disconnected",
  });
  assertEquals(other.lines.some((line) => line.type === "control_request"), false);
});

Deno.test("a client that has closed its side still gets its answer, and is then disconnected", async () => {
  await using stage = new Stage();
  const { wire, session } = await owner(stage);
  await wire.send({ type: "user_input", content: "go" });
  await wire.closeWrite();
  const { id } = await session.command("prompt");
  begin(session, id);
  finish(session, "Late, but here", { cause: id });
  await wire.ended;
  assertEquals(wire.lines.at(-2).type, "completion_stats");
});

Deno.test("a question that nobody can answer is denied after a while", async () => {
  await using stage = new Stage({ limits: { unattendedMs: 20, graceMs: 40 } });
  const { wire, session } = await owner(stage);
  begin(session);
  await wire.until((line) => line.state === "responding");
  wire.close();
  session.say(ASK);
  assertEquals((await session.command("answer")).answer, { kind: "failed", message: "No client was there to answer" });
});

Deno.test("a session that was left ends when nobody comes back, and lives on while it works", async () => {
  await using stage = new Stage({ limits: { lingerMs: 20, graceMs: 40 } });
  const { wire, session } = await owner(stage);
  await wire.send({ type: "user_input", content: "go" });
  const { id } = await session.command("prompt");
  begin(session, id);
  await wire.until((line) => line.state === "responding");
  wire.close();
  for (let count = 0; count < 10; count++) await new Promise((resolve) => setTimeout(resolve, 10));
  assertEquals(stage.registry.size, 1);
  finish(session, "done", { cause: id });
  while (stage.registry.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
});

Deno.test("a silent server gives signs of life in the client's words", async () => {
  await using stage = new Stage({ limits: { heartbeatMs: 20 } });
  const { wire, session } = await owner(stage);
  begin(session);
  await wire.until((line) => line.state === "responding");
  const from = wire.lines.length;
  await wire.until((line) => line.state === "responding", from);
  await wire.until((line) => line.state === "responding", from + 1);
  assertEquals(wire.lines.slice(from, from + 2), Array(2).fill({ type: "status", state: "responding" }));
});
