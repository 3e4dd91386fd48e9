import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { agentRun } from "../support/agent_run.ts";
import { pdfOf } from "../support/pdf.ts";

Deno.test("read_file numbers lines from 1, bounds long ones and names an empty file", async () => {
  const { results } = await agentRun(() => [[
    { call: "read_file", input: { file_path: "a.txt", offset: 0, limit: 2 } },
    { call: "read_file", input: { file_path: "min.js" } },
    { call: "read_file", input: { file_path: "empty.txt" } },
  ]], { files: { "a.txt": "alpha\nbeta\ngamma\n", "min.js": "x".repeat(100_000), "empty.txt": "" } });
  assertStringIncludes(results[0], "1\talpha\n2\tbeta");
  assertStringIncludes(results[0], "Use offset 3 to read on");
  assert(results[1].length < 2_200, `${results[1].length} characters of a minified line`);
  assertStringIncludes(results[1], "it has 100000 characters");
  assertEquals(results[2], "(empty file)");
});

Deno.test("read_file shows the cells of a notebook and the text of a PDF", async () => {
  const outputs = [{ output_type: "display_data", data: { "image/png": "A".repeat(9_000) } }];
  const notebook = { cells: [{ cell_type: "code", source: ["print(1)\n"], outputs }] };
  const { results } = await agentRun(() => [[
    { call: "read_file", input: { file_path: "n.ipynb" } },
    { call: "read_file", input: { file_path: "a.pdf" } },
  ]], { files: { "n.ipynb": JSON.stringify(notebook), "a.pdf": pdfOf(["Chapter one"]) } });
  assertStringIncludes(results[0], "[cell 1: code, id cell-0]\nprint(1)");
  assert(!results[0].includes("AAAA"));
  assertStringIncludes(results[1], "[page 1]\nChapter one");
});
