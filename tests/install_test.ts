import { assert, assertEquals, assertMatch } from "@std/assert";
import { fromFileUrl } from "../lib/path/mod.ts";
import project from "../deno.json" with { type: "json" };
import { RELEASES } from "../lib/cli/commands/setup/update.ts";
import { isInstalled } from "./support/shim.ts";

const SCRIPT = fromFileUrl(new URL("../install.sh", import.meta.url));
const ignore = Deno.build.os === "windows" || !isInstalled("curl");
const machine = Deno.build.arch;
const FILE = Deno.build.os === "darwin" ? `qwen-${machine}-apple-darwin` : `qwen-${machine}-unknown-linux-gnu`;
const PROGRAM = '#!/bin/sh\necho "1.2.3"\n';

async function sumOf(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Runs the script against a server on loopback that has these files. */
async function install(
  files: Record<string, string>,
  over: { shell?: string; env?: Record<string, string>; before?: string } = {},
): Promise<{ code: number; stdout: string; stderr: string; installed: string | null; left: string[] }> {
  const home = await Deno.makeTempDir({ prefix: "qwen_install_" });
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const body = files[new URL(request.url).pathname.slice("/v1/".length)];
    return body === undefined ? new Response("no", { status: 404 }) : new Response(body);
  });
  const folder = `${home}/bin`;
  try {
    if (over.before !== undefined) {
      await Deno.mkdir(folder);
      await Deno.writeTextFile(`${folder}/qwen`, over.before);
    }
    const { code, stdout, stderr } = await new Deno.Command(over.shell ?? "sh", {
      args: [SCRIPT],
      env: {
        HOME: home,
        PATH: Deno.env.get("PATH") ?? "",
        QWEN_INSTALL_DIR: folder,
        QWEN_RELEASE_URL: `http://127.0.0.1:${server.addr.port}/v1/`,
        ...over.env,
      },
      clearEnv: true,
      stdin: "null",
    }).output();
    const decoder = new TextDecoder();
    const left = await Array.fromAsync(Deno.readDir(folder), ({ name }) => name).catch(() => []);
    return {
      code,
      stdout: decoder.decode(stdout).replaceAll(home, "HOME"),
      stderr: decoder.decode(stderr).replaceAll(home, "HOME"),
      installed: await Deno.readTextFile(`${folder}/qwen`).catch(() => null),
      left,
    };
  } finally {
    await server.shutdown();
    await Deno.remove(home, { recursive: true });
  }
}

function installTest(name: string, fn: () => Promise<void>): void {
  Deno.test({ name: `install.sh ${name}`, ignore, fn });
}

installTest("installs an executable whose checksum is right, and says where", async () => {
  const sums = `${await sumOf("other")}  other\n${await sumOf(PROGRAM)}  ${FILE}\n`;
  const run = await install({ SHA256SUMS: sums, [FILE]: PROGRAM });
  assertEquals([run.code, run.stderr, run.installed], [0, "", PROGRAM]);
  assertEquals(
    run.stdout,
    "Installed qwen 1.2.3 as HOME/bin/qwen\n" +
      'HOME/bin is not on the PATH yet: add it, then try: qwen --provider demo "say hello"\n',
  );
  assertEquals(run.left, ["qwen"]);
});

installTest("refuses an executable whose checksum is wrong, and leaves the old one", async () => {
  const run = await install({ SHA256SUMS: `${await sumOf("good")}  ${FILE}\n`, [FILE]: PROGRAM }, { before: "old" });
  assertEquals([run.code, run.stdout, run.installed, run.left], [1, "", "old", ["qwen"]]);
  assertMatch(
    run.stderr,
    /^qwen was not installed: the checksum of \S+ is [0-9a-f]{64} and should be [0-9a-f]{64}\.\n$/,
  );
});

installTest("refuses an executable that the list does not name, also when a longer name holds it", async () => {
  const run = await install({ SHA256SUMS: `${await sumOf(PROGRAM)}  ${FILE}.old\n`, [FILE]: PROGRAM });
  assertEquals([run.code, run.installed, run.left], [1, null, []]);
  assertMatch(run.stderr, /SHA256SUMS does not name qwen-/);
});

installTest("installs nothing when a file is missing", async () => {
  const run = await install({ [FILE]: PROGRAM });
  assertEquals([run.code, run.installed, run.left], [1, null, []]);
  assertMatch(run.stderr, /SHA256SUMS could not be downloaded\./);
});

installTest("installs nothing that does not run", async () => {
  const broken = "#!/bin/sh\nexit 7\n";
  const run = await install({ SHA256SUMS: `${await sumOf(broken)}  ${FILE}\n`, [FILE]: broken });
  assertEquals([run.code, run.installed, run.left], [1, null, []]);
  assertMatch(run.stderr, /does not run on this machine/);
});

installTest("takes the newest release by default, and only an address that nobody on the way can change", async () => {
  const text = await Deno.readTextFile(SCRIPT);
  assertEquals(/QWEN_RELEASE_URL:-([^}]+)/.exec(text)?.[1], RELEASES);
  assert((await Deno.readTextFile(new URL("../install.ps1", import.meta.url))).includes(`'${RELEASES}'`));
  const plain = await install({}, { env: { QWEN_RELEASE_URL: "http://example.com/v1" } });
  assertEquals(plain.code, 1);
  assertMatch(plain.stderr, /is not an https address/);
});

