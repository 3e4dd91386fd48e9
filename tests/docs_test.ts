import { assert, assertEquals, assertMatch } from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import project from "../deno.json" with { type: "json" };
import { flagCalled, FLAGS, SUBCOMMANDS } from "../lib/cli/flag_table.ts";
import { MAX_DEPTH, MAX_INPUT_LINE_BYTES, MAX_LINE_BYTES, MAX_SESSIONS } from "../lib/cli/limits.ts";
import { TOPICS } from "../lib/cli/help.ts";
import { MAX_STDIN_BYTES } from "../lib/cli/prompt_input.ts";
import { DIALECT_NAMES } from "../lib/dialects/mod.ts";
import { qwen } from "../lib/dialects/qwen.ts";
import { DEFAULT_RETRY } from "../lib/engine/retry.ts";
import { MODES } from "../lib/model/access.ts";
import { CODES } from "../lib/model/problem.ts";
import { PROVIDERS } from "../lib/providers/mod.ts";
import { MAX_FILE_BYTES } from "../lib/sandbox/workspace_files.ts";
import { DEFAULT_LIMITS } from "../lib/serve/limits.ts";
import { DEFAULT_TIMEOUT_MS, MAX_TIMEOUT_MS } from "../lib/tools/run_shell_command.ts";
import { fakeModel } from "./support/fake_model.ts";
import { blocksOf, codeOf, tableOf } from "./support/markdown.ts";
import { Desk } from "./support/qwen.ts";
import { command, isInstalled, type Outcome, withShim } from "./support/shim.ts";

const ROOT = fromFileUrl(new URL("../", import.meta.url));
const README = await Deno.readTextFile(`${ROOT}README.md`);
const PAGES = (await Array.fromAsync(Deno.readDir(`${ROOT}docs`), ({ name }) => `docs/${name}`)).sort();
const DOCUMENTS = ["README.md", "CHANGELOG.md", "examples/README.md", ".github/ARCHITECTURE.md"]
  .concat(".github/CONTRIBUTING.md", PAGES);

/** Runs a block in bash as a person would paste it: every line, and the status of the last one. */
async function paste(text: string, options: { desk: Desk; env: Record<string, string> }): Promise<Outcome> {
  return await command(["bash", "-c", text], options);
}

/** The blocks of the README that begin with `sh`, by their other words. */
function shellBlocks(info: string): string[] {
  const blocks = blocksOf(README).filter((block) => block.language === "sh" && block.info === info);
  assert(blocks.length > 0, `The README has no block "sh ${info}"`);
  return blocks.map(({ text }) => text);
}

Deno.test("README: every shell block is one that this test knows how to run", () => {
  const known = ["", "install", "model", "conversation", "tests"];
  for (const { language, info, line } of blocksOf(README)) {
    assert(language === "sh" && known.includes(info), `README.md:${line}: nothing runs this block`);
  }
});

Deno.test("README: the commands answer as it says", async () => {
  await using desk = await Desk.open();
  const env = await withShim(desk);
  const said = [];
  for (const block of shellBlocks("")) {
    const { code, stdout, stderr } = await paste(block, { desk, env });
    assertEquals([code, stderr], [0, ""], block);
    said.push(stdout);
  }
  assertMatch(said[0], /hello from a file/);
  assertMatch(said[1], /^hello\n1 2 3\n\{"object":"chat\.completion\.chunk".*\}\n$/s);
  assertMatch(said[2], /^(low|high)\n$/);
});

Deno.test("README: with a model's key in the environment no flag is needed", async () => {
  await using desk = await Desk.open();
  await using model = fakeModel([], { otherwise: "It counts sheep." });
  const env = await withShim(desk, model.env);
  assertEquals((await command(["git", "init", "--quiet"], { desk, env })).code, 0);
  const [block] = shellBlocks("model");
  const [first, ...rest] = block.split("\n");
  assertMatch(first, /^export OPENAI_API_KEY=\S+ OPENAI_BASE_URL=\S+ OPENAI_MODEL=\S+$/);
  const { code, stdout, stderr } = await paste(rest.join("\n"), { desk, env });
  assertEquals([code, stdout, stderr], [0, "It counts sheep.\nIt counts sheep.\n", ""]);
});

Deno.test({
  name: "README: the two-way conversation ends with the file that was asked for",
  ignore: Deno.build.os === "windows" || !isInstalled("jq"),
  fn: async (): Promise<void> => {
    await using desk = await Desk.open();
    const { code, stdout, stderr } = await paste(shellBlocks("conversation")[0], { desk, env: await withShim(desk) });
    assertEquals([code, stderr], [0, ""]);
    const lines = stdout.split("\n");
    assertEquals(lines.slice(-2), ["hi", ""]);
    const types = lines.slice(0, -2).map((line) => JSON.parse(line).type);
    assertEquals(types, ["system", "assistant", "control_request", "user", "assistant", "result"]);
  },
});

