import { assertEquals, assertRejects } from "@std/assert";
import { COMMON, helpText, PROTOCOL_VERSION_LINE, subcommandHelp } from "../../../../../lib/cli/args/help/help.ts";
import { allFlags } from "../../../../../lib/cli/args/table/known_flags.ts";
import { TOPIC_NAMES } from "../../../../../lib/cli/args/help/topics.ts";
import { allSubcommands } from "../../../../../lib/cli/commands/mod.ts";
import { VERSION } from "../../../../../lib/cli/version.ts";
import { QwenError } from "../../../../../lib/model/problem.ts";

for (const topic of ["", ...TOPIC_NAMES]) {
  Deno.test(`helpText prints ${topic || "the main page"}`, async (t) => {
    await t.assertSnapshot(await helpText(topic));
  });
}

Deno.test("subcommandHelp prints usage and own flags", async (t) => {
  const shown = (await allSubcommands()).filter(({ name }) => ["validate", "serve", "doctor"].includes(name));
  await t.assertSnapshot(shown.map((subcommand) => subcommandHelp(subcommand)).join("\n"));
});

Deno.test("helpText fits sixty columns, except examples and words that cannot be broken", async () => {
  const topics = TOPIC_NAMES.filter((topic) => !["all", "environment"].includes(topic));
  const pages = await Promise.all(topics.map((topic) => helpText(topic, { columns: 60 })));
  const long = pages.join("\n").split("\n").filter((line) => line.length > 60);
  assertEquals(long, []);
});

Deno.test("helpText lists every flag that is not hidden", async () => {
  const text = await helpText("flags");
  const missing = (await allFlags()).filter(({ name, spec }) => !spec.hidden && !text.includes(`--${name}`));
  assertEquals(missing, []);
});

Deno.test("helpText names its topics when asked for another", async () => {
  const error = await assertRejects(() => helpText("cooking"), QwenError);
  assertEquals([error.message, error.problem.hint], [
    'There is no help on "cooking"',
    "Topics: all, flags, exit-codes, dialects, acp, serve, sandbox, settings, environment.",
  ]);
});

Deno.test("the version line begins with a version that client SDKs accept and names our own", () => {
  assertEquals(PROTOCOL_VERSION_LINE, `2.1.0 (qwen ${VERSION})`);
});

Deno.test("every flag has one spelling of its own and a help line without a full stop", async () => {
  const seen = new Map<string, string>();
  const faults: string[] = [];
  for (const { name, spec, of } of await allFlags()) {
    for (const spelling of [name, spec.short, ...(spec.also ?? [])]) {
      if (spelling === undefined) continue;
      // Two subcommands may have a flag of the same name.
      const other = seen.get(spelling) ?? seen.get(`${of} ${spelling}`);
      if (other) faults.push(`${spelling}: ${other} and ${name}`);
      seen.set(of === null ? spelling : `${of} ${spelling}`, name);
    }
    if (spec.help.endsWith(".") || spec.help === "") faults.push(`${name}: ${spec.help}`);
  }
  // In a batch, -o is the file of results, and --worktree takes no name.
  assertEquals(faults, ["o: output-format and out", "worktree: worktree and worktree"]);
});

Deno.test("the first page fits one screen and names flags that exist", async () => {
  const lines = (await helpText("", { columns: 80 })).split("\n");
  assertEquals(lines.filter((line) => line.length > 80), []);
  assertEquals(lines.length <= 40, true, `${lines.length} lines`);
  const known = (await allFlags()).flatMap((
    { name, spec },
  ) => [`--${name}`, ...(spec.short ? [`-${spec.short}, --${name}`] : [])]);
  const missing = Object.keys(COMMON).filter((label) => !known.some((flag) => label.split(/[ =](?!-)/)[0] === flag));
  assertEquals(missing, []);
});
