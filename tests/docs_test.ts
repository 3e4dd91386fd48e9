import { assert, assertEquals, assertMatch } from "@std/assert";
import { fromFileUrl } from "../lib/path/mod.ts";
import project from "../deno.json" with { type: "json" };
import { FLAGS } from "../lib/cli/args/table/flag_table.ts";
import { flagFinder, ownersOf } from "../lib/cli/args/table/known_flags.ts";
import { findSubcommand } from "../lib/cli/commands/mod.ts";
import { MAX_DEPTH, MAX_INPUT_LINE_BYTES, MAX_RESULT_LINE_BYTES } from "../lib/cli/limits.ts";
import { TOPIC_NAMES } from "../lib/cli/args/help/topics.ts";
import { MAX_STDIN_BYTES } from "../lib/cli/prompt_input.ts";
import { DIALECT_NAMES } from "../lib/dialects/mod.ts";
import { qwen } from "../lib/dialects/qwen.ts";
import { DEFAULT_RETRY } from "../lib/engine/turn/retry.ts";
import { MODES } from "../lib/model/ports/access.ts";
import { CODES } from "../lib/model/problem.ts";
import { PROVIDERS } from "../lib/providers/mod.ts";
import { MAX_FILE_BYTES } from "../lib/sandbox/files/workspace_files.ts";
import { DEFAULT_LIMITS, SINGLE_CLIENT_LIMITS } from "../lib/host/limits.ts";
import { DEFAULT_TIMEOUT_MS, MAX_TIMEOUT_MS } from "../lib/tools/shell/run_shell_command.ts";
import { fakeModel } from "./support/fake_model.ts";
import { blocksOf, codeOf, tableOf } from "./support/markdown.ts";
import { hasPty, Person } from "./support/pty.ts";
import { Fixture } from "./support/qwen.ts";
import { command, isInstalled, type Outcome, withShim } from "./support/shim.ts";

const ROOT = fromFileUrl(new URL("../", import.meta.url));
const README = await Deno.readTextFile(`${ROOT}README.md`);
const PAGES = (await Array.fromAsync(Deno.readDir(`${ROOT}docs`), ({ name }) => `docs/${name}`))
  .filter((path) => path.endsWith(".md")).sort();
const DOCUMENTS = ["README.md", "CHANGELOG.md", "examples/README.md", ".github/ARCHITECTURE.md"]
  .concat(".github/CONTRIBUTING.md", PAGES);

const findFlag = flagFinder(null);

async function isFlag(word: string): Promise<boolean> {
  return findFlag(word) !== undefined || (await ownersOf(word)).length > 0;
}

/** Runs a block in bash as if it were pasted: every line, with the status of the last one. */
async function paste(text: string, options: { fixture: Fixture; env: Record<string, string> }): Promise<Outcome> {
  return await command(["bash", "-c", text], options);
}

/** The blocks of a page whose fence is `sh` with this info. */
function shellBlocks(info: string, page = README): string[] {
  const blocks = blocksOf(page).filter((block) => block.language === "sh" && block.info === info);
  assert(blocks.length > 0, `The page has no block "sh ${info}"`);
  return blocks.map(({ text }) => text);
}

async function pageOf(name: string): Promise<string> {
  return await Deno.readTextFile(`${ROOT}docs/${name}.md`);
}

Deno.test("README: it fits 150 lines, and three readers find their answers by its links", async () => {
  assert(README.split("\n").length <= 150);
  const linked = await Promise.all(
    [...README.matchAll(/\]\(((?:docs|examples)\/[^)]+)\)/g)].map(async ([, path]) =>
      [path, await Deno.readTextFile(`${ROOT}${path}`)] as const
    ),
  );
  const pages = new Map(linked);
  // From Python, with permission questions.
  assertMatch(pages.get("examples/python_host.py") ?? "", /can_use_tool/);
  assertMatch(pages.get("docs/hosts.md") ?? "", /python_host\.py/);
  // In CI on pull requests, without the network.
  assertMatch(pages.get("examples/ci_gate.yml") ?? "", /on: pull_request[^]*--sandbox=required/);
  // Why a run ended with exit 55.
  const budgets = Object.entries(CODES).filter(([code]) => code.startsWith("budget."));
  const rows = tableOf(pages.get("docs/exit_codes.md") ?? "", "code").map((cells) => cells.flatMap(codeOf));
  assertEquals(
    rows.toSorted(),
    budgets.map(([code, { meaning }]) => [code, /\((--[a-z-]+)\)/.exec(meaning)?.[1] ?? ""]).toSorted(),
  );
});

Deno.test("README: the commands print what it says", async () => {
  await using fixture = await Fixture.open();
  const env = await withShim(fixture);
  const outputs = [];
  for (const block of shellBlocks("")) {
    const { code, stdout, stderr } = await paste(block, { fixture, env });
    assertEquals([code, stderr], [0, ""], block);
    outputs.push(stdout);
  }
  assertMatch(outputs[0], /hello from a file/);
  assertMatch(outputs[1], /^(low|high)\n$/);
  assertMatch(outputs[2], /^hello\n1 2 3\n\{"object":"chat\.completion\.chunk".*\}\n$/s);
});

