import { assertEquals, assertMatch } from "@std/assert";
import { fromFileUrl } from "../lib/path/mod.ts";
import { fakeModel } from "./support/fake_model.ts";
import { blocksOf } from "./support/markdown.ts";
import { Fixture, linesOf, runQwen } from "./support/qwen.ts";

const PAGE = await Deno.readTextFile(fromFileUrl(new URL("../docs/extend.md", import.meta.url)));

/** A fixture whose `~/.qwen` holds the files of the page. */
async function fixtureOfPage(): Promise<Fixture> {
  const fixture = await Fixture.open({ "QWEN.md": "Be kind.\n" });
  // A block without a name is a piece of a file.
  for (const { info, text } of blocksOf(PAGE).filter(({ info }) => info !== "")) {
    const path = `${fixture.home}/.qwen/${info}`;
    await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(path, text);
  }
  return fixture;
}

Deno.test("docs/extend.md: its files are used, and only its servers, which do not exist, are reported", async () => {
  await using fixture = await fixtureOfPage();
  await using model = fakeModel(["Hello."]);
  const { code, stdout, stderr } = await runQwen(["-p", "/git:explain HEAD", "-o", "stream-json"], {
    fixture,
    env: model.env,
  });
  const [init, ...rest] = linesOf(stdout);
  assertEquals([code, rest.at(-1).result], [0, "Hello."]);
  assertMatch(stderr, /^Warning: MCP server\(s\) failed to start: files \(.*\), wiki \(.*\)\. Continuing .*\n$/);
  assertEquals([init.agents.includes("reviewer"), init.slash_commands.includes("git:explain")], [true, true]);
  const asked = JSON.stringify(model.requests[0].body.messages.at(-1).content);
  assertMatch(asked, /Explain the commit HEAD to a new colleague\..*Content from @QWEN\.md:\\+nBe kind\./);
});

Deno.test("docs/extend.md: its prompt hook decides on an edit", async () => {
  await using fixture = await fixtureOfPage();
  const write = { call: "write_file", input: { file_path: `${fixture.cwd}/migrations/1.sql`, content: "x" } };
  await using model = fakeModel([[write], '{"ok":false,"reason":"It is a migration."}', "Then not."]);
  const { stdout } = await runQwen(["-p", "go", "-y", "-o", "stream-json"], { fixture, env: model.env });
  assertMatch(JSON.stringify(model.requests[1].body.messages.at(-1).content), /Refuse changes to migrations: .*1\.sql/);
  assertMatch(stdout, /It is a migration\./);
});
