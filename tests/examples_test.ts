import { parse } from "@std/yaml";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { fromFileUrl } from "../lib/path/mod.ts";
import { fakeModel } from "./support/fake_model.ts";
import { Fixture, startQwen } from "./support/qwen.ts";
import { command, isInstalled, withShim } from "./support/shim.ts";

const FOLDER = fromFileUrl(new URL("../examples", import.meta.url));
const DEMO = ["--provider", "demo"];

Deno.test("examples: every file is in the list of the README, and there is a test for it", async () => {
  const texts = ["examples_test.ts", "fleet_examples_test.ts"].map((name) =>
    Deno.readTextFile(new URL(name, import.meta.url))
  );
  const own = (await Promise.all(texts)).join("\n");
  const readme = await Deno.readTextFile(`${FOLDER}/README.md`);
  for await (const { name } of Deno.readDir(FOLDER)) {
    if (name === "README.md") continue;
    assert(readme.includes(`(${name})`), `examples/README.md does not list ${name}`);
    assert(own.includes(`/${name}`), `Nothing runs examples/${name}`);
  }
});

Deno.test("examples: pipelines.sh prints what its comments say", async () => {
  await using fixture = await Fixture.open({ "a.txt": "alpha\n" });
  const run = await command([`${FOLDER}/pipelines.sh`, ...DEMO], { fixture, env: await withShim(fixture) });
  assertEquals([run.code, run.stderr], [0, ""]);
  const said = run.stdout.split("\n").filter((line) => !line.startsWith("#"));
  assertEquals(said, ["hello", '{"num_turns":1,"is_error":false}', "list_directory", "1 2 3", "1 2 3", "piped", ""]);
});

Deno.test("examples: pipelines.sh ends with the first run that fails", async () => {
  await using fixture = await Fixture.open();
  const run = await command([`${FOLDER}/pipelines.sh`, "--provider", "nobody"], {
    fixture,
    env: await withShim(fixture),
  });
  assert(run.code !== 0);
  assertEquals(run.stdout.split("\n").filter((line) => line.startsWith("#")).length, 1);
});

for (const tool of ["parallel", "xargs"] as const) {
  Deno.test({
    name: `examples: many_prompts.sh answers every line, with ${tool}`,
    ignore: !isInstalled(tool),
    fn: async (): Promise<void> => {
      await using fixture = await Fixture.open({ "prompts.txt": 'say it\'s one\nfail: two\nsay "three" $HOME\n' });
      const env = await withShim(fixture);
      if (tool === "xargs") await hideParallel(fixture, env);
      const run = await command([`${FOLDER}/many_prompts.sh`, "prompts.txt", "out", ...DEMO], { fixture, env });
      assert(run.code !== 0, "a failed run must fail the script");
      const results = await Promise.all([1, 2, 3].map(async (number) => {
        return JSON.parse(await Deno.readTextFile(`${fixture.cwd}/out/${number}.json`)).at(-1);
      }));
      assertEquals(results.map(({ is_error }) => is_error), [false, true, false]);
      assertEquals([results[0].result, results[2].result], ["it's one", '"three" $HOME']);
      await Deno.writeTextFile(`${fixture.cwd}/prompts.txt`, "say one\nsay two\n");
      await Deno.remove(`${fixture.cwd}/out`, { recursive: true });
      const again = await command([`${FOLDER}/many_prompts.sh`, "prompts.txt", "out", ...DEMO], { fixture, env });
      assertEquals([again.code, again.stdout], [0, "1\tone\n2\ttwo\n"]);
    },
  });
}

/** Leaves a PATH on which everything but GNU parallel is found. */
async function hideParallel(fixture: Fixture, env: Record<string, string>): Promise<void> {
  const folder = `${fixture.home}/tools`;
  await Deno.mkdir(folder);
  for (const name of ["bash", "sh", "awk", "xargs", "jq", "mkdir", "basename", "head", "sort"]) {
    for (const place of ["/usr/bin", "/bin"]) {
      const found = await Deno.stat(`${place}/${name}`).then(() => true, () => false);
      if (found) await Deno.symlink(`${place}/${name}`, `${folder}/${name}`).catch(() => {/* Found before. */});
    }
  }
  env.PATH = `${fixture.home}/bin:${folder}`;
}

