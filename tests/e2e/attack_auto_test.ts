/** `auto` with a verified sandbox: commands run unasked, and what they destroy can be restored. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { fakeModel, type ScriptedReply, type Step } from "../support/fake_model.ts";
import { HAS_SANDBOX } from "../support/sandbox_bench.ts";
import { Fixture, linesOf, runQwen, startQwen } from "../support/qwen.ts";

const shell = (command: string, more = {}): Step => ({ call: "run_shell_command", input: { command, ...more } });

/** All paths below a folder, with the content of files and the targets of links. */
function tree(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory, isSymlink }) => {
    const path = `${folder}/${name}`;
    if (isSymlink) return [`${path} -> ${Deno.readLinkSync(path)}`];
    return isDirectory ? [path, ...tree(path)] : [`${path}: ${Deno.readTextFileSync(path)}`];
  }).sort();
}

Deno.test("rewind_files restores what an unasked command changed, deleted or made, untracked files too", async () => {
  await using fixture = await Fixture.open({
    "tracked.txt": "tracked\n",
    "src/untracked.txt": "untracked\n",
    "package.json": "{}\n",
    "other.txt": "other\n",
  });
  for (const args of [["init", "-q"], ["add", "tracked.txt"]]) {
    await new Deno.Command("git", { args, cwd: fixture.cwd }).output();
  }
  await Deno.writeFile(`${fixture.cwd}/big.bin`, new Uint8Array(11 * 1024 * 1024));
  const steps = [
    shell("echo x > tracked.txt; rm -rf src; mkdir new; echo new > new/file; git clean -fdxq; git add -A"),
    shell("git reset -q --hard; rm -f tracked.txt"),
    shell(
      "echo evil > package.json; mv package.json p; curl -s -m 1 http://127.0.0.1:1 && echo net; echo second > other.txt",
    ),
  ];
  await using model = fakeModel([steps, "done"], { otherwise: "done" });
  const args = ["--dialect", "claude", "--input-format", "stream-json", "--output-format", "stream-json"];
  await using run = startQwen([...args, "--approval-mode", "auto"], { fixture, env: model.env, stdin: { open: true } });
  const uuid = crypto.randomUUID();
  await run.send(
    { type: "control_request", request_id: "1", request: { subtype: "initialize" } },
    { type: "user", uuid, message: { role: "user", content: "go" } },
  );
  await run.until(/"type":"result"/);
  const seen = JSON.stringify(model.requests[1].body.messages);
  assertStringIncludes(seen, "A rewind cannot restore");
  assertStringIncludes(seen, "big.bin (12 MB)");
  assertEquals(await Deno.readTextFile(`${fixture.cwd}/other.txt`), "second\n");
  assertEquals(await Deno.stat(`${fixture.cwd}/src`).then(() => true, () => false), false);
  assertEquals(await Deno.readTextFile(`${fixture.cwd}/package.json`), "{}\n");
  await run.send({
    type: "control_request",
    request_id: "2",
    request: { subtype: "rewind_files", user_message_id: uuid, dry_run: false },
  });
  await run.until(/"request_id":"2"/);
  await run.closeInput();
  await run.end;
  assertEquals(await Deno.readTextFile(`${fixture.cwd}/tracked.txt`), "tracked\n");
  assertEquals(await Deno.readTextFile(`${fixture.cwd}/src/untracked.txt`), "untracked\n");
  assertEquals(await Deno.readTextFile(`${fixture.cwd}/other.txt`), "other\n");
  assertEquals(await Deno.stat(`${fixture.cwd}/new/file`).then(() => true, () => false), false);
});

Deno.test({
  name: "rewind_files restores links, empty folders and files that a command replaced by something else",
  ignore: !HAS_SANDBOX,
  async fn(): Promise<void> {
    await using fixture = await Fixture.open({ "src/a.txt": "a\n", "file.txt": "file\n", "keep/b.txt": "b\n" });
    await Deno.mkdir(`${fixture.cwd}/empty/deep`, { recursive: true });
    await Deno.symlink("src/a.txt", `${fixture.cwd}/link`);
    await Deno.symlink("nowhere", `${fixture.cwd}/dangling`);
    await new Deno.Command("git", { args: ["init", "-q"], cwd: fixture.cwd }).output();
    const before = tree(fixture.cwd);
    const attack = "rm -rf link dangling empty src; ln -s /etc src; ln -s /etc/hostname file2; rm file.txt; " +
      "mkdir -p file.txt/x made/deep; echo x > file.txt/x/y; echo x > made/deep/z; ln keep/b.txt hard; echo n > keep/b.txt";
    await using model = fakeModel([[shell(attack)], "done"], { otherwise: "done" });
    const args = ["--dialect", "claude", "--input-format", "stream-json", "--output-format", "stream-json"];
    await using run = startQwen([...args, "--approval-mode", "auto"], {
      fixture,
      env: model.env,
      stdin: { open: true },
    });
    const uuid = crypto.randomUUID();
    await run.send(
      { type: "control_request", request_id: "1", request: { subtype: "initialize" } },
      { type: "user", uuid, message: { role: "user", content: "go" } },
    );
    await run.until(/"type":"result"/);
    assertEquals(await Deno.readLink(`${fixture.cwd}/src`), "/etc");
    await run.send({
      type: "control_request",
      request_id: "2",
      request: { subtype: "rewind_files", user_message_id: uuid, dry_run: false },
    });
    await run.until(/"request_id":"2"/);
    await run.closeInput();
    await run.end;
    assertEquals(tree(fixture.cwd), before);
  },
});

Deno.test("without a verified sandbox, auto asks before commands run", async () => {
  await using fixture = await Fixture.open({ a: "a" });
  await using model = fakeModel([[shell("touch made"), shell("ls -la"), shell("ls")], "done"]);
  const args = ["-o", "stream-json", "--approval-mode", "auto", "-p", "go"];
  await Deno.mkdir(`${fixture.home}/bin`);
  await Deno.writeTextFile(`${fixture.home}/bin/bwrap`, "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  const PATH = `${fixture.home}/bin:${Deno.env.get("PATH")}`;
  const { stdout, stderr } = await runQwen(args, { fixture, env: { ...model.env, PATH } });
  assertEquals(stderr.match(/commands are not confined/g)?.length, 1);
  assertEquals(linesOf(stdout)[0].sandbox.verified, false);
  assertEquals(await Deno.stat(`${fixture.cwd}/made`).then(() => true, () => false), false);
  const results = model.requests[1].body.messages.filter((message: { role: string }) => message.role === "tool");
  assertEquals(results.map(({ content }: { content: string }) => content.includes("declined")), [true, true, false]);
});

Deno.test("a server in the background answers the next command, and its process id is valid there", async () => {
  await using fixture = await Fixture.open({ "index.html": "served\n" });
  const server = shell("/usr/bin/python3 -m http.server 8432", { is_background: true });
  const use: ScriptedReply = ({ body }) => [
    shell("for i in $(seq 600); do curl -sf localhost:8432/index.html && break; sleep 0.1; done"),
    shell(`ps -o args= -p ${/PID: (\d+)/.exec(JSON.stringify(body.messages))?.[1]}`),
  ];
  await using model = fakeModel([[server], use, "done"]);
  await runQwen(["-o", "stream-json", "--approval-mode", "auto", "-p", "go"], { fixture, env: model.env });
  const results = model.requests[2].body.messages.filter((message: { role: string }) => message.role === "tool")
    .map(({ content }: { content: string }) => content);
  assertStringIncludes(results[1], "served");
  assertStringIncludes(results[2], "http.server");
});
