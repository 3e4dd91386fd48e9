import { assertEquals, assertRejects } from "@std/assert";
import { readKey } from "../../../../lib/cli/assembly/config/key_source.ts";
import { QwenError } from "../../../../lib/model/problem.ts";

Deno.test("readKey reads a file, an open descriptor, or nothing", async () => {
  const path = await Deno.makeTempFile();
  try {
    await Deno.writeTextFile(path, "sk-secret\n");
    assertEquals([await readKey({ keyFile: path }), await readKey({})], ["sk-secret", null]);
    const program = `import { readKey } from ${
      JSON.stringify(new URL("../../../../lib/cli/assembly/config/key_source.ts", import.meta.url).href)
    };
      await Deno.stdout.write(new TextEncoder().encode(await readKey({ keyFd: 3 })));`;
    const { stdout } = await new Deno.Command("sh", {
      args: ["-c", 'printf "%s" "$2" | "$0" run -A --no-check - 3<"$1"', Deno.execPath(), path, program],
      cwd: new URL("../../../../", import.meta.url),
    }).output();
    assertEquals(new TextDecoder().decode(stdout), "sk-secret");
  } finally {
    await Deno.remove(path);
  }
});

Deno.test("readKey refuses files that are empty, absent or open to everybody", async () => {
  const path = await Deno.makeTempFile();
  try {
    const messages: string[] = [];
    const refused = async (keyFile: string): Promise<void> => {
      messages.push((await assertRejects(() => readKey({ keyFile }), QwenError)).message.replaceAll(path, "FILE"));
    };
    await refused(path);
    await refused(`${path}.none`);
    await Deno.chmod(path, 0o666);
    await refused(path);
    assertEquals(messages, [
      '--key-file: "FILE" is empty',
      '--key-file could not read "FILE.none": there is no such file',
      "--key-file cannot use FILE: everybody may write it",
    ]);
  } finally {
    await Deno.remove(path);
  }
});
