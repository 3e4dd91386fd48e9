import { assert, assertEquals } from "@std/assert";
import { isPlainRepository } from "../../../../lib/sandbox/shell/git_config.ts";

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
  const odd =
    '; c\n[core] # c\n\tabbrev = "a;b" ; c\r\n\tquotePath\n[branch "a\\"]b"] merge = x\\\n y\n[user]name=#x\n';
  assertEquals(await judged({ "ws/.git/config": odd }), true);
  assertEquals(await judged({ "ws/.git": "gitdir: ../main/.git/worktrees/ws\n", "main/.git/config": PLAIN }), true);
});

Deno.test("isPlainRepository sees what makes git run programs", async () => {
  const lines = [
    ...["[core]\n\tfsmonitor = x", "[core] pager=x", "[diff]\nexternal = x", '[diff "a"]\n textconv = x'],
    ...['[filter "a"]\n clean = x', "[include]\n path = ../evil", '[includeIf "gitdir:/"]\n path = x'],
    ...["[alias]\n st = !x", "[core]\n sshCommand = x", "[core]\n hooksPath = x", "[gpg]\n program = x"],
    ...["[CORE]\n\tFSMonitor\n", "[core]\n worktree = /", "[core][include]\n path = ../evil", "[core]fsmonitor=x"],
    ...['[remote "o"]\n uploadpack = x', '[remote "o"]\n promisor', "[extensions]\n partialClone = o"],
    ...['[core]\n abbrev = "7\\\n"\n fsmonitor = x', "[core]\n abbrev = 7 # \\\n fsmonitor = x"],
    ...["[core\n fsmonitor = x", "[core]\n ?", "[unheard]\n of = x", '[core] abbrev = "7', "x".repeat(300_000)],
  ];
  for (const line of lines) assertEquals([line, await judged({ "ws/.git/config": PLAIN + line })], [line, false]);
  const linked = { "ws/.git": "gitdir: ../main/.git/worktrees/ws\n", "main/.git/config": "[core]\n\tfsmonitor = x" };
  assertEquals(await judged(linked), false);
  assertEquals(await judged({ "ws/HEAD": "ref: x", "ws/config": "[core]\n\tfsmonitor = x" }), false);
});

Deno.test("isPlainRepository believes no file that git would read in another way", async () => {
  const hidden = [
    '# \r[core]\n\tabbrev = "\n\tfsmonitor = x\n#"',
    '# \u2028abbrev = "\n[core]\n\tfsmonitor = x\n#"',
    '# \u2029abbrev = "\n[core]\n\tfsmonitor = x\n#"',
    "[core]\u00a0\n\tabbrev = 7",
    "[core]\n\tabbrev = 7\r\tfsmonitor = x",
    "[core]\n\tabbrev = 7\0",
  ];
  for (const text of hidden) assertEquals([text, await judged({ "ws/.git/config": text })], [text, false]);
  const evil = "[core]\n\tfsmonitor = x\n";
  assertEquals(await judged({ "ws/.git": "gitdir: evil\n\u2028gitdir: good\n", "ws/good/config": PLAIN }), false);
  assertEquals(await judged({ "ws/.git": "x\ngitdir: good\n", "ws/good/config": PLAIN }), false);
  assertEquals(
    await judged({ "ws/.git/config": PLAIN, "ws/.git/commondir": "../evil\n", "ws/evil/config": evil }),
    false,
  );
  assertEquals(await judged({ "ws/.git/config": PLAIN, "ws/.git/commondir": ".\n" }), true);
  assertEquals(await judged({ "ws/.git/config": PLAIN, "ws/.git/commondir": "a\nb" }), false);
});

Deno.test("isPlainRepository neither waits for a pipe nor reads an endless file", async () => {
  for (const name of ["config", "config.worktree", "commondir", "index"]) {
    for (const kind of ["pipe", "sparse", "folder"]) {
      const root = await Deno.makeTempDir();
      await Deno.mkdir(`${root}/.git`);
      const path = `${root}/.git/${name}`;
      if (kind === "pipe") await new Deno.Command("mkfifo", { args: [path] }).output();
      else if (kind === "folder") await Deno.mkdir(path);
      else {
        await Deno.writeTextFile(path, "");
        await Deno.truncate(path, 2 ** 40);
      }
      const isPlain = isPlainRepository(root);
      await Deno.remove(root, { recursive: true });
      assertEquals([name, kind, isPlain], [name, kind, false]);
    }
  }
});

