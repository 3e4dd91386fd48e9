import { assertEquals } from "@std/assert";
import { TOOL_NAMES } from "../../../../lib/cli/assembly/session/tool_names.ts";
import type { PolicyCall } from "../../../../lib/model/ports.ts";
import { RulePolicy } from "../../../../lib/sandbox/policy/policy.ts";
import type { RuleTexts } from "../../../../lib/sandbox/policy/rule_book.ts";

function policyOf(rules: RuleTexts, { isConfined }: { isConfined: boolean }): RulePolicy {
  return new RulePolicy({
    names: TOOL_NAMES,
    workspace: { roots: ["/ws"], readRoots: [], addRoot: () => {}, removeRoot: () => {} },
    folders: { cwd: "/ws", project: "/ws", home: "/home/u" },
    rules,
    isConfined: () => Promise.resolve(isConfined),
    real: (path) => path,
  });
}

const confined = (rules: RuleTexts = {}): RulePolicy => policyOf(rules, { isConfined: true });

function callOf(command: string): PolicyCall {
  const access = [{ kind: "run" as const, command, cwd: "/ws" }];
  return { tool: "run_shell_command", kind: "exec", input: { command }, access, mode: "auto" };
}

Deno.test("RulePolicy asks about commands in auto mode where nothing confines them, or where they discard work", async () => {
  const decisions = async (commands: string[], policy: RulePolicy): Promise<string[]> =>
    await Promise.all(
      commands.map(async (command) => `${(await policy.judge(callOf(command))).decision} ${command}`),
    );
  const unconfined = policyOf({}, { isConfined: false });
  const plain = ["ls", "cat a.txt", "git status"];
  const asked = ["ls -l", "git log --oneline", "npm test", "touch a", "cat ./*", "echo $(x)"];
  assertEquals(await decisions(plain, unconfined), plain.map((command) => `allow ${command}`));
  assertEquals(await decisions(asked, unconfined), asked.map((command) => `ask ${command}`));
  const discarding = [
    "git stash drop",
    "git stash clear",
    "git branch -D x",
    "git -C . branch -qD x",
    "git branch --forc x",
  ];
  discarding.push(
    "sh -c 'git stash clear'",
    "git reflog expire --all",
    "git gc --prune=now",
    "for b in x; do git branch -D $b; done",
  );
  const kept = [
    "git reset --hard",
    "rm -r src",
    "git clean -fd",
    "git stash",
    "git stash pop",
    "git branch x",
    "npm ci",
    "git gc",
  ];
  assertEquals(await decisions(discarding, confined()), discarding.map((command) => `ask ${command}`));
  assertEquals(await decisions(kept, confined()), kept.map((command) => `allow ${command}`));
  for (const rule of ["Read(.env)", "Edit(src/**)"]) {
    assertEquals(await decisions(["npm test"], confined({ deny: [rule] })), ["ask npm test"]);
  }
});
