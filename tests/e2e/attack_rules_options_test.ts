/**
 * Command lines whose options the called program parses in another way than they look. Each is executed by the
 * program with a rule that seems to cover it, or in plan mode; the test then looks at the disk.
 */
import { assertEquals } from "@std/assert";
import { fakeModel, type Step } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen } from "../support/qwen.ts";

const shell = (command: string): Step => ({ call: "run_shell_command", input: { command } });

/** Runs commands in a repository of one commit; returns the names of new files and the results of the commands. */
async function run(
  commands: readonly string[],
  flags: readonly string[],
): Promise<{ made: string[]; results: string[] }> {
  await using fixture = await Fixture.open({
    "a.txt": "one\ntwo\n",
    "dir/b.txt": "one\n",
    "u/a1.json": "x\n",
    "package.json": '{"scripts":{"x":"true"}}',
    Makefile: "all:\n\t@true\n",
    "evil.mk": "all:\n\t@touch made-make\n",
    "f.awk": "",
  });
  await fixture.write("../outside.txt", "outside-content\n");
  await Deno.symlink(`${fixture.cwd}/../outside.txt`, `${fixture.cwd}/dir/a.txt`);
  for (const args of [["init", "-q"], ["add", "."], ["commit", "-qm", "first"], ["pack-refs", "--all"]]) {
    const env = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
    const identity = ["-c", "user.name=n", "-c", "user.email=n@example.com"];
    await new Deno.Command("git", { args: [...identity, ...args], cwd: fixture.cwd, env }).output();
  }
  await new Deno.Command("tar", { args: ["cf", "t.tar", "a.txt"], cwd: fixture.cwd }).output();
  const before = new Set(namesIn(fixture.cwd));
  await using model = fakeModel([commands.map(shell), "done"]);
  const { stdout } = await runQwen([...flags, "-o", "stream-json", "-p", "go"], { fixture, env: model.env });
  const results = linesOf(stdout).filter((line) => line.type === "user")
    .map((line) => JSON.stringify(line.message.content[0].content));
  return { made: namesIn(fixture.cwd).filter((name) => !before.has(name)), results };
}

function namesIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name);
}

/** Each writes or starts something in the workspace if a rule for its program covers it. */
const RULED: readonly string[] = [
  "git log --format=x --output=made-log",
  "git log --abbrev --output=made-abbrev",
  "git diff -U --output=made-unified",
  "git show --outp=made-prefix",
  "git grep --open='touch made-grep; true' one",
  "git grep -nO'touch made-cluster; true' one",
  "git ls-remote --upload-pa='touch made-remote; false' .",
  "git fetch --upload-p='touch made-fetch; false' .",
  "git rebase --root '-xtouch made-rebase'",
  "git rebase --root --ex='touch made-rebase2'",
  "git clone -q --config 'core.fsmonitor=touch made-clone; false' . made-copy",
  "git clone -q --conf core.fsmonitor='touch made-clone2' . made-copy2",
  "git push --exe='touch made-push; false' . HEAD:x",
  "git merge -s '../../../../tmp/none' HEAD",
  "git archive --outp=made-archive HEAD",
  "git format-patch -o made-patches --root",
  "git -pc alias.zz='!touch made-alias' zz",
  "git bisect run touch made-bisect",
  "git submodule foreach 'touch made-foreach'",
  "sort -uo made-sort a.txt",
  "sort --outp=made-sort2 a.txt",
  "sort -S 1k --compress-prog=./none a.txt a.txt",
  "tar xf t.tar --to-comm='touch made-tar'",
  "tar -c --file=made-archive a.txt",
  "tar cf made-archive2 a.txt",
  "tar rf t.tar -f made-archive3 a.txt",
  "tar cf /dev/null a.txt --checkpoint=1 --checkpoint-act=exec='touch made-checkpoint'",
  "tar cf /dev/null a.txt --use-comp='touch made-compress'",
  "tar cIf 'touch made-old' /dev/null a.txt",
  "sed --in-pl=.made-sed s/one/x/ a.txt",
  "sed -ni.made-sed2 p a.txt",
  "sed --expr='1w made-sed3' a.txt",
  "sed 's/one/x/w made-sed4' a.txt",
  "make -sf evil.mk",
  "make --makef=evil.mk",
  "make --ev='$(shell touch made-eval)'",
  "make SHELL=./none 'MAKEFLAGS=--eval=$(shell touch made-flags)'",
  "rsync -ae 'touch made-rsync; false' a.txt localhost:x",
  "rsync -a --rs='touch made-rsync2; false' a.txt localhost:x",
  "ssh -4o 'ProxyCommand=touch made-ssh' -o BatchMode=yes localhost",
  "curl -so made-curl file:///etc/hostname",
  "curl --outp made-curl2 file:///etc/hostname",
  'awk \'BEGIN { f = "system"; @f("touch made-awk") }\'',
  'awk \'BEGIN { print "x" > "made-awk2" }\'',
  "npm run x --script-she=./none --silent",
  "npm run x --script-shell=./made",
  "zip -q made.zip a.txt -T --unzip-comm='touch made-zip'",
  "zip -qTTO made2.zip a.txt",
  "uniq a.txt made-uniq",
  "tree -NifIo x made-tree",
  "split --fil='touch made-split' a.txt",
  "find . -fprintf made-find x",
  "rg --pr='./none' one",
];

