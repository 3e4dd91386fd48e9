import { assertEquals, assertRejects } from "@std/assert";
import { flagNames, specOf } from "../../../lib/cli/flag_table.ts";
import { helpText, PROTOCOL_VERSION_LINE, subcommandHelp, TOPICS } from "../../../lib/cli/help.ts";
import { VERSION } from "../../../lib/cli/version.ts";
import { QwenError } from "../../../lib/model/problem.ts";

for (const topic of ["", ...TOPICS]) {
  Deno.test(`helpText prints ${topic || "the main page"}`, async (t) => {
    await t.assertSnapshot(await helpText(topic));
  });
}

Deno.test("subcommandHelp prints usage and own flags", async (t) => {
  await t.assertSnapshot([subcommandHelp("validate"), subcommandHelp("serve"), subcommandHelp("doctor")].join("\n"));
});

Deno.test("helpText fits sixty columns, except examples and words that cannot be broken", async () => {
  const pages = await Promise.all(
    ["flags", "exit-codes", "dialects", "serve", "settings"].map((topic) => helpText(topic, { columns: 60 })),
  );
  const long = pages.join("\n").split("\n").filter((line) => line.length > 60);
  assertEquals(long, []);
});

Deno.test("helpText lists every flag that is not hidden", async () => {
  const text = await helpText("flags");
  const missing = flagNames().filter((name) => !specOf(name).hidden && !text.includes(`--${name}`));
  assertEquals(missing, []);
});

Deno.test("helpText names its topics when asked for another", async () => {
  const error = await assertRejects(() => helpText("cooking"), QwenError);
  assertEquals([error.message, error.problem.hint], [
    'There is no help on "cooking"',
    "Topics: exit-codes, flags, dialects, serve, settings, environment.",
  ]);
});

Deno.test("the version line begins with a version that client SDKs accept and names our own", () => {
  assertEquals(PROTOCOL_VERSION_LINE, `2.1.0 (qwen ${VERSION})`);
});

Deno.test("every flag has one spelling of its own and a help line without a full stop", () => {
  const seen = new Map<string, string>();
  const faults: string[] = [];
  for (const name of flagNames()) {
    const spec = specOf(name);
    for (const spelling of [name, spec.short, ...(spec.also ?? [])]) {
      if (spelling === undefined) continue;
      if (seen.has(spelling)) faults.push(`${spelling}: ${seen.get(spelling)} and ${name}`);
      seen.set(spelling, name);
    }
    if (spec.help.endsWith(".") || spec.help === "") faults.push(`${name}: ${spec.help}`);
  }
  assertEquals(faults, []);
});
