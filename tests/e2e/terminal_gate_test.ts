/** The answers and commands of a person go through the same gate as those of a host. */
import { assert, assertMatch } from "@std/assert";
import { ENTER, task } from "../support/conversation_task.ts";
import { soon } from "../support/pty.ts";
import type { Fixture } from "../support/qwen.ts";

/** Whether the command of the model was run. The sandbox may hold places for files of its own. */
function isMade({ cwd }: Fixture): boolean {
  return [...Deno.readDirSync(cwd)].some(({ name }) => name === "made");
}

const CALL = { call: "run_shell_command", input: { command: "touch made", description: "Make it" } };

task("an input that was edited into a forbidden one is refused", {
  columns: 80,
  args: ["--disallowed-tools", "run_shell_command(rm *)"],
  replies: () => [[CALL], "Then not."],
  play: async ({ person, fixture, model }) => {
    await person.type(`go${ENTER}`);
    await person.sees(/Allow run_shell_command\?/);
    await person.type("e");
    await person.sees(/> touch made/);
    await person.type(`\x15rm a.txt${ENTER}`);
    await person.sees(/Changed input/);
    await person.type("y");
    await person.sees(/Then not\./);
    assert(!isMade(fixture));
    assert([...Deno.readDirSync(fixture.cwd)].some(({ name }) => name === "a.txt"), "the file was removed");
    assertMatch(JSON.stringify(model.requests[1].body.messages.at(-1)), /deny rule/);
  },
});

task("a command typed by ! obeys the rules", {
  columns: 80,
  args: ["--disallowed-tools", "run_shell_command(rm *)"],
  replies: () => [],
  play: async ({ person, fixture }) => {
    await person.type(`!rm a.txt${ENTER}`);
    await person.sees(/Denied run_shell_command[^]*> *\nfake-model/);
    assert([...Deno.readDirSync(fixture.cwd)].some(({ name }) => name === "a.txt"), "the file was removed");
  },
});

task("a rule for the session does not outlive it, and says what it allows", {
  columns: 80,
  replies: () => [[CALL], "Made."],
  play: async ({ person, fixture }) => {
    await person.type(`go${ENTER}`);
    await person.sees(/Always in this session: run_shell_command\(touch/);
    await person.type("a");
    await person.sees(/Made\./);
    assert(isMade(fixture));
  },
});

task("Ctrl-C cancels the turn, also at a question, and the conversation goes on", {
  columns: 80,
  replies: () => [[{ text: "one " }, { wait: "never" }], [CALL], "Third answer."],
  play: async ({ person, fixture, model }) => {
    await person.type(`go${ENTER}`);
    await person.sees(/one/);
    await person.type("\x03");
    await person.sees(/Cancelled\./);
    await soon(model.requests[0].aborted, "the end of the request");
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    await person.type(`again${ENTER}`);
    await person.sees(/Allow run_shell_command\?/);
    await person.type("\x03");
    await person.sees(/Cancelled\.[^]*Cancelled\./);
    await person.type(`more${ENTER}`);
    await person.sees(/Third answer\./);
    assert(!isMade(fixture));
  },
});
