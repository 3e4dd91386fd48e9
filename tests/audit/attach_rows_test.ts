import { assertEquals, assertMatch } from "@std/assert";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen, startQwen } from "../support/qwen.ts";
import { Wire } from "../support/serve_stage.ts";

const PROMPT = { type: "user", message: { role: "user", content: "Hi" }, parent_tool_use_id: null, session_id: "" };

Deno.test("Baseline 56, 58: qwen attach joins a live session; partial messages go to clients that ask", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel(["First.", [{ text: ["Sec", "ond."] }], "New."]);
  const socket = `${fixture.home}/s.sock`;
  const args = ["serve", "--server-mode", "unix", "--socket-path", socket, "--dialect", "qwen"];
  await using server = startQwen(args, { fixture, env: model.env });
  await server.until(/"type":"ready"/);
  const connect = async (request: object): Promise<Wire> => {
    const wire = new Wire(await Deno.connect({ transport: "unix", path: socket }));
    await wire.send({ type: "control_request", request_id: "i", request: { subtype: "initialize", ...request } });
    return wire;
  };
  const host = await connect({ include_partial_messages: true });
  await host.send(PROMPT);
  const { session_id } = await host.until((line) => line.type === "result");
  assertEquals(host.lines.some(({ type }) => type === "stream_event"), true);
  const where = ["--socket-path", socket];
  const end = await runQwen(["attach", session_id, ...where, "-p", "More"], { fixture });
  assertEquals([end.code, end.stdout, end.stderr], [0, "Second.\n", ""]);
  const seen = await host.until((line) => line.type === "result" && line.result === "Second.");
  assertEquals(seen.session_id, session_id);
  const others = await connect({});
  await others.send(PROMPT);
  await others.until((line) => line.type === "result");
  assertEquals(others.lines.some(({ type }) => type === "stream_event"), false);
  assertEquals((await runQwen(["attach", "nobody", ...where, "-p", "x"], { fixture })).code, 1);
  host.close();
  others.close();
});

Deno.test("Baseline 56: --attach, --new and --manager of the C++ client work and are listed", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel(["One.", "Two.", "Three."]);
  const socket = `${fixture.home}/s.sock`;
  const args = ["serve", "--server-mode", "unix", "--socket-path", socket, "--include-partial-messages"];
  await using server = startQwen(args, { fixture, env: model.env });
  await server.until(/"type":"ready"/);
  const where = ["--socket-path", socket];
  assertEquals((await runQwen(["--new", ...where, "-p", "Hi"], { fixture })).stdout, "One.\n");
  const listed = await runQwen(["--manager", "--output-format", "json"], { fixture });
  const { session_id } = linesOf(listed.stdout)[0];
  assertEquals((await runQwen(["--attach", session_id, ...where, "-p", "Hi"], { fixture })).stdout, "Two.\n");
  const client = new Wire(await Deno.connect({ transport: "unix", path: socket }));
  await client.send(PROMPT);
  await client.until((line) => line.type === "result");
  // The server sends increments to all of its clients.
  assertEquals(client.lines.some(({ type }) => type === "stream_event"), true);
  client.close();
  const help = (await runQwen(["--help", "flags"], { fixture })).stdout;
  for (const flag of ["--attach", "--new", "--manager"]) assertMatch(help, new RegExp(`^  ${flag}\\b`, "m"));
  assertEquals((await runQwen(["attach", "x", "--socket-path", `${socket}.gone`, "-p", "x"], { fixture })).code, 42);
});
