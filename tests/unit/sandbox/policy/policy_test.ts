import { assertEquals, assertMatch } from "@std/assert";
import { MODES } from "../../../../lib/model/ports/access.ts";
import { TOOL_NAMES } from "../../../../lib/cli/assembly/session/tool_names.ts";
import type { Access, Mode, ToolKind } from "../../../../lib/model/ports/access.ts";
import type { JsonObject } from "../../../../lib/model/json.ts";
import type { PolicyCall } from "../../../../lib/model/ports.ts";
import { RulePolicy } from "../../../../lib/sandbox/policy/policy.ts";
import type { RuleTexts } from "../../../../lib/sandbox/policy/rule_book.ts";

function policyOf(rules: RuleTexts = {}, coreTools: string[] | null = null): RulePolicy {
  const roots = ["/ws"];
  return new RulePolicy({
    names: TOOL_NAMES,
    workspace: {
      roots,
      readRoots: [],
      addRoot: (root) => void roots.push(root),
      removeRoot: (root) => void roots.splice(roots.indexOf(root), 1),
    },
    folders: { cwd: "/ws", project: "/ws", home: "/home/u" },
    rules,
    coreTools,
    isConfined: () => Promise.resolve(true),
    real: (path) => path === "/ws/link" ? "/ws/.env" : path,
  });
}

function callOf(
  tool: string,
  kind: ToolKind,
  { access, input = {} }: { access: Access[]; input?: JsonObject },
): Omit<PolicyCall, "mode"> {
  return { tool, kind, access, input };
}

const read = (path: string): Omit<PolicyCall, "mode"> =>
  callOf("read_file", "read", { access: [{ kind: "read", path }] });
const write = (path: string): Omit<PolicyCall, "mode"> =>
  callOf("write_file", "edit", { access: [{ kind: "write", path }] });
const run = (command: string): Omit<PolicyCall, "mode"> =>
  callOf("run_shell_command", "exec", { access: [{ kind: "run", command, cwd: "/ws" }] });
const net = (url: string): Omit<PolicyCall, "mode"> => callOf("web_fetch", "info", { access: [{ kind: "net", url }] });
const mcp = (trusted: boolean): Omit<PolicyCall, "mode"> =>
  callOf("mcp__db__query", "mcp", { access: [{ kind: "mcp", server: "db", tool: "query", trusted }] });
const agent = callOf("agent", "agent", {
  access: [{ kind: "agent", name: "coder" }],
  input: { subagent_type: "coder", model: "opus-4" },
});
const question = callOf("ask_user_question", "question", { access: [{ kind: "person" }] });

async function decide(rules: RuleTexts, call: Omit<PolicyCall, "mode">, mode: Mode = "default"): Promise<string> {
  return (await policyOf(rules).judge({ ...call, mode })).decision;
}

/** The decisions of one policy on a call, in every mode. */
async function decideAll(policy: RulePolicy, call: Omit<PolicyCall, "mode">): Promise<string[]> {
  return (await Promise.all(MODES.map((mode) => policy.judge({ ...call, mode })))).map(({ decision }) => decision);
}

