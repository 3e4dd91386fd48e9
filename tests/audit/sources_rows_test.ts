import { assertEquals, assertMatch } from "@std/assert";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen } from "../support/qwen.ts";

const HOST = ["--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];
const PROMPT = { type: "user", message: { role: "user", content: "go" }, parent_tool_use_id: null };
const FILES = {
  ".claude/agents/scout.md": "---\nname: scout\ndescription: Looks\n---\nYou are a scout.\n",
  ".claude/settings.local.json": JSON.stringify({ outputStyle: "terse" }),
  ".claude/output-styles/terse.md": "---\nname: terse\n---\nAnswer in three words.\n",
};

/** The init record of a run, and the system prompt that the model got. */
// deno-lint-ignore no-explicit-any -- tests look deep into what they know the shape of.
async function started(sources: string | null): Promise<{ init: any; system: string }> {
  await using fixture = await Fixture.open(FILES);
  await using model = fakeModel(["Done."]);
  const args = sources === null ? HOST : [...HOST, `--setting-sources=${sources}`];
  const { stdout } = await runQwen(args, { fixture, env: model.env, stdin: `${JSON.stringify(PROMPT)}\n` });
  const init = linesOf(stdout).find(({ subtype }) => subtype === "init");
  return { init, system: model.requests[0].body.messages[0].content };
}

Deno.test("Real clients 14: outputStyle and .claude/agents are read for hosts that ask by settingSources", async () => {
  const { init, system } = await started("user,project,local");
  assertEquals([init.agents.includes("scout"), init.output_style], [true, "terse"]);
  assertMatch(system, /Answer in three words\./);
});

Deno.test("Real clients 14: without settingSources, or with others, neither is read", async () => {
  for (const sources of [null, "user"]) {
    const { init, system } = await started(sources);
    assertEquals([init.agents.includes("scout"), init.output_style], [false, "default"]);
    assertEquals(/three words/.test(system), false);
  }
});
