import { assert, assertEquals, assertMatch } from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import { fakeModel } from "./support/fake_model.ts";
import { Desk, startQwen } from "./support/qwen.ts";
import { command, isInstalled, withShim } from "./support/shim.ts";

const FOLDER = fromFileUrl(new URL("../examples", import.meta.url));
const DEMO = ["--provider", "demo"];

Deno.test("examples: every file is in the list of the README, and there is a test for it", async () => {
  const own = await Deno.readTextFile(new URL(import.meta.url));
  const readme = await Deno.readTextFile(`${FOLDER}/README.md`);
  for await (const { name } of Deno.readDir(FOLDER)) {
    if (name === "README.md") continue;
    assert(readme.includes(`(${name})`), `examples/README.md does not list ${name}`);
    assert(own.includes(`/${name}`), `Nothing runs examples/${name}`);
  }
});

Deno.test("examples: pipelines.sh prints what its comments promise", async () => {
  await using desk = await Desk.open({ "a.txt": "alpha\n" });
  const run = await command([`${FOLDER}/pipelines.sh`, ...DEMO], { desk, env: await withShim(desk) });
  assertEquals([run.code, run.stderr], [0, ""]);
  const said = run.stdout.split("\n").filter((line) => !line.startsWith("#"));
  assertEquals(said, ["hello", '{"num_turns":1,"is_error":false}', "list_directory", "1 2 3", "1 2 3", "piped", ""]);
});

Deno.test("examples: pipelines.sh ends with the first run that fails", async () => {
  await using desk = await Desk.open();
  const run = await command([`${FOLDER}/pipelines.sh`, "--provider", "nobody"], { desk, env: await withShim(desk) });
  assert(run.code !== 0);
  assertEquals(run.stdout.split("\n").filter((line) => line.startsWith("#")).length, 1);
});

for (const tool of ["parallel", "xargs"] as const) {
  Deno.test({
    name: `examples: many_prompts.sh answers every line, with ${tool}`,
    ignore: !isInstalled(tool),
    fn: async (): Promise<void> => {
      await using desk = await Desk.open({ "prompts.txt": 'say it\'s one\nfail: two\nsay "three" $HOME\n' });
      const env = await withShim(desk);
      if (tool === "xargs") await hideParallel(desk, env);
      const run = await command([`${FOLDER}/many_prompts.sh`, "prompts.txt", "out", ...DEMO], { desk, env });
      assert(run.code !== 0, "a failed run must fail the script");
      const results = await Promise.all([1, 2, 3].map(async (number) => {
        return JSON.parse(await Deno.readTextFile(`${desk.cwd}/out/${number}.json`)).at(-1);
      }));
      assertEquals(results.map(({ is_error }) => is_error), [false, true, false]);
      assertEquals([results[0].result, results[2].result], ["it's one", '"three" $HOME']);
      await Deno.writeTextFile(`${desk.cwd}/prompts.txt`, "say one\nsay two\n");
      await Deno.remove(`${desk.cwd}/out`, { recursive: true });
      const again = await command([`${FOLDER}/many_prompts.sh`, "prompts.txt", "out", ...DEMO], { desk, env });
      assertEquals([again.code, again.stdout], [0, "1\tone\n2\ttwo\n"]);
    },
  });
}

/** Leaves a PATH on which everything but GNU parallel is found. */
async function hideParallel(desk: Desk, env: Record<string, string>): Promise<void> {
  const folder = `${desk.home}/tools`;
  await Deno.mkdir(folder);
  for (const name of ["bash", "sh", "awk", "xargs", "jq", "mkdir", "basename", "head", "sort"]) {
    for (const place of ["/usr/bin", "/bin"]) {
      const found = await Deno.stat(`${place}/${name}`).then(() => true, () => false);
      if (found) await Deno.symlink(`${place}/${name}`, `${folder}/${name}`).catch(() => {/* Found before. */});
    }
  }
  env.PATH = `${desk.home}/bin:${folder}`;
}

