import { assertEquals, assertStringIncludes } from "@std/assert";
import { edit } from "../../../../lib/tools/files/edit.ts";
import { readFile } from "../../../../lib/tools/files/read_file.ts";
import { syntaxWarning } from "../../../../lib/tools/files/syntax_check.ts";
import { ToolBench } from "../../../support/tool_bench.ts";

const BROKEN: [name: string, text: string, line: number][] = [
  ["a.json", '{\n  "a": 1,\n  "b": ,\n}', 3],
  ["a.yaml", "a: 1\nb:\n  - x\n c: 2\n", 4],
  ["a.toml", 'a = 1\nb = "x\n', 2],
  ["a.js", "const a = 1;\nfunction f( {\n", 3],
  ["a.ts", "const a: number = 1;\nfunction f(b: string {\n}\n", 2],
  ["a.tsx", "const a = <p>text;\n", 1],
  ["a.py", "def f():\nreturn 1\n", 2],
];

for (const [name, text, line] of BROKEN) {
  Deno.test(`syntaxWarning names the line of an error in ${name}`, async () => {
    await using bench = await ToolBench.open({ [name]: text });
    const path = bench.path(name);
    const warning = await syntaxWarning({ path, real: path, before: null, after: text }, bench.context());
    assertStringIncludes(warning, `syntax error at line ${line}:`);
  });
}

const VALID: [name: string, text: string][] = [
  ["a.json", '{"a": [1, 2]}'],
  ["tsconfig.json", "{ /* comment */ }"],
  ["a.yaml", "a: 1\n---\nb: !Ref x\n"],
  ["a.toml", 'a = 1\n[b]\nc = "d"\n'],
  ["a.js", "#!/usr/bin/env node\nimport a from 'a';\nawait a;\nexport default a?.b ?? 1;\n"],
  ["a.cjs", "with (a) { b; }\nreturn 1;\n"],
  ["react.js", "export const A = () => <p>text</p>;\n"],
  ["a.ts", "enum A { B }\nabstract class C<T> { constructor(private readonly a: T) {} }\nconst x = <string>y;\n"],
  ["b.ts", "type A = { [K in keyof B]?: B[K] };\nexport default {} satisfies A;\nusing z = f<number>();\n"],
  ["a.tsx", "export const A = ({ b }: { b: string }) => <p>{b}</p>;\n"],
  ["a.py", "def f():\n    return 1\n"],
  ["a.txt", "{"],
];

for (const [name, text] of VALID) {
  Deno.test(`syntaxWarning says nothing about ${name}: ${text.slice(0, 30).replaceAll("\n", " ")}`, async () => {
    await using bench = await ToolBench.open({ [name]: text });
    const path = bench.path(name);
    assertEquals(await syntaxWarning({ path, real: path, before: null, after: text }, bench.context()), "");
  });
}

Deno.test("an edit that breaks a file is made, and warns", async () => {
  await using bench = await ToolBench.open({ "a.json": '{"a": 1}\n' });
  await bench.call(readFile, { file_path: "a.json" });
  const first = await bench.call(edit, { file_path: "a.json", old_string: "1", new_string: "" });
  assertEquals(first.outcome.isError ?? false, false);
  assertStringIncludes(first.text, "Warning: the file now has a syntax error at line 1");
  assertEquals(await bench.get("a.json"), '{"a": }\n');
  const second = await bench.text(edit, { file_path: "a.json", old_string: '"a"', new_string: '"b"' });
  assertStringIncludes(second, "It had one before this change as well.");
});
