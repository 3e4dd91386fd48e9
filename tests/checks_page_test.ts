import { assert, assertEquals, assertMatch } from "@std/assert";
import { fromFileUrl } from "../lib/path/mod.ts";
import { fakeModel, type ScriptedReply, type Step } from "./support/fake_model.ts";
import { commitAll } from "./support/git.ts";
import { blocksOf, codeOf, tableOf } from "./support/markdown.ts";
import { Fixture, linesOf } from "./support/qwen.ts";
import { command, isInstalled, type Outcome, withShim } from "./support/shim.ts";

const PAGE = await Deno.readTextFile(fromFileUrl(new URL("../docs/checks.md", import.meta.url)));
const LACKS_PROGRAMS = Deno.build.os === "windows" || !isInstalled("jq") || !isInstalled("git");

/** The only block of the page with this language and info. */
function blockOf(language: string, info: string): string {
  const found = blocksOf(PAGE).filter((block) => block.language === language && block.info === info);
  assertEquals(found.length, 1, `${language} ${info}`);
  return found[0].text;
}

const sh = (text: string): Step[] => [{
  call: "run_shell_command",
  input: { command: text, is_background: false },
}];

/** A workspace of the page and a model that plays its part. */
interface Scene {
  files: Record<string, string>;
  model: ScriptedReply[];
  otherwise?: ScriptedReply;
}

/** Pastes a shell block of the page into a repository. */
async function paste(info: string, scene: Scene): Promise<Outcome & { tree: Record<string, string> }> {
  await using fixture = await Fixture.open(scene.files);
  await commitAll(fixture.cwd, "first");
  await using model = fakeModel(scene.model, { otherwise: scene.otherwise ?? "Done." });
  const env = await withShim(fixture, model.env);
  const outcome = await command(["bash", "-c", blockOf("sh", info)], { fixture, env });
  const names = Object.keys(scene.files);
  const texts = await Promise.all(names.map((name) => Deno.readTextFile(`${fixture.cwd}/${name}`)));
  return { ...outcome, tree: Object.fromEntries(names.map((name, index) => [name, texts[index]])) };
}

function testBlock(name: string, fn: () => Promise<void>): void {
  Deno.test({ name: `docs/checks.md: ${name}`, ignore: LACKS_PROGRAMS, fn });
}

Deno.test("docs/checks.md: a test runs every shell block", () => {
  const shell = blocksOf(PAGE).filter(({ language }) => language === "sh").map(({ info }) => info);
  assertEquals(shell, ["verify", "work", "denied", "best-of", "eval"]);
});

testBlock("a check sends the model back until it passes", async () => {
  const { code, stdout, stderr } = await paste("verify", {
    files: { "test.sh": "grep -q right answer.txt && echo ok\n", "answer.txt": "wrong\n" },
    model: ["Done.", sh("echo right > answer.txt"), "Now it is done."],
  });
  assertEquals([code, JSON.parse(stdout)], [0, JSON.parse(blockOf("json", "verify"))], stderr);
});

testBlock("the result lists files and commands", async () => {
  const { code, stdout } = await paste("work", {
    files: { "names.txt": "b\na\nc\n" },
    model: [sh("sort -o names.txt names.txt"), "Sorted."],
  });
  assertEquals([code, JSON.parse(stdout)], [0, JSON.parse(blockOf("json", "work"))]);
});

testBlock("a denied call fails the run", async () => {
  const { stdout } = await paste("denied", {
    files: { "a.txt": "" },
    model: [[{ call: "write_file", input: { file_path: "new.txt", content: "x\n" } }], "I could not."],
  });
  assertMatch(stdout, /exit 58\n$/);
});

testBlock("the shortest of three answers is applied", async () => {
  const answers = ["a long answer", "short", "a longer answer"];
  const { code, stdout, stderr, tree } = await paste("best-of", {
    files: { "answer.txt": "the longest answer of all\n" },
    model: [],
    otherwise: ({ body }) => {
      const text = answers[Number(/attempt-(\d)/.exec(body.messages[0].content)?.[1]) - 1];
      return body.messages.at(-1).role === "tool" ? `Wrote: ${text}.` : sh(`echo '${text}' > answer.txt`);
    },
  });
  assertEquals([code, stdout, tree["answer.txt"]], [0, "Wrote: short.\n", "short\n"], stderr);
});

testBlock("a model is given tasks", async () => {
  const { code, stdout } = await paste("eval", {
    files: { "a.txt": "" },
    model: [sh("sed -i s/Helo/Hello/ greet.sh"), "Corrected.", sh("sort -o names.txt names.txt"), "Sorted."],
  });
  assertEquals(code, 0, stdout);
  const columns = tableOf(PAGE, "column").map(([name]) => codeOf(name)[0]);
  assertEquals(stdout.split("\n")[0].split(/ +/), columns);
  assertMatch(stdout, /^all +2 of 2 +4 /m);
});

Deno.test("docs/checks.md: its settings are those of the program and are used", async () => {
  await using fixture = await Fixture.open();
  await Deno.mkdir(`${fixture.home}/.qwen`);
  await Deno.writeTextFile(`${fixture.home}/.qwen/settings.json`, blockOf("json", "settings.json"));
  await using model = fakeModel([], { otherwise: "Hello." });
  for (const [name, size] of [["other-model", 32_768], ["my-model", 65_536]] as const) {
    const env = await withShim(fixture, { ...model.env, OPENAI_MODEL: name });
    const words = ["qwen", "-p", "hello", "-o", "stream-json", "--dialect", "claude"];
    const { code, stdout, stderr } = await command(words, { fixture, env });
    assertEquals([code, stderr], [0, ""]);
    const result = linesOf(stdout).at(-1);
    assert(Object.values<{ contextWindow: number }>(result.modelUsage).every((usage) => usage.contextWindow === size));
  }
});
