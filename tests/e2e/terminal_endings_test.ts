/** How a conversation at the terminal begins and ends, and how it looks without a cursor. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { ENTER, ignore, READY, type Replies } from "../support/conversation_task.ts";
import { fakeModel } from "../support/fake_model.ts";
import { Person, screenOf, soon } from "../support/pty.ts";
import { Fixture } from "../support/qwen.ts";

interface Talk {
  person: Person;
  /** Sends a signal to the program itself. */
  signal: (name: Deno.Signal) => void;
}

const ENDINGS: Record<string, (talk: Talk) => void | Promise<void>> = {
  "/quit": ({ person }) => person.type(`/quit${ENTER}`),
  "Ctrl-D": ({ person }) => person.type("\x04"),
  "Ctrl-C twice": async ({ person }) => {
    await person.type("\x03");
    await person.sees(/Ctrl-C again/);
    await person.type("\x03");
  },
  "SIGTERM": ({ signal }) => signal("SIGTERM"),
  "SIGHUP": ({ signal }) => signal("SIGHUP"),
  "SIGINT twice": async ({ person, signal }) => {
    signal("SIGINT");
    await person.sees(/Ctrl-C again/);
    signal("SIGINT");
  },
};

/** Notes the process id, the state of the terminal before and after, and the exit status. */
const LINE = `stty -a > before; bash -c 'echo $$ > pid; exec "$@"' bash "$@"; echo "exit $?"; stty -a > after`;

for (const [name, end] of Object.entries(ENDINGS)) {
  Deno.test({
    name: `Conversation: the terminal is as before after ${name}`,
    ignore,
    fn: async () => {
      await using fixture = await Fixture.open();
      await using person = new Person(["--provider", "demo"], { fixture, line: LINE });
      await person.sees(READY);
      const pid = Number(await Deno.readTextFile(`${fixture.cwd}/pid`));
      await end({ person, signal: (signal) => Deno.kill(pid, signal) });
      await person.sees(/exit \d+/);
      await soon(person.run.end, "the end of the program");
      assertEquals(await Deno.readTextFile(`${fixture.cwd}/after`), await Deno.readTextFile(`${fixture.cwd}/before`));
    },
  });
}

for (const [name, moment] of [["a turn", /one/], ["a question", /Allow run_shell_command/]] as const) {
  Deno.test({
    name: `Conversation: the terminal is as before after SIGTERM during ${name}`,
    ignore,
    fn: async () => {
      await using fixture = await Fixture.open();
      const call = { call: "run_shell_command", input: { command: "touch made", description: "Make it" } };
      await using model = fakeModel([[{ text: "one " }, ...(name === "a turn" ? [{ wait: "never" }] : [call])]]);
      const args = ["--approval-mode", "default", "-i", "go"];
      await using person = new Person(args, { fixture, env: model.env, line: LINE });
      await person.sees(moment);
      Deno.kill(Number(await Deno.readTextFile(`${fixture.cwd}/pid`)), "SIGTERM");
      await person.sees(/exit 143/);
      await soon(person.run.end, "the end of the program");
      assertEquals(await Deno.readTextFile(`${fixture.cwd}/after`), await Deno.readTextFile(`${fixture.cwd}/before`));
      assert(![...Deno.readDirSync(fixture.cwd)].some((entry) => entry.name === "made"));
    },
  });
}

Deno.test({
  name: "Conversation: the terminal is as before after a tool was killed in a turn",
  ignore,
  fn: async () => {
    await using fixture = await Fixture.open();
    await using model = fakeModel([
      [{ call: "run_shell_command", input: { command: "kill -9 $$", description: "Die" } }],
      "It died.",
    ]);
    const line = 'stty -a > before; "$@"; echo "exit $?"; stty -a > after';
    await using person = new Person(["--yolo"], { fixture, env: model.env, line });
    await person.sees(READY);
    await person.type(`go${ENTER}`);
    await person.sees(/It died\./);
    await person.type("\x04");
    await person.sees(/exit 0/);
    await soon(person.run.end, "the end of the program");
    assertEquals(await Deno.readTextFile(`${fixture.cwd}/after`), await Deno.readTextFile(`${fixture.cwd}/before`));
  },
});

Deno.test({
  name: "Conversation: -c continues the last session, and -r lists them",
  ignore,
  fn: async () => {
    await using fixture = await Fixture.open();
    await using model = fakeModel(["First answer.", "Second answer.", "Third answer."]);
    const options = { fixture, env: model.env, line: '"$@"; echo "exit $?"' };
    {
      await using person = new Person(["-i", "remember me"], options);
      await person.sees(/First answer\./);
      await person.type("\x04");
      await person.sees(/exit 0/);
    }
    {
      await using person = new Person(["-c"], options);
      await person.sees(/> remember me[^]*First answer\.[^]*Resumed/);
      await person.type(`go on${ENTER}`);
      await person.sees(/Second answer\./);
      await person.type("\x04");
      await person.sees(/exit 0/);
    }
    await using person = new Person(["-r"], options);
    await person.sees(/Resume a session\n> remember me/);
    await person.type(ENTER);
    await person.sees(/Resumed/);
    await person.type(`once more${ENTER}`);
    await person.sees(/Third answer\./);
    assertMatch(JSON.stringify(model.requests[2].body), /remember me[^]*Second answer/);
  },
});

