/** An input that a host or a hook has changed is checked and judged again. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture, linesOf, startQwen } from "../support/qwen.ts";

const HOST = ["--input-format", "stream-json", "--output-format", "stream-json", "--approval-mode", "default"];
const DENY = ["--exclude-tools", "Edit(secret/**)"];
const INITIALIZE = { type: "control_request", request_id: "r1", request: { subtype: "initialize", hooks: null } };
const PROMPT = { type: "user", session_id: "", parent_tool_use_id: null, message: { role: "user", content: "go" } };

interface Course {
  /** The results of tool calls, as text. */
  results: string[];
  /** The denials that the result lists. */
  denials: { tool_name: string }[];
  /** The files of the workspace by name. */
  files: Record<string, string>;
}

/** Asks the host about one `write_file` call to `open/a.txt`; the host allows it with another input. */
async function allowChanged(
  change: (input: { file_path: string; content: string }, cwd: string) => unknown,
  options: { settings?: Record<string, unknown>; isAsked?: boolean } = {},
): Promise<Course> {
  await using fixture = await Fixture.open({ "open/a.txt": "old\n", "secret/a.txt": "old\n" });
  if (options.settings) {
    await Deno.mkdir(`${fixture.home}/.qwen`);
    await Deno.writeTextFile(`${fixture.home}/.qwen/settings.json`, JSON.stringify(options.settings));
  }
  const input = { file_path: `${fixture.cwd}/open/a.txt`, content: "new\n" };
  await using model = fakeModel([[{ call: "write_file", input }], "Done."]);
  await using run = startQwen([...HOST, ...DENY], { fixture, env: model.env, stdin: { open: true } });
  await run.send(INITIALIZE, PROMPT);
  if (options.isAsked ?? true) {
    await run.until(/"can_use_tool"/);
    const { request_id } = linesOf(run.stdout).find((line) => line.request?.subtype === "can_use_tool");
    const response = { behavior: "allow", updatedInput: change(input, fixture.cwd) };
    await run.send({ type: "control_response", response: { subtype: "success", request_id, response } });
  }
  await run.until(/"type":"result"/);
  await run.closeInput();
  const lines = linesOf((await run.end).stdout);
  const blocks = lines.flatMap((line) => line.type === "user" ? line.message.content : []);
  const files: Record<string, string> = {};
  for (const name of ["open/a.txt", "open/b.txt", "secret/a.txt"]) {
    const text = await Deno.readTextFile(`${fixture.cwd}/${name}`).catch(() => null);
    if (text !== null) files[name] = text;
  }
  return {
    results: blocks.flatMap((block) => block.type === "tool_result" ? [block.content] : []),
    denials: lines.at(-1).permission_denials,
    files,
  };
}

const UNTOUCHED = { "open/a.txt": "old\n", "secret/a.txt": "old\n" };

Deno.test("a host cannot redirect an allowed edit to a file that a rule denies", async () => {
  const { results, denials, files } = await allowChanged((input, cwd) => ({
    ...input,
    file_path: `${cwd}/secret/a.txt`,
  }));
  assertEquals(files, UNTOUCHED);
  assertEquals(denials.map(({ tool_name }) => tool_name), ["write_file"]);
  assertStringIncludes(results[0], 'deny rule: "Edit(secret/**)"');
});

Deno.test("a host cannot redirect an allowed edit out of the workspace", async () => {
  await using outside = await Fixture.open();
  const path = `${outside.cwd}/made.txt`;
  const { files } = await allowChanged((input) => ({ ...input, file_path: path }));
  assertEquals(files, UNTOUCHED);
  assertEquals(await Deno.stat(path).catch(() => null), null);
});

Deno.test("an input that a host has changed must fit the tool's schema", async () => {
  const { results, files } = await allowChanged((input) => ({ file_path: input.file_path }));
  assertEquals(files, UNTOUCHED);
  assertStringIncludes(results[0], "content");
});

Deno.test("a host may change an input to another file that is allowed", async () => {
  const { denials, files } = await allowChanged((input, cwd) => ({ ...input, file_path: `${cwd}/open/b.txt` }));
  assertEquals(files, { ...UNTOUCHED, "open/b.txt": "new\n" });
  assertEquals(denials, []);
});

Deno.test("a PermissionRequest hook cannot redirect an allowed edit to a file that a rule denies", async () => {
  const answer = `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow",` +
    `"updatedInput":{"file_path":"'"$PWD"'/secret/a.txt","content":"new"}}}}`;
  const hooks = { PermissionRequest: [{ hooks: [{ type: "command", command: `echo '${answer}'`, timeout: 20_000 }] }] };
  const { results, denials, files } = await allowChanged((input) => input, { settings: { hooks }, isAsked: false });
  assertEquals(files, UNTOUCHED);
  assertEquals(denials.length, 1);
  assertStringIncludes(results[0], 'deny rule: "Edit(secret/**)"');
});
