import { assertEquals, assertMatch } from "@std/assert";
import { Desk, linesOf, runQwen } from "../support/qwen.ts";

const ID = "11111111-1111-4111-8111-111111111111";

Deno.test("qwen sessions lists what can be resumed in this folder, newest first", async () => {
  await using desk = await Desk.open();
  const none = await runQwen(["sessions"], { desk });
  assertEquals([none.code, none.stdout, none.stderr], [0, "", "No session of this folder is saved.\n"]);
  const first = await runQwen(["--provider", "demo", "--session-id", ID, "say\n  one"], { desk });
  const second = await runQwen(["--provider", "demo", "-o", "json", "say two"], { desk });
  assertEquals([first.code, second.code], [0, 0]);
  const listed = await runQwen(["sessions"], { desk });
  const newer = JSON.parse(second.stdout)[0].session_id;
  assertMatch(listed.stdout, new RegExp(`^${newer}  \\S+ \\S+  say two\n${ID}  \\S+ \\S+  say one\n$`));
  const lines = linesOf((await runQwen(["sessions", "-o", "json"], { desk })).stdout);
  assertEquals(lines.map(({ session_id, prompt, title }) => ({ session_id, prompt, title })), [
    { session_id: newer, prompt: "say two", title: null },
    { session_id: ID, prompt: "say\n  one", title: null },
  ]);
});

Deno.test("a session that is not there is answered with how to find those that are", async () => {
  await using desk = await Desk.open();
  const lost = await runQwen(["--provider", "demo", "--resume", ID, "say hello"], { desk });
  assertEquals([lost.code, lost.stdout, lost.stderr], [
    1,
    "",
    `No saved session found with ID ${ID}.\n\`qwen sessions\` lists those of this folder.\n`,
  ]);
});
