import { assert, assertEquals, assertMatch } from "@std/assert";
import { Collector } from "../support/collector.ts";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture, runQwen, startQwen } from "../support/qwen.ts";

const PARENT = "00-0123456789abcdef0123456789abcdef-0123456789abcdef-01";

Deno.test("spans of a prompt: one invoke_agent above its requests and calls, with the GenAI attributes", async () => {
  await using collector = new Collector();
  await using model = fakeModel([[{ call: "run_shell_command", input: { command: "echo $TRACEPARENT" } }], "Done."]);
  await using fixture = await Fixture.open();
  const { code, stdout } = await runQwen(["-p", "a private prompt", "--yolo", "--output-format", "json"], {
    fixture,
    env: { ...model.env, TRACEPARENT: PARENT, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
  });
  assertEquals(code, 0);
  const { session_id: session } = JSON.parse(stdout).at(-1);
  assertEquals(collector.paths, ["/v1/traces"]);
  const [agent] = collector.named("invoke_agent qwen");
  const chats = collector.named("chat fake-model");
  const [tool] = collector.named("execute_tool run_shell_command");
  assertEquals(collector.spans.length, 4);
  for (const span of collector.spans) assertEquals(span.traceId, "0123456789abcdef0123456789abcdef");
  assertEquals(agent.parentSpanId, "0123456789abcdef");
  for (const span of [...chats, tool]) assertEquals(span.parentSpanId, agent.spanId);
  for (const span of collector.spans) {
    assertEquals(span.attributes["gen_ai.conversation.id"], session);
    assert(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano));
    assertEquals(span.status, {});
  }
  assertEquals(agent.attributes["gen_ai.operation.name"], "invoke_agent");
  assertEquals(chats[0].attributes["gen_ai.operation.name"], "chat");
  assertEquals(chats[0].attributes["gen_ai.provider.name"], "openai");
  assertEquals(chats[0].attributes["gen_ai.request.model"], "fake-model");
  assertEquals(chats[0].attributes["gen_ai.response.finish_reasons"], ["tool_calls"]);
  assertEquals(chats[1].attributes["gen_ai.response.finish_reasons"], ["stop"]);
  assertEquals(chats[1].attributes["gen_ai.usage.input_tokens"], 10);
  assertEquals(chats[1].attributes["gen_ai.usage.output_tokens"], 5);
  assertEquals(tool.attributes["gen_ai.operation.name"], "execute_tool");
  assertEquals(tool.attributes["gen_ai.tool.name"], "run_shell_command");
  assertEquals(tool.attributes["gen_ai.tool.call.id"], model.requests[1].body.messages.at(-1).tool_call_id);
  // Requests and commands know their place in the trace.
  assertEquals(model.requests[0].headers.traceparent, `00-${agent.traceId}-${chats[0].spanId}-01`);
  assertMatch(JSON.stringify(model.requests[1].body.messages.at(-1)), new RegExp(tool.spanId));
});

Deno.test("spans contain no prompt, answer, argument, output or path unless that is asked for, and never a secret", async () => {
  const key = "sk-very-secret-key-0123456789";
  for (const captures of [false, true]) {
    await using collector = new Collector();
    await using fixture = await Fixture.open();
    await Deno.writeTextFile(`${fixture.cwd}/notes.txt`, `output text ${key}`);
    const input = { file_path: `${fixture.cwd}/notes.txt` };
    await using model = fakeModel([[{ call: "read_file", input }], `An answer with ${key}.`]);
    const { code } = await runQwen(["-p", "a private prompt", "--yolo"], {
      fixture,
      env: {
        ...model.env,
        OPENAI_API_KEY: key,
        OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
        OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: String(captures),
      },
    });
    assertEquals(code, 0);
    const all = collector.bodies.join("\n");
    assertEquals(collector.spans.length, 4);
    assertEquals(all.includes(key), false);
    for (const text of ["a private prompt", "An answer with", "notes.txt", "output text"]) {
      assertEquals([text, all.includes(text)], [text, captures]);
    }
  }
});

Deno.test("a failed request and a failed prompt have an error status with its code", async () => {
  await using collector = new Collector();
  await using model = fakeModel([{ status: 401, body: { error: { message: "no" } } }]);
  await using fixture = await Fixture.open();
  const { code } = await runQwen(["-p", "go", "--telemetry-otlp-endpoint", collector.url], { fixture, env: model.env });
  assert(code !== 0);
  const [agent] = collector.named("invoke_agent qwen");
  const [chat] = collector.named("chat fake-model");
  for (const span of [agent, chat]) {
    assertEquals(span.status.code, 2);
    assertMatch(String(span.attributes["error.type"]), /^provider_auth/);
  }
});

/** How long a run lives on after its last output, and how it ended. */
async function lingering(
  fixture: Fixture,
  endpoint: string | null,
): Promise<{ ms: number; end: Awaited<ReturnType<typeof runQwen>> }> {
  await using run = startQwen(["-p", "say hello", "--provider", "demo"], {
    fixture,
    env: endpoint === null ? {} : { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint },
  });
  await run.until(/hello/);
  const start = performance.now();
  const end = await run.end;
  return { ms: performance.now() - start, end };
}

/** A busy machine only adds to a time, so one of several tries shows what the program itself takes. */
const TRIES = 5;
const MAX_EXIT_MS = 1_000;

