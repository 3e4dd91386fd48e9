/**
 * Schemas and values made to hang a validator. Each is answered, by a verdict or a refusal, within 500 ms, while a clock
 * that ticks every 10 ms in the same process is never late by more than 50 ms. On a busy machine ticks are late for
 * reasons of their own: what counts is the time that this thread itself ran between two ticks, where the system tells
 * it, and a case is tried again before it fails, because a hostile schema blocks every time.
 */
import { assert, assertEquals } from "@std/assert";
import type { Json, JsonObject } from "../../../lib/model/json.ts";
import { QwenError } from "../../../lib/model/problem.ts";
import { compileStructured } from "../../../lib/schema/structured.ts";
import { HAS_PROC, procPath, readingProc } from "../../support/proc.ts";

const TICK_MS = 10;
const MAX_LAG_MS = 50;
const MAX_TOTAL_MS = 500;
const ATTEMPTS = 5;

interface Measure {
  answer: string;
  lagMs: number;
  totalMs: number;
}

function now(): { wallMs: number; ranMs: number } {
  const wallMs = performance.now();
  if (!HAS_PROC) return { wallMs, ranMs: wallMs };
  const [ran] = readingProc(() => Deno.readTextFileSync(procPath("thread-self/schedstat"))).split(" ");
  return { wallMs, ranMs: Number(ran) / 1e6 };
}

async function measure(work: () => Promise<string>): Promise<Measure> {
  let last = now();
  let lagMs = 0;
  const look = (): void => {
    const next = now();
    lagMs = Math.max(lagMs, Math.min(next.wallMs - last.wallMs - TICK_MS, next.ranMs - last.ranMs));
    last = next;
  };
  const ticker = setInterval(look, TICK_MS);
  try {
    await new Promise((resolve) => setTimeout(resolve, 0));
    const start = now();
    const answer = await work();
    const end = now();
    const totalMs = Math.min(end.wallMs - start.wallMs, end.ranMs - start.ranMs);
    look();
    return { answer, lagMs, totalMs };
  } finally {
    clearInterval(ticker);
  }
}

async function answerOf(schema: JsonObject, args: Json): Promise<string> {
  try {
    const structured = await compileStructured(schema, { source: "schema", at: "session" });
    await new Promise((resolve) => setTimeout(resolve, 0));
    const judgement = structured.judge(args);
    return judgement.ok ? "valid" : "invalid";
  } catch (error) {
    if (error instanceof QwenError) return "refused";
    throw error;
  }
}

async function assertCalm(schema: JsonObject, args: Json): Promise<string> {
  // Loading the packages is not what is measured here.
  await answerOf({ properties: { a: { pattern: "a", format: "date" } } }, { a: "a" });
  await answerOf({ $schema: "https://json-schema.org/draft/2020-12/schema" }, {});
  const seen: Measure[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const result = await measure(() => answerOf(schema, args));
    if (result.lagMs <= MAX_LAG_MS && result.totalMs <= MAX_TOTAL_MS) return result.answer;
    seen.push(result);
  }
  throw new Error(`too slow in every attempt: ${JSON.stringify(seen)}`);
}

Deno.test("the clock of these tests sees a thread that is blocked", async () => {
  const { lagMs } = await measure(() => {
    const end = performance.now() + 400;
    while (performance.now() < end);
    return Promise.resolve("");
  });
  assert(lagMs > MAX_LAG_MS, String(lagMs));
});

