/** The settings of a model on the real program: whom they hold for, who may set them, and what they change. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture, linesOf, type QwenEnd, runQwen } from "../support/qwen.ts";

async function withHome(settings: object): Promise<Fixture> {
  const fixture = await Fixture.open();
  await Deno.mkdir(`${fixture.home}/.qwen`);
  await Deno.writeTextFile(`${fixture.home}/.qwen/settings.json`, JSON.stringify(settings), { mode: 0o600 });
  return fixture;
}

Deno.test("generationConfig of a model holds for this model only", async () => {
  const generationConfig = {
    samplingParams: { seed: 7 },
    extra_body: { extra: true },
    customHeaders: { "x-own": "yes" },
  };
  await using fixture = await withHome({
    model: { generationConfig: { samplingParams: { seed: 1 } } },
    modelProviders: { openai: [{ id: "own", name: "Own", generationConfig }, { id: "other" }] },
  });
  await using model = fakeModel(["One.", "Two.", "Three."]);
  for (const name of ["own", "other", "unlisted"]) {
    await runQwen(["-p", "go", "--model", name], { fixture, env: model.env });
  }
  assertEquals(model.requests.map(({ body, headers }) => [body.model, body.seed, body.extra, headers["x-own"]]), [
    ["own", 7, true, "yes"],
    ["other", 1, undefined, undefined],
    ["unlisted", 1, undefined, undefined],
  ]);
});

Deno.test("contextWindowSize and maxRetries of a model win over those of all models", async () => {
  const own = { contextWindowSize: 12_345, maxRetries: 2, retryInitialDelayMs: 1, retryMaxDelayMs: 1 };
  await using fixture = await withHome({
    model: { generationConfig: { maxRetries: 0, contextWindowSize: 99_999 } },
    modelProviders: { openai: [{ id: "own", generationConfig: own }] },
  });
  const busy = { status: 503, body: { error: { message: "busy" } } };
  await using model = fakeModel([busy, busy, "Done."], { otherwise: busy });
  const end = await runQwen(["-p", "go", "--model", "own"], { fixture, env: model.env });
  assertEquals([end.code, end.stdout.trim(), model.requests.length], [0, "Done.", 3], end.stderr);
  await using second = fakeModel([], { otherwise: busy });
  await runQwen(["-p", "go", "--model", "other"], { fixture, env: second.env });
  assertEquals(second.requests.length, 1);
  await using third = fakeModel(["Hi."]);
  const args = ["-p", "/context", "--model", "own", "--output-format", "json"];
  const { stdout } = await runQwen(args, { fixture, env: third.env });
  assertMatch(stdout, /12,?345|12\.3 ?k/i);
});

Deno.test("a project's file sets no model of its own without --trust-project", async () => {
  await using fixture = await Fixture.open();
  await using theirs = fakeModel(["Theirs."]);
  const settings = {
    modelProviders: {
      openai: [{
        id: "fake-model",
        baseUrl: theirs.url,
        envKey: "OPENAI_API_KEY",
        generationConfig: { extra_body: { leak: 1 } },
      }],
    },
  };
  await fixture.write(".qwen/settings.json", JSON.stringify(settings));
  await using mine = fakeModel(["Mine."]);
  const run = (...flags: string[]): Promise<QwenEnd> =>
    runQwen(["-p", "go", "--output-format", "stream-json", ...flags], { fixture, env: mine.env });
  const untrusted = linesOf((await run()).stdout);
  assertEquals([untrusted.at(-1).result, theirs.requests.length, mine.requests[0].body.leak], ["Mine.", 0, undefined]);
  const file = untrusted[0].project_files.find(({ path }: { path: string }) => path === ".qwen/settings.json");
  assertMatch(file.reason, /modelProviders/);
  const trusted = linesOf((await run("--trust-project")).stdout);
  assertEquals([trusted.at(-1).result, theirs.requests[0].body.leak], ["Theirs.", 1]);
});

Deno.test("the Responses API keeps an answer only where extra_body says so", async () => {
  const answer = [
    { type: "response.output_text.delta", delta: "Hi." },
    { type: "response.completed", response: { status: "completed", output: [] } },
  ].map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
  const bodies: { store: boolean; stream: boolean }[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => undefined }, async (request) => {
    bodies.push(await request.json());
    return new Response(answer, { headers: { "content-type": "text/event-stream" } });
  });
  try {
    await using fixture = await withHome({
      modelProviders: { "openai-responses": [{ id: "kept", generationConfig: { extra_body: { store: true } } }] },
    });
    const env = { OPENAI_API_KEY: "k", OPENAI_BASE_URL: `http://127.0.0.1:${server.addr.port}/v1` };
    for (const model of ["m", "kept"]) {
      const { code, stderr } = await runQwen(["-p", "go", "--provider", "openai-responses", "--model", model], {
        fixture,
        env,
      });
      assertEquals(code, 0, stderr);
    }
  } finally {
    await server.shutdown();
  }
  assertEquals(bodies.map(({ store, stream }) => [store, stream]), [[false, true], [true, true]]);
});

Deno.test("Anthropic is asked to keep the system prompt and the conversation in its cache", async () => {
  const events = (text: string): string =>
    [
      { type: "message_start", message: { usage: { input_tokens: 1 } } },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 1 } },
      { type: "message_stop" },
    ].map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
  // deno-lint-ignore no-explicit-any -- the request as the server sees it.
  const bodies: any[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => undefined }, async (request) => {
    bodies.push(await request.json());
    return new Response(events("Hi."), { headers: { "content-type": "text/event-stream" } });
  });
  try {
    await using fixture = await Fixture.open();
    const env = { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: `http://127.0.0.1:${server.addr.port}` };
    const end = await runQwen(["-p", "go", "--provider", "anthropic", "--model", "m"], { fixture, env });
    assertEquals(end.code, 0, end.stderr);
  } finally {
    await server.shutdown();
  }
  const mark = { type: "ephemeral" };
  assertEquals(bodies[0].system.at(-1).cache_control, mark);
  assertEquals(bodies[0].messages.at(-1).content.at(-1).cache_control, mark);
  // A server takes at most four marks.
  const marks = JSON.stringify(bodies[0]).split('"cache_control"').length - 1;
  assert(marks >= 2 && marks <= 4, String(marks));
});

Deno.test("--fallback-model answers when the first model is overloaded, and every record names the one that did", async () => {
  const busy = { status: 529, body: { error: { message: "Overloaded" } } };
  await using fixture = await Fixture.open();
  await using model = fakeModel([(request) => request.body.model === "first" ? busy : "From the second."], {
    otherwise: (request) => request.body.model === "first" ? busy : "From the second.",
  });
  const args = ["-p", "go", "--model", "first", "--fallback-model", "second", "--max-retries", "1"];
  const end = await runQwen([...args, "--max-retry-wait", "1s", "--output-format", "stream-json"], {
    fixture,
    env: model.env,
  });
  const records = linesOf(end.stdout);
  assertEquals([end.code, records.at(-1).result], [0, "From the second."], end.stderr);
  const asked = model.requests.map(({ body }) => body.model);
  assertEquals([asked[0], asked.at(-1)], ["first", "second"]);
  assertEquals(records.find(({ type }) => type === "assistant").message.model, "second");
  const same = await runQwen(["-p", "go", "--model", "first", "--fallback-model", "first"], {
    fixture,
    env: model.env,
  });
  assertEquals(same.code, 1);
  assertMatch(same.stderr, /fallback/i);
});
