/** Files that come and go while the mounts of commands are made. */
import { assertEquals } from "@std/assert";
import { HAS_SANDBOX, SandboxBench } from "../../../support/sandbox_bench.ts";

/** Binds a socket and removes it again, until it is ended. */
const SOCKETS = `
import os, socket, sys, time
print("up", flush=True)
number = 0
while True:
    path = os.path.join(sys.argv[1], str(number)); number += 1
    s = socket.socket(socket.AF_UNIX); s.bind(path); s.listen(1)
    time.sleep(0.003 * (number % 20))
    s.close(); os.unlink(path)
`;

/** Adds worktrees to a repository and removes them again, until it is ended. */
const WORKTREES = `
echo up
while :; do
  git -C "$1" worktree add -q --detach "$2/$((++number))"
  rm -r "$2/$number"
  git -C "$1" worktree prune
done 2>/dev/null
`;

/** A program beside the commands of a test. */
async function beside(command: string, args: string[]): Promise<AsyncDisposable> {
  const child = new Deno.Command(command, { args, stdin: "null", stdout: "piped", stderr: "null" }).spawn();
  const reader = child.stdout.getReader();
  await reader.read();
  return {
    async [Symbol.asyncDispose](): Promise<void> {
      child.kill("SIGKILL");
      await child.status;
      await reader.cancel();
    },
  };
}

Deno.test({
  name: "a socket of another program that goes away while the mounts are made stops no command",
  ignore: !HAS_SANDBOX,
  async fn(): Promise<void> {
    await using bench = await SandboxBench.open();
    await Deno.mkdir(`${bench.root}/sockets`);
    const outputs: string[] = [];
    {
      await using _program = await beside("/usr/bin/python3", ["-c", SOCKETS, `${bench.root}/sockets`]);
      // A new folder with a guarded file each time makes the mounts anew.
      const next = (at: number): string => `mkdir d${at} && echo fine`;
      for (let at = 0; at < 12; at++) {
        await Deno.writeTextFile(`${bench.root}/package.json`, "{}", { createNew: true });
        outputs.push(await bench.run("guarded", next(at)));
        await Deno.remove(`${bench.root}/package.json`);
      }
    }
    assertEquals(outputs, Array(12).fill("fine\n"));
    // Mounting over a socket that is gone would leave an empty file in its place.
    const left = [...Deno.readDirSync(`${bench.root}/sockets`)].filter(({ isFile }) => isFile);
    assertEquals(left, []);
  },
});

Deno.test({
  name: "worktrees that are added and removed while the mounts are made stop no command",
  ignore: !HAS_SANDBOX,
  async fn(): Promise<void> {
    await using bench = await SandboxBench.open();
    const identity = ["-c", "user.name=n", "-c", "user.email=n@example.com"];
    for (const args of [["init", "-q"], [...identity, "commit", "-q", "--allow-empty", "-m", "x"]]) {
      await new Deno.Command("git", { args, cwd: bench.root }).output();
    }
    await Deno.mkdir(`${bench.base}/trees`);
    await using _program = await beside("bash", ["-c", WORKTREES, "bash", bench.root, `${bench.base}/trees`]);
    const outputs: string[] = [];
    for (let at = 0; at < 12; at++) outputs.push(await bench.run("workspace", "git rev-parse --is-inside-work-tree"));
    assertEquals(outputs, Array(12).fill("true\n"));
  },
});

Deno.test({
  name: "a placeholder that was removed and made again is guarded again",
  ignore: !HAS_SANDBOX,
  async fn(): Promise<void> {
    await using bench = await SandboxBench.open();
    const outputs: string[] = [];
    for (let at = 0; at < 5; at++) {
      outputs.push(await bench.run("workspace", "echo evil 2>/dev/null > .qwen/settings.json || echo refused"));
      // As after a pause; the new one often has the inode number of the old one.
      bench.confinement.placeholders.clear();
    }
    assertEquals(outputs, Array(5).fill("refused\n"));
    assertEquals([...Deno.readDirSync(bench.root)], []);
  },
});
