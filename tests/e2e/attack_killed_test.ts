/** `kill -9` of the program: no process lives on, and the next start removes what it left in the workspace. */
import { assert, assertEquals } from "@std/assert";
import { fakeModel, type Step } from "../support/fake_model.ts";
import { Fixture, runQwen, startQwen } from "../support/qwen.ts";
import { processesWith, procPath, withProc } from "../support/proc.ts";

const shell = (command: string, more = {}): Step => ({ call: "run_shell_command", input: { command, ...more } });

function git(cwd: string, ...args: string[]): Promise<Deno.CommandOutput> {
  return new Deno.Command("git", { args, cwd, stdout: "null", stderr: "null" }).output();
}

function names(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
}

/** The processes of a run that stay, by their command line. */
async function staying(fixture: Fixture): Promise<number[]> {
  const found: number[] = [];
  for (const pid of await processesWith(fixture.home)) {
    const words = await Deno.readTextFile(procPath(`${pid}/cmdline`)).catch(() => "");
    if (words.startsWith("bash") && words.includes("trap")) found.push(pid);
  }
  return found;
}

const MAX_WAIT_MS = 60_000;

async function until(isTrue: () => Promise<boolean>, report: () => string): Promise<void> {
  for (let waited = 0; !await isTrue(); waited += 25) {
    assert(waited < MAX_WAIT_MS, report());
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

const STAY = "trap '' TERM HUP PIPE; while :; do sleep 1; done";

for (const sandbox of ["auto", "off"]) {
  for (const kind of ["command", "hook", "server"]) {
    Deno.test(withProc(`after kill -9 no ${kind} lives longer than a second (--sandbox=${sandbox})`, async () => {
      await using fixture = await Fixture.open();
      await Deno.mkdir(`${fixture.home}/.qwen`);
      const entry = { hooks: [{ type: "command", command: `bash -c "${STAY}"` }] };
      const hooks = kind === "hook" ? { UserPromptSubmit: [entry] } : {};
      await Deno.writeTextFile(`${fixture.home}/.qwen/settings.json`, JSON.stringify({ hooks }));
      const mcpServers = kind === "server" ? { spy: { command: "bash", args: ["-c", STAY] } } : {};
      await using model = fakeModel([[shell(`setsid bash -c "${STAY}" & bash -c "${STAY}"`)], "done"]);
      const args = ["--yolo", `--sandbox=${sandbox}`, "--mcp-config", JSON.stringify({ mcpServers }), "-p", "go"];
      await using run = startQwen(args, { fixture, env: model.env });
      const isUp = async (): Promise<boolean> => (await staying(fixture)).length >= (kind === "command" ? 2 : 1);
      await until(isUp, () => `No process stayed: ${run.stdout}${run.stderr}`);
      run.kill("SIGKILL");
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      assertEquals(await processesWith(fixture.home), []);
    }));
  }
}

Deno.test("after kill -9 the next start in the workspace removes the placeholders", async () => {
  await using fixture = await Fixture.open({ a: "a" });
  await git(fixture.cwd, "init", "-q");
  const before = [names(fixture.cwd), names(`${fixture.cwd}/.git`), names(`${fixture.cwd}/.git/info`)];
  await using model = fakeModel([[shell("touch /tmp/up; ls -A; sleep 60")]], { otherwise: "done" });
  {
    await using run = startQwen(["--yolo", "-o", "stream-json", "-p", "go"], { fixture, env: model.env });
    const content = (): Promise<string> => Deno.readTextFile(`${fixture.cwd}/.git/commondir`).catch(() => "");
    const isUp = async (): Promise<boolean> => await content() === ".\n";
    await until(isUp, () => `No placeholder was made: ${run.stdout}${run.stderr}`);
    run.kill("SIGKILL");
    await run.end;
  }
  assertEquals((await git(fixture.cwd, "status")).success, true);
  const { code } = await runQwen(["-p", "go"], { fixture, env: model.env });
  assertEquals(code, 0);
  const after = [names(fixture.cwd), names(`${fixture.cwd}/.git`), names(`${fixture.cwd}/.git/info`)];
  assertEquals(after, before);
});