const A30 = "a".repeat(30);
const PATTERNS: [pattern: string, text: string, answer: "valid" | "invalid" | "refused"][] = [
  ["(a+)+b", A30, "invalid"],
  ["^(a+)+$", `${A30}!`, "invalid"],
  ["^(a|a)*$", `${A30}!`, "invalid"],
  ["^(a|aa)+$", `${A30}!`, "invalid"],
  ["^(a*)*$", `${A30}!`, "invalid"],
  ["^([a-zA-Z]+)*$", `${A30}1`, "invalid"],
  ["(x+x+)+y", "x".repeat(40), "invalid"],
  ["^(.*a){20}$", `${A30}${A30}!`, "invalid"],
  ["^(([a-z])+.)+[A-Z]([a-z])+$", A30, "invalid"],
  [
    "^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$",
    `${A30}!`,
    "invalid",
  ],
  ["^(\\w+\\s?)*$", `${"word ".repeat(30)}!`, "invalid"],
  ["(\\d+)*\\.(\\d+)*e", "1".repeat(60), "invalid"],
  ["^(https?:\\/\\/)?([\\da-z\\.-]+)\\.([a-z\\.]{2,6})([\\/\\w \\.-]*)*\\/?$", `http://${A30}.${A30}!`, "invalid"],
  ["<(.|\\n)*>(.|\\n)*<\\/(.|\\n)*>", "<".repeat(2000), "invalid"],
  ["^\\s+|\\s+$", " ".repeat(20_000) + "x" + " ".repeat(20_000) + "x", "valid"],
  ["\\s*,\\s*$", " ".repeat(30_000), "invalid"],
  ["(.*)*x", "a".repeat(5000), "invalid"],
  ["^((ab)*|a*)*$", `${"ab".repeat(40)}c`, "invalid"],
  ["^(0|[1-9]\\d*)(\\.\\d+)*$", `${"1.1".repeat(200)}!`, "invalid"],
  ["^([0-9a-f]{2}:?)+$", `${"ab:".repeat(500)}z`, "invalid"],
  ["(?:.*\\,){11}P", `${"1,".repeat(40)}Q`, "invalid"],
  ["^(a?){25}a{25}$", `${"a".repeat(24)}`, "invalid"],
  ["(a?){500}a{500}", "a".repeat(5000), "invalid"],
  ["(?:[^\\s]{2,30}[a-z]{1,30}){1,16}$", `${"aé".repeat(2500)}!`, "invalid"],
  ["^(?=(a+))\\1*b$", `${A30}!`, "refused"],
  ["(a+)\\1+b", `${A30}!`, "refused"],
  ["^(?!.*(a+)+$).*", `${A30}!`, "refused"],
  ["(?<=(a+)+)b", `${A30}!`, "refused"],
  ["((a{1,100}){1,100}){1,100}", A30, "refused"],
  ["(a{0,1000}){0,1000}", A30, "refused"],
  ["(", "x", "refused"],
  ["a".repeat(5000), "x", "refused"],
];

for (const [pattern, text, expected] of PATTERNS) {
  const name = pattern.length > 60 ? `${pattern.slice(0, 60)}…` : pattern;
  Deno.test(`compileStructured stays calm at the pattern ${name}`, async () => {
    const schema = { type: "object", properties: { value: { type: "string", pattern } } };
    assertEquals(await assertCalm(schema, { value: text }), expected);
  });
}

Deno.test("compileStructured stays calm at a text far longer than any pattern is run on", async () => {
  const schema = { properties: { value: { pattern: "^(a+)+$" } } };
  assertEquals(await assertCalm(schema, { value: "a".repeat(3_000_000) }), "invalid");
});

Deno.test("compileStructured stays calm at hostile patterns of property names", async () => {
  const schema = { patternProperties: { "^(a+)+$": { type: "string" } } };
  assertEquals(await assertCalm(schema, { [`${"a".repeat(40)}!`]: "x" }), "valid");
});

function nest(levels: number, wrap: (inner: JsonObject) => JsonObject): JsonObject {
  let schema: JsonObject = { type: "string" };
  for (let level = 0; level < levels; level += 1) schema = wrap(schema);
  return schema;
}

function named<T extends Json>(count: number, make: (index: number) => T): Record<string, T> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, make(index)]));
}

const DRAFT_2020 = "https://json-schema.org/draft/2020-12/schema";
const doubling = named(40, (index) => ({ allOf: Array(2).fill({ $ref: `#/$defs/p${Math.min(index + 1, 39)}` }) }));

