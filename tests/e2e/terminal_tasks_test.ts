/** The tasks of a person in a conversation, typed key by key into the program on a pseudo-terminal. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { ENTER, ESC, task } from "../support/conversation_task.ts";
import { soon } from "../support/pty.ts";
import { runQwen } from "../support/qwen.ts";

task("start, ask and quit", {
  replies: () => ["# Title\n\n- one\n- two\n\nIt is **alpha**."],
  play: async ({ person }) => {
    await person.type("what is it?");
    await person.sees(/> what is it\?/);
    await person.type(ENTER);
    await person.sees(/> what is it\?\nTitle\n\n• one\n• two\n\nIt is alpha\.\n> *\n/);
    await person.type(`/quit${ENTER}`);
    await person.sees(/exit 0/);
  },
});

task("approve a call", {
  replies: (cwd) => [
    [{ call: "write_file", input: { file_path: `${cwd}/b.txt`, content: "new\n" } }],
    "Written.",
  ],
  play: async ({ person, fixture }) => {
    await person.type(`go${ENTER}`);
    await person.sees(/\+new[^]*Allow write_file\?/);
    await person.type("y");
    await person.sees(/Written\./);
    assertEquals(await Deno.readTextFile(`${fixture.cwd}/b.txt`), "new\n");
  },
});

task("deny a call", {
  replies: (cwd) => [
    [{ call: "write_file", input: { file_path: `${cwd}/b.txt`, content: "new\n" } }],
    "Then not.",
  ],
  play: async ({ person, fixture }) => {
    await person.type(`go${ENTER}`);
    await person.sees(/Allow write_file\?/);
    await person.type("n");
    await person.sees(/Then not\./);
    assert(![...Deno.readDirSync(fixture.cwd)].some(({ name }) => name === "b.txt"));
  },
});

task("choose by arrows, ask why, and leave a question with Esc", {
  replies: () => [
    [{ call: "run_shell_command", input: { command: "touch made", description: "Make it" } }],
    "Then not.",
    [{ call: "run_shell_command", input: { command: "touch made", description: "Make it" } }],
    "Made.",
  ],
  play: async ({ person, fixture }) => {
    await person.type(`go${ENTER}`);
    await person.sees(/Allow run_shell_command\?/);
    await person.type("?");
    await person.sees(/It wants to run a command/);
    await person.type(ESC);
    await person.sees(/Then not\./);
    await person.type(`again${ENTER}`);
    await person.sees(/again[^]*Allow run_shell_command\?/);
    await person.type(`\x1b[B\x1b[A${ENTER}`);
    await person.sees(/Made\./);
    assert([...Deno.readDirSync(fixture.cwd)].some(({ name }) => name === "made"));
  },
});

task("edit the input of a call", {
  replies: () => [
    [{ call: "run_shell_command", input: { command: "touch made", description: "Make it" } }],
    "Done so.",
  ],
  play: async ({ person, fixture }) => {
    await person.type(`go${ENTER}`);
    await person.sees(/Allow run_shell_command\?/);
    await person.type("e");
    await person.sees(/Command:\n> touch made/);
    await person.type(`-other${ENTER}`);
    await person.sees(/Changed input/);
    await person.type("y");
    await person.sees(/Done so\./);
    assert([...Deno.readDirSync(fixture.cwd)].some(({ name }) => name === "made-other"));
  },
});

task("always for the session asks once", {
  replies: () => [
    [{ call: "run_shell_command", input: { command: "touch one", description: "One" } }],
    [{ call: "run_shell_command", input: { command: "touch one", description: "One" } }],
    "Both.",
  ],
  play: async ({ person }) => {
    await person.type(`go${ENTER}`);
    await person.sees(/Allow run_shell_command\?/);
    await person.type("a");
    await person.sees(/Both\./);
  },
});

task("always for the project is written and shown", {
  replies: () => [
    [{ call: "run_shell_command", input: { command: "touch one", description: "One" } }],
    "Kept.",
  ],
  play: async ({ person, fixture }) => {
    await person.type(`go${ENTER}`);
    await person.sees(/Allow run_shell_command\?/);
    await person.type("p");
    await person.sees(/Kept\./);
    const { permissions } = JSON.parse(await Deno.readTextFile(`${fixture.cwd}/.qwen/settings.json`));
    assertMatch(permissions.allow[0], /^run_shell_command\(touch/);
    // Later runs in this folder obey it once the project is trusted.
    const input = JSON.stringify({ command: "touch one" });
    const judge = async (...flags: string[]): Promise<string> =>
      (await runQwen([...flags, "--approval-mode", "default", "policy", "check", "run_shell_command", input], {
        fixture,
      }))
        .stdout;
    assertMatch(await judge("--trust-project"), /"decision":"allow"/);
    assertMatch(await judge(), /"decision":"ask"/);
  },
});

task("keys typed before a question appeared do not answer it", {
  replies: () => [
    [{ text: "Wait." }, { wait: "typed" }, {
      call: "run_shell_command",
      input: { command: "touch made", description: "x" },
    }],
    "Then not.",
  ],
  play: async ({ person, fixture, model }) => {
    await person.type(`go${ENTER}`);
    await person.sees(/Wait\./);
    await person.type("yyy");
    await person.sees(/> yyy/);
    model.release("typed");
    await person.sees(/Allow run_shell_command\?/);
    assert(![...Deno.readDirSync(fixture.cwd)].some(({ name }) => name === "made"));
    await new Promise((resolve) => setTimeout(resolve, 400));
    await person.type("n");
    await person.sees(/Then not\.[^]*> yyy/);
  },
});

task("cancel a turn with Esc, and continue", {
  replies: () => [[{ text: "one " }, { wait: "never" }], "Second answer."],
  play: async (
    { person, model },
  ) => {
    await person.type(`go${ENTER}`);
    await person.sees(/one/);
    await person.type(ESC);
    await person.sees(/Cancelled\./);
    await soon(model.requests[0].aborted, "the end of the request");
    await person.type(`more${ENTER}`);
    await person.sees(/Second answer\./);
  },
});

task("what is typed during a turn is queued, shown and sent", {
  replies: () => [
    [{ text: "one " }, { wait: "on" }, { text: "end." }],
    "Second answer.",
  ],
  play: async ({ person, model }) => {
    await person.type(`go${ENTER}`);
    await person.sees(/one/);
    await person.type(`and then${ENTER}`);
    await person.sees(/queued: and then/);
    model.release("on");
    await person.sees(/> and then\nSecond answer\./);
  },
});

task("Enter on the empty line sends what is queued into the running turn", {
  replies: () => [
    [{ text: "one " }, { wait: "on" }, { text: "end." }],
    "Second.",
  ],
  play: async ({ person, model }) => {
    await person.type(`go${ENTER}`);
    await person.sees(/one/);
    await person.type(`and then${ENTER}`);
    await person.sees(/queued: and then/);
    await person.type(ENTER);
    const screen = await person.sees(/> and then/);
    assert(!screen.includes("queued: and then"), screen);
    model.release("on");
    await person.sees(/end\.[^]*Second\.\n> *\n/);
    assertMatch(JSON.stringify(model.requests[1].body), /one end\.[^]*and then/);
    assertEquals(model.requests.length, 2);
  },
});

task("what is sent while a tool runs reaches the model with the result of the tool", {
  replies: () => [
    [{ call: "run_shell_command", input: { command: "until [ -e go ]; do sleep 0.02; done", description: "Wait" } }],
    "Both seen.",
  ],
  play: async ({ person, fixture, model }) => {
    await person.type(`start${ENTER}`);
    await person.sees(/Allow run_shell_command\?/);
    await person.type("y");
    await person.sees(/… Run until/);
    await person.type(`mind the gap${ENTER}`);
    await person.sees(/queued: mind the gap/);
    await person.type(ENTER);
    await person.sees(/> mind the gap/);
    await fixture.write("go", "");
    await person.sees(/Both seen\./);
    assertMatch(JSON.stringify(model.requests[1].body), /"role":"tool"[^]*mind the gap/);
    assertEquals(model.requests.length, 2);
  },
});

task("change the approval mode from a list", {
  replies: () => [],
  play: async ({ person }) => {
    await person.type(`/approval-mode${ENTER}`);
    await person.sees(/Approval mode\n/);
    await person.type(`\x1b[B${ENTER}`);
    await person.sees(/fake-model · auto-edit/);
  },
});

task("attach a file by @ and Tab", {
  replies: () => ["I saw it."],
  play: async ({ person, model }) => {
    await person.type("look at @a.t");
    await person.sees(/^ {2}a\.txt/m);
    await person.type("\t");
    await person.sees(/> look at @a\.txt/);
    await person.type(ENTER);
    await person.sees(/I saw it\./);
    assertMatch(JSON.stringify(model.requests[0].body), /alpha/);
  },
});

task("the list of commands opens with /", {
  replies: () => [],
  play: async ({ person }) => {
    await person.type("/expo");
    await person.sees(/\/export +Export the/);
    await person.type("\t");
    await person.sees(/> \/export/);
    await person.type("\x15/res");
    await person.sees(/\/resume +Continue a saved/);
  },
});

task("run a command by !", {
  replies: () => [],
  play: async ({ person }) => {
    await person.type(`!cat a.txt${ENTER}`);
    await person.sees(/> !cat a\.txt[^]*alpha/);
  },
});

task("keep a note by #", {
  replies: () => [],
  play: async ({ person, fixture }) => {
    await person.type(`#tabs are four wide${ENTER}`);
    await person.sees(/Remember|Allow save_memory/);
    await person.type("y");
    for (let tries = 0; tries < 200; tries++) {
      const text = await Deno.readTextFile(`${fixture.home}/.qwen/QWEN.md`).catch(() => "");
      if (text.includes("tabs are four wide")) {
        await person.type("\x04");
        await person.sees(/exit 0/);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error("The note was not written.");
  },
});

task("export the conversation", {
  replies: () => ["An answer."],
  play: async ({ person, fixture }) => {
    await person.type(`hello${ENTER}`);
    await person.sees(/An answer\./);
    await person.type(`/export md talk.md${ENTER}`);
    await person.sees(/exported to talk\.md/);
    assertMatch(await Deno.readTextFile(`${fixture.cwd}/talk.md`), /An answer\./);
  },
});

task("several lines: a backslash, Alt-Enter and a paste", {
  replies: () => ["Three lines."],
  play: async ({ person, model }) => {
    await person.type(`one\\${ENTER}two\x1b\rthree \x1b[200~four\nfive\x1b[201~`);
    await person.sees(/> one\n {2}two\n {2}three four\n {2}five/);
    await person.type(ENTER);
    await person.sees(/Three lines\./);
    assertMatch(JSON.stringify(model.requests[0].body), /one\\ntwo\\nthree four\\nfive/);
  },
});

task("history and its search", {
  replies: () => ["First.", "Second."],
  play: async ({ person, model }) => {
    await person.type(`alpha words${ENTER}`);
    await person.sees(/First\./);
    await person.type("\x12alph");
    await person.sees(/search: alph > alpha words/);
    await person.type(`${ENTER}\x01very ${ENTER}`);
    await person.sees(/Second\./);
    assertMatch(JSON.stringify(model.requests[1].body), /very alpha words/);
  },
});

task("a frame never clears the screen and never moves above the live part", {
  replies: () => [
    Array.from({ length: 60 }, (_, index) => `line ${index}`).join("\n\n"),
  ],
  play: async ({ person }) => {
    await person.type(`go${ENTER}`);
    const screen = await person.sees(/line 59/);
    for (let index = 0; index < 60; index++) assertMatch(screen, new RegExp(`^line ${index}$`, "m"));
    const bytes = person.run.stdout;
    // deno-lint-ignore no-control-regex -- the sequences are what is checked.
    assertEquals(bytes.match(/\x1b\[[0-9]*J|\x1bc|\x1b\[\?1049|\x1b\[[0-9;]*H/g), null);
    // deno-lint-ignore no-control-regex -- the sequences are what is checked.
    const ups = [...bytes.matchAll(/\x1b\[(\d+)A/g)].map(([, count]) => Number(count));
    assert(Math.max(...ups) < 12, `moved up ${Math.max(...ups)} rows`);
  },
});

task("answer a question of the model", {
  replies: () => [
    [{
      call: "ask_user_question",
      input: {
        questions: [{
          question: "Which colour?",
          header: "Colour",
          options: [{ label: "Red", description: "warm" }, { label: "Blue", description: "cold" }],
        }],
      },
    }],
    "Blue it is.",
  ],
  play: async ({ person, model }) => {
    await person.type(`go${ENTER}`);
    await person.sees(/Which colour\?\n> Red[^]*Blue[^]*Another answer/);
    await person.type(`\x1b[B${ENTER}`);
    await person.sees(/Blue it is\./);
    assertMatch(JSON.stringify(model.requests[1].body), /Colour\*\*: Blue/);
  },
});

task("approve a plan, which leaves plan mode", {
  replies: () => [[{ call: "exit_plan_mode", input: { plan: "1. Look\n2. Leap" } }], "Starting."],
  play: async ({ person }) => {
    await person.type(`/approval-mode plan${ENTER}`);
    await person.sees(/fake-model · plan/);
    await person.type(`go${ENTER}`);
    await person.sees(/1\. Look\n2\. Leap\nLeave plan mode and start\?/);
    await person.type("y");
    await person.sees(/Starting\.\n> *\nfake-model · default/);
  },
});
