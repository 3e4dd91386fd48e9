import { assertEquals } from "@std/assert";
import { keepUnknownInput, readUnknownInput } from "../../../lib/store/unknown_input.ts";

Deno.test("the record of unknown input is bounded, keeps the newest and names each once", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const file = `${folder}/new/unknown_input.json`;
    assertEquals(await readUnknownInput(file), []);
    for (let at = 1; at <= 60; at++) {
      await keepUnknownInput(file, [{ dialect: "claude", what: `the field f${at}`, at }]);
    }
    await keepUnknownInput(file, [{ dialect: "claude", what: "the field f30", at: 61 }]);
    const kept = await readUnknownInput(file);
    assertEquals(kept.length, 50);
    assertEquals(kept[0], { dialect: "claude", what: "the field f30", at: 61 });
    assertEquals(kept.filter(({ what }) => what === "the field f30").length, 1);
    const { mode } = await Deno.stat(file);
    if (Deno.build.os !== "windows") assertEquals((mode ?? 0) & 0o777, 0o600);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a damaged record of unknown input has no entries, and is written anew", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const file = `${folder}/unknown_input.json`;
    for (const content of ["{", '[{"dialect":1}]', "x".repeat(70_000), '[{"dialect":"a","what":"b","at":1e300}]']) {
      await Deno.writeTextFile(file, content);
      assertEquals(await readUnknownInput(file), []);
    }
    await keepUnknownInput(file, [{ dialect: "qwen", what: "the field a", at: 1 }]);
    assertEquals((await readUnknownInput(file)).length, 1);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
