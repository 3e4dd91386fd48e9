import { assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "../../lib/path/mod.ts";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture, runQwen } from "../support/qwen.ts";

const RECORDINGS = fromFileUrl(new URL("../recordings/openai-responses/", import.meta.url));

Deno.test("--provider openai-responses runs a turn with a call by the Responses API", async () => {
  await using fixture = await Fixture.open();
  // deno-lint-ignore no-explicit-any -- the test knows the shape of what it reads.
  const requests: { path: string; key: string | null; body: any }[] = [];
  const answers = ["tool_call", "text"].map((name) => Deno.readTextFileSync(`${RECORDINGS}${name}.sse`));
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => undefined }, async (request) => {
    const { pathname: path } = new URL(request.url);
    requests.push({ path, key: request.headers.get("authorization"), body: await request.json() });
    return new Response(answers[requests.length - 1], { headers: { "content-type": "text/event-stream" } });
  });
  try {
    const env = { OPENAI_API_KEY: "test-key", OPENAI_BASE_URL: `http://127.0.0.1:${server.addr.port}/v1` };
    const args = ["-p", "go", "--provider", "openai-responses", "--model", "m"];
    const { code, stdout, stderr } = await runQwen(args, { fixture, env });
    assertEquals([code, stdout.trim()], [0, "Grüß dich, 世界 👋"], stderr);
  } finally {
    await server.shutdown();
  }
  assertEquals(requests.map(({ path, key }) => [path, key]), Array(2).fill(["/v1/responses", "Bearer test-key"]));
  assertEquals([requests[0].body.store, requests[0].body.stream], [false, true]);
  const [, call, result] = requests[1].body.input;
  assertEquals([call.type, call.call_id, result.type, result.call_id], [
    "function_call",
    "call_a",
    "function_call_output",
    "call_a",
  ]);
});

Deno.test("a model without tools gets them as text, calls them by text, and the run says so", async () => {
  await using fixture = await Fixture.open({ "a.txt": "alpha" });
  const call = `<tool_call>\n{"name": "read_file", "arguments": {"file_path": "${fixture.cwd}/a.txt"}}\n</tool_call>`;
  await using model = fakeModel([
    { status: 400, body: { error: { message: "registry/library/gemma does not support tools" } } },
    `Let me look.\n${call}`,
    "It says alpha.",
  ]);
  const { code, stdout, stderr } = await runQwen(["-p", "What is in a.txt?"], { fixture, env: model.env });
  assertEquals([code, stdout.trim()], [0, "It says alpha."], stderr);
  assertStringIncludes(stderr, "does not support tools");
  assertStringIncludes(stderr, "tools are called by text");
  const [first, second, third] = model.requests.map(({ body }) => body);
  assertEquals([first.tools.length > 0, second.tools, third.tools], [true, undefined, undefined]);
  assertStringIncludes(second.messages[0].content, '{"name":"read_file"');
  assertEquals(third.messages.map(({ role }: { role: string }) => role), ["system", "user", "assistant", "user"]);
  assertStringIncludes(third.messages[3].content, "<tool_response>");
  assertStringIncludes(third.messages[3].content, "alpha");
});

Deno.test("modelProviders names server, key and generationConfig of one model, without other variables", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel(["Own."]);
  const settings = {
    model: { generationConfig: { samplingParams: { seed: 1, n: 1 }, customHeaders: { "x-all": "1" } } },
    modelProviders: {
      openai: [{
        id: "own",
        baseUrl: model.url,
        envKey: "MY_KEY",
        generationConfig: {
          samplingParams: { seed: 2 },
          extra_body: { extra: true },
          customHeaders: { "x-own": "2" },
        },
      }],
    },
  };
  await Deno.mkdir(`${fixture.home}/.qwen`);
  await Deno.writeTextFile(`${fixture.home}/.qwen/settings.json`, JSON.stringify(settings), { mode: 0o600 });
  const end = await runQwen(["-p", "go", "--model", "own"], { fixture, env: { MY_KEY: "secret-key" } });
  assertEquals([end.code, end.stdout.trim()], [0, "Own."], end.stderr);
  const { body, headers } = model.requests[0];
  assertEquals([body.model, body.seed, body.n, body.extra], ["own", 2, 1, true]);
  assertEquals([headers.authorization, headers["x-all"], headers["x-own"]], ["Bearer secret-key", "1", "2"]);
});

Deno.test("the first byte of a model with its own timeout is awaited for that time", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([{ hold: "never" }]);
  const generationConfig = { timeout: 200, maxRetries: 0 };
  const settings = {
    modelProviders: { openai: [{ id: "own", baseUrl: model.url, envKey: "MY_KEY", generationConfig }] },
  };
  await Deno.mkdir(`${fixture.home}/.qwen`);
  await Deno.writeTextFile(`${fixture.home}/.qwen/settings.json`, JSON.stringify(settings), { mode: 0o600 });
  const end = await runQwen(["-p", "go", "--model", "own"], { fixture, env: { MY_KEY: "secret-key" } });
  assertEquals([end.code, model.requests.length], [1, 1]);
  assertStringIncludes(end.stderr, "200");
});
