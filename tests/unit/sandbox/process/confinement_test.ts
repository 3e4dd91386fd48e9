/** The sandbox, attacked from inside. Where bubblewrap does not work the tests say so and test the fallback alone. */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { QwenError } from "../../../../lib/model/problem.ts";
import { Confinement } from "../../../../lib/sandbox/process/confinement.ts";
import type { ConfinementOptions } from "../../../../lib/sandbox/process/confinement_options.ts";
import { secretPaths } from "../../../../lib/sandbox/policy/config_paths.ts";
import { parseFences, WORKSPACE_ONLY } from "../../../../lib/sandbox/policy/fences.ts";
import { pause } from "../../../../lib/model/timer.ts";
import { ProcessShell } from "../../../../lib/sandbox/process/process_shell.ts";
import { processesWith, withProc } from "../../../support/proc.ts";

const HAS_SANDBOX = await new Deno.Command("bwrap", {
  args: ["--ro-bind", "/", "/", "--unshare-all", "true"],
  stdout: "null",
  stderr: "null",
}).output().then(({ success }) => success, () => false);
const NAME = HAS_SANDBOX ? "" : " (bubblewrap does not work here: not tried)";

async function place(): Promise<AsyncDisposable & { base: string; root: string; home: string }> {
  const base = await Deno.realPath(await Deno.makeTempDir({ dir: "/var/tmp" }).catch(() => Deno.makeTempDir()));
  const [root, home] = [`${base}/ws`, `${base}/home`];
  await Deno.mkdir(`${root}/.git`, { recursive: true });
  await Deno.mkdir(`${home}/.ssh`, { recursive: true });
  await Deno.writeTextFile(`${home}/.ssh/id`, "private");
  await Deno.writeTextFile(`${root}/.git/config`, "[core]\n");
  await Deno.writeTextFile(`${root}/secret`, "hidden");
  return { base, root, home, [Symbol.asyncDispose]: () => Deno.remove(base, { recursive: true }) };
}

function optionsOf(here: { root: string; home: string }, more: Partial<ConfinementOptions> = {}): ConfinementOptions {
  return {
    wish: "required",
    roots: [here.root],
    fences: WORKSPACE_ONLY,
    secrets: secretPaths(here.home),
    home: here.home,
    env: { PATH: Deno.env.get("PATH") ?? "" },
    ...more,
  };
}

async function inside(confinement: Confinement, command: string, { cwd }: { cwd: string }): Promise<string> {
  const shell = new ProcessShell({ runId: crypto.randomUUID(), confinement });
  await shell.ready();
  const run = shell.run({ command, cwd, timeoutMs: 20_000, signal: new AbortController().signal });
  let text = "";
  for await (const { bytes } of run.output) text += new TextDecoder().decode(bytes);
  await run.status;
  await run.stop();
  return text;
}

Deno.test({
  name: `Confinement holds against attacks from inside${NAME}`,
  ignore: !HAS_SANDBOX,
  async fn(): Promise<void> {
    await using here = await place();
    const { root, home, base } = here;
    using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const { port } = listener.addr as Deno.NetAddr;
    const fences = parseFences({ denyRead: ["secret"] }, { cwd: root, home });
    const confinement = new Confinement(optionsOf(here, { fences }));
    assertEquals(await confinement.verify(), {
      backend: "bubblewrap",
      filesystem: true,
      network: true,
      processes: true,
      verified: true,
      profiles: ["read-only", "workspace"],
    });
    const tries: Record<string, [string, string]> = {
      "writes the workspace": ["echo a > a && cat a", "a\n"],
      "keeps its scratch folder": ["echo t > /tmp/t", ""],
      "finds it again": ["cat /tmp/t", "t\n"],
      "reads no secret of the user": [`cat ${home}/.ssh/id 2>/dev/null; ls ${home}/.ssh`, ""],
      "reads nothing that is denied": ["cat secret 2>/dev/null", ""],
      "writes nothing outside": [`touch ${home}/x ${base}/x /etc/x /usr/x 2>/dev/null`, ""],
      "reaches no server": [`(exec 3<>/dev/tcp/127.0.0.1/${port}) 2>/dev/null && echo in`, ""],
      "resolves no name": ["getent hosts example.com && echo in", ""],
      "sees no process of ours": [`kill -0 ${Deno.pid} 2>/dev/null && echo in`, ""],
      "has no capability": ["grep CapEff /proc/self/status | tr -d '0\\t\\n'", "CapEff:"],
      "mounts nothing": ["mount -t tmpfs x /tmp 2>/dev/null && echo in; umount /proc 2>/dev/null && echo in", ""],
      "makes no namespace of its own": ["unshare -r true 2>/dev/null && echo in", ""],
      "changes no configuration of git": [
        "echo x 2>/dev/null >> .git/config; mkdir -p .git/hooks/x 2>/dev/null; cat .git/config",
        "[core]\n",
      ],
      "makes no configuration that is absent": [
        "(mkdir .qwen/x; echo x > .mcp.json; touch .vscode/x) 2>/dev/null; find .qwen .vscode .mcp.json -type f",
        "",
      ],
      "moves no configuration away": [
        "mv .git/config .git/b 2>/dev/null && echo in; mv .qwen q 2>/dev/null && echo in",
        "",
      ],
      "moves no repository away with its guards": [
        "mv .git g 2>/dev/null && echo in; rm -rf .git 2>/dev/null; ls -d .git/config .git/hooks",
        ".git/config\n.git/hooks\n",
      ],
      "links no secret into reach": [`ln ${home}/.ssh/id hard 2>/dev/null && echo in`, ""],
      "finds no socket of the system": ["ls /run", ""],
    };
    const seen: Record<string, [string, string]> = {};
    for (const [name, [command]] of Object.entries(tries)) {
      seen[name] = [command, await inside(confinement, command, { cwd: root })];
    }
    assertEquals(seen, tries);
    await confinement.close();
    assertEquals([...Deno.readDirSync(base)].map(({ name }) => name).sort(), ["home", "ws"]);
    assertEquals([...Deno.readDirSync(home)].map(({ name }) => name), [".ssh"]);
    assertEquals([...Deno.readDirSync(root)].map(({ name }) => name).sort(), [".git", "a", "secret"]);
    assertEquals([...Deno.readDirSync(`${root}/.git`)].map(({ name }) => name), ["config"]);
  },
});