/** A repository of one file, made by git itself. */
async function repository(): Promise<{ root: string; git: (...args: string[]) => Promise<string> }> {
  const root = await Deno.makeTempDir();
  const git = async (...args: string[]): Promise<string> => {
    const env = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
    const identity = ["-c", "user.name=n", "-c", "user.email=n@example.com"];
    const { stdout } = await new Deno.Command("git", { args: [...identity, ...args], cwd: root, env }).output();
    return new TextDecoder().decode(stdout).trim();
  };
  await git("init", "-q");
  await Deno.writeTextFile(`${root}/file`, "text\n");
  await git("add", "file");
  await git("commit", "-qm", "first");
  return { root, git };
}

const PROOF = (root: string): string => `touch ${root}/ran; false`;

type Trap = (root: string, git: (...args: string[]) => Promise<string>) => Promise<void>;

/** Ways in which a repository makes git run its own programs while it only shows something. */
const TRAPS: Record<string, Trap> = {
  "a hook that is run when files are looked at": async (root) => {
    const hook = `${root}/.git/hooks/post-index-change`;
    await Deno.mkdir(`${root}/.git/hooks`, { recursive: true });
    await Deno.writeTextFile(hook, `#!/bin/sh\n${PROOF(root)}\n`);
    await Deno.chmod(hook, 0o755);
    await Deno.utime(`${root}/file`, 1, 1);
  },
  "a second section on the line of the first": async (root) => {
    const text = `[core][include]\n\tpath = ../more\n`;
    await Deno.writeTextFile(`${root}/.git/config`, text, { append: true });
    await Deno.writeTextFile(`${root}/more`, `[core]\n\tfsmonitor = "${PROOF(root)}"\n`);
  },
  "a bare repository beside a folder that only looks like one": async (root) => {
    for (const name of ["HEAD", "config", "objects", "refs"]) {
      await Deno.rename(`${root}/.git/${name}`, `${root}/${name}`);
    }
    await Deno.mkdir(`${root}/info`);
    await Deno.writeTextFile(`${root}/info/attributes`, "* diff=x\n");
    await Deno.writeTextFile(`${root}/config`, `[core]\n\tbare = true\n[diff "x"]\n\ttextconv = "${PROOF(root)}"\n`);
  },
  "an object that is fetched when it is shown": async (root, git) => {
    await git("config", "extensions.partialClone", "origin");
    await git("config", "remote.origin.url", ".");
    await git("config", "remote.origin.promisor", "true");
    await git("config", "remote.origin.uploadpack", PROOF(root));
    const id = await git("rev-parse", "HEAD:file");
    await Deno.remove(`${root}/.git/objects/${id.slice(0, 2)}/${id.slice(2)}`);
  },
  "a repository inside that has a configuration of its own": async (root, git) => {
    await git("init", "-q", "inner");
    await git("-C", "inner", "commit", "-q", "--allow-empty", "-m", "x");
    await git("add", "inner");
    await git("-C", "inner", "config", "core.fsmonitor", PROOF(root));
  },
};

for (const [name, trap] of Object.entries(TRAPS)) {
  Deno.test(`isPlainRepository sees ${name}`, async () => {
    const { root, git } = await repository();
    assertEquals(isPlainRepository(root), true);
    await trap(root, git);
    const isPlain = isPlainRepository(root);
    const isPlainBelow = isPlainRepository(`${root}/folder`);
    await git("status");
    await git("show");
    // The trap is a real one.
    assert(await Deno.stat(`${root}/ran`).then(() => true, () => false));
    await Deno.remove(root, { recursive: true });
    assertEquals([isPlain, isPlainBelow], [false, false]);
  });
}

Deno.test("isPlainRepository reads every form of an index, and believes none that it cannot read", async () => {
  const { root, git } = await repository();
  for (let at = 0; at < 40; at++) await Deno.writeTextFile(`${root}/file-${"x".repeat(at)}`, "");
  await Deno.symlink("file", `${root}/link`);
  await git("add", ".");
  await git("update-index", "--untracked-cache");
  const index = `${root}/.git/index`;
  for (const version of ["2", "4"]) {
    await git("update-index", "--index-version", version);
    assertEquals(isPlainRepository(root), true);
  }
  await git("add", "-N", "file");
  assertEquals(isPlainRepository(root), true);
  const whole = await Deno.readFile(index);
  await Deno.writeFile(index, whole.subarray(0, whole.length >> 1));
  assertEquals(isPlainRepository(root), false);
  await Deno.writeFile(index, whole);
  await git("update-index", "--split-index");
  assertEquals(isPlainRepository(root), false);
  await Deno.remove(root, { recursive: true });
});