Deno.test("examples: ci_gate.sh passes a harmless change, stops a risky one, and concludes nothing from a failure", async () => {
  await using fixture = await Fixture.open();
  const verdict = (risk: string): { call: string; input: unknown }[] => [
    { call: "structured_output", input: { risk, reasons: ["It touches the door."] } },
  ];
  await using model = fakeModel([verdict("low"), verdict("high"), { status: 400, body: { error: { message: "no" } } }]);
  const env = await withShim(fixture, model.env);
  const gate = () => command([`${FOLDER}/ci_gate.sh`], { fixture, env, stdin: "diff --git a/door b/door\n" });
  const low = await gate();
  assertEquals([low.code, low.stdout], [0, "- It touches the door.\nRisk: low\n"]);
  const high = await gate();
  assertEquals([high.code, high.stdout], [1, "- It touches the door.\nRisk: high\n"]);
  const none = await gate();
  assertEquals([none.code, none.stdout], [2, ""]);
  assertMatch(none.stderr, /No verdict \(exit 1\)\./);
});

Deno.test("examples: ci_gate.yml grants nothing beyond reading, its flags work, and its last step decides", async () => {
  const gate = parse(await Deno.readTextFile(`${FOLDER}/ci_gate.yml`)) as {
    permissions: unknown;
    jobs: { risk: { steps: { run?: string; with?: Record<string, string> }[] } };
  };
  assertEquals(gate.permissions, { contents: "read" });
  const { steps } = gate.jobs.risk;
  const { args, prompt } = steps.find((step) => step.with?.prompt)?.with ?? {};
  await using fixture = await Fixture.open();
  await fixture.write("change.diff", "diff --git a/door b/door\n");
  const env = await withShim(fixture);
  const flags = args.split("\n").filter((line) => line !== "" && !line.startsWith("--sandbox"));
  const { code, stdout } = await command(["qwen", "--provider", "demo", ...flags, "-p", prompt], { fixture, env });
  assertEquals(code, 0);
  const decide = (risk: string) =>
    command(["bash", "-c", steps.at(-1)?.run ?? ""], {
      fixture,
      env: { ...env, ANSWER: JSON.stringify({ ...JSON.parse(stdout), risk }) },
    });
  assertEquals([(await decide("low")).code, (await decide("high")).code], [0, 1]);
});

Deno.test({
  name: "examples: node_host.mjs allows what its rule allows and denies the rest",
  ignore: !isInstalled("node"),
  fn: async (): Promise<void> => {
    await using fixture = await Fixture.open();
    const env = await withShim(fixture);
    const ask = (prompt: string) => command(["node", `${FOLDER}/node_host.mjs`, prompt, ...DEMO], { fixture, env });
    const fine = await ask("write out/note.txt: hi");
    assertEquals([fine.code, fine.stderr], [0, "allowed: write_file\n"]);
    assertEquals(await Deno.readTextFile(`${fixture.cwd}/out/note.txt`), "hi\n");
    const refused = await ask("write note.txt: hi");
    assertEquals([refused.code, refused.stderr], [0, "denied: write_file\n"]);
    assertMatch(refused.stdout, /Only files inside out\/ may be written\./);
    const failed = await ask("fail: on purpose");
    assertEquals([failed.code, failed.stderr], [1, ""]);
    assertMatch(failed.stdout, /on purpose/);
  },
});