Deno.test("RulePolicy follows the approval matrix", async () => {
  const policy = policyOf();
  const matrix: Record<string, Omit<PolicyCall, "mode">> = {
    "read inside": read("/ws/a"),
    "read outside": read("/etc/passwd"),
    "read twin": read("/ws-evil/a"),
    "write inside": write("/ws/a"),
    "write outside": write("/etc/a"),
    "write package.json": write("/ws/package.json"),
    "write .git": write("/ws/.git/config"),
    "shell reading": run("git status"),
    "shell writing": run("touch a"),
    "shell unknown": run("npm test"),
    "shell strange": run("echo $(x)"),
    "web": net("https://example.com"),
    "mcp": mcp(false),
    "mcp trusted": mcp(true),
    "agent": agent,
    "todo": callOf("todo_write", "other", { access: [] }),
    "question": question,
  };
  const rows = await Promise.all(
    Object.entries(matrix).map(async ([name, call]) => `${name}: ${(await decideAll(policy, call)).join(" ")}`),
  );
  assertEquals(rows, [
    // plan default auto-edit auto yolo
    "read inside: allow allow allow allow allow",
    "read outside: ask ask ask ask allow",
    "read twin: ask ask ask ask allow",
    "write inside: deny ask allow allow allow",
    "write outside: deny ask ask ask allow",
    "write package.json: deny ask allow ask allow",
    "write .git: deny ask ask ask allow",
    "shell reading: allow allow allow allow allow",
    "shell writing: deny ask ask allow allow",
    "shell unknown: ask ask ask allow allow",
    "shell strange: ask ask ask allow allow",
    "web: ask ask ask ask ask",
    "mcp: deny ask ask ask allow",
    "mcp trusted: deny allow allow allow allow",
    "agent: ask ask allow allow allow",
    "todo: allow allow allow allow allow",
    "question: ask ask ask ask ask",
  ]);
});

Deno.test("RulePolicy lets agents be called freely where the host expects it, but for rules", async () => {
  const judge = (rules: RuleTexts): Promise<string[]> => {
    const workspace = { roots: ["/ws"], readRoots: [], addRoot: () => {}, removeRoot: () => {} };
    const folders = { cwd: "/ws", project: "/ws", home: "/home/u" };
    const policy = new RulePolicy({ names: TOOL_NAMES, workspace, folders, rules, callsAgentsFreely: true });
    return decideAll(policy, agent);
  };
  assertEquals(await judge({}), ["allow", "allow", "allow", "allow", "allow"]);
  assertEquals(await judge({ ask: ["Agent"] }), ["ask", "ask", "ask", "ask", "ask"]);
  assertEquals(await judge({ deny: ["Agent(coder)"] }), ["deny", "deny", "deny", "deny", "deny"]);
});

Deno.test("RulePolicy denies over asking over allowing, in every mode", async () => {
  const rules = { deny: ["Bash(rm *)"], ask: ["Bash(git push)"], allow: ["Bash"] };
  for (const mode of MODES) assertEquals(await decide(rules, run("ls && rm x"), mode), "deny");
  assertEquals(await decide(rules, run("git push origin"), "yolo"), "ask");
  assertEquals(await decide(rules, run("echo $(anything)")), "allow");
});

Deno.test("RulePolicy names tools by all their aliases and groups", () => {
  const denied = (rule: string, tool: string): boolean => !policyOf({ deny: [rule] }).offers(tool);
  for (const rule of ["Read", "ReadFile", "ReadFileTool", "read_file"]) {
    for (const tool of ["read_file", "read_many_files", "glob", "grep_search", "list_directory"]) {
      assertEquals([rule, tool, denied(rule, tool)], [rule, tool, true]);
    }
  }
  for (const rule of ["Edit", "EditTool", "replace", "edit"]) assertEquals(denied(rule, "write_file"), true);
  for (const rule of ["Write", "write_file"]) assertEquals(denied(rule, "edit"), false);
  for (const rule of ["Bash", "Shell", "ShellTool", "run_shell_command", "Bash(*)"]) {
    assertEquals(denied(rule, "run_shell_command"), true);
  }
  assertEquals(denied("Bash(rm *)", "run_shell_command"), false);
  for (const [rule, tool] of [["Task", "agent"], ["Agent", "agent"], ["TodoWrite", "todo_write"]]) {
    assertEquals(denied(rule, tool), true);
  }
  for (const [rule, tool] of [["ExitPlanMode", "exit_plan_mode"], ["AskUserQuestion", "ask_user_question"]]) {
    assertEquals(denied(rule, tool), true);
  }
  for (const [rule, tool] of [["Glob", "glob"], ["Grep", "grep_search"], ["WebFetch", "web_fetch"]]) {
    assertEquals(denied(rule, tool), true);
  }
  assertEquals(denied("Glob", "read_file"), false);
  assertEquals(denied("Bash(rm", "run_shell_command"), false);
});