Deno.test("a dead or silent collector changes neither output nor exit code, and costs at most a second", async () => {
  const dead = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port: deadPort } = dead.addr as Deno.NetAddr;
  dead.close();
  using silent = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  await using fixture = await Fixture.open();
  const plain = await lingering(fixture, null);
  assertEquals(plain.end.code, 0);
  for (const port of [deadPort, (silent.addr as Deno.NetAddr).port]) {
    const times: number[] = [];
    while (times.length < TRIES && !times.some((ms) => ms < MAX_EXIT_MS)) {
      const { ms, end } = await lingering(fixture, `http://127.0.0.1:${port}`);
      assertEquals(end, plain.end);
      times.push(ms);
    }
    assert(Math.min(...times) < MAX_EXIT_MS, `${port === deadPort ? "dead" : "silent"}: ${times} ms`);
  }
});

Deno.test("a collector that takes the connection and never answers is left after less than a second", async () => {
  using silent = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  await using fixture = await Fixture.open();
  const times: number[] = [];
  while (times.length < TRIES && !times.some((ms) => ms < MAX_EXIT_MS)) {
    const left = (async (): Promise<number> => {
      using connection = await silent.accept();
      const start = performance.now();
      const buffer = new Uint8Array(65_536);
      while (await connection.read(buffer).catch(() => null) !== null);
      return performance.now() - start;
    })();
    await lingering(fixture, `http://127.0.0.1:${(silent.addr as Deno.NetAddr).port}`);
    times.push(await left);
  }
  assert(Math.min(...times) < MAX_EXIT_MS, `${times} ms`);
});

Deno.test("each job of a batch is a trace below its traceparent, and commands and requests belong to it", async () => {
  await using collector = new Collector();
  await using fixture = await Fixture.open();
  await using model = fakeModel([], { otherwise: () => "Done." });
  const trace = "1".repeat(32);
  const jobs = [{ id: "own", prompt: "go", traceparent: `00-${trace}-${"2".repeat(16)}-01` }, {
    id: "b",
    prompt: "go",
  }];
  const { code } = await runQwen(["batch", "-", "--no-chat-recording", "-j", "1"], {
    fixture,
    env: { ...model.env, TRACEPARENT: PARENT, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    stdin: jobs.map((job) => `${JSON.stringify(job)}\n`).join(""),
  });
  assertEquals(code, 0);
  const agents = collector.named("invoke_agent qwen").map(({ traceId, parentSpanId }) => [traceId, parentSpanId]);
  assertEquals(agents.sort(), [PARENT.split("-").slice(1, 3), [trace, "2".repeat(16)]].sort());
  assertEquals(collector.named("chat fake-model").length, 2);
  const sent = model.requests.map(({ headers }) => headers.traceparent.slice(3, 35));
  assertEquals(sent, [trace, PARENT.slice(3, 35)]);
});

Deno.test("the collector gets the headers and attributes of the variables, and another protocol is named as unsupported", async () => {
  await using collector = new Collector();
  await using fixture = await Fixture.open();
  const { code, stderr } = await runQwen(["-p", "hello", "--provider", "demo"], {
    fixture,
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: "grpc",
      OTEL_EXPORTER_OTLP_HEADERS: "x-team=fleet%20one",
      OTEL_SERVICE_NAME: "nightly",
    },
  });
  assertEquals([code, collector.headers[0].get("x-team"), collector.bodies[0].includes('"nightly"')], [
    0,
    "fleet one",
    true,
  ]);
  assertMatch(stderr, /OTEL_EXPORTER_OTLP_PROTOCOL=grpc is not supported; http\/json is used/);
  const off = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SDK_DISABLED: "true" };
  await runQwen(["-p", "hello", "--provider", "demo"], { fixture, env: off });
  assertEquals(collector.bodies.length, 1);
});

Deno.test("without an endpoint there is no traceparent, and a wrong one is refused", async () => {
  await using model = fakeModel(["Hello."]);
  await using fixture = await Fixture.open();
  await runQwen(["-p", "go"], { fixture, env: { ...model.env, TRACEPARENT: PARENT } });
  assertEquals(model.requests[0].headers.traceparent, undefined);
  const { code, stderr } = await runQwen(["-p", "go", "--telemetry-otlp-endpoint", "nowhere"], {
    fixture,
    env: model.env,
  });
  assertEquals(code, 52);
  assertMatch(stderr, /OpenTelemetry endpoint is not an HTTP address/);
});

Deno.test("each prompt of a session is a trace of its own, and a signal still delivers what was recorded", async () => {
  await using collector = new Collector();
  await using model = fakeModel(["One.", "Two.", [{ text: "Three" }, { wait: "for ever" }]]);
  await using fixture = await Fixture.open();
  await using host = startQwen(["--input-format", "stream-json", "--dialect", "qwen"], {
    fixture,
    stdin: { open: true },
    env: { ...model.env, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
  });
  for (const [index, text] of ["first", "second", "third"].entries()) {
    await host.send({ type: "user", message: { role: "user", content: text } });
    if (index < 2) await host.until(new RegExp(`(?:"type":"result"[^]*){${index + 1}}`));
  }
  await model.request(2);
  host.kill("SIGTERM");
  const { stderr } = await host.end;
  assertEquals(/OTEL|collector/i.test(stderr), false);
  const agents = collector.named("invoke_agent qwen");
  assertEquals(new Set(agents.map(({ traceId }) => traceId)).size, 3);
  assertEquals(agents.map(({ status }) => status.code ?? 0), [0, 0, 2]);
  assertEquals(collector.named("chat fake-model").length, 3);
});
