import { assertEquals, assertRejects } from "@std/assert";
import { QwenError } from "../../../../lib/model/problem.ts";
import { applyPatch } from "../../../../lib/tools/files/apply_patch.ts";
import { ToolBench } from "../../../support/tool_bench.ts";

const patchOf = (...lines: string[]): { patch: string } => ({
  patch: ["*** Begin Patch", ...lines, "*** End Patch"].join("\n"),
});

const FILE = "def a():\n    x = 1\n    return x\n\ndef b():\n    x = 1\n    return x\n";

Deno.test("applyPatch changes and adds files", async () => {
  await using bench = await ToolBench.open({ "a.txt": FILE });
  const text = await bench.text(
    applyPatch,
    patchOf(
      ...["*** Update File: a.txt", "@@ def b():", "     x = 1", "-    return x", "+    return x + 1"],
      ...["*** Add File: d/new.txt", "+one", "+two"],
    ),
  );
  assertEquals(text, "Updated a.txt (+1 -1)\nAdded d/new.txt (+2 -0)");
  assertEquals(await bench.get("a.txt"), FILE.replace(/return x\n$/, "return x + 1\n"));
  assertEquals(await bench.get("d/new.txt"), "one\ntwo\n");
});

Deno.test("applyPatch forgives indentation and keeps line endings", async () => {
  await using bench = await ToolBench.open({ "a.txt": "\tone\r\n\ttwo\r\n" });
  await bench.call(applyPatch, patchOf("*** Update File: a.txt", "@@", "     one", "-    two", "+    2"));
  assertEquals(await bench.get("a.txt"), "\tone\r\n\t2\r\n");
});

Deno.test("applyPatch makes all changes or none", async () => {
  await using bench = await ToolBench.open({ "a.txt": FILE, "b.txt": "b\n" });
  const refused = (lines: string[], message: string): Promise<unknown> =>
    assertRejects(() => bench.call(applyPatch, patchOf(...lines)), QwenError, message);
  await refused(["*** Update File: b.txt", "-b", "+c", "*** Update File: a.txt", "-nothing", "+x"], "does not fit");
  await refused(["*** Update File: a.txt", "-    x = 1", "+    x = 2"], "fits 2 times, at lines 2, 6");
  await refused(["*** Update File: a.txt", "@@ def c():", "-    x = 1", "+    x = 2"], "no line of the file has");
  await refused(["*** Add File: b.txt", "+x"], "the file exists");
  await refused(["*** Delete File: b.txt", "*** Delete File: none.txt"], "File not found");
  await refused(["*** Delete File: b.txt", "-b"], "lines under the deletion");
  await refused(["*** Delete File: b.txt", "*** Update File: b.txt", "-b", "+c"], "names a file twice");
  await refused(["*** Update File: b.txt", "*** Move to: a.txt"], "it exists");
  await refused(["*** Update File: b.txt", "*** Move to: /etc/b.txt"], "outside");
  await refused(["*** Add File: c.txt", "*** Move to: d.txt"], "must follow");
  await refused(["*** Update File: b.txt", "-b", "+c", "*** Move to: d.txt"], "must follow");
  await refused(["*** Update File: none.txt", "-a", "+b"], "File not found");
  await refused(["*** Update File: /etc/passwd", "-a", "+b"], "outside");
  await assertRejects(() => bench.call(applyPatch, { patch: "-a\n+b" }), QwenError, "Begin Patch");
  assertEquals([await bench.get("a.txt"), await bench.get("b.txt")], [FILE, "b\n"]);
});

Deno.test("applyPatch deletes and moves files, whose permissions stay", async () => {
  await using bench = await ToolBench.open({ "a.sh": "one\ntwo\n", "b.bin": new Uint8Array([0, 1]), "c.txt": "c\n" });
  await Deno.chmod(bench.path("a.sh"), 0o755);
  const text = await bench.text(
    applyPatch,
    patchOf(
      ...["*** Update File: a.sh", "*** Move to: d/a.sh", " one", "-two", "+2"],
      ...["*** Update File: b.bin", "*** Move to: d/b.bin", "*** Delete File: c.txt"],
    ),
  );
  assertEquals(text, "Moved a.sh to d/a.sh (+1 -1)\nMoved b.bin to d/b.bin (+0 -0)\nDeleted c.txt (+0 -1)");
  assertEquals([...Deno.readDirSync(bench.root)].map(({ name }) => name), ["d"]);
  assertEquals(await bench.get("d/a.sh"), "one\n2\n");
  assertEquals((Deno.statSync(bench.path("d/a.sh")).mode ?? 0) & 0o777, 0o755);
  assertEquals(await Deno.readFile(bench.path("d/b.bin")), new Uint8Array([0, 1]));
});

Deno.test("applyPatch takes everything back when one file cannot be changed", async () => {
  await using bench = await ToolBench.open({ "a.sh": "a\n", "b.txt": "b\n", "target.txt": "t\n" });
  await Deno.chmod(bench.path("a.sh"), 0o755);
  await Deno.symlink(bench.path("target.txt"), bench.path("link.txt"));
  const patch = patchOf(
    ...["*** Add File: new.txt", "+n", "*** Update File: b.txt", "-b", "+c", "*** Delete File: a.sh"],
    "*** Delete File: link.txt",
  );
  await assertRejects(() => bench.call(applyPatch, patch), QwenError, "it is a link");
  assertEquals(
    [...Deno.readDirSync(bench.root)].map(({ name }) => name).toSorted(),
    ["a.sh", "b.txt", "link.txt", "target.txt"],
  );
  assertEquals([await bench.get("a.sh"), await bench.get("b.txt"), await bench.get("link.txt")], ["a\n", "b\n", "t\n"]);
  assertEquals((Deno.statSync(bench.path("a.sh")).mode ?? 0) & 0o777, 0o755);
});

Deno.test("applyPatch needs to write every file that it names", async () => {
  await using bench = await ToolBench.open();
  const needs = applyPatch.needs(
    patchOf("*** Update File: a", "*** Move to: d", "*** Add File: /b", "*** Delete File: c"),
    bench.context(),
  );
  assertEquals(needs, [
    { kind: "write", path: bench.path("a") },
    { kind: "write", path: bench.path("d") },
    { kind: "write", path: "/b" },
    { kind: "write", path: bench.path("c") },
  ]);
});