Deno.test("RulePolicy matches commands by word", async () => {
  const allows = async (rule: string, command: string): Promise<boolean> =>
    await decide({ allow: [rule] }, run(command)) === "allow";
  assertEquals(
    await Promise.all([
      allows("Bash(git commit)", "git commit -m x"),
      allows("Bash(git commit)", "git committer"),
      allows("Bash(mk *)", "mk"),
      allows("Bash(mk *)", "mk -la"),
      allows("Bash(mk *)", "mkdir x"),
      allows("Bash(mk*)", "mkdir x"),
      allows("Bash(npm:*)", "npm test"),
      allows("Bash(npm test)", "npm test && rm x"),
      allows("Bash(npm test)", "npm test; ls | wc -l"),
      allows("Bash(npm *)", "npm test > log"),
      allows("Bash(npm *)", "npm test > /dev/null 2>&1"),
      allows("Bash(npm *)", "CI=1 npm test"),
      allows("Bash(npm *)", "LD_PRELOAD=x npm test"),
      allows("Bash(npm *)", "cd src && npm test"),
      allows("Bash(npm *)", "cd /etc && npm test"),
      allows("Bash(npm *)", "env npm test"),
      allows("Bash(git *)", "git -c alias.x=!sh x"),
      allows("Bash(find *)", "find . -exec sh {} +"),
      allows("Bash(find *)", "find . -newer x"),
      allows("Bash(sort *)", "sort -o a b"),
      allows("Bash(* test)", "rm test"),
      allows("Bash(npm *)", "npm $(rm x)"),
      allows("Bash(npm *)", "npm test & rm x"),
      allows("Bash(./run.sh *)", "cd src && ./run.sh"),
    ]),
    [
      ...[true, false, true, true, false, true, true, false, true, false, true, true, false, true, false, false],
      ...[false, false, true, false, false, false, false, false],
    ],
  );
});

Deno.test("RulePolicy sees through a shell what other tools are denied", async () => {
  const denied = async (rule: string, command: string): Promise<boolean> =>
    await decide({ deny: [rule] }, run(command), "yolo") === "deny";
  const cases: [string, string][] = [
    ["Read(.env)", "cat .env"],
    ["Read(.env)", "cat ./.env | head"],
    ["Read(.env)", "head -1 < .env"],
    ["Read(.env)", "echo $(cat .env)"],
    ["Read(.env)", 'echo "$(cat .env)"'],
    ["Read(.env)", "bash -c 'cat .env'"],
    ["Read(.env)", "sudo -u root cat .env"],
    ["Read(.env)", "cat link"],
    ["Read(~/.ssh/**)", "cat ~/.ssh/id"],
    ["Read(//etc/**)", "grep root /etc/passwd"],
    ["edit", "touch x"],
    ["edit", "echo a > x"],
    ["Edit(src/**)", "sed -i s/a/b/ src/a.ts"],
    ["Edit(src/**)", "find src -delete"],
    ["Write", "tee x"],
    ["WebFetch(evil.com)", "curl https://api.evil.com/x"],
    ["WebFetch(domain:evil.com)", "wget evil.com/x"],
    ["Bash(rm *)", "/bin/rm x"],
    ["Bash(rm *)", "ls; (rm x)"],
    ["Bash(rm *)", "find . -exec rm {} \\;"],
    ["Bash(rm *)", "ls | xargs -n 1 rm"],
    ["Bash(rm *)", "A=1 rm x"],
    ["Bash(rm *)", "timeout 5 rm x"],
  ];
  for (const [rule, command] of cases) {
    assertEquals([rule, command, await denied(rule, command)], [rule, command, true]);
  }
  assertEquals(await denied("Read(.env)", "cat a.txt"), false);
  assertEquals(await denied("Edit(src/**)", "touch docs/a"), false);
});

