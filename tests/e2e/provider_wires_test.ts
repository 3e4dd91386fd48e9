/** What holds on the wire of every provider: tools by text, and how much a model thinks. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { Fixture, runQwen } from "../support/qwen.ts";

// deno-lint-ignore no-explicit-any -- each wire has a body of its own.
type Body = any;

interface Wire {
  provider: string;
  env: (url: string) => Record<string, string>;
  model: string;
  /** How its server says that the model has no tools. */
  refusal: object;
  /** An answer of its server. */
  answer: (text: string) => object[];
  hasTools: (body: Body) => boolean;
  /** What a body has about thinking for the efforts `high`, a budget of 3000 and none. */
  reasoning: { field: (body: Body) => unknown; effort: unknown; budget: unknown; off: unknown };
  /** The temperature, the share of likely tokens and the limit of an answer, by the names of the server. */
  sampling: (body: Body) => unknown[];
}

const WIRES: readonly Wire[] = [
  {
    provider: "openai",
    env: (url) => ({ OPENAI_API_KEY: "k", OPENAI_BASE_URL: `${url}/v1` }),
    model: "m",
    refusal: { error: { message: "registry/library/gemma does not support tools" } },
    answer: (text) => [{ choices: [{ index: 0, delta: { content: text }, finish_reason: "stop" }] }],
    hasTools: ({ tools }) => tools !== undefined,
    reasoning: { field: ({ reasoning_effort }) => reasoning_effort, effort: "high", budget: undefined, off: undefined },
    sampling: ({ temperature, top_p, max_tokens }) => [temperature, top_p, max_tokens],
  },
  {
    provider: "openai-responses",
    env: (url) => ({ OPENAI_API_KEY: "k", OPENAI_BASE_URL: `${url}/v1` }),
    model: "m",
    refusal: { error: { message: "Tool use is not supported with this model." } },
    answer: (text) => [
      { type: "response.output_text.delta", delta: text },
      { type: "response.completed", response: { status: "completed", output: [] } },
    ],
    hasTools: ({ tools }) => tools !== undefined,
    reasoning: {
      field: ({ reasoning }) => reasoning,
      effort: { effort: "high", summary: "auto" },
      budget: undefined,
      off: undefined,
    },
    sampling: ({ temperature, top_p, max_output_tokens }) => [temperature, top_p, max_output_tokens],
  },
  {
    provider: "anthropic",
    env: (url) => ({ ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: url }),
    model: "m",
    refusal: { type: "error", error: { type: "invalid_request_error", message: "This model does not support tools." } },
    answer: (text) => [
      { type: "message_start", message: { usage: { input_tokens: 1 } } },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 1 } },
      { type: "message_stop" },
    ],
    hasTools: ({ tools }) => tools !== undefined,
    reasoning: {
      field: ({ thinking }) => thinking,
      effort: { type: "enabled", budget_tokens: 20_000 },
      budget: { type: "enabled", budget_tokens: 3000 },
      off: undefined,
    },
    sampling: ({ temperature, top_p, max_tokens }) => [temperature, top_p, max_tokens],
  },
  {
    provider: "gemini",
    env: (url) => ({ GEMINI_API_KEY: "k", GEMINI_BASE_URL: url }),
    model: "gemini-2.5-flash",
    refusal: {
      error: { code: 400, message: "Function calling is not enabled for models/gemma-3", status: "INVALID_ARGUMENT" },
    },
    answer: (
      text,
    ) => [{ candidates: [{ content: { role: "model", parts: [{ text }] }, finishReason: "STOP", index: 0 }] }],
    hasTools: ({ tools }) => tools !== undefined,
    reasoning: {
      field: ({ generationConfig }) => generationConfig.thinkingConfig,
      effort: { includeThoughts: true, thinkingBudget: 24_576 },
      budget: { includeThoughts: true, thinkingBudget: 3000 },
      off: { includeThoughts: false, thinkingBudget: 0 },
    },
    sampling: ({ generationConfig: { temperature, topP, maxOutputTokens } }) => [temperature, topP, maxOutputTokens],
  },
];

/** A server that gives each request the next answer, and keeps what it was asked. */
function serve(replies: readonly Response[]): { url: string; bodies: Body[]; close: () => Promise<void> } {
  const bodies: Body[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => undefined }, async (request) => {
    bodies.push(await request.json());
    return replies[bodies.length - 1] ?? new Response("no answer is left", { status: 500 });
  });
  return { url: `http://127.0.0.1:${server.addr.port}`, bodies, close: () => server.shutdown() };
}

