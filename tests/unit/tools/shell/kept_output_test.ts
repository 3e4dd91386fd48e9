import { assertEquals, assertMatch } from "@std/assert";
import type { ToolContext } from "../../../../lib/model/ports.ts";
import { OutputFolder } from "../../../../lib/sandbox/files/output_folder.ts";
import { keptOutputLine } from "../../../../lib/tools/shell/kept_output.ts";
import { ToolBench } from "../../../support/tool_bench.ts";

Deno.test("keptOutputLine names a file for each output, and says when it has only a part", async () => {
  await using bench = await ToolBench.open();
  const kept: [string, string][] = [];
  const keepOutput: ToolContext["keepOutput"] = (name, content) => {
    kept.push([name, new TextDecoder().decode(content)]);
    return Promise.resolve(`/tmp/${name}`);
  };
  const context = { ...bench.context(), keepOutput };
  assertMatch(await keptOutputLine({ text: "one", isWhole: true }, context), /whole output is in \/tmp\/output-1\.txt/);
  assertMatch(await keptOutputLine({ text: "two", isWhole: false }, context), /first 3 bytes .* \/tmp\/output-2\.txt/);
  assertEquals(kept, [["output-1.txt", "one"], ["output-2.txt", "two"]]);
});

Deno.test("keptOutputLine advises another way where nothing can be kept", async () => {
  await using bench = await ToolBench.open();
  const advice = /run the command again/;
  assertMatch(await keptOutputLine({ text: "x", isWhole: true }, bench.context()), advice);
  const failing = { ...bench.context(), keepOutput: () => Promise.reject(new Error("the disk is full")) };
  assertMatch(await keptOutputLine({ text: "x", isWhole: true }, failing), /the disk is full.*run the command again/);
  bench.memory.kept = { files: 9, bytes: 512 * 1024 * 1024 };
  const full = { ...bench.context(), keepOutput: () => Promise.resolve("/tmp/never") };
  assertMatch(await keptOutputLine({ text: "x", isWhole: true }, full), advice);
});

Deno.test("OutputFolder is private, is made when first needed, and ends with everything in it", async () => {
  const folder = new OutputFolder();
  const exists = (path: string): Promise<boolean> => Deno.stat(path).then(() => true, () => false);
  assertEquals(await exists(folder.path), false);
  folder.close();
  const path = await folder.keep("a.txt", new TextEncoder().encode("text"));
  assertEquals(await Deno.readTextFile(path), "text");
  assertEquals(((await Deno.stat(folder.path)).mode ?? 0) & 0o777, 0o700);
  assertEquals(((await Deno.stat(path)).mode ?? 0) & 0o777, 0o600);
  folder.close();
  assertEquals(await exists(folder.path), false);
});
