import { assertEquals, assertMatch } from "@std/assert";
import { type Bundle, bundle, FLAGS, placeBundle } from "../../../build/bundle.ts";
import { TextLineStream } from "@std/streams/text-line-stream";
import { fakeModel } from "../../support/fake_model.ts";
import project from "../../../deno.json" with { type: "json" };

/** The program in a folder of its own. */
async function written(made: Bundle): Promise<{ path: string; folder: string } & AsyncDisposable> {
  const folder = await Deno.makeTempDir({ prefix: "a folder " });
  const path = `${folder}/qwen`;
  await placeBundle(path, made);
  return { path, folder, [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }) };
}

async function runs(
  path: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-config", "--no-lock", "--ext=js", path, ...args],
    env,
    stdin: "null",
  }).output();
  const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

Deno.test("placeBundle lets everybody read both files, whatever the mask of the one who installs them", async () => {
  const folder = await Deno.makeTempDir();
  const module = new URL("../../../build/bundle.ts", import.meta.url);
  const code = `import { placeBundle } from ${JSON.stringify(module.href)};` +
    `await placeBundle(${JSON.stringify(`${folder}/qwen`)}, { script: "1", store: new Uint8Array([2]) });`;
  const args = ["-c", 'umask 077; exec "$@"', "sh", Deno.execPath(), "eval", code];
  const { success } = await new Deno.Command("sh", { args, cwd: new URL("./", module) }).output();
  const files = await Array.fromAsync(Deno.readDir(folder), async ({ name }) => {
    const { mode } = await Deno.stat(`${folder}/${name}`);
    return `${name} ${((mode ?? 0) & 0o777).toString(8)}`;
  });
  assertEquals({ success, files: files.sort() }, { success: true, files: ["qwen 755", "qwen.store 644"] });
  await Deno.remove(folder, { recursive: true });
});

Deno.test("bundle is a script and its store, which run without the sources and without a configuration", async (t) => {
  const made = await bundle();
  const { script } = made;
  await using whole = await written(made);

  await t.step("its version is the project's", async () => {
    assertEquals(await runs(whole.path, ["--version"]), { code: 0, stdout: `${project.version}\n`, stderr: "" });
  });

  await t.step("it holds the schemas", async () => {
    for (
      const [file, ...words] of [["qwen/in.schema.json", "qwen", "in"], [
        "chat/qwen-chat-request-schema.json",
        "chat",
        "request",
      ]]
    ) {
      const schema = await Deno.readTextFile(new URL(`../../../schemas/${file}`, import.meta.url));
      assertEquals(await runs(whole.path, ["schema", ...words]), { code: 0, stdout: schema, stderr: "" });
    }
  });

  await t.step("its packages have their names", async () => {
    assertEquals(await runs(whole.path, ["validate", "--dialect", "qwen"]), { code: 0, stdout: "", stderr: "" });
  });

  await t.step("it goes on when another version takes its place", async () => {
    await using old = await written(made);
    const args = ["run", ...FLAGS, old.path, "--input-format", "stream-json", "--provider", "demo"];
    const env = { HOME: old.folder };
    const ends = { stdin: "piped", stdout: "piped", stderr: "inherit" } as const;
    const child = new Deno.Command(Deno.execPath(), { args, env, ...ends }).spawn();
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
    await placeBundle(old.path, { script: "throw 1", store: new Uint8Array() });
    assertEquals(await ask("search nothing\nrun: true"), false);
    await writer.close();
    while (!(await lines.read()).done);
    assertEquals((await child.status).code, 0);
  });

  await t.step("it finds its store through a link", async () => {
    const link = `${whole.folder}/link`;
    await Deno.symlink(whole.path, link);
    assertEquals((await runs(link, ["schema", "qwen", "in"])).code, 0);
  });

  await t.step("it takes nothing from the store of another version", async () => {
    const store = made.store.slice();
    store.fill("0".charCodeAt(0), 0, 8);
    await using other = await written({ script, store });
    const { code, stdout, stderr } = await runs(other.path, ["schema", "qwen", "in"]);
    assertEquals({ code, stdout }, { code: 1, stdout: "" });
    assertEquals(
      stderr,
      "qwen: Another version of qwen has taken the place of the one that runs: start it again.\n",
    );
  });

  await t.step("without its store it does what needs none, and says what is missing", async () => {
    await using alone = await written(made);
    await Deno.remove(`${alone.path}.store`);
    assertEquals((await runs(alone.path, ["--version"])).code, 0);
    const { code, stdout, stderr } = await runs(alone.path, ["schema", "qwen", "in"]);
    assertEquals({ code, stdout }, { code: 1, stdout: "" });
    assertMatch(
      stderr,
      /^qwen: Cannot read the file that belongs beside qwen: .*qwen\.store.*\. Install qwen again\.\n$/,
    );
    const asked = await runs(alone.path, ["--provider", "demo", "-o", "json", "-p", "hello"]);
    assertEquals({ code: asked.code, stdout: asked.stdout }, { code: 1, stdout: "" });
    assertEquals(asked.stderr.includes("    at "), false, asked.stderr);
  });

  await t.step("every chunk in it can be evaluated", async () => {
    const all = 'for(const name of Object.keys($stored))if(name!=="main.js")await $load(name);console.error("all")';
    const entry = 'await $load("main.js");';
    assertEquals(script.split(entry).length, 2);
    await using every = await written({ ...made, script: script.replace(entry, `${all};Deno.exit();`) });
    assertEquals(await runs(every.path, []), { code: 0, stdout: "", stderr: "all\n" });
  });

  await t.step("a usual run finds all that it needs among the code", async () => {
    const fetching = "async function $fetch(name){";
    assertEquals(script.split(fetching).length, 2);
    const changed = script.replace(fetching, `${fetching}throw new Error("fetched "+name);`);
    await using strict = await written({ ...made, script: changed });
    await using model = fakeModel(["Hello."]);
    const home = await Deno.makeTempDir();
    const { code, stdout, stderr } = await runs(strict.path, ["-p", "hello", "-o", "stream-json"], {
      ...model.env,
      QWEN_HOME: home,
      HOME: home,
    });
    await Deno.remove(home, { recursive: true });
    assertEquals({ code, stderr, lines: stdout.trim().split("\n").length }, { code: 0, stderr: "", lines: 3 });
  });

  await t.step("it is plain ASCII, which costs the least to read", () => {
    assertEquals(/[\u0080-\uffff]/.exec(script)?.[0], undefined);
  });
});
