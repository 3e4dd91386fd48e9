import { assertEquals } from "@std/assert";
import { demoSessions, Stage, type Wire } from "../../support/serve_stage.ts";

const errors = (wire: Wire): string[] => wire.lines.filter(({ type }) => type === "error").map(({ code }) => code);

/** An input line of exactly so many bytes, without its newline. */
function inputOf(bytes: number): string {
  const empty = JSON.stringify({ type: "user_input", content: "" });
  return JSON.stringify({ type: "user_input", content: "x".repeat(bytes - empty.length) });
}

Deno.test("line bytes: a line at the limit is read, one byte more is refused and the next line is read", async () => {
  await using stage = new Stage({ limits: { maxLineBytes: 300 } });
  const wire = await stage.connect(inputOf(300), inputOf(301), inputOf(299));
  await wire.type("error");
  assertEquals(errors(wire), ["line_too_long"]);
  await stage.sessions[0].command("prompt", 1);
  assertEquals(stage.sessions[0].commands.map(({ type }) => type), ["prompt", "prompt"]);
});

Deno.test("nesting: 200 levels are read, 201 are refused", async () => {
  await using stage = new Stage();
  const nested = (levels: number): string =>
    `{"type":"user_input","content":"x","deep":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
  const wire = await stage.connect(nested(200), nested(201));
  await wire.type("error");
  assertEquals(errors(wire), ["too_deep"]);
  await stage.sessions[0].command("prompt");
});

Deno.test("lines per second: as many as allowed are read, one more is refused with the time to wait", async () => {
  await using stage = new Stage({ limits: { linesPerSecond: 20 } });
  const wire = await stage.connect(...Array(21).fill({ type: "user_input", content: "x" }));
  const error = await wire.type("error");
  assertEquals([error.code, error.retry_after_ms > 0 && error.retry_after_ms <= 50], ["rate_limited", true]);
  assertEquals(stage.sessions[0].commands.length, 20);
});

Deno.test("sessions per client: as many as allowed are opened, one more is refused", async () => {
  await using stage = new Stage({ dialect: "auto", limits: { sessionsPerClient: 3 }, open: demoSessions() });
  const ask = (session_id: string): object => ({
    session_id,
    messages: [{ role: "user", content: `say I am ${session_id}` }],
  });
  const wire = await stage.connect(ask("a"), ask("b"), ask("c"), ask("d"), ask("a"));
  await wire.until((line) => JSON.stringify(line).includes("3 sessions already"));
  await wire.until((line) => JSON.stringify(line).includes("I am c"));
  assertEquals(stage.registry.size, 3);
});

Deno.test("idle time: a silent client is disconnected, an active one stays", async () => {
  await using stage = new Stage({ limits: { idleMs: 150, graceMs: 500 } });
  const silent = await stage.connect();
  const lively = await stage.connect();
  await lively.type("init");
  let isOver = false;
  const over = silent.ended.then(() => isOver = true);
  while (!isOver) {
    await lively.send("");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await over;
  assertEquals(errors(silent), ["idle"]);
  assertEquals(errors(lively), []);
});

Deno.test("live sessions: where there are too many, the one that was left longest ago makes room", async () => {
  await using stage = new Stage({ limits: { sessions: 2, heartbeatMs: 20 } });
  const used = async (): Promise<Wire> => {
    const wire = await stage.connect({ type: "user_input", content: "x" });
    await wire.type("init");
    await stage.sessions[stage.sessions.length - 1].command("prompt");
    return wire;
  };
  const first = await used();
  await used();
  const refused = await stage.connect();
  await refused.ended;
  assertEquals(errors(refused), ["too_many_sessions"]);
  first.close();
  while (stage.registry.clients.size > 1) await new Promise((resolve) => setTimeout(resolve, 1));
  await (await stage.connect()).type("init");
});

Deno.test("every limit is stated in the first record", async () => {
  await using stage = new Stage();
  const wire = await stage.connect();
  assertEquals((await wire.type("init")).limits, {
    max_input_line_bytes: 8388608,
    max_output_line_bytes: 1000000,
    max_depth: 200,
    max_clients: 256,
    max_sessions_per_client: 32,
    max_lines_per_second: 1000,
    idle_ms: 1800000,
    first_line_ms: 10000,
    max_pre_auth_bytes: 8192,
    max_queue_bytes: 4194304,
    max_queue_records: 8192,
  });
});
