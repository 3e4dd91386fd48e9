/** What a command can do to a repository and to a home folder: it works in them, and changes nothing that runs later. */
import { assert, assertEquals } from "@std/assert";
import { HAS_SANDBOX, SandboxBench } from "../../../support/sandbox_bench.ts";

const SETUP = "git init -q -b main . && git config user.email a@b.c && git config user.name a && echo a > a && " +
  "git add a && git commit -qm first && git worktree add -q ../linked && mkdir -p .git/modules/sub && " +
  "cp -r .git/HEAD .git/config .git/objects .git/refs .git/modules/sub/";

async function outside(bench: SandboxBench, command: string): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command("bash", {
    args: ["-c", command],
    cwd: bench.root,
    env: { HOME: bench.home, PATH: "/usr/bin:/bin" },
    clearEnv: true,
  }).output();
  const decoder = new TextDecoder();
  assert(success, decoder.decode(stderr));
  return decoder.decode(stdout);
}

/** All paths below a folder with the content of files. */
function tree(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory, isSymlink }) => {
    const path = `${folder}/${name}`;
    if (isSymlink) return [`${path} -> ${Deno.readLinkSync(path)}`];
    return isDirectory ? [path, ...tree(path)] : [`${path}: ${Deno.readTextFileSync(path)}`];
  }).sort();
}

const GUARDED = [
  ...["config", "config.worktree", "commondir", "hooks", "hooks/pre-commit", "info/attributes", "info/grafts"],
  ...["modules/sub/config", "modules/sub/hooks", "modules/sub/commondir", "modules/new/config"],
  ...["worktrees/linked/config.worktree", "worktrees/linked/commondir", "worktrees/new/config"],
];

Deno.test({
  name: "no command changes, replaces, links or creates what git runs programs by",
  ignore: !HAS_SANDBOX,
  async fn(): Promise<void> {
    await using bench = await SandboxBench.open();
    await outside(bench, SETUP);
    const seen = (): string[] => {
      const all = tree(`${bench.root}/.git`);
      const isGuarded = (line: string): boolean =>
        GUARDED.some((name) =>
          line === `${bench.root}/.git/${name}` || line.startsWith(`${bench.root}/.git/${name}:`) ||
          line.startsWith(`${bench.root}/.git/${name} `) || line.startsWith(`${bench.root}/.git/hooks/`)
        );
      return all.filter(isGuarded);
    };
    const before = seen();
    const attacks = [
      "mv .git x; mv .git/info .git/i; mv .git/modules .git/m; mv .git/worktrees .git/w",
      "mkdir evil; touch evil/config; mv -T evil .git; ln -sfn ../evil .git; rm -rf .git/hooks .git/info; mkdir .git/info",
      ...GUARDED.flatMap((name) => [
        `mkdir -p .git/$(dirname ${name}); echo evil > .git/${name}`,
        `rm -rf .git/${name}; ln -sfn /etc/passwd .git/${name}; mkdir -p .git/${name}; echo x > .git/${name}/x`,
        `echo evil > y; mv -f y .git/${name}; cp y .git/${name}`,
      ]),
      "git config core.fsmonitor ./evil; git config --worktree core.pager ./evil",
    ];
    for (const profile of ["guarded", "workspace"] as const) await bench.run(profile, `(${attacks.join("\n")}) 2>&1`);
    await bench.shell.close();
    assertEquals(seen(), before);
    assertEquals((await outside(bench, "git status --porcelain --untracked-files=no")).trim(), "");
  },
});

Deno.test({
  name: "commit, tag, branch, merge, stash and gc work in the sandbox",
  ignore: !HAS_SANDBOX,
  async fn(): Promise<void> {
    await using bench = await SandboxBench.open();
    await outside(bench, SETUP);
    const steps = [
      "echo b > b && git add b && git commit -qm second",
      "git tag v1 && git tag -am note v2",
      "git branch side && git checkout -q side && echo c > c && git add c && git commit -qm third",
      "git checkout -q main && echo d > d && git add d && git commit -qm fourth && git merge -q -m merged side",
      "echo e >> a && git stash -q && git stash pop -q && git checkout -q a",
      "git gc -q && git reset -q --hard HEAD",
      "git fsck --no-progress --no-dangling",
    ];
    for (const step of steps) {
      assertEquals([step, await bench.run("guarded", `${step} 2>&1 && echo done`)], [step, "done\n"]);
    }
    assertEquals(await outside(bench, "git log --format=%s -1; git tag; git status --porcelain"), "merged\nv1\nv2\n");
  },
});

