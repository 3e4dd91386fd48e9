/** The sandbox of an ordinary user: everywhere else the tests may run as root. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { fakeModel, type Step } from "../support/fake_model.ts";
import { Fixture, linesOf, qwenCommand, runQwen } from "../support/qwen.ts";
import { HAS_SANDBOX } from "../support/sandbox_bench.ts";

const NOBODY = 65534;
/** Shows the cache of modules to the other user, and becomes that user. */
const VIA = `cache=$DENO_DIR; mkdir -p "$HOME/cache" && exec unshare --mount sh -c '` +
  `mount --bind "$1" "$HOME/cache"; shift; exec setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups ` +
  `env DENO_DIR="$HOME/cache" "$@"' sh "$cache" "$@"`;

/** Whether the program can be started as another user here. */
async function canSwitch(): Promise<boolean> {
  if (!HAS_SANDBOX || Deno.uid() !== 0) return false;
  await using fixture = await userFixture();
  const { words, env } = qwenCommand(["--version"], { fixture });
  const args = ["-c", VIA, "bash", ...words];
  const options = { args, cwd: fixture.cwd, env, clearEnv: true, stdout: "null", stderr: "null" } as const;
  return await new Deno.Command("bash", options).output().then(({ success }) => success, () => false);
}

async function userFixture(): Promise<Fixture> {
  const fixture = await Fixture.open({ "index.html": "served\n" });
  const base = fixture.home.slice(0, -"/home".length);
  await Deno.chmod(base, 0o755);
  for (const path of [base, fixture.home, fixture.cwd, `${fixture.cwd}/index.html`]) {
    await Deno.chown(path, NOBODY, NOBODY);
  }
  return fixture;
}

const shell = (command: string, more = {}): Step => ({ call: "run_shell_command", input: { command, ...more } });

Deno.test({
  name: "an ordinary user's commands are confined, and share processes, network and /tmp with each other and the tools",
  ignore: !await canSwitch(),
  async fn(): Promise<void> {
    await using fixture = await userFixture();
    const steps: Step[] = [
      shell(
        "id -u; echo mine > file; echo shared > /tmp/s; touch /etc/x /usr/x ~/x 2>/dev/null; grep CapEff /proc/self/status",
      ),
      shell("/usr/bin/python3 -m http.server 8471", { is_background: true }),
      shell("for i in $(seq 100); do curl -sf localhost:8471/index.html && break; sleep 0.1; done; cat /tmp/s"),
      { call: "read_file", input: { file_path: "/tmp/s" } },
      shell("ps -o args= -p $(pgrep -f http.server | head -1); ls"),
      shell(
        "git init -q . && git add file && git -c user.name=a -c user.email=a@b commit -qm one && git log --oneline",
      ),
    ];
    await using model = fakeModel([...steps.map((step) => [step]), "done"]);
    const { stdout, stderr, code } = await runQwen(
      ["-o", "stream-json", "--approval-mode", "auto", "--sandbox=required", "-p", "go"],
      { fixture, env: model.env, via: VIA },
    );
    assertEquals([code, stderr], [0, ""]);
    assertEquals(linesOf(stdout)[0].sandbox.verified, true);
    const messages: { role: string; content: string }[] = model.requests.at(-1)?.body.messages ?? [];
    const results = messages.filter(({ role }) => role === "tool").map(({ content }) => content);
    assertMatch(results[0], new RegExp(`^${NOBODY}\\nCapEff:\\s*0+$`, "m"));
    assertStringIncludes(results[2], "served\nshared");
    assertStringIncludes(results[3], "shared");
    assertStringIncludes(results[4], "http.server");
    assertMatch(results[5], /^[0-9a-f]+ one/m);
    assertEquals(await Deno.readTextFile(`${fixture.cwd}/file`), "mine\n");
    const left = [...Deno.readDirSync(fixture.cwd)].map(({ name }) => name).sort();
    assertEquals(left, [".git", "file", "index.html"]);
  },
});

Deno.test({
  name: "in a workspace that the user cannot write, commands run, and every refused write says why",
  ignore: !await canSwitch(),
  async fn(): Promise<void> {
    await using fixture = await userFixture();
    await Deno.chown(fixture.cwd, 0, 0);
    await Deno.chmod(fixture.cwd, 0o755);
    const steps: Step[] = [
      shell("echo on; cat index.html"),
      shell("echo x > made; echo after"),
      { call: "write_file", input: { file_path: `${fixture.cwd}/made`, content: "x" } },
    ];
    await using model = fakeModel([...steps.map((step) => [step]), "done"]);
    const { code, stderr } = await runQwen(["-o", "stream-json", "--approval-mode", "auto", "-p", "go"], {
      fixture,
      env: model.env,
      via: VIA,
    });
    assertEquals(code, 0);
    assertStringIncludes(stderr, `${fixture.cwd} cannot be written`);
    const messages: { role: string; content: string }[] = model.requests.at(-1)?.body.messages ?? [];
    const results = messages.filter(({ role }) => role === "tool").map(({ content }) => content);
    assertStringIncludes(results[0], "on\nserved");
    assertMatch(results[1], /made: Permission denied/);
    assertStringIncludes(results[1], "after");
    assertMatch(results[2], /Cannot access .*made: .*[Pp]ermission denied/);
    assertEquals([...Deno.readDirSync(fixture.cwd)].map(({ name }) => name), ["index.html"]);
  },
});
