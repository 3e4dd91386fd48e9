/** What the audit of the founding documents could not verify. */
import { assert, assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { loadDialect } from "../../lib/dialects/mod.ts";
import { Collector } from "../support/collector.ts";
import { ChatHost } from "../support/chat_host.ts";
import { fakeModel } from "../support/fake_model.ts";
import { FakeClock } from "../support/fake_clock.ts";
import { localCertificate, webServer } from "../support/https_servers.ts";
import { Fixture, linesOf, qwenCommand, runQwen, startQwen } from "../support/qwen.ts";
import { countedIds } from "../support/say.ts";
import { SessionBench } from "../support/session_bench.ts";

Deno.test("Not verified: result/command has the kind tool when /restore proposes a call again, which the host can run", async () => {
  await using host = await ChatHost.open(["--approval-mode", "yolo"], { files: { "a.txt": "first\n" } });
  await host.ask("S", "read a.txt\nthen\nwrite b.txt: second");
  const listed = await host.command("S", "/restore");
  const [, id] = /- (\S+): Before the call of write_file/.exec(JSON.stringify(listed)) ?? [];
  const result = await host.command("S", `/restore ${id}`);
  await assertRejects(() => Deno.stat(`${host.cwd}/b.txt`), Deno.errors.NotFound);
  const { name, args } = result.tool_request as { name: string; args: object };
  assertEquals([result.type, name], ["tool", "write_file"]);
  await host.send({ session_id: "S", input: { parts: [] }, tool_request: { callId: "again", name, args } });
  await host.next(({ metadata }) => (metadata as { event?: string } | undefined)?.event === "summary");
  assertEquals(await Deno.readTextFile(`${host.cwd}/b.txt`), "second\n");
});

Deno.test("Not verified: set_max_thinking_tokens sets the budget of thinking in the request", async () => {
  // deno-lint-ignore no-explicit-any -- requests of a known shape.
  const bodies: any[] = [];
  await using server = webServer(({ body }) => {
    bodies.push(JSON.parse(body));
    return Response.json({ type: "error", error: { type: "invalid_request_error", message: "enough" } }, {
      status: 400,
    });
  });
  await using fixture = await Fixture.open();
  const env = { ANTHROPIC_API_KEY: "test-key", ANTHROPIC_BASE_URL: `http://127.0.0.1:${server.port}` };
  const args = ["--dialect", "claude", "--input-format", "stream-json", "-o", "stream-json", "--provider", "anthropic"];
  await using run = startQwen([...args, "--model", "claude-opus-4"], { fixture, env, stdin: { open: true } });
  const prompt = { type: "user", message: { role: "user", content: "Hi" }, parent_tool_use_id: null, session_id: "" };
  const request = { subtype: "set_max_thinking_tokens", max_thinking_tokens: 4321 };
  await run.send({ type: "control_request", request_id: "t", request }, prompt);
  await run.until(/"type":"result"/);
  assertEquals(bodies[0].thinking, { type: "enabled", budget_tokens: 4321 });
  await run.closeInput();
  await run.end;
});

Deno.test("Not verified: WebFetch reads a real page over HTTPS", async () => {
  await using fixture = await Fixture.open();
  const tls = await localCertificate(fixture.home);
  const html = "<html><body><h1>Tides</h1><p>High water at <b>noon</b>.</p></body></html>";
  await using server = webServer(() => new Response(html, { headers: { "content-type": "text/html" } }), tls);
  const url = `https://localhost:${server.port}/tides`;
  await using model = fakeModel([[{ call: "WebFetch", input: { url, prompt: "When?" } }], "At noon."]);
  const args = ["--dialect", "claude", "-o", "stream-json", `--allow-net=localhost:${server.port}`, "-p", "When?"];
  const env = { ...model.env, DENO_CERT: tls.authority, SSL_CERT_FILE: tls.authority };
  const { stdout, stderr } = await runQwen(args, { fixture, env });
  const told = linesOf(stdout).find(({ type }) => type === "user");
  assertEquals(server.requests.length, 1, stderr + JSON.stringify(told));
  assertMatch(JSON.stringify(told.message), /Tides[^]*High water at \*{0,2}noon/);
  assertEquals(told.tool_use_result.code, 200);
});

Deno.test("Not verified: a client that stalls in the middle of a record loses nothing", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([[{ repeat: "All work and no play. ", times: 40_000 }, { wait: "read" }, {
    text: "End.",
  }]]);
  const args = ["-o", "stream-json", "--include-partial-messages", "-p", "Write"];
  const { words: [command, ...rest], env } = qwenCommand(args, { fixture, env: model.env });
  const child = new Deno.Command(command, {
    ...{ args: rest, cwd: fixture.cwd, env, clearEnv: true },
    ...{ stdin: "null", stdout: "piped", stderr: "null" },
  }).spawn();
  const reader = child.stdout.getReader({ mode: "byob" });
  const chunks: Uint8Array[] = [];
  const read = async (bytes: number): Promise<boolean> => {
    const { value, done } = await reader.read(new Uint8Array(bytes));
    if (value) chunks.push(value.slice());
    return !done;
  };
  await read(100);
  await read(10);
  await model.request(0);
  // The pipe is full by now, and the client is in the middle of a record.
  model.release("read");
  await new Promise((resolve) => setTimeout(resolve, 300));
  while (await read(65_536));
  assertEquals((await child.status).code, 0);
  const lines = linesOf(await new Blob(chunks as Uint8Array<ArrayBuffer>[]).text());
  assertEquals(lines.filter(({ event }) => event?.type === "content_block_delta").length, 40_001);
  assertStringIncludes(lines.at(-1).type, "result");
});

Deno.test("Not verified: keep_alive is sent through an hour of silence", async () => {
  const clock = new FakeClock();
  await using bench = new SessionBench([], { host: { heartbeatMs: 15_000 }, world: { clock } });
  bench.send({ type: "heartbeat", promptId: null });
  await clock.advance(3_600_000);
  const beats = bench.events.filter(({ type }) => type === "heartbeat");
  assertEquals(beats.length, 240);
  const dialect = await loadDialect("claude");
  assert(dialect);
  const options = {
    ids: countedIds(),
    format: "stream-json",
    includePartials: false,
    version: "0",
    tools: [],
  } as const;
  const conversation = dialect.open({ ...options, extras: {} });
  assertEquals(beats.flatMap((event) => [...conversation.encode(event)]), beats.map(() => ({ type: "keep_alive" })));
});

Deno.test("Not verified: telemetry that may carry contents is redacted", async () => {
  await using collector = new Collector();
  await using fixture = await Fixture.open();
  const secret = "sk-hunter-1a2b3c4d5e6f70819";
  const show = { call: "run_shell_command", input: { command: `echo heron ${secret}` } };
  await using model = fakeModel([[show], `The heron said ${secret}.`]);
  const env = {
    ...model.env,
    OPENAI_API_KEY: secret,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "true",
  };
  const { code } = await runQwen(["--yolo", "-p", `Look for a heron with ${secret}`], { fixture, env });
  assertEquals([code, collector.named("execute_tool run_shell_command").length], [0, 1]);
  const sent = collector.bodies.join("\n");
  // Prompt, arguments, output and answer were sent, and the key in none of them.
  assertMatch(sent, /Look for a heron/);
  assertMatch(sent, /echo heron/);
  assertMatch(sent, /The heron said/);
  assertEquals(sent.includes(secret), false);
});
