import { assertEquals } from "@std/assert";
import { TOOL_NAMES } from "../../../../lib/cli/assembly/session/tool_names.ts";
import type { Mode } from "../../../../lib/model/mod.ts";
import { parseFences } from "../../../../lib/sandbox/policy/fences.ts";
import { RulePolicy } from "../../../../lib/sandbox/policy/policy.ts";
import type { RuleTexts } from "../../../../lib/sandbox/policy/rule_book.ts";

/** The verdict on a command that PowerShell or cmd.exe will run. */
async function decide(
  command: string,
  { rules = {}, mode = "default", allowRun = [] }: { rules?: RuleTexts; mode?: Mode; allowRun?: string[] } = {},
): Promise<string> {
  const policy = new RulePolicy({
    names: TOOL_NAMES,
    workspace: { roots: ["/ws"], readRoots: [], addRoot: () => {}, removeRoot: () => {} },
    folders: { cwd: "/ws", project: "/ws", home: "/home/u" },
    fences: parseFences({ allowRun }, { cwd: "/ws", home: "/home/u" }),
    rules,
    isPosixShell: false,
  });
  const access = [{ kind: "run", command, cwd: "/ws" } as const];
  return (await policy.judge({ tool: "run_shell_command", kind: "exec", input: { command }, access, mode })).decision;
}

Deno.test("another shell: the words of a command allow nothing, because it may read them differently", async () => {
  assertEquals(await decide("ls"), "ask");
  assertEquals(await decide('git status "\\"; Remove-Item x #"', { rules: { allow: ["Bash(git status *)"] } }), "ask");
  assertEquals(await decide("git status", { allowRun: ["git"] }), "deny");
});

Deno.test("another shell: a rule for the whole tool, a mode and denials count as ever", async () => {
  assertEquals(await decide("dir", { rules: { allow: ["Bash"] } }), "allow");
  assertEquals(await decide("dir", { mode: "yolo" }), "allow");
  assertEquals(await decide("del x", { rules: { allow: ["Bash"], deny: ["Bash(del *)"] }, mode: "yolo" }), "deny");
  assertEquals(await decide("dir", { mode: "plan" }), "deny");
});
