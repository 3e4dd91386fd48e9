import { assert, assertEquals } from "@std/assert";
import type { Mode } from "../../../lib/model/ports/access.ts";
import { TOOL_NAMES } from "../../../lib/cli/assembly/session/tool_names.ts";
import { RulePolicy } from "../../../lib/sandbox/policy/policy.ts";
import { WorkspaceFiles } from "../../../lib/sandbox/files/workspace_files.ts";

interface Bypass {
  /** How it tries to get past. */
  origin: string;
  rules: keyof typeof RULES;
  command: string;
}

const RULES = {
  none: [],
  git: ["Bash(git *)"],
  npm: ["Bash(npm test)", "Bash(npm run *)"],
  wide:
    ("env xargs awk gawk less sh bash sudo timeout nice nohup command exec eval git vim vi wget curl zip make npm busybox " +
      "watch stdbuf setsid ionice ssh").split(" ").map((program) => `Bash(${program} *)`),
  common: ["git", "ls", "cat", "echo", "find", "grep", "sed", "sort", "tar", "curl", "rg", "man", "ssh", "rsync"]
    .map((program) => `Bash(${program} *)`),
};

async function corpus(): Promise<Bypass[]> {
  const text = await Deno.readTextFile(new URL("./bypasses.jsonl", import.meta.url));
  return text.trim().split("\n").map((line) => JSON.parse(line));
}

Deno.test("RulePolicy allows none of the known ways around shell rules by itself", async () => {
  const base = await Deno.realPath(await Deno.makeTempDir());
  const root = `${base}/ws`;
  await Deno.mkdir(`${root}/sub`, { recursive: true });
  await Deno.mkdir(`${base}/out`);
  await Deno.writeTextFile(`${base}/out/s`, "secret");
  await Deno.symlink(`${base}/out/s`, `${root}/l_out`);
  await Deno.symlink(`${base}/out`, `${root}/l_dir`);
  await Deno.symlink(`${base}/out/s`, `${root}/sub/l_in`);
  const workspace = new WorkspaceFiles({ roots: [root] });
  const folders = { cwd: root, project: root, home: base };
  const bypasses = await corpus();
  const allowed: string[] = [];
  for (const { origin, rules, command } of bypasses) {
    for (const mode of ["plan", "default", "auto-edit", "auto"] satisfies Mode[]) {
      // A sandbox confines what `auto` runs unasked; the other modes must not need one.
      const isConfined = (): Promise<boolean> => Promise.resolve(mode !== "auto");
      const allow = RULES[rules];
      const policy = new RulePolicy({ names: TOOL_NAMES, workspace, folders, rules: { allow }, isConfined });
      const access = [{ kind: "run" as const, command, cwd: root }];
      const call = { tool: "run_shell_command", kind: "exec" as const, input: { command }, access, mode };
      const { decision } = await policy.judge(call);
      if (decision === "allow") allowed.push(`${origin} (${mode}): ${command.slice(0, 80)}`);
    }
  }
  await Deno.remove(base, { recursive: true });
  assertEquals(allowed, []);
  assert(bypasses.length >= 150);
  assert(new Set(bypasses.map(({ origin }) => origin)).size >= 10);
});