Deno.test("examples: ci_gate.sh passes a harmless change, stops a risky one, and concludes nothing from a failure", async () => {
  await using desk = await Desk.open();
  const verdict = (risk: string): { call: string; input: unknown }[] => [
    { call: "structured_output", input: { risk, reasons: ["It touches the door."] } },
  ];
  await using model = fakeModel([verdict("low"), verdict("high"), { status: 400, body: { error: { message: "no" } } }]);
  const env = await withShim(desk, model.env);
  const gate = () => command([`${FOLDER}/ci_gate.sh`], { desk, env, stdin: "diff --git a/door b/door\n" });
  const low = await gate();
  assertEquals([low.code, low.stdout], [0, "- It touches the door.\nRisk: low\n"]);
  const high = await gate();
  assertEquals([high.code, high.stdout], [1, "- It touches the door.\nRisk: high\n"]);
  const none = await gate();
  assertEquals([none.code, none.stdout], [2, ""]);
  assertMatch(none.stderr, /No verdict \(exit 1\)\./);
});

Deno.test("examples: ci_gate.yml calls the script and grants nothing beyond reading", async () => {
  const text = await Deno.readTextFile(`${FOLDER}/ci_gate.yml`);
  assertMatch(text, /examples\/ci_gate\.sh/);
  assertMatch(text, /^permissions:\n {2}contents: read\n/m);
});

Deno.test({
  name: "examples: node_host.mjs allows what its rule allows and denies the rest",
  ignore: !isInstalled("node"),
  fn: async (): Promise<void> => {
    await using desk = await Desk.open();
    const env = await withShim(desk);
    const ask = (prompt: string) => command(["node", `${FOLDER}/node_host.mjs`, prompt, ...DEMO], { desk, env });
    const fine = await ask("write out/note.txt: hi");
    assertEquals([fine.code, fine.stderr], [0, "allowed: write_file\n"]);
    assertEquals(await Deno.readTextFile(`${desk.cwd}/out/note.txt`), "hi\n");
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
    await using desk = await Desk.open();
    const env = await withShim(desk);
    const ask = (prompt: string) => command(["python3", `${FOLDER}/python_host.py`, prompt, ...DEMO], { desk, env });
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
    await using desk = await Desk.open();
    const place = { EXAMPLE_FOLDER: `${desk.cwd}/replay` };
    const test = ["node", "--test", `${FOLDER}/record_replay.test.mjs`];
    const recorded = await command(test, { desk, env: await withShim(desk, { ...place, QWEN_FLAGS: DEMO.join(" ") }) });
    assertEquals(recorded.code, 0, recorded.stdout);
    const replayed = await command(test, { desk, env: await withShim(desk, place) });
    assertEquals(replayed.code, 0, replayed.stdout);
  },
});

Deno.test({
  name: "examples: tcp_client.py asks a server and approves what is asked",
  ignore: !isInstalled("python3") || !await canServe(),
  fn: async (): Promise<void> => {
    await using desk = await Desk.open();
    const flags = ["--server-mode", "tcp", "--tcp-port", "0", "--token-file", `${desk.home}/token`];
    await using server = startQwen(["serve", ...flags, "--approval-mode", "default", ...DEMO], { desk });
    await server.until(/\n/);
    const { port, token_file } = JSON.parse(server.stdout);
    const words = ["python3", `${FOLDER}/tcp_client.py`, String(port), token_file, "write note.txt: hi"];
    const run = await command(words, { desk, env: await withShim(desk) });
    assertEquals([run.code, run.stderr], [0, "approved: write_file\n"]);
    assertEquals(await Deno.readTextFile(`${desk.cwd}/note.txt`), "hi\n");
    server.kill("SIGTERM");
    assertEquals((await server.end).code, 0);
  },
});

/** Whether the program has a server; a program without one refuses the subcommand. */
async function canServe(): Promise<boolean> {
  return await Deno.stat(new URL("../lib/serve", import.meta.url)).then(() => true, () => false);
}
