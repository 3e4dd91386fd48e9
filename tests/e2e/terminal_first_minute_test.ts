/** What a person meets who has configured nothing yet. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { hasPty, Person } from "../support/pty.ts";
import { localCertificate, webServer } from "../support/https_servers.ts";
import { Fixture, runQwen } from "../support/qwen.ts";

const ignore = !hasPty();
const NAMES = [
  ...["ollama", "lmstudio", "llamacpp", "vllm", "dashscope", "openrouter", "modelscope", "deepseek"],
  ...["openai", "anthropic", "gemini", "demo"],
];

/** A server that lists models and answers every prompt. */
function modelServer(ids: readonly string[]): { address: string; asked: string[] } & AsyncDisposable {
  const asked: string[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith("/models")) return Response.json({ data: ids.map((id) => ({ id })) });
    asked.push((await request.json()).model);
    const chunk = (delta: object, finish: string | null): string =>
      `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
    const body = `${chunk({ content: "Hello from the server." }, null)}${chunk({}, "stop")}data: [DONE]\n\n`;
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  });
  const { port } = server.addr;
  return { address: `127.0.0.1:${port}`, asked, [Symbol.asyncDispose]: () => server.shutdown() };
}

Deno.test("Without a provider and without a terminal the error lists the presets, and names an unread .env", async () => {
  await using fixture = await Fixture.open({ ".env": "DEEPSEEK_API_KEY=k\n" });
  const { code, stdout, stderr } = await runQwen(["hi"], { fixture });
  assertEquals([code, stdout], [1, ""]);
  for (const name of NAMES) assertMatch(stderr, new RegExp(`--provider ${name} `));
  for (const name of ["DASHSCOPE_API_KEY", "OPENROUTER_API_KEY", "MODELSCOPE_API_KEY"]) assert(stderr.includes(name));
  assertEquals(stderr.match(/\.env has DEEPSEEK_API_KEY/g)?.length, 1);
});

Deno.test({
  name: "An unread .env is named once where a key is missing, also above the list at the terminal",
  ignore,
  fn: async () => {
    await using fixture = await Fixture.open({ ".env": "DEEPSEEK_API_KEY=k\n" });
    const missing = await runQwen(["--provider", "deepseek", "hi"], { fixture });
    assertEquals([missing.code, missing.stderr.match(/\.env has DEEPSEEK_API_KEY/g)?.length], [1, 1]);
    await using person = new Person([], { fixture, env: { OLLAMA_HOST: "127.0.0.1:9" } });
    const screen = await person.sees(/No provider is configured yet\.[^]*> demo/);
    assertEquals(screen.replaceAll("\n", "").match(/\.env has DEEPSEEK_API_KEY/g)?.length, 1);
  },
});

Deno.test("A preset whose key is missing names the variable; --base-url wins over its address", async () => {
  await using fixture = await Fixture.open();
  await using server = modelServer(["m"]);
  const missing = await runQwen(["--provider", "deepseek", "hi"], { fixture });
  assertEquals([missing.code, /DEEPSEEK_API_KEY/.test(missing.stderr)], [1, true]);
  const args = ["--provider", "deepseek", "--base-url", `http://${server.address}/v1`, "hi"];
  const given = await runQwen(args, { fixture, env: { DEEPSEEK_API_KEY: "k" } });
  assertEquals([given.code, given.stdout, server.asked], [0, "Hello from the server.\n", ["deepseek-chat"]]);
});

Deno.test("OLLAMA_HOST may be host:port, an address or 0.0.0.0, and qwen models lists what is there", async () => {
  await using fixture = await Fixture.open();
  await using server = modelServer(["first-model", "second-model"]);
  const port = server.address.split(":")[1];
  for (const host of [server.address, `http://${server.address}`, `0.0.0.0:${port}`]) {
    const env = { OLLAMA_HOST: host };
    const listed = await runQwen(["models", "--provider", "ollama"], { fixture, env });
    assertEquals([listed.code, listed.stdout], [0, "first-model\nsecond-model\n"]);
    const answered = await runQwen(["--provider", "ollama", "hi"], { fixture, env });
    assertEquals([answered.code, answered.stdout], [0, "Hello from the server.\n"]);
  }
  assertEquals(new Set(server.asked), new Set(["first-model"]));
});