Deno.test({
  name: "README: the first command after installing is qwen, which opens a conversation",
  ignore: !hasPty(),
  fn: async (): Promise<void> => {
    const blocks = blocksOf(README);
    const { info, text } = blocks[blocks.findIndex((block) => block.info === "install") + 1];
    assertEquals([info, text], ["terminal", "qwen\n"]);
    await using fixture = await Fixture.open();
    await using model = fakeModel(["Hello."]);
    await using person = new Person([], { fixture, env: model.env });
    await person.sees(/\/help lists the commands[^]*> *\n/);
    await person.type("hi\r");
    await person.sees(/Hello\./);
  },
});

Deno.test("README: with a model's key in the environment no flag is needed", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([], { otherwise: "It counts sheep." });
  const env = await withShim(fixture, model.env);
  assertEquals((await command(["git", "init", "--quiet"], { fixture, env })).code, 0);
  const [block] = shellBlocks("model");
  const [first, ...rest] = block.split("\n");
  assertMatch(first, /^export OPENAI_API_KEY=\S+ OPENAI_BASE_URL=\S+ OPENAI_MODEL=\S+$/);
  const { code, stdout, stderr } = await paste(rest.join("\n"), { fixture, env });
  assertEquals([code, stdout, stderr], [0, "It counts sheep.\nIt counts sheep.\n", ""]);
});

Deno.test({
  name: "docs/hosts.md: the two-way conversation ends with the file that was asked for",
  ignore: Deno.build.os === "windows" || !isInstalled("jq"),
  fn: async (): Promise<void> => {
    await using fixture = await Fixture.open();
    const { code, stdout, stderr } = await paste(shellBlocks("conversation", await pageOf("hosts"))[0], {
      fixture,
      env: await withShim(fixture),
    });
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
    await using fixture = await Fixture.open();
    await using model = fakeModel([], { otherwise: "It counts sheep." });
    const env = await withShim(fixture);
    const printed: string[] = [];
    for (const { info, text } of blocksOf(README)) {
      if (["try", "install", "terminal", "web"].includes(info)) continue;
      const [first, ...rest] = text.split("\n");
      // A reader uses a server and a key of their own.
      const own = Object.entries(model.env).map(([name, value]) => `${name}=${value}`).join(" ");
      const line = info === "model"
        ? [`git init --quiet; export ${own}`, ...rest].join("\n")
        : [first, ...rest].join("\n");
      const { code, stdout, stderr } = await paste(line, { fixture, env });
      assertEquals([code, stderr], [0, ""], text);
      printed.push(stdout);
    }
    assertMatch(printed[0], /hello from a file/);
    assertEquals(printed[1], "It counts sheep.\nIt counts sheep.\n");
    assertMatch(printed[2], /^(low|high)\n$/);
    assertEquals(printed.length, 4);
  },
});

Deno.test("README: it begins with the demo and the tests, and CI runs the same command", async () => {
  const [first] = blocksOf(README);
  const start = `npx -y deno@${Deno.version.deno} task`;
  assertEquals([first.info, first.text], ["try", `${start} demo\n${start} test\n`]);
  assert("demo" in project.tasks && "test" in project.tasks);
  const run = await Deno.readTextFile(`${ROOT}.ci/run`);
  assertEquals(run.trimEnd().split("\n").at(-1), `${start} test`);
});

Deno.test({
  name: "README: two commands set it up",
  ignore: Deno.build.os === "windows" || !isInstalled("npm"),
  fn: async (): Promise<void> => {
    await using fixture = await Fixture.open();
    const [runtime, install, ...more] = shellBlocks("install")[0].trim().split("\n");
    assertEquals([runtime, install, more], [`npm install -g deno@${Deno.version.deno}`, "deno task install", []]);
    const { DENO_DIR, ...env } = await withShim(fixture, {
      npm_config_prefix: `${fixture.home}/npm`,
      npm_config_cache: Deno.env.get("npm_config_cache") ?? `${Deno.env.get("HOME")}/.npm`,
      npm_config_fetch_retries: "0",
      npm_config_fetch_timeout: "20000",
      DENO_DIR: Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME")}/.cache/deno`,
    });
    const fetched = await command(["bash", "-c", runtime], { fixture, env });
    // Without a network nothing can be installed; the rest works with the Deno that runs this test.
    const path = fetched.code === 0 ? `${fixture.home}/npm/bin:${env.PATH}` : env.PATH;
    if (fetched.code !== 0) {
      assertMatch(fetched.stderr, /ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH|ENOTCACHED|_CERT_|network/);
    }
    // No other qwen is there yet.
    await Deno.remove(`${fixture.home}/bin/qwen`);
    const line = `cd ${JSON.stringify(ROOT)} && ${install}`;
    const installed = await command(["bash", "-c", line], { fixture, env: { ...env, PATH: path, DENO_DIR } });
    assertEquals(installed.code, 0, installed.stderr);
    const place = /^Installed (.+)$/m.exec(installed.stderr)?.[1] ?? "";
    // The first of the user's own folders on the PATH.
    assertEquals(place, `${fixture.home}/bin/qwen`);
    assertMatch(installed.stderr, /^Try it: qwen --provider demo "say hello"$/m);
    const hello = await command(["bash", "-c", 'qwen --provider demo "say hello"'], {
      fixture,
      env: { ...env, PATH: path },
    });
    assertEquals([hello.code, hello.stdout], [0, "hello\n"]);
  },
});

