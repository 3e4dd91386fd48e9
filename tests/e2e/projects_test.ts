import { assert, assertEquals, assertMatch } from "@std/assert";
import { agentRun } from "../support/agent_run.ts";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen } from "../support/qwen.ts";

const SKILL = (description: string, body: string): string =>
  `---\nname: x\ndescription: ${description}\n---\n${body}\n`;
const JSON_OUT = ["--output-format", "stream-json"];
const systemOf = (request: { body: { messages: { content: unknown }[] } }): string =>
  JSON.stringify(request.body.messages[0].content);
// deno-lint-ignore no-explicit-any -- the tools of a request as the server sees them.
const skillOf = (request: { body: any }): { description: string } | undefined =>
  request.body.tools.map((tool: { function: { name: string } }) => tool.function)
    .find(({ name }: { name: string }) => name === "skill");

/** The files in the first record of a run. */
async function projectFiles(
  files: Record<string, string>,
  options: { flags?: string[]; before?: (fixture: Fixture) => Promise<void> } = {},
): Promise<Record<string, { kind: string; taken: boolean; reason?: string }>> {
  const { stdout } = await agentRun(() => ["Hi."], {
    files,
    args: [...JSON_OUT, ...(options.flags ?? [])],
    ...(options.before ? { before: options.before } : {}),
  });
  const [{ project_files }] = linesOf(stdout);
  return Object.fromEntries(
    project_files.map(({ path, ...rest }: { path: string; kind: string; taken: boolean }) => [path, rest]),
  );
}

Deno.test("projects: AGENTS.md, QWEN.md, CLAUDE.md and GEMINI.md are read, also those above within the repository", async () => {
  await using fixture = await Fixture.open({
    "AGENTS.md": "rule A above",
    "repo/.git/HEAD": "",
    "repo/AGENTS.md": "rule A",
    "repo/QWEN.md": "rule Q",
    "repo/in/CLAUDE.md": "rule C",
    "repo/in/GEMINI.md": "rule G",
  });
  await using model = fakeModel(["Hi."]);
  const inner = Object.assign(Object.create(Fixture.prototype), { home: fixture.home, cwd: `${fixture.cwd}/repo/in` });
  const { stdout } = await runQwen(["-p", "go", ...JSON_OUT], { fixture: inner, env: model.env });
  const sent = systemOf(model.requests[0]);
  for (const rule of ["rule A", "rule Q", "rule C", "rule G"]) assert(sent.includes(rule), rule);
  assert(!sent.includes("rule A above"));
  assertEquals(linesOf(stdout)[0].project_files, [
    { path: "../QWEN.md", kind: "context", taken: true },
    { path: "../AGENTS.md", kind: "context", taken: true },
    { path: "CLAUDE.md", kind: "context", taken: true },
    { path: "GEMINI.md", kind: "context", taken: true },
  ]);
});

Deno.test("projects: the instructions of a sub-folder join the conversation with the first file below it", async () => {
  const { requests } = await agentRun(() => [
    [{ call: "read_file", input: { file_path: "top.txt" } }],
    [{ call: "read_file", input: { file_path: "pkg/deep/a.txt" } }],
    [{ call: "write_file", input: { file_path: "pkg/b.txt", content: "b" } }],
    [{ call: "write_file", input: { file_path: "other/c.txt", content: "c" } }],
  ], {
    files: {
      "top.txt": "t",
      "pkg/AGENTS.md": "rule of pkg",
      "pkg/deep/CLAUDE.md": "rule of deep",
      "pkg/deep/a.txt": "a",
      "other/QWEN.md": "rule of other",
    },
  });
  const results = requests.slice(1).map(({ body }) => JSON.stringify(body.messages.at(-1)));
  assert(!systemOf(requests[0]).includes("rule of"));
  assertEquals(results.map((text) => ["pkg", "deep", "other"].filter((name) => text.includes(`rule of ${name}`))), [
    [],
    ["pkg", "deep"],
    [],
    ["other"],
  ]);
});

Deno.test("projects: skills are named in the first request, and read by the tool and by a command", async () => {
  const files = {
    ".agents/skills/one/SKILL.md": SKILL("Does one", "Body of one: $ARGUMENTS"),
    ".qwen/skills/two/SKILL.md": SKILL("Does two", "Body of two"),
    ".claude/skills/three/SKILL.md": SKILL("Does three", "Body of three"),
  };
  const { requests } = await agentRun(() => [
    [{ call: "skill", input: { skill: "one", args: "this" } }],
    [{ call: "skill", input: { skill: "none" } }],
  ], {
    files,
    args: ["--approval-mode", "plan", "--output-format", "json"],
    before: async ({ home }) => {
      await Deno.mkdir(`${home}/.claude/skills/four`, { recursive: true });
      await Deno.writeTextFile(`${home}/.claude/skills/four/SKILL.md`, SKILL("Does four", "Body of four"));
    },
  });
  const description = skillOf(requests[0])?.description ?? "";
  for (const name of ["one", "two", "three", "four"]) {
    assert(description.includes(`${name}: Does ${name}`), description);
  }
  assert(!JSON.stringify(requests[0].body).includes("Body of"));
  assert(JSON.stringify(requests[1].body.messages.at(-1)).includes("Body of one: this"));
  assertMatch(JSON.stringify(requests[2].body.messages.at(-1)), /There is no skill/);

  await using fixture = await Fixture.open(files);
  await using model = fakeModel(["Hi."]);
  await runQwen(["-p", "/two now"], { fixture, env: model.env });
  const sent = JSON.stringify(model.requests[0].body.messages.at(-1));
  assert(sent.includes("Body of two") && sent.includes("now"), sent);
});