installTest("is the same for every shell that is here", async () => {
  const sums = `${await sumOf(PROGRAM)} *${FILE}\n`;
  for (const shell of ["dash", "bash", "busybox"].filter(isInstalled)) {
    const run = await install({ SHA256SUMS: sums, [FILE]: PROGRAM }, { shell });
    assertEquals([shell, run.code, run.installed], [shell, 0, PROGRAM]);
  }
});

installTest("does nothing when it is cut off on its way", async () => {
  const text = await Deno.readTextFile(SCRIPT);
  const body = text.slice(0, text.lastIndexOf("main"));
  const outside = body.split("\n").filter((line) => /^[a-z]/.test(line) && !/^[a-z_]+\(\) \{$/.test(line));
  assertEquals(outside, ["set -eu"]);
  assert(text.endsWith("\nmain\n"));
});

/** A folder with an empty home and `deno` in `tools`, and a way to run `deno task install` there. */
class InstallStage implements AsyncDisposable {
  readonly root = Deno.makeTempDirSync({ prefix: "qwen_install_" });
  readonly home = `${this.root}/home`;
  readonly tools = `${this.root}/tools`;
  readonly denoDir = Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME")}/.cache/deno`;

  constructor() {
    Deno.mkdirSync(this.tools, { recursive: true });
    Deno.symlinkSync(Deno.execPath(), `${this.tools}/deno`);
  }

  async run(path: string, ...args: string[]): Promise<{ success: boolean; said: string[] }> {
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "-q", new URL("../build/install.ts", import.meta.url).pathname, ...args],
      env: { HOME: this.home, PATH: path, DENO_DIR: this.denoDir, NO_COLOR: "1" },
      clearEnv: true,
    }).output();
    const said = new TextDecoder().decode(stderr).trim().split("\n");
    return { success, said: said.map((line) => line.replaceAll(this.root, "…")) };
  }

  /** Runs it where it must succeed. */
  async place(path: string, ...args: string[]): Promise<string[]> {
    const { success, said } = await this.run(path, ...args);
    assert(success, said.join("\n"));
    return said;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.root, { recursive: true });
  }
}

Deno.test({
  name:
    "deno task install puts qwen beside deno where no folder of the user's own is searched, or says what is missing",
  ignore: Deno.build.os === "windows",
  fn: async (): Promise<void> => {
    await using stage = new InstallStage();
    const { root, home, tools, denoDir } = stage;
    const trial = '--provider demo "say hello"';
    assertEquals(await stage.place(`/usr/games:${tools}`), ["Installed …/tools/qwen", `Try it: qwen ${trial}`]);
    assertEquals(await stage.place("/usr/games"), [
      "Installed …/home/.local/bin/qwen",
      "…/home/.local/bin is not on the PATH: add it, or name another folder: deno task install FOLDER",
      `Try it: …/home/.local/bin/qwen ${trial}`,
    ]);
    // Where deno is not found by its name, as after npx, the script names the one that made it.
    const { stdout } = await new Deno.Command(`${home}/.local/bin/qwen`, {
      args: ["--version"],
      env: { HOME: home, PATH: "/usr/games", DENO_DIR: denoDir },
      clearEnv: true,
    }).output();
    assertEquals(new TextDecoder().decode(stdout), `${project.version}\n`);
    const temporary = `${root}/node_modules/.bin`;
    await Deno.mkdir(temporary, { recursive: true });
    await Deno.symlink(Deno.execPath(), `${temporary}/deno`);
    assertEquals((await stage.place(`${temporary}:/usr/games`))[0], "Installed …/home/.local/bin/qwen");
  },
});

Deno.test({
  name: "deno task install replaces no other program, and uninstall removes only ours",
  ignore: Deno.build.os === "windows",
  fn: async (): Promise<void> => {
    await using stage = new InstallStage();
    const { root, tools } = stage;
    await Deno.writeTextFile(`${tools}/qwen`, "another program that comes first");
    // Another program of that name stays, and a second script of ours goes where it is told.
    const other = `${root}/other`;
    await Deno.mkdir(other);
    await Deno.writeTextFile(`${other}/qwen`, "another program");
    const refused = await stage.run("/usr/games", other);
    assertEquals([refused.success, refused.said], [
      false,
      ["…/other/qwen is another program. Choose --name NAME, another FOLDER, or --force to replace it."],
    ]);
    assertEquals((await stage.run("/usr/games", "uninstall", other)).said, ["…/other/qwen is not ours, so it stays."]);
    assertEquals(await Deno.readTextFile(`${other}/qwen`), "another program");
    assertEquals((await stage.place("/usr/games", other, "--name", "agent"))[0], "Installed …/other/agent");
    assertEquals(await stage.place("/usr/games", "uninstall", other, "--name", "agent"), [
      "Removed …/other/agent and …/other/agent.lib. Settings and sessions stay in ~/.qwen.",
    ]);
    assertEquals(
      (await stage.place(`${tools}:${other}`, other, "--force"))[1],
      "…/tools/qwen comes first on the PATH: it hides this one.",
    );
    assertEquals((await Array.fromAsync(Deno.readDir(other), ({ name }) => name)).sort(), ["qwen", "qwen.lib"]);
  },
});
