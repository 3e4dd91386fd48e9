import { assertEquals } from "@std/assert";
import { Rate } from "../../../lib/host/rate.ts";

Deno.test("Rate takes as many lines as allowed and not one more", () => {
  const rate = new Rate(10, 0);
  assertEquals(Array.from({ length: 11 }, () => rate.take(0)), [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 100]);
});

Deno.test("Rate gives room back with time, and saves up no more than a second of it", () => {
  const rate = new Rate(2, 0);
  assertEquals([rate.take(0), rate.take(0), rate.take(0), rate.take(500), rate.take(500)], [0, 0, 500, 0, 500]);
  assertEquals([rate.take(60_000), rate.take(60_000), rate.take(60_000)], [0, 0, 500]);
});

Deno.test("Rate survives a clock that goes back", () => {
  const rate = new Rate(1, 1_000);
  assertEquals([rate.take(1_000), rate.take(0), rate.take(1_000), rate.take(2_000)], [0, 1_000, 0, 0]);
});
