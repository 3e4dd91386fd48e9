import { assertEquals, assertMatch } from "@std/assert";
import { command, withShim } from "../support/shim.ts";
import { Fixture, linesOf, runQwen } from "../support/qwen.ts";

const ID = "11111111-1111-4111-8111-111111111111";

Deno.test("qwen sessions lists what can be resumed in this folder, newest first", async () => {
  await using fixture = await Fixture.open();
  const none = await runQwen(["sessions"], { fixture });
  assertEquals([none.code, none.stdout, none.stderr], [0, "", "No session of this folder is saved.\n"]);
  const first = await runQwen(["--provider", "demo", "--session-id", ID, "say\n  one"], { fixture });
  const second = await runQwen(["--provider", "demo", "-o", "json", "say two"], { fixture });
  assertEquals([first.code, second.code], [0, 0]);
  const listed = await runQwen(["sessions"], { fixture });
  const newer = JSON.parse(second.stdout)[0].session_id;
  assertMatch(listed.stdout, new RegExp(`^${newer}  \\S+ \\S+  say two\n${ID}  \\S+ \\S+  say one\n$`));
  const lines = linesOf((await runQwen(["sessions", "-o", "json"], { fixture })).stdout);
  assertEquals(lines.map(({ session_id, prompt, title }) => ({ session_id, prompt, title })), [
    { session_id: newer, prompt: "say two", title: null },
    { session_id: ID, prompt: "say\n  one", title: null },
  ]);
});

Deno.test("a session that is not there is answered with how to find those that are", async () => {
  await using fixture = await Fixture.open();
  const lost = await runQwen(["--provider", "demo", "--resume", ID, "say hello"], { fixture });
  assertEquals([lost.code, lost.stdout, lost.stderr], [
    1,
    "",
    `No saved session found with ID ${ID}.\n\`qwen sessions\` lists those of this folder.\n`,
  ]);
});

Deno.test("qwen sessions shows, exports, removes and imports a session, also as JSON", async () => {
  await using fixture = await Fixture.open();
  await using other = await Fixture.open();
  await runQwen(["--provider", "demo", "--session-id", ID, "say one"], { fixture });
  const shown = await runQwen(["sessions", "show", ID], { fixture });
  assertMatch(shown.stdout, /^11111111[^]*user:\nsay one\n[^]*assistant:\none/);
  const record = JSON.parse((await runQwen(["sessions", "show", ID, "--json"], { fixture })).stdout);
  assertEquals([record.session_id, record.messages[0].role], [ID, "user"]);
  const printed = await runQwen(["sessions", "export", ID], { fixture });
  assertEquals(linesOf(printed.stdout)[0].sessionId, ID);
  const exported = await runQwen(["sessions", "export", ID, "talk.jsonl"], { fixture });
  assertEquals([exported.code, exported.stdout], [0, `Exported ${ID} to talk.jsonl.\n`]);
  const again = await runQwen(["sessions", "import", "talk.jsonl"], { fixture });
  assertEquals(again.code, 1);
  const removed = await runQwen(["sessions", "rm", ID, "--json"], { fixture });
  assertEquals(JSON.parse(removed.stdout), { session_id: ID, removed: true });
  assertEquals((await runQwen(["sessions", "rm", ID], { fixture })).code, 1);
  const imported = await runQwen(["sessions", "import", `${fixture.cwd}/talk.jsonl`], { fixture: other });
  assertEquals([imported.code, imported.stdout], [0, `Imported ${ID}.\n`]);
  const resumed = await runQwen(["--provider", "demo", "--resume", ID, "say two"], { fixture: other });
  assertEquals([resumed.code, resumed.stdout], [0, "two\n"]);
  await other.write("bad.jsonl", "{}\n");
  const bad = await runQwen(["sessions", "import", "bad.jsonl"], { fixture: other });
  assertEquals([bad.code, bad.stderr.split("\n")[0]], [42, "bad.jsonl is not an exported session"]);
});

Deno.test("commands that only print leave no session behind", async () => {
  await using fixture = await Fixture.open();
  for (const words of [["sessions"], ["policy", "explain"], ["schema", "chat"], ["--help"]]) {
    await runQwen(["--provider", "demo", ...words], { fixture });
  }
  assertEquals((await runQwen(["sessions"], { fixture })).stdout, "");
});

Deno.test({
  name: "completions: bash offers the ids of sessions for sessions and for --resume",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    await using fixture = await Fixture.open();
    const env = await withShim(fixture);
    await runQwen(["--provider", "demo", "--session-id", ID, "say one"], { fixture });
    const offers = async (...words: string[]): Promise<string> => {
      const line = `source <(qwen completions bash); COMP_WORDS=(qwen ${words.join(" ")} 1111)
        COMP_CWORD=${words.length + 1}; _qwen; printf '%s\\n' "\${COMPREPLY[@]}"`;
      return (await command(["bash", "-c", line], { fixture, env })).stdout.trim();
    };
    for (const words of [["sessions", "show"], ["sessions", "rm"], ["--resume"]]) {
      assertEquals(await offers(...words), ID);
    }
  },
});
