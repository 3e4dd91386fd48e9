/** What a conversation shows: rendered answers, calls, diffs, the status, and nothing that a model could smuggle in. */
// deno-lint-ignore-file no-control-regex -- escape sequences are what is checked.
import { assert, assertEquals, assertMatch } from "@std/assert";
import { ENTER, ignore, READY, task } from "../support/conversation_task.ts";
import { fakeModel } from "../support/fake_model.ts";
import { foreignControls, Person } from "../support/pty.ts";
import { Fixture, runQwen } from "../support/qwen.ts";

task("tables, code and diffs are drawn", {
  replies: (cwd) => [
    [
      { text: "| Name | Size |\n|---|---|\n| one | 1 |\n\n```ts\nconst a = 1; // why\n```\n\n1. first\n2. second\n" },
      { call: "read_file", input: { file_path: `${cwd}/a.txt` } },
    ],
    [
      { call: "edit", input: { file_path: `${cwd}/a.txt`, old_string: "alpha", new_string: "beta" } },
    ],
    "Edited.",
  ],
  play: async ({ person }) => {
    await person.type(`go${ENTER}`);
    await person.sees(/Name │ Size\n─+\n {0,1}one +│ 1[^]*const a = 1; \/\/ why[^]*1\. first\n2\. second/);
    await person.sees(/-alpha\n +\+beta[^]*Allow edit\?/);
    await person.type("y");
    await person.sees(/✓ .*a\.txt[^]*-alpha\n +\+beta[^]*Edited\./);
    const bytes = person.run.stdout;
    assert(
      bytes.includes("\x1b[31m-alpha\x1b[0m") && bytes.includes("\x1b[32m+beta\x1b[0m"),
      "the diff has no colours",
    );
    assert(bytes.includes("\x1b[35mconst\x1b[0m") && bytes.includes("\x1b[2m// why\x1b[0m"), "the code has no colours");
  },
});

task("a call is one line with its state and time, and Ctrl-O opens its output", {
  args: ["--approval-mode", "yolo"],
  replies: () => [
    [{
      call: "run_shell_command",
      input: { command: "until [ -e go ]; do sleep 0.02; done; sleep 1; seq 1 9", description: "Count" },
    }],
    "Counted.",
  ],
  play: async ({ person, fixture }) => {
    await person.type(`go${ENTER}`);
    await person.sees(/… Run until.* · \d+s/);
    await fixture.write("go", "");
    const before = await person.sees(/✓ Run until[^\n]* · \d+s\nCounted\./);
    assert(!/^ +7$/m.test(before), before);
    await person.type("\x0f");
    await person.sees(/^ +7$/m);
  },
});

task("the status line names model, mode, folder, branch and tokens", {
  replies: () => ["Hello.", "Again."],
  prepare: async ({ cwd }) => {
    await Deno.mkdir(`${cwd}/.git`);
    await Deno.writeTextFile(`${cwd}/.git/HEAD`, "ref: refs/heads/topic/one\n");
  },
  play: async ({ person, fixture }) => {
    await person.sees(/fake-model · default · work · topic\/one/);
    await person.type(`hello${ENTER}`);
    await person.sees(/topic\/one(?: ·|\n)\s*\d+ tokens/);
    await Deno.writeTextFile(`${fixture.cwd}/.git/HEAD`, "ref: refs/heads/two\n");
    await person.type(`again${ENTER}`);
    await person.sees(/work · two/);
  },
});

task("escape sequences of model and tools never reach the terminal", {
  columns: 80,
  args: ["--approval-mode", "yolo"],
  replies: () => [
    [
      {
        text: [
          "# a\x1b]0;evil",
          "\x07b\r\x1b[2J\x1b",
          "]52;c;ZXZpbA==\x07 \u009b31m\n\n```\n\x1b[8mcode\x1b[2J\n```\n",
        ],
      },
      { thinking: "\x1b[2Jhm" },
      {
        call: "run_shell_command",
        input: {
          command: "printf '\\033]0;evil\\007\\033[2J'; printf '\\033[8m' >&2; exit 3 # \x1b[8m",
          description: "x",
        },
      },
    ],
    "End\x1b[?1049h.",
  ],
  play: async ({ person }) => {
    await person.type(`go${ENTER}`);
    await person.sees(/End\./);
    await person.type("\x0f");
    await person.type(`!printf '\\033]0;evil\\007'; echo shown${ENTER}`);
    await person.sees(/shown\n[^]*shown/);
    assertEquals(foreignControls(person.run.stdout), []);
  },
});

task("an answer that was cut says so", {
  columns: 80,
  replies: () => Array.from({ length: 12 }, () => [{ text: "Half an ans" }, { stop: "length" }]),
  play: async ({ person }) => {
    await person.type(`go${ENTER}`);
    await person.sees(/Half an ans[^]*cut by the output limit[^]*> *\nfake-model/);
  },
});

task("an answer that was cut and continued is shown whole, without a warning", {
  columns: 80,
  replies: () => [[{ text: "Half an ans" }, { stop: "length" }], "wer is whole."],
  play: async ({ person }) => {
    await person.type(`go${ENTER}`);
    const screen = await person.sees(/Half an answer is whole\./);
    assert(!screen.includes("cut off"), screen);
  },
});

Deno.test("One prompt: an answer that was cut says so on stderr and by its exit status", async () => {
  await using fixture = await Fixture.open();
  const replies = Array.from({ length: 12 }, () => [{ text: "Half an ans" }, { stop: "length" }]);
  await using model = fakeModel(replies);
  const run = await runQwen(["go"], { fixture, env: model.env });
  assertEquals(run.code, 56);
  assertMatch(run.stdout, /^Half an ans/);
  assertMatch(run.stderr, /cut|truncated|limit/);
});

Deno.test({
  name: "One prompt at a terminal: an answer that was cut and continued is one text",
  ignore,
  fn: async () => {
    await using fixture = await Fixture.open();
    await using model = fakeModel([[{ text: "Half an ans" }, { stop: "length" }], "wer is whole."]);
    await using person = new Person(["go"], { fixture, env: model.env, line: '"$@"; echo "exit $?"' });
    await person.sees(/^Half an answer is whole\.\nexit 0/m);
  },
});

Deno.test({
  name: "Conversation: with NO_COLOR no style is written, and --screen-reader writes words and no escape sequence",
  ignore,
  fn: async () => {
    await using fixture = await Fixture.open();
    await using model = fakeModel(["# **Bold**\n\n`code`", "# **Bold**"]);
    {
      await using person = new Person([], { fixture, env: { ...model.env, NO_COLOR: "1" } });
      await person.sees(READY);
      await person.type(`go${ENTER}`);
      await person.sees(/Bold\n\ncode\n> *\n/);
      assertEquals(person.run.stdout.match(/\x1b\[[0-9;]*m/g), null);
    }
    await using person = new Person(["--screen-reader"], { fixture, env: model.env });
    await person.sees(/^> *$/m);
    await person.type(`go${ENTER}`);
    await person.sees(/# \*\*Bold\*\*/);
    assert(!person.run.stdout.includes("\x1b"));
  },
});