Deno.test("docs/dialects.md: the tables of formats and dialects are those of the program", async () => {
  const page = await pageOf("dialects");
  const formats = tableOf(page, "format").map(([format]) => codeOf(format)[0]);
  assertEquals(formats, [...FLAGS["output-format"].choices]);
  const dialects = tableOf(page, "dialect").map(([dialect]) => codeOf(dialect)[0]);
  assertEquals(dialects.toSorted(), DIALECT_NAMES.toSorted());
  assertEquals(dialects.toSorted(), FLAGS.dialect.choices.filter((name) => name !== "auto").toSorted());
});

Deno.test("docs/permissions.md: the table of approval modes is that of the program", async () => {
  assertEquals(tableOf(await pageOf("permissions"), "mode").map(([mode]) => codeOf(mode)[0]), [...MODES]);
});

Deno.test("docs/configuration.md: the table of providers is that of the program", async () => {
  const rows = tableOf(await pageOf("configuration"), "provider").map((
    [name, key, server, model],
  ) => [codeOf(name)[0], codeOf(key), codeOf(server), codeOf(model)[0]]);
  const own = PROVIDERS.map((
    { name, keyVars, baseUrlVars, modelVars, model },
  ) => [name, [...keyVars], baseUrlVars.slice(0, 1), modelVars[0] ?? model]);
  assertEquals(rows.toSorted(), own.toSorted());
});

Deno.test("docs/exit_codes.md: the exit statuses are those of the program", async () => {
  const listed = tableOf(await pageOf("exit_codes"), "exit").flatMap(([statuses]) => statuses.split(", ").map(Number));
  const own = [0, ...Object.values(CODES).map(({ exit }) => exit)];
  assertEquals(new Set(listed), new Set(own));
});

Deno.test("docs/exit_codes.md: the limits are those of the program", async () => {
  const limits = new Map(tableOf(await pageOf("exit_codes"), "what").map(([what, limit]) => [what, limit]));
  const mib = (bytes: number): string => `${bytes / 1024 / 1024} MiB`;
  const said: [what: string, ...texts: string[]][] = [
    [
      "a line written",
      MAX_RESULT_LINE_BYTES.toLocaleString("en-US"),
      (qwen.pythonLineBytes ?? 0).toLocaleString("en-US"),
    ],
    ["a line read", mib(MAX_INPUT_LINE_BYTES), `${MAX_DEPTH} levels`],
    ["piped prompt", mib(MAX_STDIN_BYTES)],
    ["retries of a request", `${DEFAULT_RETRY.maxRetries},`, `${DEFAULT_RETRY.maxTotalWaitMs / 1000} s`],
    ["a shell command", `${DEFAULT_TIMEOUT_MS / 1000} s`, `${MAX_TIMEOUT_MS / 1000} s`],
    ["a file read", mib(MAX_FILE_BYTES)],
    ["sessions in one process", String(SINGLE_CLIENT_LIMITS.sessions)],
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

Deno.test("docs/compare.md: the task of its figures exists", async () => {
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
      assert(await isFlag(flag) || await isFlag(flag.replace(/^no-/, "")), `There is no flag --${flag}`);
    }
    for (const [, word] of own.matchAll(/`qwen ([a-z]+)[ `]/g)) {
      assert(await findSubcommand(word), `There is no qwen ${word}`);
    }
    for (const [, topic] of own.matchAll(/--help ([a-z-]+)/g)) {
      assert(TOPIC_NAMES.includes(topic), topic);
    }
    for (const [, link] of text.matchAll(/\]\((?!https?:)([^)#]+)/g)) {
      await Deno.stat(new URL(link, `file://${ROOT}${path}`));
    }
  });

  Deno.test(`${path}: names no machine, issue or registry`, async () => {
    const text = await Deno.readTextFile(`${ROOT}${path}`);
    const strange = /(\/home\/|\/root\b|\/Users\/|\/tmp\/|registry\.[\w-]+\.|#\d{1,4}\b|\bTODO\b|\bissue \d)/.exec(
      text,
    );
    assertEquals(strange?.[0] ?? null, null);
  });
}