const PROGRAMS = [...new Set(RULED.map((command) => command.split(" ", 1)[0]))];

Deno.test("a rule with a wildcard covers no option by which a program writes a file or starts another one", async () => {
  const rules = PROGRAMS.flatMap((program) => ["--allowed-tools", `Bash(${program} *)`]);
  const { made, results } = await run(RULED, ["--approval-mode", "default", ...rules]);
  assertEquals(made, []);
  assertEquals(results.length, RULED.length);
  assertEquals(results.filter((result) => !/permission was declined/.test(result)), []);
});

Deno.test("--allow-run=git covers no option by which git starts another program", async () => {
  const commands = RULED.filter((command) => command.startsWith("git "));
  const { made, results } = await run(commands, ["--approval-mode", "default", "--allow-run=git"]);
  assertEquals(made, []);
  assertEquals(results.filter((result) => !/permission was declined/.test(result)), []);
});

/** Each writes in the workspace, or shows a file outside of it, if the grammar takes it for a command that reads. */
const READING: readonly string[] = [
  "git log --format --output=made-log",
  "git log --format=x --output=made-log2",
  "git log --abbrev --output=made-abbrev",
  "git log --decorate --output=made-decorate",
  "git log --stat --output=made-stat",
  "git diff --word-diff --output=made-words",
  "git diff --unified --output=made-unified",
  "git show -U --output=made-unified2",
  "git show --color --output=made-color",
  "git describe --abbrev --output=made-describe",
  "diff --color ../outside.txt a.txt",
  "diff -N a.txt dir",
  "diff a.txt dir",
  "rg -0e outside ../outside.txt",
  "rg -Ne outside-content ../outside.txt",
  "grep -0e outside ../outside.txt",
  "uniq u/a*.json",
  "tree -NifIo x made-tree",
  "tree -I -omade-tree2",
  "ls --sort -la",
];

Deno.test("a command that runs unasked in plan mode writes nothing and reads nothing outside", async () => {
  const commands = ["cp a.txt u/a2.json", ...READING];
  const { made, results } = await run(commands, ["--approval-mode", "plan"]);
  assertEquals(made, []);
  assertEquals(results.filter((result) => result.includes("outside-content")), []);
});

Deno.test("a rule with a wildcard still covers ordinary options", async () => {
  const commands = [
    "git commit -q --allow-empty -m 'a message' --author 'n <n@example.com>'",
    "git tag -a -m x v1",
    "git checkout -qb topic",
    "sort -u -k 1,1 a.txt",
    "tar czf made.tgz a.txt",
    "sed -n -e '1,2p' -e 's/one/two/gp' a.txt",
    "awk -F: '{ print $1 }' a.txt",
    "make -s -j2 all",
    "find . -newer a.txt -name '*.txt'",
  ];
  const rules = [...new Set(commands.map((command) => command.split(" ", 1)[0]))]
    .flatMap((program) => ["--allowed-tools", `Bash(${program} *)`]);
  const { made, results } = await run(commands, ["--approval-mode", "default", ...rules]);
  assertEquals(results.filter((result) => /declined/.test(result)), []);
  assertEquals(made, ["made.tgz"]);
});
