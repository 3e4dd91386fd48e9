import { assertEquals } from "@std/assert";
import { bundle } from "../../../build/bundle.ts";
import { fakeModel } from "../../support/fake_model.ts";
import project from "../../../deno.json" with { type: "json" };

/** The script in a folder of its own, with another last line where that is wanted. */
async function written(script: string): Promise<{ path: string } & AsyncDisposable> {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/qwen`;
  await Deno.writeTextFile(path, script, { mode: 0o755 });
  return { path, [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }) };
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

Deno.test("bundle is one script that runs without the sources and without a configuration", async (t) => {
  const { script } = await bundle();
  await using whole = await written(script);

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

  await t.step("every chunk in it can be evaluated", async () => {
    const all = 'for(const name of Object.keys($stored))if(name!=="main.js")await $load(name);console.error("all")';
    const entry = 'await $load("main.js");';
    assertEquals(script.split(entry).length, 2);
    await using every = await written(script.replace(entry, `${all};Deno.exit();`));
    assertEquals(await runs(every.path, []), { code: 0, stdout: "", stderr: "all\n" });
  });

  await t.step("a usual run finds all that it needs among the code", async () => {
    const fetching = "async function $fetch(name){";
    assertEquals(script.split(fetching).length, 2);
    await using strict = await written(script.replace(fetching, `${fetching}throw new Error("fetched "+name);`));
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
