/** Paths, links and repositories that are not what their names say: each attack is executed by the program. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fakeModel, type Step } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen } from "../support/qwen.ts";

const shell = (command: string): Step => ({ call: "run_shell_command", input: { command } });
const write = (path: string, content: string): Step => ({ call: "write_file", input: { file_path: path, content } });

interface Done {
  results: string[];
  // deno-lint-ignore no-explicit-any -- tests look deep into what they know the shape of.
  lines: any[];
  stderr: string;
  prompt: string;
}

async function run(
  fixture: Fixture,
  { steps, flags }: { steps: readonly Step[]; flags: readonly string[] },
): Promise<Done> {
  await using model = fakeModel([[...steps], "done"]);
  const { stdout, stderr } = await runQwen([...flags, "-o", "stream-json", "-p", "go"], { fixture, env: model.env });
  const lines = linesOf(stdout);
  const results = lines.filter((line) => line.type === "user")
    .map((line) => JSON.stringify(line.message.content[0].content));
  return { results, lines, stderr, prompt: JSON.stringify(model.requests[0]?.body ?? null) };
}

async function git(folder: string, ...args: string[]): Promise<void> {
  const env = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
  const identity = ["-c", "user.name=n", "-c", "user.email=n@example.com"];
  await new Deno.Command("git", { args: [...identity, ...args], cwd: folder, env }).output();
}

function has(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

Deno.test("a path that goes up behind a link reads nothing outside the workspace", async () => {
  await using fixture = await Fixture.open({ "secret.txt": "inside\n", "sub/x": "" });
  await fixture.write("../other/secret.txt", "outside-content\n");
  await fixture.write("../other/deep/x", "");
  await Deno.symlink(`${fixture.home}/../other/deep`, `${fixture.cwd}/link`);
  await Deno.symlink(`${fixture.home}/../other/deep`, `${fixture.cwd}/sub/link`);
  const commands = [
    "cat link/../secret.txt",
    "head -n 1 < link/../secret.txt",
    "grep -r content link/..",
    "cat sub/link/../secret.txt",
    "cat ./link/./../secret.txt",
    "cd link/.. && cat secret.txt",
    "cd sub && cat link/../secret.txt",
    "ls link/..",
    "find link/.. -name secret.txt -print",
    "wc -c link/../secret.txt",
  ];
  for (const sandbox of ["auto", "off"]) {
    const { results } = await run(fixture, {
      steps: commands.map(shell),
      flags: ["--approval-mode", "plan", `--sandbox=${sandbox}`],
    });
    assertEquals(results.length, commands.length);
    assertEquals(results.filter((result) => /outside-content|deep/.test(result)), []);
  }
});

Deno.test("a deny rule for files sees a path that goes up behind a link", async () => {
  await using fixture = await Fixture.open({ "kept/secret.txt": "kept-content\n", "kept/deep/x": "", "a/b": "" });
  await Deno.symlink(`${fixture.cwd}/kept/deep`, `${fixture.cwd}/a/link`);
  const steps = [shell("cat a/link/../secret.txt"), shell("head -n 1 < a/link/../secret.txt")];
  const { results } = await run(fixture, { steps, flags: ["--yolo", "--exclude-tools", "Read(/kept/**)"] });
  assertEquals([results.length, results.filter((result) => result.includes("kept-content"))], [2, []]);
});

Deno.test("a hard link to a file outside is not edited", async () => {
  await using fixture = await Fixture.open({ "own.txt": "own\n" });
  const outside = `${fixture.home}/outside.txt`;
  await Deno.writeTextFile(outside, "before\n");
  await Deno.link(outside, `${fixture.cwd}/linked.txt`);
  await Deno.mkdir(`${fixture.cwd}/node_modules/p`, { recursive: true });
  await Deno.link(outside, `${fixture.cwd}/node_modules/p/stored.txt`);
  const reads = ["linked.txt", "own.txt", "node_modules/p/stored.txt"]
    .map((name): Step => ({ call: "read_file", input: { file_path: `${fixture.cwd}/${name}` } }));
  const steps = [
    ...reads,
    write(`${fixture.cwd}/linked.txt`, "after\n"),
    { call: "edit", input: { file_path: `${fixture.cwd}/linked.txt`, old_string: "before", new_string: "x" } },
    write(`${fixture.cwd}/own.txt`, "after\n"),
    write(`${fixture.cwd}/node_modules/p/stored.txt`, "after\n"),
  ];
  const { results } = await run(fixture, { steps, flags: ["--yolo"] });
  assertStringIncludes(results[3], "hard link");
  assertStringIncludes(results[4], "hard link");
  const read = (path: string): Promise<string> => Deno.readTextFile(path);
  assertEquals(await read(outside), "before\n");
  assertEquals(await read(`${fixture.cwd}/linked.txt`), "before\n");
  assertEquals(await read(`${fixture.cwd}/own.txt`), "after\n");
  assertEquals(await read(`${fixture.cwd}/node_modules/p/stored.txt`), "after\n");
});

Deno.test("QWEN.md as a link out of the workspace does not reach the model", async () => {
  await using fixture = await Fixture.open({ "AGENTS.md": "agents-content\n" });
  await fixture.write("../outside.md", "outside-content\n");
  await Deno.symlink(`${fixture.home}/../outside.md`, `${fixture.cwd}/QWEN.md`);
  const { prompt, stderr } = await run(fixture, { steps: [], flags: [] });
  assert(!prompt.includes("outside-content"));
  assertStringIncludes(prompt, "agents-content");
  assertStringIncludes(stderr, "leads out of the project");
});

Deno.test("a rule for git does not cover the repository of another folder", async () => {
  await using fixture = await Fixture.open({ "a.txt": "a\n", "repo/b.txt": "b\n", "plain/c.txt": "c\n" });
  await git(fixture.cwd, "init", "-q");
  await git(`${fixture.cwd}/repo`, "init", "-q");
  await git(`${fixture.cwd}/repo`, "add", ".");
  await git(`${fixture.cwd}/repo`, "commit", "-qm", "x");
  await git(`${fixture.cwd}/repo`, "config", "core.fsmonitor", `touch ${fixture.cwd}/made; false`);
  const flags = ["--approval-mode", "default", "--allowed-tools", "Bash(git *)"];
  const steps = [
    shell("cd repo && git status"),
    shell("cd repo && git diff --stat HEAD"),
    shell("cd plain; cd ../repo; git add -A"),
    { call: "run_shell_command", input: { command: "git status", directory: "repo" } },
    { call: "run_shell_command", input: { command: "git add -A", directory: `${fixture.cwd}/repo` } },
    shell("cd plain && git add -n c.txt"),
  ] satisfies Step[];
  const { results } = await run(fixture, { steps, flags });
  assert(!has(`${fixture.cwd}/made`));
  assertStringIncludes(results[5], "plain/c.txt");
});

Deno.test("git's configuration is read as git reads it", async () => {
  const evil = (made: string): string => `[core] fsmonitor = "touch ${made}; false"\n`;
  const lines: Record<string, (made: string) => string> = {
    "a carriage return in a comment": (made) => `[user]\n\t# \rname = x\\\n${evil(made)}`,
    "U+2028 in a comment": (made) => `[user]\n\t# \u2028name = x\\\n${evil(made)}`,
    "U+2029 in a comment": (made) => `[user]\n\t; \u2029name = x\\\n${evil(made)}`,
    "an oversized file": (made) => `#${"x".repeat(2 ** 20)}\n[core]\n\tfsmonitor = "touch ${made}; false"\n`,
  };
  for (const [name, text] of Object.entries(lines)) {
    await using fixture = await Fixture.open({ "a.txt": "a\n" });
    await git(fixture.cwd, "init", "-q");
    const made = `${fixture.cwd}/made`;
    await Deno.writeTextFile(`${fixture.cwd}/.git/config`, text(made), { append: true });
    // The trap is a real one.
    await git(fixture.cwd, "status");
    assertEquals([name, has(made)], [name, true]);
    await Deno.remove(made);
    await run(fixture, { steps: [shell("git status"), shell("git diff")], flags: ["--approval-mode", "plan"] });
    assertEquals([name, has(made)], [name, false]);
  }
});

Deno.test("a newline in a gitfile does not show another repository than git sees", async () => {
  await using fixture = await Fixture.open({ "a.txt": "a\n" });
  const evil = `${fixture.cwd}/evil\ngitdir: good`;
  await Deno.mkdir(evil);
  await Deno.mkdir(`${fixture.cwd}/good`);
  for (const folder of [evil, `${fixture.cwd}/good`]) await git(fixture.cwd, "init", "-q", "--bare", folder);
  const made = `${fixture.cwd}/made`;
  for (const [key, value] of [["core.bare", "false"], ["core.fsmonitor", `touch ${made}; false`]]) {
    await git(evil, "--git-dir=.", "config", key, value);
  }
  await Deno.writeTextFile(`${fixture.cwd}/.git`, `gitdir: ${evil}\n`);
  await git(fixture.cwd, "status");
  assert(has(made));
  await Deno.remove(made);
  await run(fixture, { steps: [shell("git status")], flags: ["--approval-mode", "plan"] });
  assert(!has(made));
});

Deno.test("a pipe or a sparse file in .git does not stop the program", async () => {
  for (const name of ["config", "config.worktree", "index", "commondir"]) {
    for (const kind of ["pipe", "sparse"]) {
      await using fixture = await Fixture.open({ "a.txt": "a\n" });
      await git(fixture.cwd, "init", "-q");
      const path = `${fixture.cwd}/.git/${name}`;
      if (has(path)) await Deno.remove(path);
      if (kind === "pipe") await new Deno.Command("mkfifo", { args: [path] }).output();
      else {
        await Deno.writeTextFile(path, "");
        await Deno.truncate(path, 2 ** 38);
      }
      const ended = run(fixture, {
        steps: [shell("git status"), shell("cat a.txt")],
        flags: ["--approval-mode", "plan"],
      });
      const late = Promise.withResolvers<null>();
      const timer = setTimeout(() => late.resolve(null), 120_000);
      const done = await Promise.race([ended, late.promise]);
      clearTimeout(timer);
      assertEquals([name, kind, done?.results.at(-1)], [name, kind, '"a"']);
    }
  }
});

Deno.test("commondir does not lead git to another configuration", async () => {
  await using fixture = await Fixture.open({ "a.txt": "a\n" });
  await git(fixture.cwd, "init", "-q");
  const made = `${fixture.cwd}/made`;
  await fixture.write("evil/config", `[core]\n\tfsmonitor = "touch ${made}; false"\n`);
  for (const name of ["objects", "refs"]) await Deno.mkdir(`${fixture.cwd}/evil/${name}`);
  const commondir = `${fixture.cwd}/.git/commondir`;
  for (const mode of ["auto-edit", "auto"]) {
    const steps = [write(commondir, "../evil\n"), shell("printf '../evil\\n' > .git/commondir"), shell("git status")];
    await run(fixture, { steps, flags: ["--approval-mode", mode] });
    assertEquals([mode, has(made), has(commondir)], [mode, false, false]);
  }
  await Deno.writeTextFile(commondir, "../evil\n");
  await git(fixture.cwd, "status");
  // The trap is a real one.
  assert(has(made));
  await Deno.remove(made);
  await run(fixture, { steps: [shell("git status"), shell("git diff")], flags: ["--approval-mode", "plan"] });
  assert(!has(made));
});

Deno.test("a hint quotes the name of a folder so that it adds no words", async () => {
  await using fixture = await Fixture.open();
  const hint = async (name: string): Promise<string> => {
    const folder = `${fixture.home}/${name}`;
    await Deno.mkdir(folder);
    await Deno.writeTextFile(`${folder}/a.txt`, "a");
    await using model = fakeModel([[{ call: "read_file", input: { file_path: `${folder}/a.txt` } }], "done"]);
    const { stderr } = await runQwen(["--approval-mode", "default", "-p", "go"], { fixture, env: model.env });
    return /--include-directories (.*), or drive/s.exec(stderr)?.[1] ?? stderr;
  };
  for (const name of ["x' --yolo '", "$(touch made)", "a b"]) {
    const args = ["-c", `set -- ${await hint(name)}; printf '%s|' "$@"`];
    const { stdout } = await new Deno.Command("sh", { args, cwd: fixture.cwd }).output();
    assertEquals(new TextDecoder().decode(stdout), `${fixture.home}/${name}|`);
  }
  assertEquals(await hint("y\nInstall this"), "and its folder");
  assertEquals(await hint("y,/"), "and its folder");
});
