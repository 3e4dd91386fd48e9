import { assert, assertEquals, assertMatch } from "@std/assert";
import { fakeModel, type Step } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen, startQwen } from "../support/qwen.ts";

Deno.test("Baseline: exits 53, 55 and 130 of structured one-shot runs have a message on stderr", async () => {
  const look: Step[] = [{ call: "list_directory", input: { path: "." } }];
  await using fixture = await Fixture.open();
  for (const [flag, code, said] of [["--max-session-turns", 53, /turn/i], ["--max-tool-calls", 55, /tool/i]] as const) {
    await using model = fakeModel([look, look, "Done."]);
    const args = [flag, "1", "-o", "stream-json", "-p", "Look"];
    const end = await runQwen(args, { fixture, env: model.env });
    assertEquals(end.code, code, end.stderr);
    assertMatch(end.stderr, said);
    assertEquals(linesOf(end.stdout).at(-1).is_error, true);
  }
  await using model = fakeModel([[{ wait: "never" }]]);
  await using run = startQwen(["-o", "json", "-p", "Look"], { fixture, env: model.env });
  await model.request(0);
  run.kill("SIGINT");
  const end = await run.end;
  assertEquals(end.code, 130);
  assertMatch(end.stderr, /cancel/i);
});

const QWEN = ["--dialect", "qwen", "--input-format", "stream-json", "-o", "stream-json"];

Deno.test("Baseline 55: stream events name their message by message_id once it has started", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([[{ text: ["Hel", "lo."] }]]);
  const args = ["-o", "stream-json", "--include-partial-messages", "-p", "Hi"];
  const { stdout } = await runQwen(args, { fixture, env: model.env });
  const events = linesOf(stdout).filter(({ type }) => type === "stream_event").map(({ event }) => event);
  const start = events.find(({ type }) => type === "message_start");
  const others = events.filter(({ type }) => type.startsWith("content_block_") || type === "message_stop");
  assert(others.length >= 4);
  assertEquals(new Set(others.map(({ message_id }) => message_id)), new Set([start.message.id]));
});

Deno.test("Baseline 54: keep_alive is documented as sent only with a heartbeat interval", async () => {
  const page = await Deno.readTextFile(new URL("../../docs/differences.md", import.meta.url));
  assertMatch(page, /`keep_alive` is sent only with `--heartbeat-interval`/);
  assertMatch(page, /C\+\+ client, need `--no-auth` on loopback/);
});

Deno.test("Baseline: mcp.allowed, mcp.excluded and the flag apply to servers from initialize", async () => {
  const cases: [string[], object][] = [
    [["--allowed-mcp-server-names", "other"], {}],
    [[], { mcp: { excluded: ["mine"] } }],
    [[], { mcp: { allowed: ["other"] } }],
  ];
  for (const [flags, settings] of cases) {
    await using fixture = await Fixture.open();
    await using model = fakeModel(["Hi."]);
    await Deno.mkdir(`${fixture.home}/.qwen`);
    await Deno.writeTextFile(`${fixture.home}/.qwen/settings.json`, JSON.stringify(settings));
    await using run = startQwen([...QWEN, ...flags], { fixture, env: model.env, stdin: { open: true } });
    const request = { subtype: "initialize", sdkMcpServers: { mine: { type: "sdk", name: "mine" } } };
    const prompt = { type: "user", message: { role: "user", content: "Hi" }, parent_tool_use_id: null, session_id: "" };
    await run.send({ type: "control_request", request_id: "i", request }, prompt);
    await run.until(/"type":"result"/);
    await run.closeInput();
    const { stdout, stderr } = await run.end;
    assertEquals(linesOf(stdout).filter(({ request }) => request?.subtype === "mcp_message"), []);
    assertMatch(stderr, /"mine" is not started/);
  }
});

Deno.test("RFC 3: --help dialects says when stream-json lines are chat.completion objects", async () => {
  await using fixture = await Fixture.open();
  const { stdout } = await runQwen(["--help", "dialects"], { fixture });
  assertMatch(stdout.replace(/\s+/g, " "), /stream-json are chat\.completion objects only with --dialect chat/);
});
