import { assert, assertEquals } from "@std/assert";
import { DIALECT_NAMES } from "../lib/dialects/mod.ts";
import { blocksOf } from "./support/markdown.ts";
import { Desk, startQwen } from "./support/qwen.ts";
import { assertFits } from "./support/validate.ts";

/** What `$name` stood for so far. */
type Names = Map<string, unknown>;

/** Where a record differs from what a page says of it, or null: a page may leave fields out. */
function difference(told: unknown, seen: unknown, names: Names): string | null {
  if (told === "…") return seen === undefined ? "is missing" : null;
  if (typeof told === "string" && /^\$\w+$/.test(told)) {
    if (!names.has(told)) names.set(told, seen);
    return names.get(told) === seen ? null : `is ${JSON.stringify(seen)}, but ${told} was ${names.get(told)}`;
  }
  if (typeof told === "string" && typeof seen === "string" && told.includes("…")) {
    const pieces = told.split("…").map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    return new RegExp(`^${pieces.join(".*")}$`, "s").test(seen) ? null : `is ${JSON.stringify(seen)}`;
  }
  if (Array.isArray(told) && Array.isArray(seen)) {
    const isOpen = told.at(-1) === "…";
    const items = isOpen ? told.slice(0, -1) : told;
    if (isOpen ? seen.length < items.length : seen.length !== items.length) return `has ${seen.length} entries`;
    return firstOf(items.map((item, index) => [`[${index}]`, difference(item, seen[index], names)]));
  }
  if (isObject(told) && isObject(seen)) {
    return firstOf(Object.entries(told).map(([key, value]) => [`.${key}`, difference(value, seen[key], names)]));
  }
  return Object.is(told, seen) ? null : `is ${JSON.stringify(seen)}, not ${JSON.stringify(told)}`;
}

function firstOf(findings: [string, string | null][]): string | null {
  const found = findings.find(([, fault]) => fault !== null);
  return found ? `${found[0]}${/^[.[]/.test(found[1] ?? "") ? "" : " "}${found[1]}` : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A line of a page with what the names stand for put in. */
function filled(line: string, names: Names): string {
  return line.replace(/\$\w+/g, (name) => String(names.get(name) ?? name));
}

async function replay(page: string, dialect: string): Promise<void> {
  const blocks = blocksOf(page);
  const run = blocks.find(({ language, info }) => language === "sh" && info === "run");
  assert(run, "The page has no block `sh run`");
  const [program, ...args] = run.text.trim().split(" ");
  assertEquals(program, "qwen");
  await using desk = await Desk.open();
  await using host = startQwen(args, { desk, stdin: { open: true } });
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
    let told: unknown = null;
    for (const [index, one] of lines.entries()) {
      if (one === "…") {
        while (difference(told, await record(read), names) === null) read++;
        continue;
      }
      told = JSON.parse(one);
      const seen = await record(read++);
      const fault = difference(told, seen, names);
      assertEquals(fault, null, `docs/${dialect}.md:${line + 1 + index}: the record ${fault}`);
      assertFits(seen, `${dialect}/out`);
    }
  }
  await host.closeInput();
  const { code, stdout, stderr } = await host.end;
  assertEquals([code, stderr], [0, ""]);
  assertEquals(stdout.split("\n").slice(read), [""], "The conversation goes on after the page has ended");
}

for (const dialect of DIALECT_NAMES) {
  Deno.test(`docs/${dialect}.md: its conversation is what the program says`, async () => {
    await replay(await Deno.readTextFile(new URL(`../docs/${dialect}.md`, import.meta.url)), dialect);
  });
}