Deno.test({
  name: "where the home folder is the workspace, start-up files and keys are guarded, absent ones too",
  ignore: !HAS_SANDBOX,
  async fn(): Promise<void> {
    await using bench = await SandboxBench.open({ isHome: true });
    await Deno.writeTextFile(`${bench.home}/.bashrc`, "mine\n");
    const names = [
      ...[".bashrc", ".profile", ".bash_profile", ".bash_login", ".zshrc", ".zshenv", ".gitconfig", ".npmrc"],
      ...[".ssh/authorized_keys", ".config/git/config", ".qwen/settings.json", ".config/fish/config.fish"],
    ];
    const attack = names.map((name) =>
      `mkdir -p $(dirname ${name}); echo evil > ${name}; rm -f ${name}; echo evil > e; mv -f e ${name}; ln -sf /x ${name}`
    ).join("; ");
    await bench.run("workspace", `(mv .config c; mv .ssh s; ${attack}; rm -f e) 2>&1`);
    await bench.shell.close();
    assertEquals(tree(bench.home), [`${bench.home}/.bashrc: mine\n`]);
  },
});

Deno.test({
  name: "a dangling link and a workspace that cannot be written break no command",
  ignore: !HAS_SANDBOX,
  async fn(): Promise<void> {
    await using bench = await SandboxBench.open();
    await Deno.symlink("/nowhere/at/all", `${bench.root}/.vscode`);
    await Deno.symlink("/proc/nothing", `${bench.root}/.claude`);
    await Deno.symlink("/etc/nothing-there/x", `${bench.root}/.qwen`);
    assertEquals(await bench.run("workspace", "echo on"), "on\n");
    assertEquals(await bench.run("guarded", "echo on"), "on\n");
    assertEquals(await bench.run("read-only", "echo on"), "on\n");
    await bench.shell.close();
    assertEquals(tree(bench.root).length, 3);
  },
});

Deno.test({
  name: "commits from a linked worktree work in the sandbox, and the repository's configuration stays closed",
  ignore: !HAS_SANDBOX,
  async fn(): Promise<void> {
    await using bench = await SandboxBench.open();
    await outside(bench, SETUP);
    const linked = await SandboxBench.open({ root: `${bench.base}/linked` });
    try {
      const git = `${bench.root}/.git`;
      const before = [Deno.readTextFileSync(`${git}/config`), [...Deno.readDirSync(`${git}/hooks`)].length];
      const steps =
        "echo b > b && git add b && git commit -qm second && git tag t && git stash list && git log --oneline";
      assertEquals((await linked.run("guarded", steps)).match(/^[0-9a-f]+ /gm)?.length, 2);
      const attacks = [
        "git config core.fsmonitor 'touch ran'",
        `echo x > ${git}/hooks/pre-commit`,
        `echo /elsewhere > ${git}/worktrees/linked/commondir`,
        `echo '* filter=x' > ${git}/info/attributes`,
        `mv ${git} ${git}x`,
        `echo x > ${bench.root}/outside`,
      ];
      for (const attack of attacks) await linked.run("guarded", `(${attack}) 2>/dev/null`);
      await linked.shell.close();
      assertEquals([Deno.readTextFileSync(`${git}/config`), [...Deno.readDirSync(`${git}/hooks`)].length], before);
      assertEquals(Deno.readTextFileSync(`${git}/worktrees/linked/commondir`), "../..\n");
      assertEquals(tree(bench.root).filter((path) => /outside|attributes|gitx/.test(path)), []);
      assertEquals((await outside(bench, "git log --oneline linked")).split("\n").length, 3);
    } finally {
      await linked[Symbol.asyncDispose]();
    }
  },
});