Deno.test({
  name: "Without a provider, a person chooses one at the terminal, and the choice is kept after it was shown",
  ignore,
  fn: async () => {
    await using fixture = await Fixture.open();
    await using server = modelServer(["only-model"]);
    const options = { fixture, env: { OLLAMA_HOST: server.address }, line: '"$@"; echo "exit $?"' };
    await using person = new Person([], options);
    const screen = await person.sees(/> ollama +is running, 1 models/);
    for (const name of NAMES.slice(0, 10)) assertMatch(screen, new RegExp(`^[> ] ${name} `, "m"));
    await person.type("\r");
    await person.sees(/"selectedType": "ollama"[^]*Write it\?/);
    await person.type("y");
    await person.sees(/only-model · auto/);
    await person.type("hello\r");
    await person.sees(/Hello from the server\./);
    await person.type("\x04");
    await person.sees(/exit 0/);
    const file = `${fixture.home}/.qwen/settings.json`;
    const { $version: _, ...settings } = JSON.parse(await Deno.readTextFile(file));
    assertEquals(settings, { security: { auth: { selectedType: "ollama" } }, model: { name: "only-model" } });
    await using again = new Person(["-i", "hello"], options);
    await again.sees(/Hello from the server\./);
  },
});

Deno.test({
  name:
    "Without a provider, a choice that is not to be kept holds for this run, and leaving the list ends with the error",
  ignore,
  fn: async () => {
    await using fixture = await Fixture.open();
    await using server = modelServer(["only-model"]);
    const options = { fixture, env: { OLLAMA_HOST: server.address }, line: '"$@"; echo "exit $?"' };
    {
      await using person = new Person([], options);
      await person.sees(/> ollama +is running/);
      await person.type("\r");
      await person.sees(/Write it\?/);
      await person.type("n");
      await person.sees(/only-model · auto/);
      await person.type("\x04");
      await person.sees(/exit 0/);
    }
    await using person = new Person([], options);
    await person.sees(/> ollama +is running/);
    await person.type("\x1b");
    await person.sees(/No provider is configured\.[^]*--provider ollama[^]*exit 1/);
    const kept = await Deno.stat(`${fixture.home}/.qwen/settings.json`).then(() => true, () => false);
    assertEquals(kept, false);
  },
});

Deno.test("A proxy that is in the way is named, also by doctor", async () => {
  await using fixture = await Fixture.open();
  const env = {
    OPENAI_API_KEY: "k",
    OPENAI_BASE_URL: "http://model.test/v1",
    OPENAI_MODEL: "m",
    HTTP_PROXY: "http://127.0.0.1:9",
    http_proxy: "http://127.0.0.1:9",
  };
  const run = await runQwen(["--max-retries", "0", "hi"], { fixture, env });
  assertEquals([run.code === 0, run.stdout], [false, ""]);
  assertMatch(run.stderr, /proxy 127\.0\.0\.1:9/);
  const doctor = await runQwen(["doctor"], { fixture, env });
  assertMatch(doctor.stdout + doctor.stderr, /proxy 127\.0\.0\.1:9/);
});

Deno.test("A certificate that is not trusted is named, with the variable that helps", async () => {
  await using fixture = await Fixture.open();
  const { cert, key, authority } = await localCertificate(fixture.home);
  await using server = webServer(() => Response.json({ data: [{ id: "m" }] }), { cert, key });
  const base = `https://localhost:${server.port}/v1`;
  const env = { OPENAI_API_KEY: "k", OPENAI_BASE_URL: base, OPENAI_MODEL: "m" };
  const run = await runQwen(["--max-retries", "0", "hi"], { fixture, env });
  assertEquals([run.code === 0, run.stdout], [false, ""]);
  assertMatch(run.stderr, /certificate[^]*(SSL_CERT_FILE|NODE_EXTRA_CA_CERTS|DENO_CERT)/);
  const models = await runQwen(["models"], { fixture, env: { ...env, DENO_CERT: authority } });
  assertEquals([models.code, models.stdout], [0, "m\n"]);
});
