import { assertEquals } from "@std/assert";
import { Token } from "../../../lib/host/token.ts";
import { Stage } from "../../support/serve_stage.ts";

const SECRET = "a secret of some length";
const AUTH = { type: "auth", token: SECRET };

/** A stage where clients must bring the secret. */
async function guarded(limits: ConstructorParameters<typeof Stage>[0] = {}): Promise<Stage> {
  return new Stage({ ...limits, token: await Token.of(SECRET) });
}

const WRONG: [string, unknown][] = [
  ["no auth line", { type: "user_input", content: "hello" }],
  ["a wrong token", { type: "auth", token: "a secret of some lengtH" }],
  ["no token at all", { type: "auth" }],
  ["a token that is no text", { type: "auth", token: ["a secret of some length"] }],
  ["no JSON", "hello"],
  ["an empty line", ""],
];

for (const [what, line] of WRONG) {
  Deno.test(`a server with a token refuses ${what} with one error and closes`, async () => {
    await using stage = await guarded();
    const wire = await stage.connect(line, { type: "user_input", content: "anybody there?" });
    await wire.ended;
    assertEquals(wire.lines.map(({ type, code }) => [type, code]), [["error", "auth_required"]]);
    assertEquals([stage.sessions.length, stage.registry.clients.size], [0, 0]);
  });
}

Deno.test("a server with a token says init and status only after the accepted auth line", async () => {
  await using stage = await guarded();
  const wire = await stage.connect();
  const other = await stage.connect(AUTH);
  await other.until((line) => line.state === "idle");
  assertEquals(wire.lines, []);
  await wire.send(AUTH);
  await wire.until((line) => line.state === "idle");
  assertEquals(wire.lines.map(({ type }) => type), ["init", "status"]);
});

Deno.test("bytes before the token: as many as allowed may come, one more is refused", async () => {
  await using stage = await guarded({ limits: { preAuthBytes: 200 } });
  const line = JSON.stringify({ ...AUTH, name: "" });
  const padded = (bytes: number): string => JSON.stringify({ ...AUTH, name: "n".repeat(bytes - 1 - line.length) });
  const fits = await stage.connect(padded(200));
  assertEquals((await fits.type("init")).protocol, "state");
  const over = await stage.connect(padded(201));
  await over.ended;
  assertEquals(over.lines.map(({ code }) => code), ["auth_required"]);
});

Deno.test("one who sends far too much before the token still hears why it is sent away", async () => {
  await using stage = await guarded();
  for (let round = 0; round < 20; round++) {
    const wire = await stage.connect();
    // Input that nobody reads would cut off what was said last.
    await wire.write(new Uint8Array(2_000_000).fill(0x78)).catch(() => {/* It was closed meanwhile. */});
    await wire.ended;
    assertEquals([round, ...wire.lines.map(({ code }) => code)], [round, "auth_required"]);
  }
});

Deno.test("time to the first line: one that speaks in time is served, one that does not is sent away", async () => {
  await using stage = await guarded({ limits: { firstLineMs: 80 } });
  const late = await stage.connect();
  const early = await stage.connect(AUTH);
  await late.ended;
  assertEquals(late.lines.map(({ code }) => code), ["first_line_timeout"]);
  await early.send({ type: "user_input", content: "still here" });
  await stage.sessions[0].command("prompt");
});

for (const request of ["GET / HTTP/1.1", "POST /prompt HTTP/1.1", "OPTIONS * HTTP/1.1", "PRI * HTTP/2.0"]) {
  for (const dialect of ["auto", "state"]) {
    Deno.test(`raw TCP refuses ${request} (${dialect})`, async () => {
      await using stage = new Stage({ dialect });
      const wire = await stage.connect(`${request}\r\nHost: 127.0.0.1\r\n\r\n{"type":"user_input","content":"x"}`);
      await wire.ended;
      assertEquals(wire.lines.at(-1).code, "http_refused");
      assertEquals(stage.sessions.flatMap((session) => session.commands), []);
    });
  }
}

