import { assertEquals, assertStringIncludes } from "@std/assert";
import { agentRun } from "../support/agent_run.ts";

const FILE = "class A:\n    def f(self):\n        return \u201cx\u201d\n\n    def g(self):\n        return 1\n";

/** Reads the file, makes the edits one after the other, and returns the results of the edits and the file. */
async function edits(file: string, inputs: Record<string, unknown>[]): Promise<{ results: string[]; after: string }> {
  let after = "";
  const { results } = await agentRun(() => [
    [{ call: "read_file", input: { file_path: "a.py" } }],
    ...inputs.map((input) => [{ call: "edit", input: { file_path: "a.py", ...input } }]),
  ], {
    files: { "a.py": file },
    after: async ({ cwd }) => {
      after = await Deno.readTextFile(`${cwd}/a.py`);
    },
  });
  return { results: results.slice(1), after };
}

Deno.test("near misses of edit succeed where one place fits, and the result says which way", async () => {
  const { results, after } = await edits(FILE, [
    { old_string: "def g(self):  \n    return 1", new_string: "def g(self):\n    return 2" },
    { old_string: '        return "x"', new_string: '        return "y"' },
  ]);
  assertEquals(after, 'class A:\n    def f(self):\n        return "y"\n\n    def g(self):\n        return 2\n');
  assertStringIncludes(results[0], "another indentation");
  assertStringIncludes(results[1], "other quotes, dashes or blanks");
});

Deno.test("an edit that fits nowhere or twice is answered with lines", async () => {
  const { results, after } = await edits(FILE, [
    { old_string: "    def g(self):\n        return 2", new_string: "x" },
    { old_string: "return", new_string: "yield" },
    { old_string: "5\t    def g(self):", new_string: "x" },
  ]);
  assertEquals(after, FILE);
  assertStringIncludes(results[0], "5\t    def g(self):\n6\t        return 1");
  assertStringIncludes(results[0], 'line 6 is "        return 1", old_string has "        return 2"');
  assertStringIncludes(results[1], "at lines 3, 6");
  assertStringIncludes(results[2], "line numbers of read_file");
});

Deno.test("each usual near miss of edit succeeds, or is answered with its own advice", async () => {
  const file = "def f():\n\tif a < b:  \n\t\treturn \u2018x\u2019\n\ndef g():\n\treturn 1\n\ndef h():\n\treturn 1\n";
  const tried: [old: string, fits: boolean, said: string][] = [
    ["def g():\n    return 1\n\ndef h():", true, "another indentation"],
    ["\tif a < b:\n", true, "other blanks at line ends"],
    ["\t\treturn 'x'", true, "other quotes"],
    ["\tif a &lt; b:", false, "HTML entities"],
    ["def g():\\n\\treturn 1", false, "as two characters"],
    ["5\tdef g():\n6\t\treturn 1", false, "line numbers of read_file"],
    ["\treturn 1", false, "at lines 6, 9"],
    ["def g(x):\n\treturn 1", false, 'line 5 is "def g():", old_string has "def g(x):"'],
  ];
  const outcomes = await Promise.all(tried.map(async ([old_string, fits, said]) => {
    const { results, after } = await edits(file, [{ old_string, new_string: "pass" }]);
    return [after !== file, results[0].includes(said)].join() === [fits, true].join() ? null : results[0];
  }));
  assertEquals(outcomes, tried.map(() => null));
});

Deno.test("several changes of one file are made at once, all or none", async () => {
  const { results, after } = await edits(FILE, [
    { edits: [{ old_string: "class A", new_string: "class B" }, { old_string: "nothing", new_string: "x" }] },
    { edits: '[{"old_string": "class A", "new_string": "class C"}, {"old_string": "return 1", "new_string": "pass"}]' },
  ]);
  assertStringIncludes(results[0], "edits[1].old_string");
  assertStringIncludes(results[1], "read edits as an array");
  assertEquals(after, FILE.replace("class A", "class C").replace("return 1", "pass"));
});

Deno.test("an edit that breaks the syntax is made, and warns with the line", async () => {
  const { results, after } = await edits(FILE.replaceAll(/[\u201c\u201d]/g, '"'), [
    { old_string: "def g(self):", new_string: "def g(self:" },
  ]);
  assertStringIncludes(after, "def g(self:");
  assertStringIncludes(results[0], "Warning: the file now has a syntax error at line 5");
});