Deno.test({
  name: "README: its commands can be typed one after the other in one folder",
  ignore: Deno.build.os === "windows" || !isInstalled("jq"),
  fn: async (): Promise<void> => {
    await using desk = await Desk.open();
    await using model = fakeModel([], { otherwise: "It counts sheep." });
    const env = await withShim(desk);
    const told: string[] = [];
    for (const { info, text } of blocksOf(README)) {
      if (info === "install" || info === "tests") continue;
      const [first, ...rest] = text.split("\n");
      // A person puts in a server and a key of their own.
      const own = Object.entries(model.env).map(([name, value]) => `${name}=${value}`).join(" ");
      const line = info === "model"
        ? [`git init --quiet; export ${own}`, ...rest].join("\n")
        : [first, ...rest].join("\n");
      const { code, stdout, stderr } = await paste(line, { desk, env });
      assertEquals([code, stderr], [0, ""], text);
      told.push(stdout);
    }
    assertMatch(told[0], /hello from a file/);
    assertEquals(told[1], "It counts sheep.\nIt counts sheep.\n");
    assertMatch(told[2], /"type":"result","subtype":"success".*\nhi\n$/);
    assertMatch(told[4], /^(low|high)\n$/);
    assertEquals(told.length, 5);
  },
});

Deno.test("README: the command for the tests is the one that CI runs", async () => {
  const [block] = shellBlocks("tests");
  const run = await Deno.readTextFile(`${ROOT}.ci/run`);
  assertEquals(run.trimEnd().split("\n").at(-1), block.trim());
});

Deno.test({
  name: "README: two commands set it up",
  ignore: Deno.build.os === "windows" || !isInstalled("npm"),
  fn: async (): Promise<void> => {
    await using desk = await Desk.open();
    const [bring, install, ...more] = shellBlocks("install")[0].trim().split("\n");
    assertEquals([bring, install, more], [`npm install -g deno@${Deno.version.deno}`, "deno task install", []]);
    const { DENO_DIR, ...env } = await withShim(desk, {
      npm_config_prefix: `${desk.home}/npm`,
      npm_config_cache: Deno.env.get("npm_config_cache") ?? `${Deno.env.get("HOME")}/.npm`,
      npm_config_fetch_retries: "0",
      npm_config_fetch_timeout: "20000",
      DENO_DIR: Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME")}/.cache/deno`,
    });
    const brought = await command(["bash", "-c", bring], { desk, env });
    // Without a network nothing can be brought; what follows works with the Deno that runs this test.
    const path = brought.code === 0 ? `${desk.home}/npm/bin:${env.PATH}` : env.PATH;
    if (brought.code !== 0) {
      assertMatch(brought.stderr, /ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH|ENOTCACHED|_CERT_|network/);
    }
    const line = `cd ${JSON.stringify(ROOT)} && ${install}`;
    const installed = await command(["bash", "-c", line], { desk, env: { ...env, PATH: path, DENO_DIR } });
    assertEquals(installed.code, 0, installed.stderr);
    const place = /^Installed (.+)$/m.exec(installed.stderr)?.[1] ?? "";
    // The first folder of the user's own that is searched; what is there is found by its name alone.
    assertEquals(place, `${desk.home}/bin/qwen`);
    assertMatch(installed.stderr, /^Try it: qwen --provider demo "say hello"$/m);
    const hello = await command(["bash", "-c", 'qwen --provider demo "say hello"'], {
      desk,
      env: { ...env, PATH: path },
    });
    assertEquals([hello.code, hello.stdout], [0, "hello\n"]);
  },
});

Deno.test("README: the tables of formats and dialects are those of the program", () => {
  const formats = tableOf(README, "format").map(([format]) => codeOf(format)[0]);
  assertEquals(formats, [...FLAGS["output-format"].choices]);
  const dialects = tableOf(README, "dialect").map(([dialect]) => codeOf(dialect)[0]);
  assertEquals(dialects.toSorted(), DIALECT_NAMES.toSorted());
  assertEquals(dialects.toSorted(), FLAGS.dialect.choices.filter((name) => name !== "auto").toSorted());
});

Deno.test("README: the table of approval modes is that of the program", () => {
  assertEquals(tableOf(README, "mode").map(([mode]) => codeOf(mode)[0]), [...MODES]);
});

