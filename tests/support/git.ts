import { assertEquals } from "@std/assert";
import { isInstalled } from "./shim.ts";

const HAS_GIT = isInstalled("git");

/** A test that needs git; it is skipped where there is none. */
export function gitTest(name: string, fn: () => Promise<void>): Deno.TestDefinition {
  return { name, ignore: !HAS_GIT, fn };
}

/** Declares such a test. */
export function testWithGit(name: string, fn: () => Promise<void>): void {
  Deno.test(gitTest(name, fn));
}

/** Runs git in a folder with an identity and without the user's settings; returns its output. */
export async function git(cwd: string, ...args: string[]): Promise<string> {
  const command = new Deno.Command("git", {
    args: ["-c", "user.name=T", "-c", "user.email=t@example.com", ...args],
    cwd,
    env: { GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" },
    stdin: "null",
  });
  const { success, stdout, stderr } = await command.output();
  assertEquals(success, true, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

/** Makes a repository of a folder, with one commit of everything in it. */
export async function commitAll(cwd: string, message: string): Promise<void> {
  await git(cwd, "init", "-q", "-b", "trunk");
  await git(cwd, "add", ".");
  await git(cwd, "commit", "-qm", message);
}