for (const dialect of ["auto", "state"]) {
  Deno.test(`raw TCP refuses an encrypted greeting, whatever lines it carries (${dialect})`, async () => {
    // A page can make a browser put lines of its choice into what it sends to greet a server.
    const lines = `\n{"type":"user_input","content":"x"}\n{"messages":[{"role":"user","content":"x"}]}\n`;
    for (const greeting of [[0x16, 3, 1, 2, 0, 1, 0xfc], [0x16, 3, 1, 0x41], [0x80, 0x2e, 1, 3, 1]]) {
      await using stage = new Stage({ dialect });
      const wire = await stage.connect();
      await wire.write(new Uint8Array([...greeting, ...new TextEncoder().encode(lines)]));
      await wire.ended;
      assertEquals(wire.lines.at(-1).code, "not_text");
      assertEquals(stage.sessions.flatMap((session) => session.commands), []);
    }
  });
}

Deno.test("with auto nothing is said before the first line, and each client is answered in its own dialect", async () => {
  await using stage = new Stage({ dialect: "auto" });
  const state = await stage.connect({ type: "user_input", content: "hello" });
  await state.type("init");
  const qwen = await stage.connect({ type: "control_request", request_id: "r1", request: { subtype: "initialize" } });
  await (stage.sessions[1] ?? await opened(stage, 2)).command("configure");
  const chat = await stage.connect({ messages: [{ role: "user", content: "hi" }] });
  await (await opened(stage, 3)).command("prompt");
  assertEquals([state.lines[0].type, qwen.lines, chat.lines.length > 1], ["init", [], false]);
});

async function opened(stage: Stage, count: number): Promise<Stage["sessions"][number]> {
  while (stage.sessions.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
  return stage.sessions[count - 1];
}

Deno.test("with auto lines that are no JSON are answered, and too many of them end the connection", async () => {
  await using stage = new Stage({ dialect: "auto" });
  const wire = await stage.connect(...Array(8).fill("junk"));
  await wire.ended;
  const codes = wire.lines.map(({ code, error }) => code ?? error.code);
  assertEquals(codes, [...Array(8).fill("QWEN_INVALID_JSON"), "too_many_bad_lines"]);
  assertEquals(stage.sessions, []);
});

Deno.test("the auth line chooses the dialect", async () => {
  await using stage = await guarded({ dialect: "auto" });
  const wire = await stage.connect({ ...AUTH, dialect: "state" });
  await wire.type("init");
  assertEquals(stage.sessions.length, 1);
});

Deno.test("an unknown dialect is refused", async () => {
  await using stage = await guarded();
  const wire = await stage.connect({ ...AUTH, dialect: "klingon" });
  await wire.ended;
  assertEquals(wire.lines.length, 1);
});

Deno.test("clients: as many as allowed are served, one more is refused and comes in when another has left", async () => {
  await using stage = new Stage({ limits: { clients: 3 } });
  const wires = await Promise.all([stage.connect(), stage.connect(), stage.connect()]);
  for (const wire of wires) await wire.type("init");
  const over = await stage.connect();
  await over.ended;
  assertEquals(over.lines.map(({ code }) => code), ["too_many_clients"]);
  wires[0].close();
  while (stage.registry.clients.size > 2) await new Promise((resolve) => setTimeout(resolve, 1));
  await (await stage.connect()).type("init");
});

Deno.test("connections that say nothing make room for those that do", async () => {
  await using stage = await guarded({ limits: { pending: 10 } });
  const silent = await Promise.all(Array.from({ length: 40 }, () => stage.connect()));
  const client = await stage.connect(AUTH);
  await client.type("init");
  assertEquals([silent.length, stage.server.waiting <= 10, stage.sessions.length], [40, true, 1]);
});
