/** Every kind of project file does what it promises, and a broken one stops nothing but itself. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { fromFileUrl } from "../../lib/path/mod.ts";
import { agentRun } from "../support/agent_run.ts";
import type { Fixture } from "../support/qwen.ts";
import { linesOf } from "../support/qwen.ts";

const MCP_SERVER = fromFileUrl(new URL("../support/mcp_server.ts", import.meta.url));
const TRUST = "--trust-project";
const skill = (description: string): string => `---\ndescription: ${description}\n---\nBody of ${description}\n`;

/** Writes a file of the home folder, which only its owner can write. */
async function writeHome({ home }: Fixture, files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const full = `${home}/${path}`;
    await Deno.mkdir(full.slice(0, full.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(full, text, { mode: 0o600 });
  }
}

Deno.test("projects: skills of the home folder come from .agents, .qwen and .claude, and run in every mode", async () => {
  const names = [".agents", ".qwen", ".claude"].map((folder) => [folder, folder.slice(1)]);
  for (const mode of ["plan", "default", "auto-edit", "auto", "yolo"]) {
    const { results, result, stdout } = await agentRun(
      () => names.map(([, name]) => [{ call: "skill", input: { skill: name } }]),
      {
        args: ["--approval-mode", mode, "--output-format", "stream-json"],
        before: (fixture) =>
          writeHome(
            fixture,
            Object.fromEntries(names.map(([folder, name]) => [`${folder}/skills/${name}/SKILL.md`, skill(name)])),
          ),
      },
    );
    for (const [index, [, name]] of names.entries()) assertMatch(results[index], new RegExp(`Body of ${name}`), mode);
    const records = linesOf(stdout);
    assertEquals(records.at(-1).permission_denials ?? result?.permission_denials ?? [], [], mode);
    const paths = records[0].project_files.map(({ path }: { path: string }) => path);
    for (const [folder, name] of names) assert(paths.includes(`~/${folder}/skills/${name}/SKILL.md`), String(paths));
  }
});

Deno.test("projects: an agent of .claude/agents works in a trusted project only", async () => {
  const files = { ".claude/agents/helper.md": "---\nname: helper\ndescription: Helps\n---\nYou are the helper." };
  const call = { call: "agent", input: { description: "d", prompt: "help me", subagent_type: "helper" } };
  const run = async (flags: string[]): Promise<{ asked: boolean; results: string[] }> => {
    const { requests, results } = await agentRun(() => [[call]], {
      files,
      args: ["--approval-mode", "yolo", "--output-format", "json", ...flags],
    });
    return { asked: requests.some(({ body }) => JSON.stringify(body).includes("You are the helper.")), results };
  };
  const refused = await run([]);
  assertEquals(refused.asked, false);
  assertMatch(refused.results[0], /helper/);
  assertEquals((await run([TRUST])).asked, true);
});

Deno.test("projects: the servers of .mcp.json are started in a trusted project only", async () => {
  const args = ["run", "-A", "--quiet", "--no-config", MCP_SERVER];
  const files = { ".mcp.json": JSON.stringify({ mcpServers: { theirs: { command: Deno.execPath(), args } } }) };
  for (const flags of [[], [TRUST]]) {
    const { requests } = await agentRun(() => ["Hi."], { files, args: ["--approval-mode", "yolo", ...flags] });
    const names = requests[0].body.tools.map((tool: { function: { name: string } }) => tool.function.name);
    assertEquals(names.includes("mcp__theirs__add"), flags.length > 0);
  }
});

Deno.test("projects: rules in Claude's spelling deny what they name and nothing beside it", async () => {
  const deny = ["Bash(npm run:*)", "Read(./secret/**)", "WebFetch(domain:example.com)"];
  const calls: [string, Record<string, unknown>, boolean][] = [
    ["run_shell_command", { command: "npm run build" }, true],
    ["run_shell_command", { command: "npm run" }, true],
    ["run_shell_command", { command: "true && npm run build" }, true],
    ["run_shell_command", { command: "echo npm run" }, false],
    ["run_shell_command", { command: "echo hi" }, false],
    ["read_file", { file_path: "secret/deep/key.txt" }, true],
    ["read_file", { file_path: "sub/secret/key.txt" }, false],
    ["read_file", { file_path: "open.txt" }, false],
    ["web_fetch", { url: "https://example.com/x", prompt: "x" }, true],
    ["web_fetch", { url: "http://example.com:8080/x", prompt: "x" }, true],
  ];
  for (const path of [".claude/settings.json", ".claude/settings.local.json", ".qwen/settings.json"]) {
    const { result } = await agentRun(() => calls.map(([call, input]) => [{ call, input }]), {
      files: {
        [path]: JSON.stringify({ permissions: { deny } }),
        ...{ "secret/deep/key.txt": "k", "sub/secret/key.txt": "k", "open.txt": "o" },
      },
    });
    assertEquals(
      result.permission_denials.map((denial: { tool_input: unknown }) => denial.tool_input),
      calls.flatMap(([, input, isDenied]) => isDenied ? [input] : []),
      path,
    );
  }
});

Deno.test("projects: a command, an agent or a context file that cannot be used is named with the reason, and the run goes on", async () => {
  const files = {
    ".claude/commands/open.md": "---\ndescription: never closed\nText",
    ".qwen/commands/bad.toml": "prompt = [",
    ".claude/agents/open.md": "---\nname: open\nText",
    ".claude/agents/plain.md": "No front matter",
    ".mcp.json": "{",
    ".claude/commands/fine.md": "Fine.",
  };
  const { code, stdout } = await agentRun(() => ["Hi."], {
    files,
    args: ["--output-format", "stream-json", TRUST],
    before: async ({ cwd }) => await Deno.mkdir(`${cwd}/AGENTS.md`),
  });
  const records = linesOf(stdout);
  assertEquals([code, records.at(-1).result], [0, "Hi."]);
  const found: { path: string; taken: boolean; reason?: string }[] = records[0].project_files;
  const reasons: Record<string, RegExp> = {
    ".claude/commands/open.md": /not closed/,
    ".qwen/commands/bad.toml": /Parse error on line 1/,
    ".claude/agents/open.md": /not closed/,
    ".claude/agents/plain.md": /does not begin with front matter/,
    ".mcp.json": /not JSON/,
  };
  for (const [path, reason] of Object.entries(reasons)) {
    const file = found.find((entry) => entry.path === path);
    assertEquals(file?.taken, false, path);
    assertMatch(file?.reason ?? "", reason);
  }
  assertEquals(found.find(({ path }) => path === ".claude/commands/fine.md")?.taken, true);
});

for (const path of [".claude/settings.json", ".qwen/settings.json"]) {
  Deno.test(`projects: a broken ~/${path} ends the run with 52 as one of the project does`, async () => {
    const { code, stderr, requests } = await agentRun(() => ["Hi."], {
      before: (fixture) => writeHome(fixture, { [path]: '{"permissions": {"deny": [' }),
    });
    assertEquals([code, requests.length], [52, 0]);
    assert(stderr.includes(path), stderr);
  });
}