Deno.test({
  name: `Confinement opens what flags name${NAME}`,
  ignore: !HAS_SANDBOX,
  async fn(): Promise<void> {
    await using here = await place();
    const { root, home } = here;
    using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const { port } = listener.addr as Deno.NetAddr;
    const texts = { allowNet: ["*"], allowRead: [`${home}/.ssh`], allowWrite: [`${home}/out`], denyWrite: ["ro"] };
    await Deno.mkdir(`${home}/out`);
    await Deno.mkdir(`${root}/ro`);
    const confinement = new Confinement(optionsOf(here, { fences: parseFences(texts, { cwd: root, home }) }));
    assertEquals((await confinement.verify()).network, false);
    const command = `cat ${home}/.ssh/id; touch ${home}/out/x && echo w; touch ro/x 2>/dev/null || echo ro; ` +
      `(exec 3<>/dev/tcp/127.0.0.1/${port}) && echo net`;
    assertEquals(await inside(confinement, command, { cwd: root }), "privatew\nro\nnet\n");
    await confinement.close();
  },
});

Deno.test({
  name: `Confinement hides secrets also where the user's own folder is the workspace${NAME}`,
  ignore: !HAS_SANDBOX,
  async fn(): Promise<void> {
    await using here = await place();
    const { home } = here;
    await Deno.mkdir(`${home}/.qwen`);
    await Deno.writeTextFile(`${home}/.qwen/.env`, "KEY=1");
    const confinement = new Confinement(optionsOf({ root: home, home }));
    const command =
      "cat .qwen/.env .ssh/id 2>/dev/null; touch .qwen/x .ssh/x 2>/dev/null; touch a && find .qwen .ssh a";
    assertEquals(await inside(confinement, command, { cwd: home }), ".qwen\n.ssh\na\n");
    await confinement.close();
    assertEquals([...Deno.readDirSync(home)].map(({ name }) => name).sort(), [".qwen", ".ssh", "a"]);
  },
});

