import { assert, assertEquals } from "@std/assert";
import { SESSION, turnCompleted } from "../support/say.ts";
import { ServedProgram } from "../support/serve_program.ts";
import { demoSessions, type PlayedSession, Stage, type Wire } from "../support/serve_stage.ts";

// deno-lint-ignore no-explicit-any -- lines of a known shape.
type Line = any;

const isIdle = (line: Line): boolean => line.type === "status" && line.state === "idle";
const isAnswer = (line: Line): boolean => line.role === "assistant" && !line.isStreaming;

/** Takes so many turns, one after the other, and returns what was answered. */
async function turns(wire: Wire, name: string, { count }: { count: number }): Promise<string[]> {
  await wire.until(isIdle);
  const answers: string[] = [];
  for (let turn = 0; turn < count; turn++) {
    const from = wire.lines.length;
    await wire.send({ type: "user_input", content: `say ${name} turn ${turn}` });
    await wire.until(isIdle, from);
    answers.push(...wire.lines.splice(0).filter(isAnswer).map(({ content }) => content));
    wire.lines.push({ type: "status", state: "idle" });
  }
  return answers;
}

const expected = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, turn) => `${name} turn ${turn}`);

Deno.test("200 clients with 50 turns each all get their own answers", async () => {
  await using stage = new Stage({ open: demoSessions() });
  const names = Array.from({ length: 200 }, (_, index) => `client ${index}`);
  await Promise.all(names.map(async (name) => {
    const wire = await stage.connect();
    assertEquals(await turns(wire, name, { count: 50 }), expected(name, 50));
  }));
});

Deno.test("50 clients of the real program all get their own answers", async () => {
  await using server = await ServedProgram.start(["--server-mode", "tcp", "--tcp-port", "0"]);
  const names = Array.from({ length: 50 }, (_, index) => `client ${index}`);
  await Promise.all(names.map(async (name) => {
    const wire = await server.connect();
    assertEquals(await turns(wire, name, { count: 3 }), expected(name, 3));
  }));
});

/** A generator of numbers that looks random and is the same each time. */
function* dice(seed: number): Generator<number> {
  for (let state = seed;;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state / 2_147_483_648;
  }
}

Deno.test("200 random disconnects: the union of what was seen is what the session said, nothing twice", async () => {
  const folder = await Deno.makeTempDir();
  {
    // So small that most of what is missed has to come from disk.
    const limits = { ringBytes: 20_000 };
    await using stage = new Stage({ dialect: "auto", folder, limits });
    const random = dice(7);
    const upTo = (count: number): number => Math.floor((random.next().value ?? 0) * count);
    const first = await stage.connect({ type: "attach", dialect: "state" });
    await first.until(isIdle);
    const [session] = stage.sessions;
    session.keeps = true;
    let seq = first.seq;
    const seen: Line[] = [];
    for (let round = 0; round < 200; round++) {
      speak(session, upTo(120));
      const wire = await stage.connect({ attach: session.id, dialect: "state", from_seq: seq });
      const target = seq + upTo(session.seq - seq);
      speak(session, upTo(20));
      while (wire.seq < target) await wire.until((line) => line.seq >= target);
      wire.close();
      await wire.ended;
      // What follows the last number is incomplete and comes again.
      const whole = wire.lines.slice(0, wire.lines.findLastIndex((line) => typeof line.seq === "number") + 1);
      seen.push(...whole);
      seq = whole.at(-1)?.seq ?? seq;
    }
    session.say(turnCompleted());
    const last = await stage.connect({ attach: session.id, dialect: "state", from_seq: seq });
    await last.until((line) => line.seq === session.seq);
    seen.push(...last.lines);
    const words = (texts: string[]): string[] => texts.join("").split(", ");
    assertEquals(
      words(seen.map((line) => line.isStreaming ? line.content : "")),
      words(session.said.map((event) => event.type === "part.delta" ? event.delta : "")),
    );
    const notes = session.said.flatMap((event) => event.type === "notice" ? event.text : []);
    assertEquals(seen.flatMap((line) => line.code === "note" ? line.message : []), notes);
    const seqs = seen.flatMap((line) => line.seq ?? []);
    assertEquals(new Set(seqs).size, seqs.length);
    const ends = session.said.filter(({ type }) => type === "turn.completed").length;
    assertEquals(seen.filter(({ type }) => type === "completion_stats").length, ends);
  }
  await Deno.remove(folder, { recursive: true });
});

/** Lets a session say so much: increments, notes between them, and now and then the end of a turn. */
function speak(session: PlayedSession, count: number): void {
  for (let index = 0; index < count; index++) {
    const messageId = `m${session.seq >> 7}`;
    if (session.seq % 128 === 1) {
      const prompt = [{ kind: "text" as const, text: "go" }];
      session.say({ type: "turn.started", turnId: "t", promptId: "p", messageId: null, prompt, session: SESSION });
    } else if (session.seq % 128 === 2) session.say({ type: "message.started", messageId, model: "m" });
    else if (session.seq % 128 === 127) session.say(turnCompleted());
    else if (session.seq % 11 === 0 || session.seq % 128 === 0) {
      session.say({ type: "notice", level: "info", code: "note", text: `note ${session.seq}` });
    } else session.say({ type: "part.delta", messageId, index: 0, kind: "text", delta: `piece ${session.seq}, ` });
  }
}

Deno.test("two approvers of the real program answer opposite within a millisecond: one effect, both told", async () => {
  await using server = await ServedProgram.start([
    "--server-mode",
    "unix",
    "--socket-path",
    "PATH/s",
    "--approval-mode",
    "default",
  ]);
  const one = await server.connect();
  const { session_id: attach } = await one.type("init");
  const two = await server.connect({ type: "attach", attach });
  await two.until((line) => line.session_id === attach);
  for (let round = 0; round < 10; round++) {
    const from = [one.lines.length, two.lines.length];
    await one.send({ type: "user_input", content: `write file${round}.txt: text` });
    const group = await one.until((line) => line.tools?.[0].status === "confirming", from[0]);
    await two.until((line) => line.tools?.[0].status === "confirming", from[1]);
    const answer = { type: "tool_approval", tool_id: group.tools[0].tool_id };
    await Promise.all([one.send({ ...answer, approved: true }), two.send({ ...answer, approved: false })]);
    await Promise.all([one.until(isIdle, from[0]), two.until(isIdle, from[1])]);
    const ends = [one, two].map((wire, index) =>
      wire.lines.slice(from[index]).findLast((line) => line.type === "tool_group").tools[0].status
    );
    assertEquals(ends[0], ends[1]);
    const wasWritten = await Deno.stat(`${server.fixture.cwd}/file${round}.txt`).then(() => true, () => false);
    assertEquals(wasWritten, ends[0] === "success");
    const told = [one, two].map((wire, index) =>
      wire.lines.slice(from[index]).filter((line) => /answered_by_other|unknown_tool/.test(line.code)).length
    );
    assert(told[0] + told[1] > 0, "nobody was told that another had answered");
  }
});