const COMPILE_BOMBS: [name: string, make: () => JsonObject, answer: "valid" | "invalid" | "refused"][] = [
  ["20000 properties", () => ({ properties: named(20_000, () => ({ type: "string", minLength: 1 })) }), "refused"],
  ["5000 branches of oneOf", () => ({ oneOf: Array(5000).fill({ required: ["a"] }) }), "refused"],
  ["50000 levels", () => ({ properties: { a: nest(50_000, (inner) => ({ items: inner })) } }), "refused"],
  [
    "branches that double at every level",
    () => ({ properties: { a: nest(20, (inner) => ({ oneOf: [inner, inner] })) } }),
    "refused",
  ],
  [
    "references that double at every level",
    () => ({ allOf: [{ $ref: "#/$defs/p0" }], $defs: { ...doubling, p39: {} } }),
    "invalid",
  ],
  [
    "references that lead in a circle",
    () => ({ allOf: [{ $ref: "#/$defs/a" }], $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } }),
    "invalid",
  ],
  ["a root that refers to itself", () => ({ allOf: [{ $ref: "#" }] }), "invalid"],
  [
    "a chain of 2000 references",
    () => ({
      allOf: [{ $ref: "#/$defs/p0" }],
      $defs: named(2000, (index) => ({ $ref: `#/$defs/p${(index + 1) % 2000}` })),
    }),
    "refused",
  ],
  [
    "nested dynamic anchors",
    () => ({
      $schema: DRAFT_2020,
      properties: { a: nest(25, (inner) => ({ $dynamicAnchor: "a", properties: { a: inner } })) },
    }),
    "refused",
  ],
  [
    "400 branches under unevaluatedProperties",
    () => ({
      $schema: DRAFT_2020,
      allOf: Array.from({ length: 400 }, (_, index) => ({ properties: { [`p${index}`]: {} } })),
      unevaluatedProperties: false,
    }),
    "refused",
  ],
  [
    "an enum of 50000 members",
    () => ({ properties: { a: { enum: Array.from({ length: 50_000 }, (_, index) => `m${index}`) } } }),
    "valid",
  ],
  [
    "1000 large patterns",
    () => ({ properties: named(100, (index) => ({ pattern: `(x{1,30}${index}){1,30}` })) }),
    "refused",
  ],
  [
    "overlapping references into one deep schema",
    () => ({
      $defs: { a: nest(40, (inner) => ({ properties: { a: inner, b: {} } })) },
      properties: named(40, (index) => ({ $ref: `#/$defs/a${"/properties/a".repeat(index)}` })),
    }),
    "refused",
  ],
  [
    "the largest schema that a session accepts",
    () => ({ properties: named(220, () => ({ type: "string", minLength: 1, maxLength: 9 })) }),
    "valid",
  ],
];

for (const [name, make, expected] of COMPILE_BOMBS) {
  Deno.test(`compileStructured stays calm at a schema with ${name}`, async () => {
    assertEquals(await assertCalm(make(), {}), expected);
  });
}

const tree = {
  $defs: {
    t: {
      anyOf: [
        { properties: { a: { $ref: "#/$defs/t" }, b: { const: 1 } }, required: ["b"] },
        { properties: { a: { $ref: "#/$defs/t" }, b: { const: 2 } }, required: ["b"] },
      ],
    },
  },
  allOf: [{ $ref: "#/$defs/t" }],
};

function deepValue(levels: number): JsonObject {
  let value: JsonObject = { b: 3 };
  for (let level = 0; level < levels; level += 1) value = { a: value, b: 2 };
  return value;
}

const list = (count: number, make: (index: number) => Json): Json => Array.from({ length: count }, (_, i) => make(i));

const VALUE_BOMBS: [name: string, schema: JsonObject, args: Json][] = [
  ["a tree that is tried twice at every level", tree, deepValue(60)],
  ["50000 items that must be unique", { properties: { l: { uniqueItems: true } } }, {
    l: list(50_000, (i) => `s${i}`),
  }],
  ["2000 objects that must be unique", { properties: { l: { uniqueItems: true } } }, {
    l: list(2000, (i) => ({ i, n: [i] })),
  }],
  ["items held against a large enum", { properties: { l: { items: { enum: list(2000, (i) => ({ i })) } } } }, {
    l: list(2000, () => ({ i: 1999 })),
  }],
  ["items held against many branches", {
    properties: { l: { items: { oneOf: list(50, (i) => ({ properties: { k: { const: i } } })) } } },
  }, { l: list(20_000, () => ({ k: 49 })) }],
  ["a pattern run on many texts", { properties: { l: { items: { pattern: "(.*a){20}$" } } } }, {
    l: list(5000, () => "ab".repeat(100)),
  }],
  ["200000 properties", { additionalProperties: { type: "integer" } }, named(200_000, (i) => i)],
  ["lists in lists", { properties: { l: { contains: { contains: { contains: { const: 1 } } } } } }, {
    l: list(100, () => list(100, () => list(100, () => 0))),
  }],
  ["addresses that are nearly right", { properties: { l: { items: { format: "email" } } } }, {
    l: list(3000, () => `${"a.".repeat(2000)}@`),
  }],
  ["1000 texts to be read as numbers", { properties: { l: { items: { type: "integer" } } } }, {
    l: list(1000, (i) => String(i)),
  }],
  ["a value nested 100000 deep", { properties: { a: {} } }, deepValue(100_000)],
];

for (const [name, schema, args] of VALUE_BOMBS) {
  Deno.test(`judge stays calm at ${name}`, async () => {
    const answer = await assertCalm(schema, args);
    assert(answer === "valid" || answer === "invalid", answer);
  });
}
