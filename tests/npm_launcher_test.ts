/** The launcher of the npm package, with the program under test in the place of the executable. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { fromFileUrl } from "../lib/path/mod.ts";
import { npmPlatform } from "../build/package_npm.ts";
import { hostTarget } from "../build/compile.ts";
import { fakeModel } from "./support/fake_model.ts";
import { processesWith, withProc } from "./support/proc.ts";
import { Fixture, linesOf, qwenCommand, type RunningQwen, startQwen } from "./support/qwen.ts";
import { sdkClients } from "./support/sdk_clients.ts";
import { isInstalled } from "./support/shim.ts";

const LAUNCHER = fromFileUrl(new URL("../build/npm/launcher.mjs", import.meta.url));
const ignore = Deno.build.os === "windows" || !isInstalled("node");

/** Nodes to start it with: the one of this machine, and a newer one in which the program takes the launcher's place. */
const NODES = { "this machine": () => Promise.resolve("node"), "the SDKs": async () => (await sdkClients()).node };

/** Installs the launcher and the package of this platform, and starts it; without the package, only the launcher. */
async function launch(
  args: readonly string[],
  options: { fixture: Fixture; node: string; env?: Record<string, string>; hasPlatform?: false; redirect?: string },
): Promise<RunningQwen> {
  const { fixture, node, env = {}, redirect = "" } = options;
  const modules = `${fixture.home}/node_modules`;
  await Deno.mkdir(`${modules}/@qwen/headless`, { recursive: true });
  await Deno.copyFile(LAUNCHER, `${modules}/@qwen/headless/qwen.mjs`);
  if (options.hasPlatform !== false) {
    const place = `${modules}/${npmPlatform(hostTarget()).name}`;
    await Deno.mkdir(place, { recursive: true });
    await Deno.writeTextFile(`${place}/package.json`, "{}");
    const { words } = qwenCommand([], { fixture });
    const script = `#!/bin/sh\nexec ${words.map((word) => `'${word}'`).join(" ")} "$@"\n`;
    await Deno.writeTextFile(`${place}/qwen`, script, { mode: 0o755 });
  }
  const via = `exec '${node}' '${modules}/@qwen/headless/qwen.mjs' ${
    args.map((arg) => `'${arg}'`).join(" ")
  } ${redirect}`;
  return startQwen([], { fixture, via, env });
}

for (const [name, find] of Object.entries(NODES)) {
  Deno.test({
    name: `npm launcher, Node of ${name}: the program has its arguments, and its exit status is passed on`,
    ignore,
    fn: async (): Promise<void> => {
      await using fixture = await Fixture.open();
      await using run = await launch(["--provider", "demo", "-p", "say a  b"], { fixture, node: await find() });
      assertEquals(await run.end, { code: 0, stdout: "a  b\n", stderr: "" });
      await using failed = await launch(["--provider", "demo", "-p", "fail: no"], { fixture, node: await find() });
      assertEquals((await failed.end).code, 1);
    },
  });

  Deno.test({
    name: `npm launcher, Node of ${name}: a signal reaches the program once`,
    ignore,
    fn: async (): Promise<void> => {
      await using fixture = await Fixture.open();
      await using model = fakeModel([[{ text: "Wait" }, { wait: "for ever" }]]);
      const env = model.env;
      await using run = await launch(["-p", "go", "-o", "stream-json"], { fixture, node: await find(), env });
      await model.request(0);
      run.kill("SIGTERM");
      const { code, stdout } = await run.end;
      assertEquals([code, linesOf(stdout).filter(({ type }) => type === "result").length], [143, 1]);
    },
  });

  Deno.test({
    name: `npm launcher, Node of ${name}: descriptors that are named reach the program`,
    ignore,
    fn: async (): Promise<void> => {
      await using fixture = await Fixture.open();
      const redirect = `--prompt-file <(echo say one) 5> '${fixture.cwd}/run.jsonl'`;
      const args = ["--provider", "demo", "--json-fd", "5"];
      await using run = await launch(args, { fixture, node: await find(), redirect });
      assertEquals(await run.end, { code: 0, stdout: "one\n", stderr: "" });
      assertEquals(linesOf(await Deno.readTextFile(`${fixture.cwd}/run.jsonl`)).at(-1).result, "one");
    },
  });

  Deno.test(withProc({
    name: `npm launcher, Node of ${name}: the program does not outlive a killed launcher`,
    ignore,
    fn: async (): Promise<void> => {
      await using fixture = await Fixture.open();
      await using model = fakeModel([[{ text: "Wait" }, { wait: "for ever" }]]);
      await using run = await launch(["-p", "go"], { fixture, node: await find(), env: model.env });
      const { aborted } = await model.request(0);
      run.kill("SIGKILL");
      await aborted;
      await run.end;
      assertEquals(await processesWith(fixture.home), []);
    },
  }));
}

Deno.test({
  name: "npm launcher: it says which package is missing",
  ignore,
  fn: async (): Promise<void> => {
    await using fixture = await Fixture.open();
    await using run = await launch(["--version"], { fixture, node: "node", hasPlatform: false });
    const { code, stdout, stderr } = await run.end;
    assertEquals([code, stdout], [1, ""]);
    assertMatch(stderr, /^qwen: There is no executable for .*\nInstall again without --omit=optional/);
    assert(stderr.includes(npmPlatform(hostTarget()).name), stderr);
  },
});
