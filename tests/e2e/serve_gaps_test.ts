/** Each gap that the analysis of the structured server names is a test that carries its name. */
import { assert, assertEquals } from "@std/assert";
import { Fixture, runQwen } from "../support/qwen.ts";
import { ServedProgram } from "../support/serve_program.ts";
import { Wire } from "../support/serve_stage.ts";
import { assertFits } from "../support/validate.ts";

const TCP = ["--server-mode", "tcp", "--tcp-port", "0"];

// deno-lint-ignore no-explicit-any -- lines of a known shape.
type Line = any;

const isIdle = (line: Line): boolean => line.type === "status" && line.state === "idle";
const said = (wire: Wire): string =>
  wire.lines.findLast((line: Line) => line.role === "assistant" && !line.isStreaming)?.content;

/** Sends a prompt and waits for the end of its turn. */
async function ask(wire: Wire, content: string): Promise<string> {
  await wire.until(isIdle);
  const from = wire.lines.length;
  await wire.send({ type: "user_input", content });
  await wire.until(isIdle, from);
  return said(wire);
}

Deno.test("Structured server single-client: a new connection leaves the others alone", async () => {
  await using server = await ServedProgram.start(TCP);
  const clients = [await server.connect(), await server.connect(), await server.connect()];
  const answers = await Promise.all(clients.map((wire, index) => ask(wire, `say I am ${index}`)));
  assertEquals(answers, ["I am 0", "I am 1", "I am 2"]);
  assertEquals(new Set(clients.map((wire) => wire.lines[0].session_id)).size, 3);
  assertEquals(await ask(clients[0], "say still here"), "still here");
});

Deno.test("No backpressure/limits: a line without end is refused, and the client lives on", async () => {
  await using server = await ServedProgram.start([...TCP, "--max-input-line-bytes", "4096"]);
  const wire = await server.connect();
  await wire.until(isIdle);
  assertEquals(wire.lines[0].limits.max_input_line_bytes, 4096);
  await wire.send("x".repeat(1_000_000));
  assertEquals((await wire.type("error")).code, "line_too_long");
  assertEquals(await ask(wire, "say hello"), "hello");
});

Deno.test("No backpressure/limits: an operator says how many clients and sessions there are, and for how long", async () => {
  const flags = ["--max-clients", "2", "--max-sessions", "2", "--client-idle", "400ms", "--session-linger", "100ms"];
  await using server = await ServedProgram.start([...TCP, ...flags]);
  const first = await server.connect();
  await first.until(isIdle);
  const { max_clients, idle_ms } = first.lines[0].limits;
  assertEquals([max_clients, idle_ms], [2, 400]);
  const second = await server.connect();
  await second.until(isIdle);
  const third = await server.connect();
  await third.ended;
  assertEquals(third.lines.map(({ code }) => code), ["too_many_clients"]);
  await Promise.all([first.ended, second.ended]);
  assertEquals([first, second].map(({ lines }) => lines.at(-1).code), ["idle", "idle"]);
  // A session that somebody spoke to waits for him, but not for ever.
  const speaker = await server.connect();
  await speaker.until(isIdle);
  await speaker.send({ type: "user_input", content: "say hello" });
  await speaker.until((line) => line.type === "completion_stats");
  const { session_id } = speaker.lines[0];
  speaker.close();
  await speaker.ended;
  // When another client is disconnected for its silence, the session has waited long enough.
  const silent = await server.connect();
  await silent.ended;
  const back = new Wire(await Deno.connect({ hostname: "127.0.0.1", port: server.ready.port ?? 0 }));
  await back.send({ type: "auth", token: await server.token(), attach: session_id });
  await back.ended;
  assertEquals(back.lines.map(({ code }) => code), ["session_not_live"]);
});

Deno.test("no heartbeat/ping for liveness: a silent server says what it is doing", async () => {
  await using server = await ServedProgram.start([...TCP, "--heartbeat-interval", "100ms"]);
  const wire = await server.connect();
  await wire.until(isIdle);
  await wire.until(isIdle, wire.lines.length);
  await wire.until(isIdle, wire.lines.length);
});

Deno.test("C++ named-pipe mode missing: named pipes serve one client after the other", async () => {
  await using server = await ServedProgram.start(["--server-mode", "pipe", "--pipe-path", "PATH/pipe"]);
  const { path } = server.ready;
  assertEquals([server.ready.transport, server.ready.token_file], ["pipe", undefined]);
  for (const name of ["first", "second"]) {
    const writer = await Deno.open(`${path}.in`, { write: true });
    const reader = await Deno.open(`${path}.out`, { read: true });
    const wire = new Wire({
      read: (buffer) => reader.read(buffer),
      write: (bytes) => writer.write(bytes),
      closeWrite: () => Promise.resolve(writer.close()),
      close: () => reader.close(),
    });
    assertEquals(await ask(wire, `say ${name}`), name);
    await wire.closeWrite();
    await wire.ended;
  }
});