Deno.test("projects: a session without skills has no tool for them", async () => {
  const { requests } = await agentRun(() => ["Hi."]);
  assertEquals(skillOf(requests[0]), undefined);
});

Deno.test("projects: allowed-tools of a project's skill grant nothing unless the project is trusted", async () => {
  const files = { ".qwen/skills/maker/SKILL.md": SKILL("Makes\nallowed-tools: Bash(touch *)", "Make it.") };
  const made = async (flags: string[]): Promise<boolean> => {
    let exists = false;
    await agentRun(() => [
      [{ call: "skill", input: { skill: "maker" } }],
      [{ call: "run_shell_command", input: { command: "touch made.txt" } }],
    ], {
      files,
      args: ["--approval-mode", "default", ...flags],
      after: async ({ cwd }) => {
        exists = await Deno.stat(`${cwd}/made.txt`).then(() => true, () => false);
      },
    });
    return exists;
  };
  assertEquals([await made([]), await made(["--trust-project"])], [false, true]);
});

Deno.test("projects: the first record and doctor say what is used and what is not, with the reason", async () => {
  const files = {
    "CLAUDE.md": "A rule.",
    ".qwen/skills/good/SKILL.md": SKILL("Good", "Body"),
    ".qwen/skills/open/SKILL.md": "---\ndescription: never closed\n",
    ".qwen/skills/mute/SKILL.md": "---\nname: mute\n---\nBody",
    ".claude/commands/team/review.md": "Review $ARGUMENTS",
    ".claude/agents/helper.md": "---\nname: helper\ndescription: d\n---\nHelp.",
    ".claude/settings.json": JSON.stringify({ permissions: { allow: ["Bash"], deny: ["WebFetch"] } }),
    ".mcp.json": "{}",
  };
  const found = await projectFiles(files);
  const short = (of: typeof found): Record<string, unknown> =>
    Object.fromEntries(Object.entries(of).map(([path, { kind, taken }]) => [path, [kind, taken]]));
  assertEquals(short(found), {
    "CLAUDE.md": ["context", true],
    ".qwen/skills/good/SKILL.md": ["skill", true],
    ".qwen/skills/open/SKILL.md": ["skill", false],
    ".qwen/skills/mute/SKILL.md": ["skill", false],
    ".claude/commands/team/review.md": ["command", true],
    ".claude/agents/helper.md": ["agent", false],
    ".claude/settings.json": ["settings", true],
    ".mcp.json": ["mcp", false],
  });
  assertMatch(found[".qwen/skills/open/SKILL.md"].reason ?? "", /not closed/);
  assertMatch(found[".qwen/skills/mute/SKILL.md"].reason ?? "", /no description/);
  assertMatch(found[".claude/settings.json"].reason ?? "", /permissions\.allow/);
  assertEquals(short(await projectFiles(files, { flags: ["--trust-project"] }))[".claude/agents/helper.md"], [
    "agent",
    true,
  ]);

  await using fixture = await Fixture.open(files);
  const { stdout } = await runQwen(["doctor", "--offline", "--provider", "demo"], { fixture });
  for (const [path, { reason }] of Object.entries(found)) {
    assert(stdout.includes(path), `doctor does not name ${path}:\n${stdout}`);
    if (reason) assert(stdout.replace(/\s+/g, " ").includes(reason), `${reason}\n${stdout}`);
  }
});

Deno.test("projects: commands of .claude are filled in as those of .qwen are", async () => {
  await using fixture = await Fixture.open({ ".claude/commands/team/review.md": "Review $ARGUMENTS carefully" });
  await using model = fakeModel(["Hi."]);
  await runQwen(["-p", "/team:review the door"], { fixture, env: model.env });
  assert(JSON.stringify(model.requests[0].body.messages.at(-1)).includes("Review the door carefully"));
});

