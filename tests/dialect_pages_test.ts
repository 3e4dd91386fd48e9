import { assert, assertEquals } from "@std/assert";
import { DIALECT_NAMES } from "../lib/dialects/mod.ts";
import { blocksOf } from "./support/markdown.ts";
import { Fixture, startQwen } from "./support/qwen.ts";
import { assertFits } from "./support/validate.ts";

/** The values of `$name` so far. */
type Names = Map<string, unknown>;

/** Where a record differs from the page, or null. A page may leave fields out. */
function difference(expected: unknown, actual: unknown, names: Names): string | null {
  if (expected === "…") return actual === undefined ? "is missing" : null;
  if (typeof expected === "string" && /^\$\w+$/.test(expected)) {
    if (!names.has(expected)) names.set(expected, actual);
    return names.get(expected) === actual
      ? null
      : `is ${JSON.stringify(actual)}, but ${expected} was ${names.get(expected)}`;
  }
  if (typeof expected === "string" && typeof actual === "string" && expected.includes("…")) {
    const pieces = expected.split("…").map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    return new RegExp(`^${pieces.join(".*")}$`, "s").test(actual) ? null : `is ${JSON.stringify(actual)}`;
  }
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const isOpen = expected.at(-1) === "…";
    const items = isOpen ? expected.slice(0, -1) : expected;
    if (isOpen ? actual.length < items.length : actual.length !== items.length) return `has ${actual.length} entries`;
    return firstOf(items.map((item, index) => [`[${index}]`, difference(item, actual[index], names)]));
  }
  if (isObject(expected) && isObject(actual)) {
    return firstOf(Object.entries(expected).map(([key, value]) => [`.${key}`, difference(value, actual[key], names)]));
  }
  return Object.is(expected, actual) ? null : `is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`;
}

function firstOf(findings: [string, string | null][]): string | null {
  const found = findings.find(([, fault]) => fault !== null);
  return found ? `${found[0]}${/^[.[]/.test(found[1] ?? "") ? "" : " "}${found[1]}` : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A line of a page with its names replaced by their values. */
function filled(line: string, names: Names): string {
  return line.replace(/\$\w+/g, (name) => String(names.get(name) ?? name));
}

async function replay(page: string, dialect: string): Promise<void> {
  const blocks = blocksOf(page);
  const run = blocks.find(({ language, info }) => language === "sh" && info === "run");
  assert(run, "The page has no block `sh run`");
  const [program, ...args] = run.text.trim().split(" ");
  assertEquals(program, "qwen");
  await using fixture = await Fixture.open();
  await using host = startQwen(args, { fixture, stdin: { open: true } });
  const names: Names = new Map();
  let read = 0;
  const record = async (index: number): Promise<unknown> => {
    await host.until(new RegExp(`^([^\\n]*\\n){${index + 1}}`));
    return JSON.parse(host.stdout.split("\n")[index]);
  };
  for (const { language, info, text, line } of blocks) {
    if (language !== "jsonl") continue;
    const lines = text.trimEnd().split("\n");
    if (info === "in") {
      for (const one of lines) await host.send(filled(one, names));
      continue;
    }
    if (info === "end") await host.closeInput();
    let expected: unknown = null;
    for (const [index, one] of lines.entries()) {
      if (one === "…") {
        while (difference(expected, await record(read), names) === null) read++;
        continue;
      }
      expected = JSON.parse(one);
      const actual = await record(read++);
      const fault = difference(expected, actual, names);
      assertEquals(fault, null, `docs/${dialect}.md:${line + 1 + index}: the record ${fault}`);
      assertFits(actual, `${dialect}/out`);
    }
  }
  await host.closeInput();
  const { code, stdout, stderr } = await host.end;
  assertEquals([code, stderr], [0, ""]);
  assertEquals(stdout.split("\n").slice(read), [""], "The conversation continues after the end of the page");
}

for (const dialect of DIALECT_NAMES) {
  Deno.test(`docs/${dialect}.md: the program has the same conversation`, async () => {
    await replay(await Deno.readTextFile(new URL(`../docs/${dialect}.md`, import.meta.url)), dialect);
  });
}
