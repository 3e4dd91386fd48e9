import { assert, assertEquals, assertMatch } from "@std/assert";
import { TextLineStream } from "@std/streams/text-line-stream";
import { FLAGS, floorOf, MIN_DENO, startOf, writeScript } from "../../../build/bundle.ts";
import project from "../../../deno.json" with { type: "json" };

async function runs(path: string, args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", ...FLAGS, path, ...args],
    stdin: "null",
  }).output();
  const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

async function copied(from: string): Promise<{ path: string; folder: string } & AsyncDisposable> {
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "a folder with 100 %" }));
  const path = `${folder}/qwen`;
  await new Deno.Command("cp", { args: ["-R", from, `${from}.lib`, folder] }).output();
  return { path, folder, [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }) };
}

async function modeOf(path: string): Promise<string> {
  return (((await Deno.stat(path)).mode ?? 0) & 0o777).toString(8);
}

async function readsInWorker(built: string): Promise<void> {
  const folder = built.slice(0, built.lastIndexOf("/"));
  const env = { HOME: folder, QWEN_HOME: folder, NO_COLOR: "1" };
  await Deno.writeTextFile(`${folder}/note.txt`, "text of the note\n");
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", ...FLAGS, built, "--debug", "--provider", "demo", "read note.txt"],
    cwd: folder,
    env,
    stdin: "null",
  }).output();
  const text = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  assertMatch(text, /text of the note/);
  assertEquals(/worker|thread/i.exec(text)?.[0], undefined, text);
}

async function survivesReplacement(built: string, own: string): Promise<void> {
  await using old = await copied(built);
  await Deno.mkdir(`${old.path}.lib/oldest`);
  await Deno.rename(`${old.path}.lib/${own}`, `${old.path}.lib/old`);
  await Deno.writeTextFile(old.path, (await Deno.readTextFile(old.path)).replace(own, "old"));
  const args = ["run", ...FLAGS, old.path, "--input-format", "stream-json", "--provider", "demo"];
  const ends = { stdin: "piped", stdout: "piped", stderr: "inherit" } as const;
  const child = new Deno.Command(Deno.execPath(), { args, env: { HOME: old.folder }, ...ends }).spawn();
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).pipeThrough(new TextLineStream()).getReader();
  const writer = child.stdin.getWriter();
  const ask = async (content: string): Promise<unknown> => {
    const line = { type: "user", message: { role: "user", content }, parent_tool_use_id: null };
    await writer.write(new TextEncoder().encode(`${JSON.stringify(line)}\n`));
    for (;;) {
      const { value, done } = await lines.read();
      if (done || JSON.parse(value).type === "result") return done || JSON.parse(value).is_error;
    }
  };
  assertEquals(await ask("hello"), false);
  await writeScript(old.path);
  assertEquals(await ask("search nothing\nrun: true"), false);
  await writer.close();
  while (!(await lines.read()).done);
  assertEquals((await child.status).code, 0);
  const left = await Array.fromAsync(Deno.readDir(`${old.path}.lib`), ({ name }) => name);
  assertEquals(left.sort(), [own, "old"].sort());
}

async function containsSchemas(built: string): Promise<void> {
  for (
    const [file, ...words] of [["qwen/in.schema.json", "qwen", "in"], [
      "chat/qwen-chat-request-schema.json",
      "chat",
      "request",
    ]]
  ) {
    const schema = await Deno.readTextFile(new URL(`../../../schemas/${file}`, import.meta.url));
    assertEquals(await runs(built, ["schema", ...words]), { code: 0, stdout: schema, stderr: "" });
  }
}

/** Builds with a umask that keeps everything private. */
async function buildPrivately(built: string): Promise<void> {
  const module = new URL("../../../build/bundle.ts", import.meta.url);
  const code = `import { writeScript } from ${JSON.stringify(module.href)}; await writeScript(${
    JSON.stringify(built)
  });`;
  const { success, stderr } = await new Deno.Command("sh", {
    args: ["-c", 'umask 077; exec "$@"', "sh", Deno.execPath(), "eval", code],
    cwd: new URL("./", module),
  }).output();
  assert(success, new TextDecoder().decode(stderr));
}

