/** The line editor of a conversation, its history, and how a conversation is resumed by name. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { ENTER, ignore, READY, task } from "../support/conversation_task.ts";
import { fakeModel } from "../support/fake_model.ts";
import { Person } from "../support/pty.ts";
import { Fixture, linesOf, runQwen } from "../support/qwen.ts";

task("Shift-Enter, word moves, and what Ctrl-W takes Ctrl-Y gives back", {
  columns: 80,
  replies: () => ["Seen."],
  play: async ({ person, model }) => {
    await person.type("two three\x1bb\x1bbone \x05 four\x17\x01\x19 \x1b[13;2u");
    await person.sees(/> four *\n {2}one two three/);
    await person.type(`\x05\x15last\x0b${ENTER}`);
    await person.sees(/Seen\./);
    assertMatch(JSON.stringify(model.requests[0].body), /four *\\nlast/);
  },
});

task("Ctrl-L draws the input again and keeps what stands above", {
  replies: () => ["An answer."],
  play: async ({ person }) => {
    await person.type(`hello${ENTER}`);
    await person.sees(/An answer\.\n> *\nfake-model/);
    await person.type("half");
    await person.sees(/> half *\n/);
    const before = await person.screen();
    const { length } = person.run.stdout;
    await person.type("\x0c");
    for (let tries = 0; tries < 400 && person.run.stdout.length === length; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    await person.sees(/> half *\nfake-model/);
    assertEquals(await person.screen(), before);
  },
});

Deno.test({
  name: "Conversation: the history is kept for each project",
  ignore,
  fn: async () => {
    await using fixture = await Fixture.open({ "other/b.txt": "" });
    await using model = fakeModel([], { otherwise: "Yes." });
    const line = '"$@"; echo "exit $?"';
    {
      await using person = new Person([], { fixture, env: model.env, line });
      await person.sees(READY);
      await person.type(`typed before${ENTER}`);
      await person.sees(/Yes\./);
      await person.type("\x04");
      await person.sees(/exit 0/);
    }
    {
      await using person = new Person([], { fixture, env: model.env, line });
      await person.sees(READY);
      await person.type("\x1b[A");
      await person.sees(/> typed before/);
    }
    await using person = new Person([], { fixture, env: model.env, line: 'cd other; "$@"' });
    await person.sees(READY);
    await person.type("\x1b[Anothing");
    const screen = await person.sees(/> nothing/);
    assert(!screen.includes("typed before"), screen);
  },
});

Deno.test({
  name: "Conversation: -r ID continues that session, and an unknown one is refused",
  ignore,
  fn: async () => {
    await using fixture = await Fixture.open();
    await using model = fakeModel(["First answer.", "Second answer.", "Third answer."]);
    const env = model.env;
    for (const prompt of ["remember me", "forget me"]) await runQwen([prompt], { fixture, env });
    const listed = linesOf((await runQwen(["sessions", "--json"], { fixture })).stdout);
    const { session_id } = listed.find(({ prompt }) => prompt === "remember me");
    await using person = new Person(["-r", session_id], { fixture, env, line: '"$@"; echo "exit $?"' });
    const screen = await person.sees(/> remember me[^]*First answer\.[^]*Resumed/);
    assert(!screen.includes("forget me"), screen);
    await person.type(`go on${ENTER}`);
    await person.sees(/Third answer\./);
    assertMatch(JSON.stringify(model.requests[2].body), /remember me[^]*First answer/);
    const unknown = crypto.randomUUID();
    await using other = new Person(["-r", unknown], { fixture, env, line: '"$@"; echo "exit $?"' });
    await other.sees(new RegExp(`${unknown.slice(0, 8)}[^]*exit [1-9]`));
  },
});

Deno.test({
  name: "Conversation: -c without an earlier session says so, and a conversation without a prompt leaves no session",
  ignore,
  fn: async () => {
    await using fixture = await Fixture.open();
    await using person = new Person(["--provider", "demo", "-c"], { fixture, line: '"$@"; echo "exit $?"' });
    await person.sees(/No earlier session of this folder is saved[^]*> *\ndemo/);
    await person.type(`/stats${ENTER}`);
    await person.sees(/Tool calls: 0/);
    await person.type("\x04");
    await person.sees(/exit 0/);
    const { stdout, stderr } = await runQwen(["sessions"], { fixture });
    assertEquals([stdout, stderr], ["", "No session of this folder is saved.\n"]);
  },
});