Deno.test("Protocol mismatch (NodeJS vs C++): both watch one session, each in its own words", async () => {
  await using server = await ServedProgram.start(["serve", "--tcp-port", "0"]);
  assertEquals(server.ready.dialect, "auto");
  const cpp = await server.connect({ type: "user_input", content: "say first" });
  await cpp.until(isIdle);
  await cpp.until(isIdle, 3);
  const attach = cpp.lines[0].session_id;
  const node = await server.connect({
    type: "user",
    message: { role: "user", content: "say second" },
    attach,
  });
  const result = await node.type("result");
  assertEquals(result.result, "second");
  await cpp.until((line: Line) => line.content === "second" && !line.isStreaming);
  assertEquals(result.session_id, attach);
  for (const line of cpp.lines) assertFits(line, "state/out");
  for (const line of node.lines) assertFits(line, "qwen/out");
});

Deno.test("Unsupported commands in C++ TCP server: interrupt and model_switch are handled", async () => {
  await using server = await ServedProgram.start(TCP);
  const wire = await server.connect();
  await wire.until(isIdle);
  await wire.send({ type: "user_input", content: "wait 60" });
  await wire.until((line: Line) => line.state === "responding");
  const from = wire.lines.length;
  await wire.send({ type: "interrupt" });
  await wire.until(isIdle, from);
  assert(wire.lines.some((line: Line) => line.code === "interrupted"));
  await wire.send({ type: "model_switch", model_id: "another" });
  await wire.until((line: Line) => line.type === "info" && line.message === "The model is now another.");
  assertEquals(await ask(wire, "say hello"), "hello");
});

Deno.test("invalid JSON or unknown type is logged and dropped: it is answered with an error instead", async () => {
  await using server = await ServedProgram.start(TCP);
  const wire = await server.connect("{not json", { type: "control_request" }, { type: "user_input" });
  await wire.until((line: Line) => line.code === "bad_field");
  const errors = wire.lines.filter((line: Line) => line.type === "error");
  assertEquals(errors.map(({ code, line }: Line) => [code, line]), [["not_json", 1], ["unknown_type", 2], [
    "bad_field",
    3,
  ]]);
  assertEquals(await ask(wire, "say hello"), "hello");
});

Deno.test("Uniform protocol alignment: every record has its schema; ids, timestamps and errors their form", async () => {
  await using server = await ServedProgram.start([...TCP, "--approval-mode", "default"]);
  const wire = await server.connect();
  await wire.until(isIdle);
  await wire.send({ type: "user_input", content: "write notes.txt: some text" });
  const group = await wire.until((line: Line) => line.tools?.[0].status === "confirming");
  await wire.send({ type: "tool_approval", tool_id: group.tools[0].tool_id, approved: true });
  await wire.until(isIdle, wire.lines.indexOf(group));
  const from = wire.lines.length;
  await wire.send({ type: "user_input", content: "fail" });
  await wire.type("error", from);
  await wire.until(isIdle, from);
  for (const line of wire.lines) assertFits(line, "state/out");
  assertEquals(await Deno.readTextFile(`${server.fixture.cwd}/notes.txt`), "some text\n");
  const states = wire.lines.filter((line: Line) => line.id === group.id).map((line: Line) => line.tools[0].status);
  assertEquals(states, ["pending", "confirming", "executing", "success"]);
  const seqs = wire.lines.flatMap((line: Line) => line.seq ?? []);
  assertEquals(seqs, seqs.toSorted((a: number, b: number) => a - b));
});

Deno.test("the ready line names the token file and never the token", async () => {
  await using server = await ServedProgram.start(TCP);
  const token = await server.token();
  const { token_file, port, pid, version, ...rest } = server.ready;
  assertEquals(rest, { type: "ready", transport: "tcp", address: "127.0.0.1", dialect: "state" });
  assertEquals([port !== 0, pid, version !== "", token_file?.startsWith(server.fixture.home)], [
    true,
    server.run.pid,
    true,
    true,
  ]);
  assertEquals(server.run.stdout.includes(token), false);
});

Deno.test("--server-mode stdin speaks the state dialect over stdin and stdout, at once", async () => {
  await using fixture = await Fixture.open();
  const { code, stdout } = await runQwen(["--server-mode", "stdin", "--provider", "demo"], {
    fixture,
    stdin: '{"type":"user_input","content":"say hello"}\n',
  });
  const lines = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
  assertEquals(code, 0);
  assertEquals(lines.slice(0, 2).map(({ type }) => type), ["init", "status"]);
  assertEquals(lines.at(-1), { type: "status", state: "idle" });
  for (const line of lines) assertFits(line, "state/out");
});

const REFUSED: [string, string[]][] = [
  ["--no-auth beyond loopback", ["serve", "--host", "0.0.0.0", "--no-auth"]],
  ["the unix transport without a path", ["serve", "--server-mode", "unix"]],
  ["the pipe transport without a path", ["serve", "--server-mode", "pipe"]],
];
for (const [what, args] of REFUSED) {
  Deno.test(`serve refuses ${what}`, async () => {
    await using fixture = await Fixture.open();
    const { code, stdout } = await runQwen([...args, "--provider", "demo", "--tcp-port", "0"], { fixture });
    assertEquals([code !== 0, stdout], [true, ""]);
  });
}
