/** The first two commands of the README, as written, in a fresh clone with an empty home and nothing but a PATH. */
import { assertEquals, assertMatch } from "@std/assert";
import { fromFileUrl } from "../lib/path/mod.ts";
import { blocksOf } from "./support/markdown.ts";
import { certificates } from "./support/installed_package.ts";
import { isInstalled } from "./support/shim.ts";

const ROOT = fromFileUrl(new URL("../", import.meta.url));
const isRepository = await Deno.stat(`${ROOT}.git`).then(() => true, () => false);
const MAX_MS = 20 * 60_000;
const UNREACHABLE = /ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH|_CERT_|network|error sending request/;

interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

async function sh(line: string, { cwd, env }: { cwd: string; env: Record<string, string> }): Promise<Ran> {
  const { code, stdout, stderr } = await new Deno.Command("sh", {
    args: ["-c", line],
    ...{ cwd, env, clearEnv: true, stdin: "null", signal: AbortSignal.timeout(MAX_MS) },
  }).output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

Deno.test({
  name: "README: its first two commands work in a fresh clone with an empty home and no git identity",
  ignore: Deno.build.os === "windows" || !isRepository || !isInstalled("git") || !isInstalled("npm"),
  fn: async (test): Promise<void> => {
    const folder = await Deno.makeTempDir({ prefix: "qwen_clone_" });
    try {
      const home = `${folder}/home`;
      await Deno.mkdir(home);
      const env = { PATH: Deno.env.get("PATH") ?? "", HOME: home, ...certificates() };
      const cwd = `${folder}/clone`;
      const cloned = await sh(`git -c safe.directory='*' clone --quiet '${ROOT}' '${cwd}'`, { cwd: folder, env });
      assertEquals(cloned.code, 0, cloned.stderr);
      const readme = blocksOf(await Deno.readTextFile(`${cwd}/README.md`));
      const [demo, tests] = readme.find(({ info }) => info === "try")?.text.trim().split("\n") ?? [];

      const shown = await sh(demo, { cwd, env });
      if (shown.code !== 0 && UNREACHABLE.test(shown.stderr)) {
        console.error("Skipped: a fresh clone, because npm cannot be reached");
        await test.step({ name: "npm cannot be reached", ignore: true, fn: () => {} });
        return;
      }
      assertEquals(shown.code, 0, shown.stderr);
      assertMatch(shown.stdout, /^ +\+.*Hello[^]*^test passed$/m);

      // The whole run would run this test again: one file stands for all.
      const ran = await sh(tests, { cwd, env: { ...env, QWEN_TEST_FILES: "tests/layers_test.ts" } });
      assertEquals(ran.code, 0, ran.stdout + ran.stderr);
      assertMatch(ran.stdout, /\n[1-9]\d* passed, 0 failed\n$/);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});
