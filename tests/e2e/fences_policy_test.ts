/** The policy without a model, the audit, and commands where the sandbox is required and unavailable. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { fakeModel, type Step } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen } from "../support/qwen.ts";

const shell = (command: string): Step => ({ call: "run_shell_command", input: { command } });

Deno.test("qwen policy check says what would be decided, and why", async () => {
  await using fixture = await Fixture.open({ "a.txt": "a" });
  const check = async (tool: string, input: object, ...flags: string[]): Promise<Record<string, unknown>> => {
    const { stdout } = await runQwen(["policy", "check", tool, JSON.stringify(input), ...flags], { fixture });
    return linesOf(stdout)[0];
  };
  const reading = await check("Bash", { command: "cat a.txt | head -n 1" });
  assertEquals([reading.decision, reading.runs, reading.argv, reading.problem], [
    "allow",
    "direct",
    [["cat", "a.txt"], ["head", "-n", "1"]],
    null,
  ]);
  const strange = await check("Bash", { command: "echo $(id)" }, "--approval-mode", "default");
  assertEquals([strange.decision, strange.runs, strange.problem], ["ask", "shell", "it has the character $"]);
  const confined = await check("Bash", { command: "echo $(id)" }, "--approval-mode", "auto");
  assertEquals(confined.decision, (confined.sandbox as { verified: boolean }).verified ? "allow" : "ask");
  const unconfined = await check("Bash", { command: "ls -l" }, "--approval-mode", "auto", "--sandbox=off");
  assertEquals(unconfined.decision, "ask");
  const ruled = await check("Bash", { command: "npm test src/*" }, "--allowed-tools", "Bash(npm test *)");
  assertEquals([ruled.decision, ruled.rule, ruled.runs], ["allow", "Bash(npm test *)", "respelled"]);
  const denied = await check("write_file", { file_path: `${fixture.cwd}/.qwen/settings.json`, content: "" }, "--yolo");
  assertEquals([denied.decision, denied.source], ["deny", "workspace"]);
  const web = await check("web_fetch", { url: "https://example.com/", prompt: "x" }, "--allow-net=example.com");
  assertEquals(web.decision, "allow");
  const bad = await runQwen(["policy", "check", "Bash", "{"], { fixture });
  assertEquals(bad.code, 1);
  const { stdout } = await runQwen(["policy", "explain", "--allow-read=/data"], { fixture });
  const [report] = linesOf(stdout);
  assertEquals([report.roots, report.readRoots, report.fences.read.allow], [[fixture.cwd], ["/data"], ["/data"]]);
  assert("verified" in report.sandbox);
});

Deno.test("examples that come with rules are checked before anything runs", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([], { otherwise: "hello" });
  const rules = (expect: string): string =>
    JSON.stringify({
      permissions: {
        allow: ["Bash(git push *)"],
        examples: [{ tool: "Bash", input: { command: "git push origin" }, expect }],
      },
    });
  const good = await runQwen(["--settings", rules("allow"), "-p", "go"], { fixture, env: model.env });
  assertEquals([good.code, good.stdout], [0, "hello\n"]);
  const wrong = await runQwen(["--settings", rules("deny"), "-p", "go"], { fixture, env: model.env });
  assertEquals(wrong.code, 52);
  assertStringIncludes(wrong.stderr, "permissions.examples[0]");
  assertEquals(model.requests.length, 1);
});

Deno.test("--sandbox=required refuses the shell where it cannot be confined, and leaves the file tools", async () => {
  await using fixture = await Fixture.open({ "a.txt": "text" });
  const steps = [
    shell("touch ran"),
    { call: "read_file", input: { file_path: `${fixture.cwd}/a.txt` } } satisfies Step,
  ];
  await using model = fakeModel([steps, "done"]);
  // A folder with everything that a run needs but bubblewrap.
  const bin = `${fixture.home}/bin`;
  await Deno.mkdir(bin);
  for (const name of ["bash", "touch"]) await Deno.symlink(`/usr/bin/${name}`, `${bin}/${name}`);
  await Deno.symlink(Deno.execPath(), `${bin}/deno`);
  const { code, stdout } = await runQwen(["--yolo", "--sandbox=required", "-o", "stream-json", "-p", "go"], {
    fixture,
    env: { ...model.env, PATH: bin },
  });
  assertEquals(code, 0);
  const lines = linesOf(stdout);
  assertEquals(lines[0].sandbox, {
    backend: "process-group",
    filesystem: false,
    network: false,
    processes: true,
    verified: false,
  });
  const [refused, read] = lines.filter((line) => line.type === "user").map((line) => line.message.content[0]);
  assertStringIncludes(JSON.stringify(refused), "Commands must be confined and cannot be");
  assertEquals([refused.is_error, read.content], [true, "text"]);
  assertEquals([...Deno.readDirSync(fixture.cwd)].map(({ name }) => name), ["a.txt"]);
});

Deno.test("--audit keeps every decision, and qwen audit verify finds a change", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([[shell("touch made"), shell("cat none")], "done"]);
  const file = `${fixture.home}/audit.jsonl`;
  await runQwen(["--audit", file, "--exclude-tools", "Bash(touch *)", "-p", "go"], { fixture, env: model.env });
  const entries = linesOf(await Deno.readTextFile(file));
  assertEquals(entries.map(({ type }) => type).sort(), [
    ...["closed", "decision", "decision", "message.completed", "message.completed", "opened", "session.ended"],
    ...["session.started", "tool.completed", "tool.completed", "tool.started", "turn.completed"],
  ]);
  const decisions = entries.filter(({ type }) => type === "decision").map(({ decision, rule }) => [decision, rule]);
  assertEquals(decisions, [["deny", "Bash(touch *)"], ["allow", undefined]]);
  const sound = await runQwen(["audit", "verify", file], { fixture });
  assertEquals([sound.code, linesOf(sound.stdout)[0].verdict], [0, "sound"]);
  await Deno.writeTextFile(file, (await Deno.readTextFile(file)).replace('"deny"', '"allow"'));
  const changed = await runQwen(["audit", "verify", file], { fixture });
  assertEquals([changed.code, linesOf(changed.stdout)[0].verdict, linesOf(changed.stdout)[0].problem], [
    1,
    "changed",
    "its hash does not fit: it was edited",
  ]);
  const again = await runQwen(["--audit", file, "-p", "go"], { fixture, env: model.env });
  assertEquals(again.code, 52);
});

Deno.test("a command has neither the network nor our environment unless it is given them", async () => {
  await using fixture = await Fixture.open();
  const server = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = server.addr as Deno.NetAddr;
  const command = `(exec 3<>/dev/tcp/127.0.0.1/${port}) 2>/dev/null && echo net; echo "[$MINE][$OTHER]"`;
  const run = async (...flags: string[]): Promise<string> => {
    await using model = fakeModel([[shell(command)], "done"]);
    const args = ["--yolo", "-o", "stream-json", ...flags, "-p", "go"];
    const { stdout } = await runQwen(args, { fixture, env: { ...model.env, MINE: "m", OTHER: "o" } });
    return linesOf(stdout).find((line) => line.type === "user").message.content[0].content;
  };
  const isConfined = linesOf((await runQwen(["policy", "explain"], { fixture })).stdout)[0].sandbox.verified;
  assertEquals(await run(), isConfined ? "[][]" : "net\n[][]");
  assertEquals(await run("--allow-net", "--pass-env=MINE"), "net\n[m][]");
  assertEquals(await run("--allow-net", "--allow-env=OTHER"), "net\n[][o]");
  server.close();
});

Deno.test("what a denial proposes where nobody is there to be asked lets the same call run", async () => {
  await using outside = await Fixture.open({ "there.txt": "there\n" });
  const prompts = (fixture: Fixture): string[] => [
    "run: rm a.txt",
    "run: rm a.txt | cat",
    "run: echo 'a' > b.txt",
    `write ${fixture.cwd}/c.txt: c`,
    `read ${outside.cwd}/there.txt`,
    'call save_memory {"fact":"x"}',
  ];
  for (const index of prompts(outside).keys()) {
    await using fixture = await Fixture.open({ "a.txt": "a\n" });
    const args = ["--provider", "demo", "--approval-mode", "default", "-p", prompts(fixture)[index]];
    const denied = await runQwen(args, { fixture });
    const [, flag = "", value = ""] = /Allow it with (--\S+) '([^']*)'/.exec(denied.stderr) ?? [];
    const allowed = await runQwen([flag, value, ...args], { fixture });
    assertEquals([denied.code, allowed.code, allowed.stderr], [0, 0, ""], denied.stderr);
    assertMatch(denied.stdout, /did not work/);
    assertMatch(allowed.stdout, /says:/);
  }
});

Deno.test("a tool that needs a person is not offered where nobody can answer", async () => {
  await using fixture = await Fixture.open();
  const prompt = 'call ask_user_question {"questions":[]}';
  const { stdout } = await runQwen(["--provider", "demo", "--yolo", "-p", prompt], { fixture });
  assertEquals(stdout, "The tool `ask_user_question` is not offered in this session.\n");
});

Deno.test("a denial proposes no mode that would not help", async () => {
  await using fixture = await Fixture.open();
  const said = async (prompt: string): Promise<string> => {
    // With a host in --allow-net the tool is offered; other hosts still need a rule.
    const flags = ["--provider", "demo", "--yolo", "--allow-net=allowed.invalid"];
    return (await runQwen([...flags, "-p", prompt], { fixture })).stderr;
  };
  assertEquals(
    await said('call web_fetch {"url":"https://model.invalid/","prompt":"x"}'),
    "qwen: Denied web_fetch: nobody is there to be asked. Allow it with --allowed-tools " +
      "'web_fetch(domain:model.invalid)', or drive the run by a host that answers.\n",
  );
});

Deno.test("policy check exits 0 for allow, 2 for ask and 3 for deny", async () => {
  await using fixture = await Fixture.open();
  const check = async (command: string, ...flags: string[]): Promise<number> =>
    (await runQwen(["policy", "check", "run_shell_command", JSON.stringify({ command }), ...flags], { fixture })).code;
  assertEquals(await check("ls", "--approval-mode", "default"), 0);
  assertEquals(await check("npm test", "--approval-mode", "default"), 2);
  assertEquals(await check("npm test", "--exclude-tools", "Bash(npm test)"), 3);
});
