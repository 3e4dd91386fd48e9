/** What happens around a conversation: its window changes, and its process is stopped and continued. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { ENTER, ignore, READY } from "../support/conversation_task.ts";
import { fakeModel } from "../support/fake_model.ts";
import { Person, soon } from "../support/pty.ts";
import { Fixture } from "../support/qwen.ts";

/** How often a text occurs. */
function count(screen: string, text: string): number {
  return screen.split(text).length - 1;
}

/** The program takes the keyboard: it asks for pasted text in brackets. */
const READS_KEYS = "\x1b[?2004h";

async function until(isTrue: () => boolean, complaint: string): Promise<void> {
  for (let waited = 0; !isTrue(); waited += 25) {
    assert(waited < 60_000, complaint);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Waits until the program has drawn more than a length of output. */
async function drawnSince(person: Person, length: number): Promise<void> {
  await until(() => person.run.stdout.length > length, "Nothing was drawn");
}

Deno.test({
  name: "Conversation: a window that changes its size keeps the answer, the input and one status line",
  ignore,
  fn: async () => {
    await using fixture = await Fixture.open();
    const words = "lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt";
    await using model = fakeModel([`${words}\n\nThe end of it.`, "After the change."]);
    const line = 'tty > tty; "$@"; echo "exit $?"';
    const args = ["--model", "fake-model", "--approval-mode", "default"];
    await using person = new Person(args, { fixture, env: model.env, line });
    await person.sees(READY);
    const device = (await Deno.readTextFile(`${fixture.cwd}/tty`)).trim();
    await person.type(`go${ENTER}`);
    await person.sees(/The end of it\.\n> *\n/);
    await person.type("a rather long line that a person has typed and has not sent yet");
    await person.sees(/not sent yet/);
    for (const size of [{ columns: 40, rows: 24 }, { columns: 100, rows: 30 }, { columns: 60, rows: 12 }]) {
      const before = person.run.stdout.length;
      await person.resize(device, size);
      // The next frame is drawn for the new size.
      await drawnSince(person, before);
      const screen = await person.sees(/> a rather long line[^]*t yet *\nfake-model · default/);
      assertEquals([count(screen, "rather"), count(screen, "· default"), count(screen, "The end of it.")], [1, 1, 1]);
    }
    await person.type(`\x15next${ENTER}`);
    const screen = await person.sees(/> next\nAfter the change\.\n> *\nfake-model/);
    assertEquals(count(screen, "· default"), 1);
  },
});

Deno.test({
  name: "Conversation: Ctrl-Z gives the terminal back, and fg continues where it was",
  ignore,
  fn: async () => {
    await using fixture = await Fixture.open();
    await using model = fakeModel(["First answer.", "Second answer."]);
    // Job control, as in a shell at which a person types.
    const line = 'set -m; stty -a > before; "$@"; stty -a > stopped; echo "was stopped"; fg > /dev/null; ' +
      'echo "exit $?"; stty -a > after';
    const args = ["--model", "fake-model", "--approval-mode", "default"];
    await using person = new Person(args, { fixture, env: model.env, line });
    await person.sees(READY);
    await person.type(`go${ENTER}`);
    await person.sees(/First answer\.\n> *\n/);
    await person.type("half a line");
    await person.sees(/> half a line/);
    await person.type("\x1a");
    await person.sees(/was stopped[^]*> half a line\nfake-model · default/);
    await person.type(` and the rest${ENTER}`);
    await person.sees(/> half a line and the rest\nSecond answer\./);
    await person.type("\x04");
    await person.sees(/exit 0/);
    await soon(person.run.end, "the end of the program");
    const [before, stopped, after] = ["before", "stopped", "after"]
      .map((name) => Deno.readTextFileSync(`${fixture.cwd}/${name}`));
    assertEquals([stopped, after], [before, before]);
    assertMatch(JSON.stringify(model.requests[1].body), /half a line and the rest/);
  },
});

Deno.test({
  name: "Conversation: Ctrl-Z without a shell that could continue it changes nothing",
  ignore,
  fn: async () => {
    await using fixture = await Fixture.open();
    await using model = fakeModel(["Still here."]);
    await using person = new Person(["--model", "fake-model"], { fixture, env: model.env, line: 'exec "$@"' });
    await person.sees(READY);
    await person.type("\x1a");
    // Until the program reads keys again, the terminal would make a line feed of Enter.
    await until(() => person.run.stdout.split(READS_KEYS).length > 2, "The program did not go on");
    await person.type(`hello${ENTER}`);
    await person.sees(/Still here\./);
  },
});

Deno.test({
  name: "Conversation: a process that was stopped and continued from outside draws itself again",
  ignore,
  fn: async () => {
    await using fixture = await Fixture.open();
    await using model = fakeModel(["Still here."]);
    const line = `bash -c 'echo $$ > pid; exec "$@"' bash "$@"; echo "exit $?"`;
    await using person = new Person(["--model", "fake-model"], { fixture, env: model.env, line });
    await person.sees(READY);
    const pid = Number(await Deno.readTextFile(`${fixture.cwd}/pid`));
    const before = person.run.stdout.length;
    Deno.kill(pid, "SIGSTOP");
    Deno.kill(pid, "SIGCONT");
    // A signal may arrive after what is typed, and a turn that runs then would leave its lines above the new ones.
    await drawnSince(person, before);
    await person.type(`hello${ENTER}`);
    const screen = await person.sees(/> hello\nStill here\.\n> *\nfake-model/);
    assert(screen.includes("/help lists the commands"), screen);
  },
});
