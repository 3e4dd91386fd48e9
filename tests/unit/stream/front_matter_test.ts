import { assertEquals, assertRejects } from "@std/assert";
import { readFrontMatter } from "../../../lib/stream/front_matter.ts";

async function read(text: string): Promise<{ values: Record<string, unknown>; body: string } | null> {
  const matter = await readFrontMatter(text);
  return matter && { values: Object.fromEntries(matter.values), body: matter.body };
}

Deno.test("readFrontMatter reads scalars and lists, whatever the line ends", async () => {
  const text =
    "\uFEFF---\r\nName: x\r\nlist:\r\n  - 1\r\n  - two\r\nflag: true\r\nnone: ~\r\ndeep: { a: 1 }\r\n--- \r\nBody\r\n";
  assertEquals(await read(text), {
    values: { name: "x", list: ["1", "two"], flag: "true" },
    body: "\nBody\r\n",
  });
  assertEquals(await read("---\n---\nBody"), { values: {}, body: "\nBody" });
});

Deno.test("readFrontMatter accepts unquoted values that YAML itself refuses", async () => {
  const text = "---\ndescription: Use when: always\nargument-hint: [id] [title]\nmodel: small\n---\nGo";
  assertEquals((await read(text))?.values, {
    "description": "Use when: always",
    "argument-hint": "[id] [title]",
    "model": "small",
  });
});

Deno.test("readFrontMatter finds none where it is not closed or does not come first", async () => {
  assertEquals(await read("Just text\n---\na: 1\n---\n"), null);
  assertEquals(await read("---\na: 1\nstill going"), null);
  assertEquals(await read("----\na: 1\n----\n"), null);
});

const HOSTILE: Record<string, { text: string; reason: string }> = {
  "brackets nested without end": {
    text: `---\na:\n  ${"[".repeat(10_000)}\n---\n`,
    reason: "its front matter is not valid YAML: it nests too deep",
  },
  "lists nested without end": {
    text: `---\n${"- ".repeat(8000)}a\n---\n`,
    reason: "its front matter is not valid YAML: it nests too deep",
  },
  "a megabyte": { text: `---\na: ${"x".repeat(1 << 20)}\n---\n`, reason: "its front matter is longer than 16384" },
  "a broken list": { text: "---\n- [a\n---\n", reason: "its front matter is not valid YAML" },
};

for (const [what, { text, reason }] of Object.entries(HOSTILE)) {
  Deno.test(`readFrontMatter refuses ${what}`, async () => {
    await assertRejects(() => readFrontMatter(text), SyntaxError, reason);
  });
}

Deno.test("readFrontMatter takes no time for empty lines and expands no aliases", async () => {
  const lines = "\n \n".repeat(50_000);
  const started = performance.now();
  assertEquals(await readFrontMatter(`---\n${lines}x`), null);
  const bomb = Array.from({ length: 20 }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n}, `.repeat(9)}*a${n}]`).join("\n");
  assertEquals((await read(`---\na0: &a0 x\n${bomb}\n---\nGo`))?.values.a20, []);
  assertEquals(performance.now() - started < 2000, true);
});