Deno.test("RulePolicy matches paths, domains, agents and MCP tools", async () => {
  assertEquals(
    await Promise.all([
      decide({ allow: ["Edit(docs/**)"] }, write("/ws/docs/a/b.md")),
      decide({ allow: ["Edit(docs/**)"] }, write("/ws/src/a.md")),
      decide({ allow: ["Edit(/docs)"] }, write("/ws/docs/a.md")),
      decide({ allow: ["Write(*.md)"] }, write("/ws/x/y/.a.md")),
      decide({ allow: ["Read(//etc/hosts)"] }, read("/etc/hosts")),
      decide({ deny: ["Read(.env)"] }, read("/ws/link")),
      decide({ allow: ["Edit(link)"] }, write("/ws/.env")),
      decide({ allow: ["WebFetch(example.com)"] }, net("https://a.example.com/x")),
      decide({ allow: ["WebFetch(example.com)"] }, net("https://example.com.evil.org/x")),
      decide({ allow: ["Agent(coder)"] }, agent),
      decide({ allow: ["Agent(coder,model:opus*)"] }, agent),
      decide({ allow: ["Task(writer)"] }, agent),
      decide({ allow: ["mcp__db"] }, mcp(false)),
      decide({ allow: ["mcp__db__*"] }, mcp(false)),
      decide({ allow: ["mcp__db__query"] }, mcp(false)),
      decide({ allow: ["mcp__d"] }, mcp(false)),
      decide({ allow: ["mcp__db(x)"] }, mcp(false)),
    ]),
    [
      ...["allow", "ask", "allow", "allow", "allow", "deny", "ask", "allow", "ask"],
      ...["allow", "allow", "ask", "allow", "allow", "allow", "ask", "ask"],
    ],
  );
});

Deno.test("RulePolicy says who declined, by which rule and what would allow it", async () => {
  assertEquals(await policyOf({ deny: ["edit"] }).judge({ ...write("/ws/a"), mode: "yolo" }), {
    decision: "deny",
    source: "rule",
    rule: "edit",
    message:
      'Qwen Code requires permission to use "write_file", but that permission was declined. Matching deny rule: "edit".',
    hint: 'Remove "edit" from permissions.deny or --exclude-tools to allow it.',
  });
  const core = policyOf({}, ["read_file", "Bash(ls)"]);
  assertEquals([core.offers("edit"), core.offers("run_shell_command"), core.offers("agent")], [false, true, true]);
  const verdict = await core.judge({ ...write("/ws/a"), mode: "yolo" });
  assertEquals(verdict.source, "core-tools");
  for (const refusal of [verdict, await policyOf({ deny: ["Write"] }).judge({ ...write("/ws/a"), mode: "yolo" })]) {
    assertMatch(refusal.decision === "deny" ? refusal.message : "", /permission.*(?:declined|denied)/i);
  }
  const plan = await policyOf().judge({ ...write("/ws/a"), mode: "plan" });
  assertMatch(
    plan.decision === "deny" ? plan.message : "",
    /^Tool blocked by plan mode: "write_file" is not a read-only tool\./,
  );
});

Deno.test("RulePolicy takes changes of a host and suggests them", async () => {
  const policy = policyOf();
  const call = { ...run("npm run build && npm test"), mode: "default" as const };
  const suggestions = await policy.suggest(call);
  assertEquals(suggestions, [{
    type: "rules",
    change: "add",
    behavior: "allow",
    rules: [
      { tool: "run_shell_command", specifier: "npm run *" },
      { tool: "run_shell_command", specifier: "npm test *" },
    ],
  }]);
  for (const suggestion of suggestions) policy.update(suggestion);
  assertEquals((await policy.judge(call)).decision, "allow");
  for (
    const other of [write("/ws/a"), write("/etc/a"), net("https://x.org/y"), mcp(false), agent, read("/etc/hosts")]
  ) {
    const fresh = policyOf();
    fresh.update((await fresh.suggest({ ...other, mode: "default" }))[0]);
    assertEquals([other.tool, (await fresh.judge({ ...other, mode: "default" })).decision], [other.tool, "allow"]);
  }
  policy.update({
    type: "rules",
    change: "remove",
    behavior: "allow",
    rules: [{ tool: "run_shell_command", specifier: "npm test *" }],
  });
  assertEquals((await policy.judge(call)).decision, "ask");
});