Deno.test({
  name: "examples: python_host.py allows commands of its list and denies the rest",
  ignore: !isInstalled("python3"),
  fn: async (): Promise<void> => {
    await using fixture = await Fixture.open();
    const env = await withShim(fixture);
    const ask = (prompt: string) => command(["python3", `${FOLDER}/python_host.py`, prompt, ...DEMO], { fixture, env });
    const refused = await ask("run: touch made");
    assertEquals([refused.code, refused.stderr], [0, "deny: Bash\n"]);
    assertMatch(refused.stdout, /This host allows only date, git status, git diff/);
    assertEquals((await ask("say fine")).stdout, "fine\n");
    const failed = await ask("fail: on purpose");
    assertEquals(failed.code, 1);
    assertMatch(failed.stdout, /on purpose/);
  },
});

Deno.test({
  name: "examples: record_replay.test.mjs records once and replays without a model",
  ignore: !isInstalled("node"),
  fn: async (): Promise<void> => {
    await using fixture = await Fixture.open();
    const place = { EXAMPLE_FOLDER: `${fixture.cwd}/replay` };
    const test = ["node", "--test", `${FOLDER}/record_replay.test.mjs`];
    const recorded = await command(test, {
      fixture,
      env: await withShim(fixture, { ...place, QWEN_FLAGS: DEMO.join(" ") }),
    });
    assertEquals(recorded.code, 0, recorded.stdout);
    const replayed = await command(test, { fixture, env: await withShim(fixture, place) });
    assertEquals(replayed.code, 0, replayed.stdout);
  },
});

Deno.test({
  name: "examples: tcp_client.py asks a server and approves what is asked",
  ignore: !isInstalled("python3") || !await canServe(),
  fn: async (): Promise<void> => {
    await using fixture = await Fixture.open();
    const flags = ["--server-mode", "tcp", "--tcp-port", "0", "--token-file", `${fixture.home}/token`];
    await using server = startQwen(["serve", ...flags, "--approval-mode", "default", ...DEMO], { fixture });
    await server.until(/\n/);
    const { port, token_file } = JSON.parse(server.stdout);
    const words = ["python3", `${FOLDER}/tcp_client.py`, String(port), token_file, "write note.txt: hi"];
    const run = await command(words, { fixture, env: await withShim(fixture) });
    assertEquals([run.code, run.stderr], [0, "approved: write_file\n"]);
    assertEquals(await Deno.readTextFile(`${fixture.cwd}/note.txt`), "hi\n");
    server.kill("SIGTERM");
    assertEquals((await server.end).code, 0);
  },
});

for (const name of ["/zed.json", "/jetbrains.json", "/neovim.lua"]) {
  Deno.test(`examples: the settings of ${name.slice(1)} start an agent that the editor can talk to`, async () => {
    const text = await Deno.readTextFile(`${FOLDER}${name}`);
    const servers: { command: string; args: string[]; env?: Record<string, string> }[] = name.endsWith(".json")
      ? Object.values(JSON.parse(text).agent_servers)
      : [];
    const env = servers[0]?.env ?? {};
    const words: string[] = servers.length > 0
      ? servers.flatMap(({ command, args }) => [command, ...args])
      : [.../default = \{ (.*?) \}/.exec(text)?.[1].matchAll(/"([^"]+)"/g) ?? []].map(([, word]) => word);
    assertEquals(words.slice(0, 2), ["qwen", "--acp"]);
    await using fixture = await Fixture.open();
    await using agent = startQwen([...words.slice(1), ...DEMO], { fixture, env, stdin: { open: true } });
    const hello = { protocolVersion: 1, clientCapabilities: { fs: { readTextFile: true, writeTextFile: true } } };
    await agent.send({ jsonrpc: "2.0", id: 0, method: "initialize", params: hello });
    await agent.send({ jsonrpc: "2.0", id: 1, method: "session/new", params: { cwd: fixture.cwd, mcpServers: [] } });
    await agent.until(/"id":1,"result":\{"sessionId"/);
    await agent.closeInput();
    const end = await agent.end;
    assertEquals([end.code, end.stderr], [0, ""]);
  });
}

/** Whether the program has a server; a program without one refuses the subcommand. */
async function canServe(): Promise<boolean> {
  return await Deno.stat(new URL("../lib/host", import.meta.url)).then(() => true, () => false);
}
