import { assertEquals, assertMatch } from "@std/assert";
import { Fixture, linesOf, runQwen } from "../support/qwen.ts";

async function sessionOf(fixture: Fixture): Promise<{ id: string; path: string }> {
  const { stdout } = await runQwen(["--provider", "demo", "-p", "say hello", "-o", "json"], { fixture });
  const id = JSON.parse(stdout).at(-1).session_id;
  for await (const project of Deno.readDir(`${fixture.home}/.qwen/projects`)) {
    return { id, path: `${fixture.home}/.qwen/projects/${project.name}/chats/${id}.jsonl` };
  }
  throw new Error("No session was saved");
}

Deno.test("sessions carry a format version: an older one is read, a newer one is refused", async () => {
  await using fixture = await Fixture.open();
  const { id, path } = await sessionOf(fixture);
  const lines = linesOf(await Deno.readTextFile(path));
  assertEquals(new Set(lines.map(({ format }) => format)), new Set([1]));
  const rewrite = async (format: number | undefined): Promise<void> =>
    await Deno.writeTextFile(path, lines.map((line) => `${JSON.stringify({ ...line, format })}\n`).join(""));
  const resume = ["--provider", "demo", "--resume", id, "-p", "say again"];
  await rewrite(undefined);
  assertEquals((await runQwen(resume, { fixture })).code, 0);
  await rewrite(2);
  const before = await Deno.readTextFile(path);
  const { code, stderr } = await runQwen(resume, { fixture });
  assertEquals(code, 1);
  assertMatch(stderr, /was written by a newer version of qwen .*format 2[^]*reads formats up to 1\. Update qwen/);
  assertEquals(await Deno.readTextFile(path), before);
});

Deno.test("settings carry a version: an older one is read, a newer one is refused with exit 52", async () => {
  await using fixture = await Fixture.open();
  const file = `${fixture.home}/.qwen/settings.json`;
  await Deno.mkdir(`${fixture.home}/.qwen`, { recursive: true });
  const run = ["--provider", "demo", "-p", "say hello"];
  for (const [version, expected] of [[1, 0], [3, 0], [4, 52]]) {
    await Deno.writeTextFile(file, JSON.stringify({ $version: version }));
    const { code, stderr } = await runQwen(run, { fixture });
    assertEquals([version, code], [version, expected]);
    if (expected === 52) assertMatch(stderr, /settings\.json has \$version 4, and this program reads versions up to 3/);
  }
});

Deno.test("the cleanup setting removes old sessions and files of long lines, once a day", async () => {
  await using fixture = await Fixture.open();
  const old = await sessionOf(fixture);
  const young = await sessionOf(fixture);
  const spills = `${fixture.home}/.qwen/tmp/spill`;
  await Deno.mkdir(spills, { recursive: true });
  for (const name of ["old.txt", "young.txt"]) await Deno.writeTextFile(`${spills}/${name}`, "text");
  const tenDaysAgo = new Date(Date.now() - 10 * 86_400_000);
  for (const path of [old.path, `${spills}/old.txt`]) await Deno.utime(path, tenDaysAgo, tenDaysAgo);
  await Deno.writeTextFile(`${fixture.home}/.qwen/settings.json`, '{"cleanup":{"sessionDays":9}}');
  const left = async (): Promise<boolean[]> =>
    await Promise.all(
      [old.path, young.path, `${spills}/old.txt`, `${spills}/young.txt`].map((path) =>
        Deno.stat(path).then(() => true, () => false)
      ),
    );
  // The runs above have looked today.
  await runQwen(["--provider", "demo", "-p", "say hello"], { fixture });
  assertEquals(await left(), [true, true, true, true]);
  await Deno.utime(`${fixture.home}/.qwen/tmp/pruned`, tenDaysAgo, tenDaysAgo);
  await runQwen(["--provider", "demo", "-p", "say hello"], { fixture });
  assertEquals(await left(), [false, true, false, true]);
});
