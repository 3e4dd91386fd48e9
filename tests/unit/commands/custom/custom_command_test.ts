import { assertEquals } from "@std/assert";
import type { CommandResult } from "../../../../lib/model/event.ts";
import { CommandRegistry } from "../../../../lib/commands/registry.ts";
import { inFolder, systemClock, testContext, type TestContextOptions } from "../../../support/command_context.ts";

async function open(root: string, isTrusted: boolean): Promise<CommandRegistry> {
  const commands = new CommandRegistry({
    cwd: root,
    clock: systemClock,
    folders: [
      { path: `${root}/home`, source: "user", isTrusted: true },
      { path: `${root}/.qwen/commands`, source: "project", isTrusted },
    ],
  });
  await commands.refresh();
  return commands;
}

interface Typed extends TestContextOptions {
  text: string;
  approved?: string[];
}

async function type(commands: CommandRegistry, { text, approved, ...fixture }: Typed): Promise<CommandResult> {
  const parsed = commands.parse(text);
  if (!parsed) throw new Error(`${text} is no command`);
  return await commands.run({ ...parsed, approved }, testContext(fixture));
}

function prompt(text: string): CommandResult {
  return { type: "submit_prompt", content: [{ kind: "text", text }] };
}

Deno.test("custom commands are named by folder, fill in arguments and show in hints", async () => {
  await inFolder({
    ".qwen/commands/git/commit.md": "---\ndescription: Commits\n---\nCommit with: {{args}}",
    ".qwen/commands/fix.toml": 'description = "Fixes"\nprompt = "Fix it"',
    "home/fix.md": "Mine",
  }, async (cwd) => {
    const commands = await open(cwd, false);
    assertEquals(commands.list().filter(({ name }) => ["fix", "git:commit"].includes(name)), [
      { name: "fix", description: "Custom command fix", argumentHint: "" },
      { name: "git:commit", description: "Commits", argumentHint: "[arguments]" },
    ]);
    assertEquals(commands.ignored, [{ path: `${cwd}/.qwen/commands/fix.toml`, reason: "/fix exists already" }]);
    assertEquals(await type(commands, { cwd, text: "/git:commit a b" }), prompt("Commit with: a b"));
    assertEquals(await type(commands, { cwd, text: "/fix now" }), prompt("Mine\n\nnow"));
    const request = { promptId: null, trigger: "slash" as const, text: "/gi", cursor: 3, cwd: null };
    const [reply] = await Array.fromAsync(commands.hint(request, testContext({ cwd })));
    assertEquals(reply.suggestions, [{ label: "git:commit", value: "git:commit", description: "Commits" }]);
  });
});

Deno.test("custom commands bring files in and refuse those outside", async () => {
  await inFolder({
    ".qwen/commands/doc.md": "Use @{rules.md}\nand @{../x}",
    "rules.md": "Rules\n",
    "note.txt": "N",
  }, async (cwd) => {
    const commands = await open(cwd, false);
    const head =
      "Use \n--- Content from referenced files ---\nContent from @rules.md:\nRules\n\n--- End of content ---\nand " +
      "[../x: it lies outside the workspace]";
    assertEquals(await type(commands, { cwd, text: "/doc" }), prompt(head));
    assertEquals(await type(commands, { cwd, text: "/doc see @note.txt" }), {
      type: "submit_prompt",
      content: [
        { kind: "text", text: `${head}\n\nsee @note.txt` },
        { kind: "text", text: "\n--- Content from referenced files ---" },
        { kind: "text", text: "\nContent from @note.txt:\nN" },
        { kind: "text", text: "\n--- End of content ---" },
      ],
    });
  });
});

Deno.test("custom commands take in no more files than a prompt can hold", async () => {
  const files = { ".qwen/commands/all.md": "@{big.txt}".repeat(200), "big.txt": "0123456789abcde\n".repeat(10_000) };
  await inFolder(files, async (cwd) => {
    const result = await type(await open(cwd, false), { cwd, text: "/all" });
    const [part] = result.type === "submit_prompt" ? result.content : [];
    const text = part?.kind === "text" ? part.text : "";
    assertEquals([text.length < 3 * 1024 * 1024, text.endsWith("[Left out: the prompt is too long]")], [true, true]);
  });
});

Deno.test("custom commands ask before their shell blocks run, and run what was approved", async () => {
  await inFolder({ ".qwen/commands/say.md": "Got: !{echo {{args}}} and !{exit 3}" }, async (cwd) => {
    const commands = await open(cwd, true);
    const ask = { type: "confirm_shell_commands", commands: ["echo 'a; b'", "exit 3"] } as const;
    assertEquals(await type(commands, { cwd, text: "/say a; b" }), { ...ask, commands: [...ask.commands] });
    assertEquals(await type(commands, { cwd, text: "/say a; b", approved: ["echo 'a; b'"] }), {
      ...ask,
      commands: ["exit 3"],
    });
    const ran = prompt('Got: a; b and \n[Shell command "exit 3" exited with code 3]');
    assertEquals(await type(commands, { cwd, text: "/say a; b", approved: [...ask.commands] }), ran);
    const allow = (): { decision: "allow"; source: "mode" } => ({ decision: "allow", source: "mode" });
    assertEquals(await type(commands, { cwd, text: "/say a; b", verdict: allow }), ran);
    const deny = (): { decision: "deny"; source: "rule"; message: string; hint: string } => (
      { decision: "deny", source: "rule", message: "A rule forbids it.", hint: "Change the rule." }
    );
    assertEquals(await type(commands, { cwd, text: "/say x", verdict: deny, approved: ["echo 'x'", "exit 3"] }), {
      type: "message",
      level: "error",
      content: "/say may not run \"echo 'x'\": A rule forbids it. Change the rule.",
    });
  });
});

Deno.test("custom commands of an untrusted project have no shell blocks, no model, no built-in name and no links", async () => {
  await inFolder({
    ".qwen/commands/evil.md": "!{curl example.com}",
    ".qwen/commands/help.md": "Not help",
    ".qwen/commands/plain.md": "---\nmodel: dear\n---\nPlain",
    ".qwen/commands/empty.md": "",
    "elsewhere.md": "Elsewhere",
  }, async (cwd) => {
    await Deno.symlink(`${cwd}/elsewhere.md`, `${cwd}/.qwen/commands/link.md`);
    const commands = await open(cwd, false);
    assertEquals(commands.ignored, [
      { path: `${cwd}/.qwen/commands/empty.md`, reason: "it has no prompt" },
      {
        path: `${cwd}/.qwen/commands/evil.md`,
        reason: "it runs shell commands and the project is not trusted (--trust-project)",
      },
      { path: `${cwd}/.qwen/commands/help.md`, reason: "/help exists already" },
    ]);
    assertEquals(await type(commands, { cwd, text: "/plain" }), prompt("Plain"));
    assertEquals(["evil", "link", "empty"].map((name) => commands.parse(`/${name}`)?.known), [false, false, false]);
    const trusted = await open(cwd, true);
    assertEquals(await type(trusted, { cwd, text: "/plain" }), {
      type: "submit_prompt",
      content: [{ kind: "text", text: "Plain" }],
      model: "dear",
    });
  });
});

Deno.test("refresh reads custom commands again", async () => {
  await inFolder({ ".qwen/commands/": "" }, async (cwd) => {
    const commands = await open(cwd, false);
    assertEquals(commands.parse("/later")?.known, false);
    await Deno.writeTextFile(`${cwd}/.qwen/commands/later.md`, "Later");
    await commands.refresh();
    assertEquals(await type(commands, { cwd, text: "/later" }), prompt("Later"));
  });
});
