/** The policy without a model, the audit, and what happens where confinement is required and not to be had. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { fakeModel, type Step } from "../support/fake_model.ts";
import { Desk, linesOf, runQwen } from "../support/qwen.ts";

const shell = (command: string): Step => ({ call: "run_shell_command", input: { command } });

Deno.test("qwen policy check says what would be decided, and why", async () => {
  await using desk = await Desk.open({ "a.txt": "a" });
  const check = async (tool: string, input: object, ...flags: string[]): Promise<Record<string, unknown>> => {
    const { stdout } = await runQwen(["policy", "check", tool, JSON.stringify(input), ...flags], { desk });
    return linesOf(stdout)[0];
  };
  const reading = await check("Bash", { command: "cat a.txt | head -n 1" });
  assertEquals([reading.decision, reading.runs, reading.argv, reading.problem], [
    "allow",
    "direct",
    [["cat", "a.txt"], ["head", "-n", "1"]],
    null,
  ]);
  const strange = await check("Bash", { command: "echo $(id)" });
  assertEquals([strange.decision, strange.runs, strange.problem], ["ask", "shell", "it has the sign $"]);
  const ruled = await check("Bash", { command: "npm test src/*" }, "--allowed-tools", "Bash(npm test *)");
  assertEquals([ruled.decision, ruled.rule, ruled.runs], ["allow", "Bash(npm test *)", "respelled"]);
  const denied = await check("write_file", { file_path: `${desk.cwd}/.qwen/settings.json`, content: "" }, "--yolo");
  assertEquals([denied.decision, denied.source], ["deny", "workspace"]);
  const web = await check("web_fetch", { url: "https://example.com/", prompt: "x" }, "--allow-net=example.com");
  assertEquals(web.decision, "allow");
  const bad = await runQwen(["policy", "check", "Bash", "{"], { desk });
  assertEquals(bad.code, 1);
  const { stdout } = await runQwen(["policy", "explain", "--allow-read=/data"], { desk });
  const [told] = linesOf(stdout);
  assertEquals([told.roots, told.readRoots, told.fences.read.allow], [[desk.cwd], ["/data"], ["/data"]]);
  assert("verified" in told.sandbox);
});

Deno.test("examples that come with rules are checked before anything runs", async () => {
  await using desk = await Desk.open();
  await using model = fakeModel([], { otherwise: "hello" });
  const rules = (expect: string): string =>
    JSON.stringify({
      permissions: {
        allow: ["Bash(git push *)"],
        examples: [{ tool: "Bash", input: { command: "git push origin" }, expect }],
      },
    });
  const good = await runQwen(["--settings", rules("allow"), "-p", "go"], { desk, env: model.env });
  assertEquals([good.code, good.stdout], [0, "hello\n"]);
  const wrong = await runQwen(["--settings", rules("deny"), "-p", "go"], { desk, env: model.env });
  assertEquals(wrong.code, 52);
  assertStringIncludes(wrong.stderr, "permissions.examples[0]");
  assertEquals(model.requests.length, 1);
});

Deno.test("--sandbox=required refuses the shell where it cannot be confined, and leaves the file tools", async () => {
  await using desk = await Desk.open({ "a.txt": "text" });
  const steps = [shell("touch ran"), { call: "read_file", input: { file_path: `${desk.cwd}/a.txt` } } satisfies Step];
  await using model = fakeModel([steps, "done"]);
  // A folder with everything that a run needs but bubblewrap.
  const bin = `${desk.home}/bin`;
  await Deno.mkdir(bin);
  for (const name of ["bash", "touch"]) await Deno.symlink(`/usr/bin/${name}`, `${bin}/${name}`);
  await Deno.symlink(Deno.execPath(), `${bin}/deno`);
  const { code, stdout } = await runQwen(["--yolo", "--sandbox=required", "-o", "stream-json", "-p", "go"], {
    desk,
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
  assertEquals([...Deno.readDirSync(desk.cwd)].map(({ name }) => name), ["a.txt"]);
});

Deno.test("--audit keeps every decision, and qwen audit verify finds a change", async () => {
  await using desk = await Desk.open();
  await using model = fakeModel([[shell("touch made"), shell("cat none")], "done"]);
  const file = `${desk.home}/audit.jsonl`;
  await runQwen(["--audit", file, "--exclude-tools", "Bash(touch *)", "-p", "go"], { desk, env: model.env });
  const entries = linesOf(await Deno.readTextFile(file));
  assertEquals(entries.map(({ type }) => type).sort(), [
    ...["closed", "decision", "decision", "message.completed", "message.completed", "opened", "session.ended"],
    ...["session.started", "tool.completed", "tool.completed", "tool.started", "turn.completed"],
  ]);
  const decisions = entries.filter(({ type }) => type === "decision").map(({ decision, rule }) => [decision, rule]);
  assertEquals(decisions, [["deny", "Bash(touch *)"], ["allow", undefined]]);
  const sound = await runQwen(["audit", "verify", file], { desk });
  assertEquals([sound.code, linesOf(sound.stdout)[0].verdict], [0, "sound"]);
  await Deno.writeTextFile(file, (await Deno.readTextFile(file)).replace('"deny"', '"allow"'));
  const changed = await runQwen(["audit", "verify", file], { desk });
  assertEquals([changed.code, linesOf(changed.stdout)[0].verdict, linesOf(changed.stdout)[0].problem], [
    1,
    "changed",
    "its hash does not fit: it was edited",
  ]);
  const again = await runQwen(["--audit", file, "-p", "go"], { desk, env: model.env });
  assertEquals(again.code, 52);
});

Deno.test("a command has neither the network nor our environment unless it is given them", async () => {
  await using desk = await Desk.open();
  const server = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = server.addr as Deno.NetAddr;
  const command = `(exec 3<>/dev/tcp/127.0.0.1/${port}) 2>/dev/null && echo net; echo "[$MINE][$OTHER]"`;
  const run = async (...flags: string[]): Promise<string> => {
    await using model = fakeModel([[shell(command)], "done"]);
    const args = ["--yolo", "-o", "stream-json", ...flags, "-p", "go"];
    const { stdout } = await runQwen(args, { desk, env: { ...model.env, MINE: "m", OTHER: "o" } });
    return linesOf(stdout).find((line) => line.type === "user").message.content[0].content;
  };
  const isConfined = linesOf((await runQwen(["policy", "explain"], { desk })).stdout)[0].sandbox.verified;
  assertEquals(await run(), isConfined ? "[][]" : "net\n[][]");
  assertEquals(await run("--allow-net", "--pass-env=MINE"), "net\n[m][]");
  assertEquals(await run("--allow-net", "--allow-env=OTHER"), "net\n[][o]");
  server.close();
});

Deno.test("what a denial proposes where nobody is there to be asked lets the same call run", async () => {
  await using outside = await Desk.open({ "there.txt": "there\n" });
  const prompts = (desk: Desk): string[] => [
    "run: rm a.txt",
    "run: rm a.txt | cat",
    "run: echo 'a' > b.txt",
    `write ${desk.cwd}/c.txt: c`,
    `read ${outside.cwd}/there.txt`,
    'call save_memory {"fact":"x"}',
  ];
  for (const index of prompts(outside).keys()) {
    await using desk = await Desk.open({ "a.txt": "a\n" });
    const args = ["--provider", "demo", "--approval-mode", "default", "-p", prompts(desk)[index]];
    const denied = await runQwen(args, { desk });
    const [, flag = "", value = ""] = /Allow it with (--\S+) '([^']*)'/.exec(denied.stderr) ?? [];
    const allowed = await runQwen([flag, value, ...args], { desk });
    assertEquals([denied.code, allowed.code, allowed.stderr], [0, 0, ""], denied.stderr);
    assertMatch(denied.stdout, /did not work/);
    assertMatch(allowed.stdout, /says:/);
  }
});

Deno.test("a denial proposes no mode that would not help", async () => {
  await using desk = await Desk.open();
  const said = async (prompt: string): Promise<string> => {
    return (await runQwen(["--provider", "demo", "--yolo", "-p", prompt], { desk })).stderr;
  };
  assertEquals(
    await said('call web_fetch {"url":"https://model.invalid/","prompt":"x"}'),
    "qwen: Denied web_fetch: nobody is there to be asked. Allow it with --allowed-tools " +
      "'web_fetch(domain:model.invalid)', or drive the run by a host that answers.\n",
  );
  const options = [{ label: "x", description: "y" }, { label: "z", description: "w" }];
  const questions = [{ question: "a?", header: "h", options, multiSelect: false }];
  assertEquals(
    await said(`call ask_user_question ${JSON.stringify({ questions })}`),
    "qwen: Denied ask_user_question: nobody is there to be asked. Only a person can answer it: drive the run by a " +
      "host.\n",
  );
});
