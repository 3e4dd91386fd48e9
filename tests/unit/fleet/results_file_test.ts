import { assert, assertEquals } from "@std/assert";
import { skippedResult } from "../../../lib/fleet/job_result.ts";
import type { JobResult } from "../../../lib/fleet/job_result.ts";
import { ResultsFile, ResultsOutput } from "../../../lib/fleet/results_file.ts";

/** A result of about a megabyte, with text of several bytes a character. */
function largeResult(id: string): JobResult {
  return {
    ...skippedResult(id, { code: "stopped", message: "" }),
    status: "succeeded",
    result: "äöü\n".repeat(150_000),
  };
}

/** The lines that reach a file, as the program hands them to the system. */
function writesOf(act: () => Promise<void>): Promise<number[]> {
  const sizes: number[] = [];
  const { writeSync } = Deno.FsFile.prototype;
  Deno.FsFile.prototype.writeSync = function (bytes: Uint8Array): number {
    sizes.push(bytes.length);
    return writeSync.call(this, bytes);
  };
  return act().then(() => sizes).finally(() => Deno.FsFile.prototype.writeSync = writeSync);
}

Deno.test("a record of a results file is written whole in one write", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const path = `${folder}/out.ndjson`;
    const file = await ResultsFile.open(path, () => Promise.resolve(true));
    const records = [largeResult("one"), skippedResult("two", { code: "stopped", message: "" })];
    const sizes = await writesOf(async () => {
      for (const record of records) await file.write(record);
    });
    file.close();
    const lines = (await Deno.readTextFile(path)).split("\n").slice(0, -1);
    assertEquals(lines.map((line) => JSON.parse(line)), records);
    assertEquals(sizes, lines.map((line) => new TextEncoder().encode(line).length + 1));
    assert(sizes[0] > 1_000_000);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a record on stdout is written whole in one write, and no record within another", async () => {
  const writes: string[] = [];
  const output = new ResultsOutput({
    async write(bytes: Uint8Array): Promise<number> {
      const text = new TextDecoder().decode(bytes);
      // The next record comes while this one is being written.
      await Promise.resolve();
      writes.push(text);
      return bytes.length;
    },
  });
  const records = [largeResult("one"), largeResult("two"), largeResult("three")];
  await Promise.all(records.map((record) => output.write(record)));
  assertEquals(writes.map((text) => [text.endsWith("\n"), JSON.parse(text).id]), [
    [true, "one"],
    [true, "two"],
    [true, "three"],
  ]);
});

Deno.test("a pipe that takes a part of a record gets the rest before the next record", async () => {
  let text = "";
  const output = new ResultsOutput({
    write(bytes: Uint8Array): Promise<number> {
      const count = Math.min(bytes.length, 70_000);
      text += Array.from(bytes.subarray(0, count), (byte) => String.fromCharCode(byte)).join("");
      return Promise.resolve(count);
    },
  });
  await Promise.all(["one", "two"].map((id) => output.write(largeResult(id))));
  const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0));
  const lines = new TextDecoder().decode(bytes).split("\n").slice(0, -1);
  assertEquals(lines.map((line) => JSON.parse(line).id), ["one", "two"]);
});
