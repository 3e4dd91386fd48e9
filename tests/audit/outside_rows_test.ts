import { assertEquals } from "@std/assert";
import { fakeModel, type Step } from "../support/fake_model.ts";
import { Fixture, linesOf, startQwen } from "../support/qwen.ts";

const HOST = ["--input-format", "stream-json", "--output-format", "stream-json"];
const INITIALIZE = { type: "control_request", request_id: "i", request: { subtype: "initialize" } };
const PROMPT = { type: "user", message: { role: "user", content: "go" }, parent_tool_use_id: null, session_id: "" };

interface Told {
  /** The suggestions of each question. */
  suggestions: { type: string; directories?: string[] }[][];
  /** Whether each result is an error. */
  failures: boolean[];
  content: string;
}

/** A run in which the host allows every question; the calls name files in a folder beside the workspace. */
async function allowed(dialect: "qwen" | "claude", calls: (outside: string) => Step[][]): Promise<Told> {
  await using fixture = await Fixture.open();
  // Commands and file tools have a /tmp of their own, so the folder is elsewhere.
  const outside = await Deno.realPath(await Deno.makeTempDir({ dir: "/var/tmp", prefix: "qwen_outside_" }));
  await using _cleanup = { [Symbol.asyncDispose]: () => Deno.remove(outside, { recursive: true }) };
  await Deno.writeTextFile(`${outside}/a.txt`, "alpha\n");
  const steps = calls(outside);
  await using model = fakeModel([...steps, "Done."]);
  const prompts = dialect === "claude" ? ["--permission-prompt-tool", "stdio"] : ["--approval-mode", "default"];
  const options = { fixture, env: model.env, stdin: { open: true } as const };
  await using run = startQwen([...HOST, "--dialect", dialect, ...prompts], options);
  await run.send(INITIALIZE, PROMPT);
  const suggestions: Told["suggestions"] = [];
  const answered = new Set<string>();
  for (;;) {
    await run.until(new RegExp(`(?:"can_use_tool"[^\\n]*\\n[^]*){${answered.size + 1}}|"type":"result"`));
    const lines = linesOf(run.stdout.slice(0, run.stdout.lastIndexOf("\n")));
    if (lines.some(({ type }) => type === "result")) break;
    for (const { type, request_id, request } of lines) {
      if (type !== "control_request" || answered.has(request_id)) continue;
      answered.add(request_id);
      suggestions.push(request.permission_suggestions);
      const response = { subtype: "success", request_id, response: { behavior: "allow", updatedInput: request.input } };
      await run.send({ type: "control_response", response });
    }
  }
  await run.closeInput();
  const results = linesOf((await run.end).stdout).filter(({ type }) => type === "user");
  return {
    suggestions,
    failures: results.map(({ message }) => message.content[0].is_error === true),
    content: await Deno.readTextFile(`${outside}/b.txt`).catch(() => ""),
  };
}

for (const dialect of ["qwen", "claude"] as const) {
  Deno.test(`Real clients 2: an allow opens exactly the path outside the workspace in ${dialect}`, async () => {
    const told = await allowed(dialect, (outside) => [
      [{ call: "read_file", input: { file_path: `${outside}/a.txt` } }],
      [{ call: "write_file", input: { file_path: `${outside}/b.txt`, content: "beta\n" } }],
    ]);
    assertEquals([told.failures, told.content], [[false, false], "beta\n"]);
  });
}

Deno.test("Real clients 2: addDirectories is among the suggestions for reads and writes", async () => {
  const told = await allowed("claude", (outside) => [
    [{ call: "read_file", input: { file_path: `${outside}/a.txt` } }],
    [{ call: "write_file", input: { file_path: `${outside}/b.txt`, content: "beta\n" } }],
  ]);
  for (const list of told.suggestions) {
    assertEquals(list.some(({ type, directories }) => type === "addDirectories" && directories?.length === 1), true);
  }
  assertEquals(told.suggestions.length, 2);
});

Deno.test("Real clients 2: an allow opens the path for that call only, and system files stay closed", async () => {
  const told = await allowed("claude", (outside) => [
    [{ call: "write_file", input: { file_path: `${outside}/b.txt`, content: "one\n" } }],
    [{ call: "read_file", input: { file_path: `${outside}/b.txt` } }],
    [{ call: "read_file", input: { file_path: "/proc/self/environ" } }],
  ]);
  // Each call outside was asked about again.
  assertEquals([told.suggestions.length >= 2, told.failures], [true, [false, false, true]]);
});