Deno.test("README: the table of providers is that of the program", () => {
  const rows = tableOf(README, "provider").map((
    [name, key, server, model],
  ) => [codeOf(name)[0], codeOf(key), codeOf(server), codeOf(model)[0]]);
  const own = PROVIDERS.map((
    { name, keyVars, baseUrlVars, modelVars, model },
  ) => [name, [...keyVars], baseUrlVars.slice(0, 1), modelVars[0] ?? model]);
  assertEquals(rows.toSorted(), own.toSorted());
});

Deno.test("README: the exit statuses are those of the program", () => {
  const told = tableOf(README, "exit").flatMap(([statuses]) => statuses.split(", ").map(Number));
  const own = [0, ...Object.values(CODES).map(({ exit }) => exit)];
  assertEquals(new Set(told), new Set(own));
});

Deno.test("README: the limits are those of the program", () => {
  const limits = new Map(tableOf(README, "what").map(([what, limit]) => [what, limit]));
  const mib = (bytes: number): string => `${bytes / 1024 / 1024} MiB`;
  const said: [what: string, ...texts: string[]][] = [
    ["a line written", MAX_LINE_BYTES.toLocaleString("en-US"), (qwen.maxLineBytes ?? 0).toLocaleString("en-US")],
    ["a line read", mib(MAX_INPUT_LINE_BYTES), `${MAX_DEPTH} levels`],
    ["piped prompt", mib(MAX_STDIN_BYTES)],
    ["retries of a request", `${DEFAULT_RETRY.maxRetries},`, `${DEFAULT_RETRY.maxTotalWaitMs / 1000} s`],
    ["a shell command", `${DEFAULT_TIMEOUT_MS / 1000} s`, `${MAX_TIMEOUT_MS / 1000} s`],
    ["a file read", mib(MAX_FILE_BYTES)],
    ["sessions in one process", String(MAX_SESSIONS)],
    [
      "clients of a server",
      `${DEFAULT_LIMITS.clients},`,
      `${DEFAULT_LIMITS.idleMs / 60_000} silent minutes`,
      `lines of ${mib(DEFAULT_LIMITS.maxLineBytes)}`,
    ],
    [
      "sessions of a server",
      `${DEFAULT_LIMITS.sessions.toLocaleString("en-US")},`,
      `${DEFAULT_LIMITS.lingerMs / 60_000} minutes`,
    ],
  ];
  for (const [what, ...texts] of said) {
    for (const text of texts) assert(limits.get(what)?.includes(text), `${what}: ${limits.get(what)} lacks ${text}`);
  }
  assertEquals([...limits.keys()], said.map(([what]) => what));
});

Deno.test("docs/compare.md: its figures are made by a task that exists", async () => {
  const [block] = blocksOf(await Deno.readTextFile(`${ROOT}docs/compare.md`));
  const task = /^deno task (\S+)$/.exec(block.text.trim())?.[1] ?? "";
  assert(task in project.tasks, task);
});

for (const path of DOCUMENTS) {
  Deno.test(`${path}: every flag, subcommand and link exists`, async () => {
    const text = await Deno.readTextFile(`${ROOT}${path}`);
    const lines = text.split("\n").filter((line) => !/^\s*(npm|deno|git|curl|tail|jq) /.test(line));
    const own = lines.join("\n").replace(/`deno [^`]*`/g, "");
    for (const [, flag] of own.matchAll(/(?<![\w-])--([a-z][a-z-]*[a-z])(?![\w-])/g)) {
      assert(flagCalled(flag) || flagCalled(flag.replace(/^no-/, "")), `There is no flag --${flag}`);
    }
    for (const [, word] of own.matchAll(/`qwen ([a-z]+)[ `]/g)) assert(word in SUBCOMMANDS, `There is no qwen ${word}`);
    for (const [, topic] of own.matchAll(/--help ([a-z-]+)/g)) {
      assert((TOPICS as readonly string[]).includes(topic), topic);
    }
    for (const [, link] of text.matchAll(/\]\((?!https?:)([^)#]+)/g)) {
      await Deno.stat(new URL(link, `file://${ROOT}${path}`));
    }
  });

  Deno.test(`${path}: speaks of the project only`, async () => {
    const text = await Deno.readTextFile(`${ROOT}${path}`);
    const strange = /(\/home\/|\/root\b|\/Users\/|\/tmp\/|registry\.|#\d{1,4}\b|\bTODO\b|\bissue \d)/.exec(text);
    assertEquals(strange?.[0] ?? null, null);
  });
}
