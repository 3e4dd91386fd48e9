import { assertEquals } from "@std/assert";
import { nearest } from "../../../lib/stream/nearest.ts";

const FLAGS = ["provider", "output-format", "input-format", "model", "to", "sandbox"];

Deno.test("nearest finds the word that was most likely meant", () => {
  assertEquals(
    ["provder", "outputformat", "modle", "Model", "sandbx"].map((word) => nearest(word, FLAGS)),
    ["provider", "output-format", "model", "model", "sandbox"],
  );
});

Deno.test("nearest knows a word by one of its parts", () => {
  assertEquals(nearest("format", FLAGS), "output-format");
});

Deno.test("nearest suggests nothing rather than anything", () => {
  assertEquals(["z", "zzz", "cooking", ""].map((word) => nearest(word, FLAGS)), [null, null, null, null]);
  assertEquals(nearest("model", []), null);
  assertEquals(nearest("model".repeat(1_000_000), FLAGS), null);
});
