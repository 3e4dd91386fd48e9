import { assert, assertEquals } from "@std/assert";
import { fits } from "../../../lib/stream/serialize.ts";
import { shrink, type Spill } from "../../../lib/stream/shrink.ts";

interface Kept {
  spill: Spill;
  texts: Map<string, string>;
}

async function hashOf(text: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toHex();
}

function keeper(): Kept {
  const texts = new Map<string, string>();
  const spill: Spill = async (text) => {
    const sha256 = await hashOf(text);
    texts.set(`/kept/${sha256}`, text);
    return { path: `/kept/${sha256}`, bytes: new TextEncoder().encode(text).length, sha256 };
  };
  return { spill, texts };
}

function at(record: unknown, field: string): unknown {
  let value = record;
  for (const key of field.split("/").slice(1)) value = (value as Record<string, unknown>)[key];
  return value;
}

/** The line is short enough, and everything it leaves out can be had back. */
async function assertShrunk(record: object, maxBytes: number): Promise<Record<string, unknown>> {
  const { spill, texts } = keeper();
  const line = await shrink(record, { maxBytes, spill });
  assert(new TextEncoder().encode(line).length <= maxBytes, `${line.length} characters`);
  const short = JSON.parse(line);
  for (const { field, path, bytes, sha256 } of short["x-qwen-spill"]) {
    const text = texts.get(path) ?? "";
    const original = field === "" ? JSON.stringify(record) : at(record, field);
    assertEquals(text === original, true, field);
    assertEquals([bytes, sha256], [new TextEncoder().encode(text).length, await hashOf(text)]);
  }
  return short;
}

Deno.test("shrink replaces the longest text and keeps the shape of the record", async () => {
  const record = { type: "a", deep: [{ text: "x".repeat(50_000) }, { text: "short" }], n: 7 };
  const short = await assertShrunk(record, 20_000);
  assertEquals([short.type, short.n, at(short, "/deep/1/text")], ["a", 7, "short"]);
  assertEquals(String(at(short, "/deep/0/text")).startsWith("x".repeat(2_000)), true);
});

Deno.test("shrink leaves texts alone that need not go", async () => {
  const short = await assertShrunk({ a: "a".repeat(30_000), b: "b".repeat(10_000) }, 20_000);
  assertEquals(at(short, "/b"), "b".repeat(10_000));
});

Deno.test("shrink keeps the whole record elsewhere when it holds no long text", async () => {
  const record = { type: "list", items: Array.from({ length: 50_000 }, (_, i) => `item ${i}`), uuid: "u" };
  const short = await assertShrunk(record, 20_000);
  assertEquals([short.type, short.uuid, "items" in short], ["list", "u", false]);
});

Deno.test("shrink counts bytes, not characters, and what escaping adds", async () => {
  await assertShrunk({ text: "👋".repeat(20_000) }, 20_000);
  await assertShrunk({ text: "\u0001".repeat(20_000) }, 40_000);
  await assertShrunk({ text: "\ud800".repeat(20_000) + "\u2028".repeat(20_000) }, 40_000);
});

Deno.test("shrink is always within the limit, whatever the record looks like", async () => {
  let seed = 11;
  const random = (below: number): number => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    return seed % below;
  };
  const letters = ["x", "é", "👋", "\u0007", "\u2028", '"', "\\"];
  const value = (depth: number): unknown => {
    const kind = random(depth > 0 ? 5 : 3);
    if (kind <= 1) return letters[random(letters.length)].repeat(random(3) === 0 ? random(30_000) : random(900));
    if (kind === 2) return random(1_000_000);
    const many = Array.from({ length: random(6) }, () => value(depth - 1));
    return kind === 3 ? many : Object.fromEntries(many.map((item, index) => [`k${index}`, item]));
  };
  for (let round = 0; round < 60; round++) {
    const record = { type: "random", body: [value(3), value(3), value(3)] };
    if (!fits(JSON.stringify(record), 16_384)) await assertShrunk(record, 16_384);
  }
});

Deno.test("shrink takes time that grows with the record, not with its square", async () => {
  const texts = Array.from({ length: 2_000 }, (_, i) => `${i} `.repeat(1_500));
  const before = performance.now();
  await assertShrunk({ texts }, 1_000_000);
  assert(performance.now() - before < 5_000);
});

Deno.test("shrink takes a record with a value that is nested without end", async () => {
  const depth = 600_000;
  const input = JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`);
  const line = await shrink({ type: "result", input, text: "x".repeat(5_000) }, {
    maxBytes: 4_000,
    spill: keeper().spill,
  });
  const { type, text } = JSON.parse(line);
  assertEquals([type, text.startsWith("xxx"), fits(line, 4_000)], ["result", true, true]);
});
