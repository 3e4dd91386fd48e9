import { assertEquals } from "@std/assert";
import house from "../../support/house_lint.ts";

/** A rule with code that keeps it and code that breaks it. */
interface Example {
  rule: string;
  /** Where the code stands; by default in lib/. */
  file?: string;
  good: string[];
  bad: string[];
}

const lines = (count: number): string => "//\n".repeat(count);

const EXAMPLES: Example[] = [
  {
    rule: "layers",
    file: "/project/lib/model/a.ts",
    good: ['import { x } from "./json.ts";'],
    bad: ['import { x } from "../engine/x.ts";', 'export * from "ajv";', 'await import("../cli/run.ts");'],
  },
  {
    rule: "no-stdout",
    good: ["console.error(1);"],
    bad: ["console.log(1);", "Deno.stdout.writeSync(bytes);"],
  },
  { rule: "max-file-lines", good: [lines(400)], bad: [lines(401)] },
  {
    rule: "max-function-lines",
    good: [`function a() {\n${lines(58)}}`],
    bad: [`function a() {\n${lines(59)}}`, `const a = () => {\n${lines(59)}};`, `class A { a() {\n${lines(59)}} }`],
  },
  {
    rule: "max-parameters",
    good: [
      "function f(a: string, b: string) {}",
      "function f(a: string, b: string, options: { c: boolean }) {}",
      "function f(a: string, b: string, options: Options = {}) {}",
      "function f(a: string, b: string, { c }: Options) {}",
      "function f(a: string, b: string, ...rest: string[]) {}",
      "text.replace(/a/, (whole, first, second, third) => third);",
    ],
    bad: [
      "function f(a: string, b: string, c: string) {}",
      "function f(a: string, b: string, c: string[]) {}",
      "const f = (a: A, b: B, c: C, d: D) => a;",
      "class A { constructor(a: string, b: string, c = false) {} }",
    ],
  },
  {
    rule: "no-double-assertion",
    good: ["const a = b as string;"],
    bad: ["const a = b as unknown as string;"],
  },
  {
    rule: "no-empty-catch",
    good: [
      "try { a(); } catch { b(); }",
      "try { a(); } catch {\n// The file is optional.\n}",
      "a().catch(() => null);",
    ],
    bad: ["try { a(); } catch {}", "try { a(); } catch (error) {\n}", "a().catch(() => {});"],
  },
  {
    rule: "no-ambient-time",
    good: ["clock.now();", "new Date(0);", "clearTimeout(timer);"],
    bad: [
      "Date.now();",
      "Math.random();",
      "setTimeout(f, 1);",
      "globalThis.setInterval(f, 1);",
      "AbortSignal.timeout(1);",
    ],
  },
  { rule: "no-ambient-time", file: "/project/lib/model/clock.ts", good: ["Date.now();"], bad: [] },
  {
    rule: "no-retired-words",
    file: "/project/lib/example/b.ts",
    good: [
      "const finish_reason = 1;",
      "// The words of a shell command.",
      "// They agree.",
      "// Tests stand in a folder.",
    ],
    bad: [
      "class Workshop {}",
      "const hook_desk = 1;",
      "// They run inside the walls.",
      "const openStandIns = 1;",
      "// In the words of the dialect.",
      "// It is not to be had here.",
      "agree(stream);",
    ],
  },
  {
    rule: "no-slash-for-absolute",
    good: ["isAbsolute(path);", 'prompt.startsWith("/");', 'path.startsWith("./");'],
    bad: ['path.startsWith("/");', 'options.cwd.startsWith("/");', 'filePath.startsWith("/");'],
  },
];

for (const { rule, file = "/project/lib/example/a.ts", good, bad } of EXAMPLES) {
  Deno.test(`house_lint: ${rule} in ${file.slice("/project/".length)}`, () => {
    const found = (source: string): boolean =>
      Deno.lint.runPlugin(house, file, source).some(({ id }) => id === `house/${rule}`);
    assertEquals(good.filter(found), [], "code that keeps the rule is refused");
    assertEquals(bad.filter((source) => !found(source)), [], "code that breaks the rule passes");
  });
}

Deno.test("house_lint: every rule has an example", () => {
  const tested = new Set(EXAMPLES.map(({ rule }) => rule));
  assertEquals(Object.keys(house.rules).filter((rule) => !tested.has(rule)), []);
});
