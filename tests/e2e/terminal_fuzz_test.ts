/** Random keys at the terminal. `QWEN_FUZZ_SECONDS` sets how long they are typed. */
import { assert, assertEquals } from "@std/assert";
import { fakeModel } from "../support/fake_model.ts";
import { foreignControls, hasPty, Person, soon } from "../support/pty.ts";
import { Fixture } from "../support/qwen.ts";
import { seeded } from "../support/random.ts";

const SECONDS = Number(Deno.env.get("QWEN_FUZZ_SECONDS") ?? "6");

/** Everything but the keys that say yes (y, a, p, Enter), end the program or stop it. */
const KEYS = [
  ..."bcdefghijklmnoqrstuvwxz0123456789 ?!#@/\\<>|$`'\"{}[]()*&^%~é你🙂".split(/(?:)/u),
  ..."\x01\x02\x05\x06\x07\x08\x0b\x0c\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1d\x1e\x1f\x7f\t\n",
  ...["\x1b", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[H", "\x1b[F", "\x1b[3~", "\x1b[5~", "\x1bOA", "\x1b[1;5C"],
  ...[
    "\x1b[200~pasted\ny\n\x1b[2J\x1b[201~",
    "\x1b[13;2u",
    "\x1b\r",
    "\x1b[Z",
    "\x1b[<0;3;3M",
    "\x1b[",
    "\x1b[999;999H",
  ],
  ...["/mod", "@a", "!touch evil", "#note ", "/quit", "\ufffd", "\u0000"],
];

Deno.test({
  name: `Conversation: random keys for ${SECONDS} s run nothing that was not approved and leave the terminal as it was`,
  ignore: !hasPty(),
  fn: async () => {
    await using fixture = await Fixture.open({ "a.txt": "alpha\n" });
    const call = { call: "run_shell_command", input: { command: "touch evil", description: "Do it" } };
    await using model = fakeModel(
      Array.from({ length: 5_000 }, () => [{ text: "# Again\x1b]0;x\x07\n\n- so\x1b[2J\n" }, call]),
    );
    const seed = Math.floor(Math.random() * 1e6);
    const pick = seeded(seed);
    const line = 'stty -a > before; "$@"; echo "exit $?"; stty -a > after';
    const args = ["--approval-mode", "default", "--max-session-turns", "-1", "-i", "go"];
    await using person = new Person(args, { fixture, env: model.env, line, columns: 60, rows: 20 });
    await soon(person.run.until(/Allow run_shell_command/), "the output");
    const end = performance.now() + SECONDS * 1_000;
    while (performance.now() < end) {
      const keys = Array.from({ length: 1 + pick(4) }, () => KEYS[pick(KEYS.length)]).join("");
      await person.type(keys);
      await new Promise((resolve) => setTimeout(resolve, pick(12)));
    }
    const soFar = person.run.stdout;
    assert(!/exit \d|A bug in this program|at file:/.test(soFar), `seed ${seed}: ${soFar.slice(-2_000)}`);
    // An Esc that begins a sequence must not swallow what follows.
    await new Promise((resolve) => setTimeout(resolve, 200));
    for (let tries = 0; tries < 6; tries++) {
      await person.type("\x1b[201~\x03").catch(() => {/* It has ended. */});
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await soon(person.run.end, "the end of the program");
    assertEquals(foreignControls(soFar), [], `seed ${seed}`);
    assert([...Deno.readDirSync(fixture.cwd)].every(({ name }) => name !== "evil"), `seed ${seed}`);
    const [before, after] = ["before", "after"].map((file) => Deno.readTextFileSync(`${fixture.cwd}/${file}`));
    assertEquals(after, before, `seed ${seed}`);
  },
});
