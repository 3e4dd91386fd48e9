/** Settings of the user that have an effect on a run, seen from outside. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen } from "../support/qwen.ts";

async function withSettings(settings: unknown, files: Record<string, string> = {}): Promise<Fixture> {
  const fixture = await Fixture.open(files);
  await Deno.mkdir(`${fixture.home}/.qwen`);
  await Deno.writeTextFile(`${fixture.home}/.qwen/settings.json`, JSON.stringify(settings));
  return fixture;
}

Deno.test("output.format is the format of a run that names none, and a flag wins over it", async () => {
  await using fixture = await withSettings({ output: { format: "json" } });
  const plain = await runQwen(["--provider", "demo", "say hello"], { fixture });
  assertEquals([plain.code, JSON.parse(plain.stdout).at(-1).result, plain.stderr], [0, "hello", ""]);
  const text = await runQwen(["--provider", "demo", "-o", "text", "say hello"], { fixture });
  assertEquals([text.code, text.stdout, text.stderr], [0, "hello\n", ""]);
});

Deno.test("proxy is the way to the provider, and one that is no address is named", async () => {
  const seen: string[] = [];
  const proxy = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    seen.push(request.url);
    return new Response("no way", { status: 403 });
  });
  try {
    await using fixture = await withSettings({ proxy: `http://127.0.0.1:${proxy.addr.port}` });
    const env = { OPENAI_API_KEY: "k", OPENAI_BASE_URL: "http://model.invalid/v1", OPENAI_MODEL: "m" };
    const { code } = await runQwen(["hello"], { fixture, env });
    assertEquals([code, seen], [1, ["http://model.invalid/v1/chat/completions"]]);
  } finally {
    await proxy.shutdown();
  }
  await using fixture = await withSettings({ proxy: "nonsense" });
  const { code, stderr } = await runQwen(["--provider", "demo", "hello"], { fixture });
  assertEquals([code, stderr], [
    52,
    'The setting proxy is not a URL: "nonsense"\nIt looks like http://proxy.example.com:3128.\n',
  ]);
});

Deno.test("tools.shell.defaultTimeoutMs ends a command whose call names no time", async () => {
  await using fixture = await withSettings({ tools: { shell: { defaultTimeoutMs: 300 } } });
  await using model = fakeModel([[{ call: "run_shell_command", input: { command: "sleep 600" } }], "done"]);
  const { code, stdout } = await runQwen(["--yolo", "--sandbox=off", "-o", "stream-json", "go"], {
    fixture,
    env: model.env,
  });
  const result = linesOf(stdout).find((line) => line.type === "user")?.message.content[0].content;
  assertEquals(code, 0);
  assertMatch(result, /timed out after 300ms/);
  const told = model.requests[0].body.tools.find((tool: { function: { name: string } }) =>
    tool.function.name === "run_shell_command"
  );
  assertMatch(told.function.parameters.properties.timeout.description, /\b300 by default/);
});

Deno.test("model.generationConfig says how often and how soon a failed request is tried again", async () => {
  const generationConfig = { maxRetries: 2, retryInitialDelayMs: 1, retryMaxDelayMs: 1 };
  await using fixture = await withSettings({ model: { generationConfig } });
  await using model = fakeModel([], { otherwise: { status: 500, body: "" } });
  const { code, stderr } = await runQwen(["hello"], { fixture, env: model.env });
  assertEquals([code, model.requests.length], [1, 3]);
  assertEquals(stderr.match(/Trying again in 0(\.\d+)? s \(\d of 2\)/g)?.length, 2, stderr);
});

Deno.test("model.generationConfig.timeout bounds the wait for the first byte", async () => {
  await using fixture = await withSettings({ model: { generationConfig: { timeout: 300, maxRetries: 0 } } });
  await using model = fakeModel([{ hold: "for ever" }]);
  const { code, stdout } = await runQwen(["-o", "json", "hello"], { fixture, env: model.env });
  assertEquals([code, JSON.parse(stdout).at(-1).error.code], [1, "timeout.first_byte"]);
});

Deno.test("--debug tells on stderr what happens inside, an area alone when one is named, or it goes to a file", async () => {
  await using fixture = await Fixture.open({ "note.txt": "hi\n" });
  const all = await runQwen(["--provider", "demo", "--debug", "read note.txt"], { fixture });
  const names = (text: string): string[] => text.trim().split("\n").map((line) => line.split(" ")[2]);
  assertEquals([all.code, names(all.stderr).at(0), names(all.stderr).at(-1)], [0, "session.started", "session.ended"]);
  const some = await runQwen(["--provider", "demo", "--debug=tool,turn", "read note.txt"], { fixture });
  assertEquals(names(some.stderr), ["turn.started", "tool.started", "tool.completed", "turn.completed"]);
  const file = await runQwen(["--provider", "demo", "--debug-file", "log.txt", "read note.txt"], { fixture });
  assertEquals([file.code, file.stderr], [0, ""]);
  const kept = await Deno.readTextFile(`${fixture.cwd}/log.txt`);
  assert(kept.trim().split("\n").every((line) => /^\d+\.\d{3} [a-z]+\.[a-z]+ \{.*\}?…?$/.test(line)), kept);
  const lost = await runQwen(["--provider", "demo", "--debug-file", "absent/log.txt", "say hello"], { fixture });
  assertEquals([lost.code, lost.stdout], [52, ""]);
  assertMatch(lost.stderr, /^--debug-file cannot write absent\/log\.txt: /);
});

Deno.test("qwen help is --help, and a topic beside it is that topic", async () => {
  await using fixture = await Fixture.open();
  for (const topic of [[], ["exit-codes"]]) {
    const [word, flag] = await Promise.all([
      runQwen(["help", ...topic], { fixture }),
      runQwen(["--help", ...topic], { fixture }),
    ]);
    assertEquals(word, flag);
    assertEquals([word.code, word.stderr], [0, ""]);
  }
});

Deno.test("flags and settings without effect are reported, with a suggestion", async () => {
  await using fixture = await withSettings({
    permissions: { deny: ["Bash(git", "run_shel_command", "mcp__server__tool"] },
    hooks: { PreTolUse: [{ hooks: [{ type: "command", command: "true" }] }], Stop: [{ hooks: [{ type: "command" }] }] },
  });
  const args = ["--allowed-tools", "Bsh,Read,Bash(git *)", "--include-directories", "/no/such/folder"];
  const { code, stdout, stderr } = await runQwen(["--provider", "demo", ...args, "-p", "say hello"], { fixture });
  assertEquals([code, stdout, stderr.trim().split("\n")], [0, "hello\n", [
    'qwen: The rule "Bsh" names an unknown tool: did you mean Bash?',
    'qwen: The rule "Bash(git" cannot be parsed and matches nothing: check its parentheses.',
    'qwen: The rule "run_shel_command" names an unknown tool: did you mean run_shell_command?',
    "qwen: --include-directories names /no/such/folder, which is not a folder.",
    'qwen: The setting hooks names "PreTolUse", which is not an event: did you mean PreToolUse?',
    'qwen: a Stop hook of type "command" is not run: it has no command',
  ]]);
});

Deno.test("a server of tools that does not start is named with the reason", async () => {
  await using fixture = await withSettings({ mcpServers: { helper: { command: "/no/such/program" } } });
  const { code, stdout, stderr } = await runQwen(["--provider", "demo", "say hello"], { fixture });
  assertEquals([code, stdout], [0, "hello\n"]);
  assertMatch(
    stderr,
    /^Warning: MCP server\(s\) failed to start: helper \(.*\/no\/such\/program.*\)\. Continuing with /,
  );
});
