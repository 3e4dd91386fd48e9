import { assert, assertEquals, assertMatch } from "@std/assert";
import { demo } from "../build/demo.ts";
import { isInstalled } from "./support/shim.ts";

Deno.test({
  name: "demo: shows the records, the diff and the passing test of a real edit, and leaves nothing behind",
  ignore: Deno.build.os === "windows" || !isInstalled("node") || !isInstalled("git"),
  async fn(): Promise<void> {
    const lines: string[] = [];
    assertEquals(await demo((line) => lines.push(line)), true);
    const text = lines.join("\n");
    const types = Array.from(text.matchAll(/^ {2}(system|assistant|user|result) /gm), ([, type]) => type);
    const rounds = Array.from({ length: 4 }, () => ["assistant", "user"]).flat();
    assertEquals(types, ["system", ...rounds, "assistant", "result"]);
    assertMatch(text, /^ {4}-\s+return "Hello, world!";\n {4}\+\s+return `Hello, \$\{name\}!`;$/m);
    const folder = /\S+qwen_demo_\w+/.exec(text)?.[0];
    assert(folder);
    assertEquals(await Deno.stat(folder).then(() => "still there", () => "gone"), "gone");
  },
});
