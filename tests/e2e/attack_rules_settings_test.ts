/** Settings, rules and servers of a hostile project, and the audit of what it tries. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "../../lib/path/mod.ts";
import { fakeModel, type Step } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen } from "../support/qwen.ts";

const shell = (command: string): Step => ({ call: "run_shell_command", input: { command } });

/** Puts something in the place of the project's settings file. */
const PLANTED: Record<string, (path: string) => Promise<unknown>> = {
  "a pipe": (path) => new Deno.Command("mkfifo", { args: [path] }).output(),
  "a device": (path) => Deno.symlink("/dev/zero", path),
  "a sparse file": async (path) => {
    await Deno.writeTextFile(path, "");
    await Deno.truncate(path, 2 ** 40);
  },
  "a folder": (path) => Deno.mkdir(path),
  "open brackets": (path) => Deno.writeTextFile(path, "[".repeat(500_000)),
  "deep objects": (path) => Deno.writeTextFile(path, '{"a":'.repeat(100_000) + "1" + "}".repeat(100_000)),
  "deep objects in a known setting": (path) =>
    Deno.writeTextFile(path, `{"mcpServers":{"a":${'{"a":'.repeat(3_000)}1${"}".repeat(3_000)}}}`),
};

Deno.test("a project settings file that is no file, endless or deeply nested is refused at once", async () => {
  await using plain = await Fixture.open();
  await using model = fakeModel([], { otherwise: "hello" });
  const timed = async (fixture: Fixture): Promise<{ code: number; ms: number; stderr: string }> => {
    const start = performance.now();
    const { code, stderr } = await runQwen(["-p", "go"], { fixture, env: model.env, via: 'timeout 60 "$@"' });
    return { code, ms: performance.now() - start, stderr };
  };
  for (const [name, plant] of Object.entries(PLANTED)) {
    await using fixture = await Fixture.open({ ".qwen/x": "" });
    await plant(`${fixture.cwd}/.qwen/settings.json`);
    // Other programs can only make it slower: the quickest of some tries is closest to its own time.
    const lateBy: number[] = [];
    do {
      const floor = await timed(plain);
      const { code, ms, stderr } = await timed(fixture);
      assertEquals([name, code], [name, 52]);
      assertStringIncludes(stderr, "settings.json");
      lateBy.push(ms - floor.ms);
    } while (Math.min(...lateBy) > 1_000 && lateBy.length < 8);
    assert(Math.min(...lateBy) < 1_000, `${name}: ${lateBy} ms more than without settings`);
  }
});

Deno.test("a rule with an extended glob is refused, because it would match nothing", async () => {
  await using fixture = await Fixture.open({ "a.env": "kept\n" });
  await using model = fakeModel([], { otherwise: "hello" });
  for (const rule of ["Read(+(a|b).env)", "Read(!(c).env)", "Read(@(a).env)", "Bash(@(rm|mv) *)", "Edit(?(x)y)"]) {
    for (const flag of ["--exclude-tools", "--allowed-tools"]) {
      const { code, stderr } = await runQwen([flag, rule, "-p", "go"], { fixture, env: model.env });
      assertEquals([rule, flag, code], [rule, flag, 52]);
      assertStringIncludes(stderr, "extended glob");
    }
  }
  const { code } = await runQwen(["--exclude-tools", "Read({a,b}.env)", "-p", "go"], { fixture, env: model.env });
  assertEquals(code, 0);
});

Deno.test("two MCP servers whose tools have the same name are named", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([], { otherwise: "hello" });
  const server = {
    command: Deno.execPath(),
    args: ["run", "-A", "--quiet", "--no-config", fromFileUrl(new URL("../support/mcp_server.ts", import.meta.url))],
  };
  const config = JSON.stringify({ mcpServers: { "data.base": server, data_base: server } });
  const { code, stderr } = await runQwen(["--mcp-config", config, "-p", "go"], { fixture, env: model.env });
  assertEquals(code, 0);
  assertStringIncludes(stderr, 'the MCP server "data_base" cannot offer mcp__data_base__add, mcp__data_base__fail');
  assertStringIncludes(stderr, '"data.base" has tools of the same names');
});

Deno.test("the audit names commands and paths, without secrets", async () => {
  await using fixture = await Fixture.open({ "a.txt": "a\n" });
  const secret = "s3cr3t-value-of-a-token";
  const steps = [
    shell(`echo ${secret} | cat`),
    shell("cat a.txt"),
    { call: "read_file", input: { file_path: `${fixture.cwd}/${secret}.txt` } } satisfies Step,
  ];
  await using model = fakeModel([steps, "done"]);
  const file = `${fixture.home}/audit.jsonl`;
  await runQwen(["--audit", file, "--yolo", "-p", "go"], { fixture, env: { ...model.env, MY_TOKEN: secret } });
  const text = await Deno.readTextFile(file);
  assert(!text.includes(secret));
  const named = linesOf(text).filter(({ type }) => /^(decision|tool\.)/.test(type)).map((line) => line.target);
  for (const target of ["echo [redacted] | cat", "cat a.txt", `${fixture.cwd}/[redacted].txt`]) {
    assertEquals([target, named.filter((name) => name === target).length], [target, 3]);
  }
  const { code } = await runQwen(["audit", "verify", file], { fixture });
  assertEquals(code, 0);
});