function streamed(events: readonly object[]): Response {
  const body = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

for (const { provider, env, model, refusal, answer, hasTools, reasoning, sampling } of WIRES) {
  const args = ["-p", "What is in a.txt?", "--provider", provider, "--model", model];

  Deno.test(`${provider}: a model without tools calls them by text, and the run says so`, async () => {
    await using fixture = await Fixture.open({ "a.txt": "alpha" });
    const call = `<tool_call>\n{"name": "read_file", "arguments": {"file_path": "${fixture.cwd}/a.txt"}}\n</tool_call>`;
    const server = serve([
      Response.json(refusal, { status: 400 }),
      streamed(answer(`Let me look.\n${call}`)),
      streamed(answer("It says alpha.")),
    ]);
    const { code, stdout, stderr } = await runQwen(args, { fixture, env: env(server.url) });
    await server.close();
    assertEquals([code, stdout.trim()], [0, "It says alpha."], stderr);
    assertStringIncludes(stderr, "tools are called by text");
    assertEquals(server.bodies.map(hasTools), [true, false, false]);
    assertStringIncludes(JSON.stringify(server.bodies[1]), String.raw`{\"name\":\"read_file\"`);
    assertStringIncludes(JSON.stringify(server.bodies[2]), "<tool_response>");
    assertStringIncludes(JSON.stringify(server.bodies[2]), "alpha");
  });

  Deno.test(`${provider}: generationConfig.reasoning decides how much a model thinks`, async () => {
    for (
      const { setting, expected } of [
        { setting: { effort: "high" }, expected: reasoning.effort },
        { setting: { budget_tokens: 3000 }, expected: reasoning.budget },
        { setting: false, expected: reasoning.off },
      ]
    ) {
      await using fixture = await Fixture.open();
      const server = serve([streamed(answer("Hi."))]);
      const settings = { modelProviders: { [provider]: [{ id: model, generationConfig: { reasoning: setting } }] } };
      await Deno.mkdir(`${fixture.home}/.qwen`);
      await Deno.writeTextFile(`${fixture.home}/.qwen/settings.json`, JSON.stringify(settings), { mode: 0o600 });
      const { code, stderr } = await runQwen(args, { fixture, env: env(server.url) });
      await server.close();
      assertEquals(code, 0, stderr);
      assertEquals(reasoning.field(server.bodies[0]), expected, JSON.stringify(setting));
    }
  });

  Deno.test(`${provider}: --effort wins over generationConfig.reasoning`, async () => {
    await using fixture = await Fixture.open();
    const server = serve([streamed(answer("Hi."))]);
    const settings = { model: { generationConfig: { reasoning: false } } };
    await Deno.mkdir(`${fixture.home}/.qwen`);
    await Deno.writeTextFile(`${fixture.home}/.qwen/settings.json`, JSON.stringify(settings), { mode: 0o600 });
    const { code, stderr } = await runQwen([...args, "--effort", "high"], { fixture, env: env(server.url) });
    await server.close();
    assertEquals(code, 0, stderr);
    assertEquals(reasoning.field(server.bodies[0]), reasoning.effort);
  });

  Deno.test(`${provider}: samplingParams have the names that the server knows`, async () => {
    await using fixture = await Fixture.open();
    const server = serve([streamed(answer("Hi."))]);
    const generationConfig = { samplingParams: { temperature: 0.25, top_p: 0.5, max_tokens: 77, seed: 3 } };
    const settings = { modelProviders: { [provider]: [{ id: model, generationConfig }] } };
    await Deno.mkdir(`${fixture.home}/.qwen`);
    await Deno.writeTextFile(`${fixture.home}/.qwen/settings.json`, JSON.stringify(settings), { mode: 0o600 });
    const { code, stderr } = await runQwen(args, { fixture, env: env(server.url) });
    await server.close();
    assertEquals(code, 0, stderr);
    const [body] = server.bodies;
    assertEquals(sampling(body), [0.25, 0.5, 77]);
    assertEquals(body.seed, 3, "what has one name everywhere is sent as it is");
    const known = sampling(body).length;
    const everywhere = [body, body.generationConfig ?? {}].flatMap((part) => Object.values(part));
    assertEquals(everywhere.filter((value) => [0.25, 0.5, 77].includes(value as number)).length, known);
  });
}