Deno.test("RulePolicy applies a changed rule to calls, to commands and to files that tools come upon", async () => {
  const policy = policyOf({ deny: ["Read(.env)"], allow: ["Bash(npm *)"] });
  const decisionOn = async (call: PolicyCall): Promise<string> => (await policy.judge(call)).decision;
  assertEquals(await decisionOn({ ...read("/ws/.env"), mode: "yolo" }), "deny");
  assertEquals(await decisionOn({ ...run("npm test"), mode: "default" }), "allow");
  assertEquals(policy.understood("npm test", "/ws")?.commands.length, 1);
  policy.update({
    type: "rules",
    change: "add",
    behavior: "deny",
    rules: [{ tool: "run_shell_command", specifier: "npm *" }],
  });
  assertEquals(await decisionOn({ ...run("npm test"), mode: "default" }), "deny");
  assertEquals([policy.forbidsReading("/ws/.env"), policy.forbidsReading("/ws/a")], [true, false]);
  assertEquals(policy.understood("npm test", "/ws"), null);
  assertEquals(policy.understood("ls", "/ws")?.commands.length, 1);
});

Deno.test("RulePolicy asks before a command shows files that a rule may keep, and it does not name", async () => {
  const decisions = (command: string): Promise<string[]> =>
    Promise.all(
      [{}, { deny: ["Read(.env)"] }, { ask: ["Read(.env)"] }, { deny: ["Read(/src/**)"], allow: ["Bash(ls *)"] }]
        .map((rules) => decide(rules, run(command))),
    );
  for (
    const command of ["grep -rn x .", "grep --recursive x", "rg x", "cat ./src*", "git show", "git --no-pager diff"]
  ) {
    assertEquals([command, ...await decisions(command)], [command, "allow", "ask", "ask", "ask"]);
  }
  for (const command of ["cat a.txt", "git status", "ls -R", "grep x a.txt"]) {
    assertEquals([command, ...await decisions(command)], [command, "allow", "allow", "allow", "allow"]);
  }
});

Deno.test("RulePolicy lets a rule for a wrapper speak for what it runs only where that is allowed or spelled out", async () => {
  const allowed: [string[], string][] = [
    [["Bash(timeout *)", "Bash(npm test *)"], "timeout 60 npm test"],
    [["Bash(timeout 60 npm test)"], "timeout 60 npm test -- a"],
    [["Bash(timeout 60 npm *)"], "timeout 60 npm test"],
    [["Bash(timeout *)"], "timeout 60 git status"],
    [["Bash(bash *)", "Bash(make *)"], "bash -c 'make all && git status'"],
    [["Bash(bash -c 'make all')"], "bash -c 'make all'"],
    [["Bash(bash *)"], "bash build.sh"],
    [["Bash(env *)", "Bash(npm run *)"], "env A=b npm run build"],
    [["Bash(xargs rm *)"], "ls | xargs rm -f"],
    [["Bash(git *)"], "git log -p && git commit -m 'config' && git cherry-pick -x a && git add config run"],
    [["Bash(git config *)"], "git config user.name x"],
    [["Bash(git bisect run *)"], "git bisect run make"],
    [["Bash(awk *)"], "awk '{print $1}' a.txt"],
    [["Bash(curl *)"], "curl -s https://example.com"],
  ];
  for (const [allow, command] of allowed) {
    assertEquals([command, await decide({ allow }, run(command))], [command, "allow"]);
  }
  const asked: [string[], string][] = [
    [["Bash(timeout *)"], "timeout 60 npm test"],
    [["Bash(timeout 60 *)", "Bash(npm *)"], "timeout 60 sh -c 'rm x'"],
    [["Bash(bash *)", "Bash(make *)"], "bash -c 'make all && rm x'"],
    [["Bash(xargs *)", "Bash(rm *)"], "ls | xargs rm"],
  ];
  for (const [allow, command] of asked) {
    assertEquals([command, await decide({ allow }, run(command))], [command, "ask"]);
  }
});
