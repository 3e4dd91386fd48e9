import { assertEquals } from "@std/assert";
import { redact } from "../../../lib/providers/redact.ts";

Deno.test("redact takes out what looks like a key and keeps text on one bounded line", () => {
  assertEquals(
    redact("my-key\n Bearer abcdefghijklmnop1234 sk-abcdefghijklmnop https://x.test/?key=abc&a=b", "my-key"),
    "[key] Bearer [key] [key] https://x.test/?key=[key]&a=b",
  );
  assertEquals(redact("x".repeat(5000), "").length, 2001);
});