Deno.test({
  name: "Conversation: --plain moves and erases nothing, and TERM=dumb writes no escape sequence",
  ignore,
  fn: async () => {
    for (const [args, env] of [[["--plain"], {}], [[], { TERM: "dumb" }]] as const) {
      await using fixture = await Fixture.open();
      await using model = fakeModel([
        [{ call: "run_shell_command", input: { command: "touch made", description: "Make it" } }],
        "**Made.**",
      ]);
      const line = '"$@"; echo "exit $?"';
      const all = [...args, "--approval-mode", "default"];
      await using person = new Person(all, { fixture, env: { ...model.env, ...env }, line });
      await person.sees(/^> *$/m);
      await person.type(`go${ENTER}`);
      await person.sees(/Answer \(y\/n\/a/);
      await person.type("y");
      await person.sees(/Done: Run touch made[^]*\*\*Made\.\*\*/);
      await person.type("\x04");
      await person.sees(/exit 0/);
      assert(!person.run.stdout.includes("\x1b"), JSON.stringify(person.run.stdout));
    }
  },
});

Deno.test({
  name: "Conversation: --plain has numbered lists, queues what is typed, and sends it now at an empty line",
  ignore,
  fn: async () => {
    await using fixture = await Fixture.open();
    await using model = fakeModel([[{ text: "one\n" }, { wait: "on" }, { text: "end." }], "Second."]);
    const args = ["--plain", "--approval-mode", "default"];
    await using person = new Person(args, { fixture, env: model.env, line: '"$@"; echo "exit $?"' });
    await person.sees(/^> *$/m);
    await person.type(`/approval-mode${ENTER}`);
    await person.sees(/Approval mode\n {2}1: plan[^]*Number, or Enter for none: $/);
    await person.type(`9${ENTER}`);
    await person.sees(/That is not in the list\./);
    await person.type(`4${ENTER}`);
    await person.sees(/Approval mode set to auto\.[^]*^> *$/m);
    await person.type(`go${ENTER}`);
    await person.sees(/^one$/m);
    await person.type(`and then${ENTER}`);
    await person.sees(/Queued\. Enter on an empty line sends it now\./);
    await person.type(ENTER);
    await person.sees(/Sent into the running turn\./);
    model.release("on");
    await person.sees(/end\.\nSecond\./);
    assertMatch(JSON.stringify(model.requests[1].body), /and then/);
    await person.type("\x04");
    await person.sees(/exit 0/);
    assert(!person.run.stdout.includes("\x1b"), JSON.stringify(person.run.stdout));
  },
});

Deno.test({
  name: "One prompt at a terminal: questions are asked on stderr, stdout stays clean, --no-ask denies",
  ignore,
  fn: async () => {
    const replies = (cwd: string): Replies => [
      [{ call: "write_file", input: { file_path: `${cwd}/b.txt`, content: "new\n" } }],
      "Done.",
    ];
    await using fixture = await Fixture.open();
    const line = 'stty -a > before; "$@" > out.txt; echo "exit $?"; stty -a > after';
    {
      await using model = fakeModel(replies(fixture.cwd));
      const args = ["--approval-mode", "default", "fix it"];
      await using person = new Person(args, { fixture, env: model.env, line });
      await person.sees(/Allow write_file\?/);
      await person.type("y");
      await person.sees(/exit 0/);
      await soon(person.run.end, "the end of the program");
      assertEquals(await Deno.readTextFile(`${fixture.cwd}/out.txt`), "Done.\n");
      assertEquals(await Deno.readTextFile(`${fixture.cwd}/b.txt`), "new\n");
      assertEquals(await Deno.readTextFile(`${fixture.cwd}/after`), await Deno.readTextFile(`${fixture.cwd}/before`));
      await Deno.remove(`${fixture.cwd}/b.txt`);
    }
    await using model = fakeModel(replies(fixture.cwd));
    const args = ["--no-ask", "--approval-mode", "default", "fix it"];
    await using person = new Person(args, { fixture, env: model.env, line });
    await person.sees(/Denied write_file[^]*exit 0/);
    const screen = await screenOf(person.run.stdout);
    assert(!screen.join("\n").includes("Allow write_file?"));
  },
});

for (const name of ["Ctrl-C", "SIGTERM"]) {
  Deno.test({
    name: `One prompt at a terminal: the terminal is as before after ${name} at a question, and nothing was run`,
    ignore,
    fn: async () => {
      await using fixture = await Fixture.open();
      const call = { call: "run_shell_command", input: { command: "touch made", description: "Make it" } };
      await using model = fakeModel([[call], "Never said."]);
      const args = ["--approval-mode", "default", "make it"];
      await using person = new Person(args, { fixture, env: model.env, line: LINE });
      await person.sees(/Allow run_shell_command\?\n> y/);
      if (name === "Ctrl-C") await person.type("\x03");
      else Deno.kill(Number(await Deno.readTextFile(`${fixture.cwd}/pid`)), "SIGTERM");
      await person.sees(name === "Ctrl-C" ? /exit 130/ : /exit 143/);
      await soon(person.run.end, "the end of the program");
      assertEquals(await Deno.readTextFile(`${fixture.cwd}/after`), await Deno.readTextFile(`${fixture.cwd}/before`));
      assert(![...Deno.readDirSync(fixture.cwd)].some((entry) => entry.name === "made"));
      assertEquals(model.requests.length, 1);
    },
  });
}
