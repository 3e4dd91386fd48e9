import { assertEquals } from "@std/assert";
import { isPlainRepository } from "../../../lib/sandbox/git_config.ts";

async function judged(files: Record<string, string>): Promise<boolean> {
  const root = await Deno.makeTempDir();
  for (const [name, text] of Object.entries(files)) {
    await Deno.mkdir(`${root}/${name}`.slice(0, `${root}/${name}`.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(`${root}/${name}`, text);
  }
  const answer = isPlainRepository(`${root}/ws`);
  await Deno.remove(root, { recursive: true });
  return answer;
}

const PLAIN = '[core]\n\tbare = false\n[remote "origin"]\n\turl = https://example.com/x\n\tfetch = +refs/*:refs/*\n';

Deno.test("isPlainRepository believes an ordinary configuration, or none", async () => {
  assertEquals(await judged({ "ws/.git/config": PLAIN }), true);
  assertEquals(await judged({ "ws/a": "" }), true);
  assertEquals(await judged({ "ws/.git": "gitdir: ../main/.git/worktrees/ws\n", "main/.git/config": PLAIN }), true);
});

Deno.test("isPlainRepository sees what makes git run programs", async () => {
  const lines = [
    ...["[core]\n\tfsmonitor = x", "[core] pager=x", "[diff]\nexternal = x", '[diff "a"]\n textconv = x'],
    ...['[filter "a"]\n clean = x', "[include]\n path = ../evil", '[includeIf "gitdir:/"]\n path = x'],
    ...["[alias]\n st = !x", "[core]\n sshCommand = x", "[core]\n hooksPath = x", "[gpg]\n program = x"],
    ...["[CORE]\n\tFSMonitor\n", "[core]\n worktree = /"],
  ];
  for (const line of lines) assertEquals([line, await judged({ "ws/.git/config": PLAIN + line })], [line, false]);
  const linked = { "ws/.git": "gitdir: ../main/.git/worktrees/ws\n", "main/.git/config": "[core]\n\tfsmonitor = x" };
  assertEquals(await judged(linked), false);
  assertEquals(await judged({ "ws/HEAD": "ref: x", "ws/config": "[core]\n\tfsmonitor = x" }), false);
});
