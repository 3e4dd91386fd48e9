/** `kill -9` of the program: the next start removes its files outside the workspace as well. */
import { assert, assertEquals } from "@std/assert";
import { fakeModel } from "../support/fake_model.ts";
import { HAS_SANDBOX } from "../support/sandbox_bench.ts";
import { Fixture, runQwen, startQwen } from "../support/qwen.ts";

Deno.test({
  name: "after kill -9 the next start removes the /tmp of the session",
  ignore: !HAS_SANDBOX,
  async fn(): Promise<void> {
    await using fixture = await Fixture.open();
    const TMPDIR = `${fixture.home}/temporary`;
    await Deno.mkdir(TMPDIR);
    const command = "echo secret > /tmp/left; echo started > started; sleep 600";
    await using model = fakeModel([[{ call: "run_shell_command", input: { command } }]], { otherwise: "done" });
    const env = { ...model.env, TMPDIR };
    const left = (): string[] =>
      [...Deno.readDirSync(TMPDIR)].map(({ name }) => name).filter((name) => name.startsWith("qwen-sandbox-"));
    {
      await using run = startQwen(["--yolo", "--sandbox=required", "-p", "go"], { fixture, env });
      let hasEnded = false;
      void run.end.then(() => hasEnded = true);
      while (!hasEnded && !await Deno.stat(`${fixture.cwd}/started`).catch(() => null)) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      assertEquals(hasEnded, false);
      run.kill("SIGKILL");
    }
    // The trap is a real one: the file of the killed run is there.
    const files = await Promise.all(
      left().map((name) => Deno.readTextFile(`${TMPDIR}/${name}/tmp/left`).catch(() => "")),
    );
    assert(files.includes("secret\n"));
    assertEquals((await runQwen(["-p", "go"], { fixture, env })).code, 0);
    assertEquals(left(), []);
  },
});
