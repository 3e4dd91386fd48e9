/** Searches through real tool calls: with ripgrep, without it, and several in one round. */
import { assert, assertEquals } from "@std/assert";
import { fakeModel, type Step } from "../support/fake_model.ts";
import { Fixture, runQwen } from "../support/qwen.ts";

const FILES: Readonly<Record<string, string>> = {
  ".git/HEAD": "",
  ".gitignore": "*.log\n",
  "src/a.ts": "first needle\nother\nNEEDLE again\n",
  "src/b.ts": "a needle\r\n",
  "src/x.log": "needle\n",
  "docs/c.md": "no match\n",
};

const CALLS: Step[] = [
  { call: "grep_search", input: { pattern: "needle" } },
  { call: "grep_search", input: { pattern: "needle", output_mode: "count" } },
  { call: "grep_search", input: { pattern: "needle", output_mode: "files_with_matches", type: "ts" } },
  { call: "grep_search", input: { pattern: "need.e", "-A": 1, case_sensitive: true } },
  { call: "grep_search", input: { pattern: "needle", path: "src/x.log" } },
  { call: "grep_search", input: { pattern: "needle", head_limit: 2 } },
  { call: "glob", input: { pattern: "**/*.ts" } },
  { call: "list_directory", input: { path: "src" } },
];

/** The results that the model saw, in the order of the calls. */
async function results(rounds: readonly (readonly Step[])[], args: readonly string[]): Promise<string[]> {
  await using fixture = await Fixture.open({ ...FILES });
  for (const [index, name] of ["src/a.ts", "src/b.ts"].entries()) {
    await Deno.utime(`${fixture.cwd}/${name}`, 1_000 + index, 1_000 + index);
  }
  await using model = fakeModel([...rounds.map((round) => [...round]), "done"]);
  await runQwen(["--yolo", "-o", "stream-json", ...args, "-p", "go"], { fixture, env: model.env });
  const last = model.requests.at(-1)?.body as { messages: { role: string; content: unknown }[] };
  const text = JSON.stringify(last.messages.filter(({ role }) => role === "tool").map(({ content }) => content));
  return JSON.parse(text.replaceAll(await Deno.realPath(fixture.cwd), "CWD"));
}

Deno.test("searches answer the same with ripgrep and without it", async () => {
  const builtin = await results([CALLS], ["--search=builtin"]);
  assertEquals(builtin.length, CALLS.length);
  assertEquals(
    String(builtin[0]),
    'Found 3 matches for pattern "needle" in path ".":\n---\nsrc/a.ts:1:first needle\nsrc/a.ts:3:NEEDLE again\n' +
      "src/b.ts:1:a needle\n[Ignore rules applied: name an ignored path to search it.]",
  );
  assert(String(builtin[4]).includes("src/x.log:1:needle"));
  assert(String(builtin[5]).includes("Showing 2 of 3 matches in 2 files"));
  assert(String(builtin[5]).includes("src/b.ts:1:"));
  assertEquals(await results([CALLS], []), builtin);
});

Deno.test("searches in one round answer as one at a time", async () => {
  const apart = await results(CALLS.map((call) => [call]), ["--search=builtin"]);
  assertEquals(await results([CALLS], ["--search=builtin"]), apart);
});