Deno.test("writeScript makes a script and a folder that run without the sources and without a configuration", async (t) => {
  const folder = await Deno.makeTempDir();
  const built = `${folder}/qwen`;
  await buildPrivately(built);
  const builds = await Array.fromAsync(Deno.readDir(`${built}.lib`), ({ name }) => name);
  const modules = `${built}.lib/${builds[0]}`;

  await t.step("every user may read it, whatever the umask of the user who installs it", async () => {
    const paths = [built, `${built}.lib`, modules, `${modules}/main.js`, `${modules}/file_worker.js`];
    assertEquals(await Promise.all(paths.map(modeOf)), ["755", "755", "755", "644", "644"]);
    assertEquals(builds.length, 1);
  });

  await t.step("its version is the project's", async () => {
    await using copy = await copied(built);
    assertEquals(await runs(copy.path, ["--version"]), { code: 0, stdout: `${project.version}\n`, stderr: "" });
  });

  await t.step("it contains the schemas", () => containsSchemas(built));

  await t.step("it contains its packages", async () => {
    assertEquals(await runs(built, ["validate", "--dialect", "qwen"]), { code: 0, stdout: "", stderr: "" });
  });

  await t.step("every module can be evaluated", async () => {
    for await (const { name } of Deno.readDir(modules)) {
      // These two start the program and the worker.
      if (name === "main.js" || name === "file_worker.js") continue;
      await import(new URL(name, `file://${modules}/`).href);
    }
  });

  await t.step("it reads files in its worker", () => readsInWorker(built));

  await t.step(
    "it goes on when another build takes its place, which removes older builds",
    () => survivesReplacement(built, builds[0]),
  );

  await t.step("it finds its folder through a link", async () => {
    const link = `${folder}/link`;
    await Deno.symlink(built, link);
    assertEquals((await runs(link, ["schema", "qwen", "in"])).code, 0);
  });

  await t.step("without its folder it says what is missing", async () => {
    await using alone = await copied(built);
    await Deno.remove(`${alone.path}.lib`, { recursive: true });
    const { code, stdout, stderr } = await runs(alone.path, ["--version"]);
    assertEquals({ code, stdout }, { code: 1, stdout: "" });
    assertMatch(stderr, /^qwen: Cannot read .*qwen\.lib\/\w+\/main\.js: .*\. Install qwen again\.\n$/);
  });

  await Deno.remove(folder, { recursive: true });
});

Deno.test({
  name: "a script starts the Deno that it names, also where the path has spaces or is too long for a first line",
  ignore: Deno.build.os === "windows",
  fn: async (): Promise<void> => {
    const root = await Deno.makeTempDir();
    try {
      for (const folder of ["plain", "with space", "it's", "x".repeat(200)]) {
        await Deno.mkdir(`${root}/${folder}`);
        const deno = `${root}/${folder}/deno`;
        await Deno.symlink(Deno.execPath(), deno);
        const script = `${root}/${folder}/script`;
        await Deno.writeTextFile(script, `${startOf(deno)}\nconsole.log(JSON.stringify(Deno.args));\n`);
        await Deno.chmod(script, 0o755);
        const { stdout, stderr } = await new Deno.Command(script, {
          args: ["a b", "$x"],
          env: { PATH: "/usr/bin:/bin" },
        })
          .output();
        assertEquals(new TextDecoder().decode(stdout), '["a b","$x"]\n', new TextDecoder().decode(stderr));
      }
    } finally {
      await Deno.remove(root, { recursive: true });
    }
  },
});

Deno.test("a script refuses a Deno that is too old, and says what to do", async () => {
  const run = async (oldest: string): Promise<[number, string]> => {
    const args = ["eval", `${floorOf(oldest)}\nDeno.exit(7);`];
    const { code, stderr } = await new Deno.Command(Deno.execPath(), { args }).output();
    return [code, new TextDecoder().decode(stderr)];
  };
  const message = `qwen: It needs Deno 99.1.0 or newer, and this is ${Deno.version.deno}. Run: npm install -g deno\n`;
  assertEquals(await run("99.1.0"), [1, message]);
  assertEquals(await run(MIN_DENO), [7, ""]);
  assertEquals(await run("2.10.0"), [1, message.replace("99.1.0", "2.10.0")]);
});