Deno.test("Confinement that is required and unavailable refuses the shell", async () => {
  await using here = await place();
  const scripts = { missing: null, broken: "exit 1", lying: 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"' };
  for (const [kind, script] of Object.entries(scripts)) {
    const folder = `${here.base}/${kind}`;
    await Deno.mkdir(folder);
    if (script !== null) await Deno.writeTextFile(`${folder}/bwrap`, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const env = { PATH: script === null ? folder : `${folder}:/usr/bin:/bin` };
    const required = new Confinement(optionsOf(here, { env }));
    const refusal = await assertRejects(() => required.ready(), QwenError, "cannot be");
    assertEquals([kind, refusal.problem.code, required.info.backend], [kind, "sandbox_unavailable", "process-group"]);
    await required.close();
    const auto = new Confinement(optionsOf(here, { wish: "auto", env }));
    await auto.ready();
    assertEquals([auto.info.verified, auto.wrap(["ls"], { cwd: "/", profile: "workspace" }).at(-1)], [false, "ls"]);
    await auto.close();
  }
  const off = new Confinement(optionsOf(here, { wish: "off" }));
  await off.ready();
  assertEquals([off.info.backend, off.info.verified], ["off", false]);
  assert(off.detail.includes("off"));
  await off.close();
});

Deno.test({
  name: "Confinement without a temporary folder does not work, and refuses the shell where it is required",
  ignore: Deno.build.os !== "linux",
  async fn(): Promise<void> {
    await using here = await place();
    const bin = `${here.base}/bin`;
    await Deno.mkdir(bin);
    await Deno.writeTextFile(`${bin}/bwrap`, "#!/bin/sh\nexit 1\n", { mode: 0o755 });
    const more = { env: { PATH: `${bin}:/usr/bin:/bin` }, temporary: `${here.base}/nowhere` };
    const required = new Confinement(optionsOf(here, more));
    const error = await assertRejects(() => required.ready(), QwenError, "cannot be: bubblewrap does not work here");
    assertEquals(error.problem.code, "sandbox_unavailable");
    const auto = new Confinement(optionsOf(here, { ...more, wish: "auto" }));
    await auto.ready();
    assertEquals([auto.info.verified, auto.wrap(["ls"], { cwd: "/", profile: "workspace" }).at(-1)], [false, "ls"]);
    await Promise.all([required.close(), auto.close()]);
  },
});

Deno.test({
  name: "Confinement removes its folder even if a file appears while it is emptied",
  ignore: Deno.build.os !== "linux",
  async fn(): Promise<void> {
    await using here = await place();
    const [bin, temporary] = [`${here.base}/bin`, `${here.base}/tmp`];
    for (const folder of [bin, temporary]) await Deno.mkdir(folder);
    await Deno.writeTextFile(`${bin}/bwrap`, "#!/bin/sh\nexit 1\n", { mode: 0o755 });
    const confinement = new Confinement(optionsOf(here, { env: { PATH: `${bin}:/usr/bin:/bin` }, temporary }));
    confinement.wrap(["true"], { cwd: here.root, profile: "read-only" });
    assertEquals((await Array.fromAsync(Deno.readDir(temporary))).length, 1);
    const { removeSync } = Deno;
    let tries = 0;
    Deno.removeSync = (...args): void => {
      if (tries++ === 0) throw new Error("Directory not empty");
      removeSync(...args);
    };
    try {
      await confinement.close();
    } finally {
      Deno.removeSync = removeSync;
    }
    assertEquals([await Array.fromAsync(Deno.readDir(temporary)), tries], [[], 2]);
  },
});

Deno.test({
  name: `Confinement guards configuration that is a link, even a dangling one${NAME}`,
  ignore: !HAS_SANDBOX,
  async fn(): Promise<void> {
    await using here = await place();
    const { root } = here;
    await Deno.mkdir(`${root}/conf`);
    await Deno.symlink("conf", `${root}/.qwen`);
    await Deno.symlink("none", `${root}/.claude`);
    const confinement = new Confinement(optionsOf(here));
    const tries =
      "echo x > conf/settings.json; echo x > .qwen/settings.json; mkdir none/x; echo x > none/settings.json; " +
      "rm .qwen .claude; mkdir .qwen .claude; echo x > .qwen/settings.json; echo x > .claude/settings.json; echo on";
    assertEquals(await inside(confinement, `(${tries}) 2>/dev/null`, { cwd: root }), "on\n");
    await confinement.close();
    const seen: string[] = [];
    for (const name of [".qwen", ".claude", "conf", "none"]) {
      seen.push(await Deno.readTextFile(`${root}/${name}/settings.json`).catch(() => "nothing"));
    }
    assertEquals(seen, Array(4).fill("nothing"));
    assertEquals([await Deno.readLink(`${root}/.qwen`), await Deno.readLink(`${root}/.claude`)], ["conf", "none"]);
    assertEquals(await Deno.lstat(`${root}/none`).then(() => true, () => false), false);
  },
});

Deno.test(withProc({
  name: `ProcessShell reports the end of a sandboxed command when none of its processes is left${NAME}`,
  ignore: !HAS_SANDBOX,
  async fn(): Promise<void> {
    await using here = await place();
    const runId = crypto.randomUUID();
    const confinement = new Confinement(optionsOf(here));
    const shell = new ProcessShell({ runId, confinement });
    await shell.ready();
    for (let round = 0; round < 10; round++) {
      const command =
        "for i in 1 2 3 4 5 6 7 8; do setsid sleep 300 & done; trap '' TERM; echo on; while :; do sleep 1; done";
      const run = shell.run({ command, cwd: here.root, timeoutMs: 20_000, signal: new AbortController().signal });
      for await (const _ of run.output) break;
      assert((await processesWith(runId)).length > 8);
      await run.stop();
      assertEquals(await processesWith(runId), []);
    }
    await shell.close();
  },
}));

Deno.test(withProc({
  name: `ProcessShell leaves nothing of a command that is ended during the setup of its sandbox${NAME}`,
  ignore: !HAS_SANDBOX,
  async fn(): Promise<void> {
    await using here = await place();
    const confinement = new Confinement(optionsOf(here));
    const runId = crypto.randomUUID();
    const shell = new ProcessShell({ runId, confinement });
    await shell.ready();
    const { signal } = new AbortController();
    for (let ended = 0; ended < 12; ended++) {
      const run = shell.run({ command: "sleep 30", cwd: here.root, timeoutMs: 20_000, signal });
      // At various moments of the setup.
      await pause(ended);
      await run.stop();
    }
    assertEquals(await processesWith(runId), []);
    await shell.close();
  },
}));