Deno.test("projects: rules of Claude's settings deny always, and allow with --trust-project only", async () => {
  const rules = {
    permissions: {
      allow: ["Bash(touch:*)"],
      deny: ["Read(./secret/**)", "WebFetch(domain:example.com)", "Bash(npm run:*)"],
    },
  };
  const calls = [
    { call: "run_shell_command", input: { command: "touch made.txt" } },
    { call: "read_file", input: { file_path: "secret/key.txt" } },
    { call: "web_fetch", input: { url: "https://example.com/x", prompt: "x" } },
    { call: "run_shell_command", input: { command: "npm run build" } },
  ];
  const run = async (flags: string[]): Promise<{ made: boolean; denied: string[] }> => {
    let made = false;
    const { result } = await agentRun(() => calls.map((call) => [call]), {
      files: { ".claude/settings.local.json": JSON.stringify(rules), "secret/key.txt": "the key" },
      args: ["--approval-mode", "default", "--output-format", "json", ...flags],
      after: async ({ cwd }) => {
        made = await Deno.stat(`${cwd}/made.txt`).then(() => true, () => false);
      },
    });
    return { made, denied: result.permission_denials.map(({ tool_name }: { tool_name: string }) => tool_name) };
  };
  const all = ["run_shell_command", "read_file", "web_fetch", "run_shell_command"];
  assertEquals(await run([]), { made: false, denied: all });
  assertEquals(await run(["--trust-project"]), { made: true, denied: all.slice(1) });
});

for (const path of [".claude/settings.json", ".claude/settings.local.json", ".qwen/settings.json"]) {
  Deno.test(`projects: a broken ${path} ends the run with 52, because it may hold deny rules`, async () => {
    const { code, stderr } = await agentRun(() => ["Hi."], { files: { [path]: '{"permissions": {"deny": [' } });
    assertEquals(code, 52);
    assert(stderr.includes(path), stderr);
  });
}

Deno.test("projects: .mcp.json counts in a trusted project, and a broken one stops nothing", async () => {
  const trust = ["--trust-project"];
  const good = JSON.stringify({ mcpServers: { mine: { command: "true" } } });
  assertEquals((await projectFiles({ ".mcp.json": good }, { flags: trust }))[".mcp.json"], {
    kind: "mcp",
    taken: true,
  });
  const broken = (await projectFiles({ ".mcp.json": "{" }, { flags: trust }))[".mcp.json"];
  assertEquals([broken.taken, broken.reason?.startsWith("it is not JSON")], [false, true]);
});

Deno.test("projects: Skill is the tool of the claude dialect, with its arguments, and needs no permission", async () => {
  for (const mode of ["default", "plan", "acceptEdits", "bypassPermissions"]) {
    const { results, stdout } = await agentRun(() => [
      [{ call: "Skill", input: { skill: "one", args: "this" } }],
      "Done.",
    ], {
      files: { ".claude/skills/one/SKILL.md": SKILL("Does one", "Body of one: $ARGUMENTS") },
      args: ["--dialect", "claude", "--output-format", "stream-json", "--verbose", "--permission-mode", mode],
    });
    assertMatch(results[0], /Body of one: this/);
    assert(linesOf(stdout).find(({ subtype }) => subtype === "init").tools.includes("Skill"), mode);
  }
});

Deno.test("projects: ask rules of a project hold without trust, also where commands would run unasked", async () => {
  const { result } = await agentRun(() => [[{ call: "run_shell_command", input: { command: "git status" } }]], {
    files: { ".claude/settings.json": JSON.stringify({ permissions: { ask: ["Bash(git status:*)"] } }) },
    args: ["--approval-mode", "auto", "--output-format", "json"],
  });
  assertEquals(result.permission_denials.map(({ tool_name }: { tool_name: string }) => tool_name), [
    "run_shell_command",
  ]);
});

Deno.test("projects: settings of the home folder deny and allow, and are named by ~", async () => {
  const rules = { permissions: { allow: ["Bash(touch:*)"], deny: ["Read(./secret/**)"] } };
  let made = false;
  const { result, stdout } = await agentRun(() => [
    [{ call: "run_shell_command", input: { command: "touch made.txt" } }],
    [{ call: "read_file", input: { file_path: "secret/key.txt" } }],
  ], {
    files: { "secret/key.txt": "the key" },
    args: ["--approval-mode", "default", "--output-format", "stream-json"],
    before: async ({ home }) => {
      await Deno.mkdir(`${home}/.claude`, { recursive: true });
      await Deno.writeTextFile(`${home}/.claude/settings.json`, JSON.stringify(rules), { mode: 0o600 });
    },
    after: async ({ cwd }) => {
      made = await Deno.stat(`${cwd}/made.txt`).then(() => true, () => false);
    },
  });
  const denied = linesOf(stdout).at(-1).permission_denials ?? result.permission_denials;
  assertEquals([made, denied.map(({ tool_name }: { tool_name: string }) => tool_name)], [true, ["read_file"]]);
  const [{ project_files }] = linesOf(stdout);
  assert(
    project_files.some(({ path, taken }: { path: string; taken: boolean }) =>
      path === "~/.claude/settings.json" && taken
    ),
  );
});
