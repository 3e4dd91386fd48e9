/**
 * Every command block of every document is run as written, in a workspace of its own with an empty home. A block that
 * needs other surroundings is run by the test that is named here; one that cannot run here has its reason.
 */
import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "../lib/path/mod.ts";
import project from "../deno.json" with { type: "json" };
import { fakeModel } from "./support/fake_model.ts";
import { type Block, blocksOf, codeOf } from "./support/markdown.ts";
import { Fixture, startQwen } from "./support/qwen.ts";
import { command, isInstalled, withShim } from "./support/shim.ts";

const ROOT = fromFileUrl(new URL("../", import.meta.url));
/** Languages in which a block is read, not run. */
const DATA = /^(json|jsonl|md|markdown|text|yaml|toml)$/;

/** Blocks that another test runs, by their page and the word behind `sh`, with that test. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "README.md": "docs_test.ts",
  "README.md try": "clone_test.ts",
  "README.md install": "docs_test.ts",
  "README.md terminal": "docs_test.ts",
  "README.md model": "docs_test.ts",
  "docs/checks.md best-of": "checks_page_test.ts",
  "docs/checks.md denied": "checks_page_test.ts",
  "docs/checks.md eval": "checks_page_test.ts",
  "docs/checks.md verify": "checks_page_test.ts",
  "docs/checks.md work": "checks_page_test.ts",
  "docs/fleet.md": "fleet_page_test.ts",
  "docs/fleet.md queue": "fleet_page_test.ts",
  "docs/headless.md answer": "headless_page_test.ts",
  "docs/hosts.md conversation": "docs_test.ts",
};

/** Blocks that cannot be run here. */
const CANNOT: Readonly<Record<string, string>> = {
  "docs/compare.md figures": "the whole benchmark takes minutes and needs a quiet machine",
};

/** Blocks whose program runs until it is stopped. */
const SERVERS = ["README.md web", "docs/web.md web"];

interface Found extends Block {
  page: string;
  /** The page and the word behind the language. */
  key: string;
}

async function* documents(folder = ""): AsyncGenerator<string> {
  const skipped = /^(tests|lib|node_modules|dist|coverage|\.git|\.cache)$/;
  for await (const { name, isDirectory } of Deno.readDir(`${ROOT}${folder}`)) {
    if (isDirectory && !skipped.test(name)) yield* documents(`${folder}${name}/`);
    else if (name.endsWith(".md")) yield `${folder}${name}`;
  }
}

const PAGES = (await Array.fromAsync(documents())).sort();
const TEXTS = new Map(
  await Promise.all(PAGES.map(async (page) => [page, await Deno.readTextFile(ROOT + page)] as const)),
);
const BLOCKS: readonly Found[] = [...TEXTS].flatMap(([page, text]) =>
  blocksOf(text).filter(({ language }) => !DATA.test(language))
    .map((block) => ({ ...block, page, key: `${page} ${block.info}`.trim() }))
);
const RUN_HERE = BLOCKS.filter(({ key }) => !(key in ELSEWHERE) && !(key in CANNOT) && !SERVERS.includes(key));

Deno.test("documents: those of every folder are read", () => {
  for (const page of ["README.md", "CHANGELOG.md", "examples/README.md", ".github/CONTRIBUTING.md", "docs/web.md"]) {
    assert(PAGES.includes(page), page);
  }
});

Deno.test("documents: a block is a command for sh or data of a named kind", () => {
  const strange = BLOCKS.filter(({ language }) => language !== "sh").map(({ page, line }) => `${page}:${line}`);
  assertEquals(strange, []);
});

Deno.test("documents: no entry of the lists is left over, and a test that is named reads its block", async () => {
  const keys = new Set(BLOCKS.map(({ key }) => key));
  assertEquals([...Object.keys(ELSEWHERE), ...Object.keys(CANNOT), ...SERVERS].filter((key) => !keys.has(key)), []);
  for (const [key, test] of Object.entries(ELSEWHERE)) {
    const [page, info = ""] = key.split(" ");
    const source = await Deno.readTextFile(new URL(test, import.meta.url));
    const name = page.replace(/^docs\/|\.md$/g, "");
    assert(
      source.includes(name) && source.includes(`"${info}"`),
      `${test} does not read the block "${info}" of ${page}`,
    );
  }
});

for (const page of new Set(RUN_HERE.map(({ page }) => page))) {
  Deno.test({
    name: `${page}: its commands run as written, one after the other`,
    ignore: Deno.build.os === "windows" || !isInstalled("jq") || !isInstalled("git"),
    fn: async (): Promise<void> => {
      await using fixture = await Fixture.open();
      await using model = fakeModel([], { otherwise: "Done." });
      const env = await withShim(fixture, model.env);
      assertEquals((await command(["git", "init", "--quiet"], { fixture, env })).code, 0);
      for (const block of RUN_HERE.filter((one) => one.page === page)) {
        const { code, stderr } = await command(["bash", "-eo", "pipefail", "-c", block.text], { fixture, env });
        assertEquals([code, stderr], [0, ""], `${page}:${block.line}\n${block.text}`);
      }
    },
  });
}

for (const { page, line, text } of BLOCKS.filter(({ key }) => SERVERS.includes(key))) {
  Deno.test(`${page}: the server of line ${line} starts as written, and stops`, async () => {
    await using fixture = await Fixture.open();
    await using model = fakeModel([]);
    const [program, ...args] = text.trim().split(" ");
    assertEquals(program, "qwen");
    await using server = startQwen(args, { fixture, env: model.env });
    await server.until(/http:\/\/127\.0\.0\.1:\d+\/\S*\n/);
    server.kill("SIGTERM");
    assertEquals((await server.end).code, 0);
  });
}

Deno.test("documents: every task that a sentence names exists", () => {
  for (const [page, text] of TEXTS) {
    for (const code of codeOf(text)) {
      const task = /^deno task ([\w:]+)/.exec(code)?.[1];
      assert(task === undefined || task in project.tasks, `${page}: ${code}`);
    }
  }
});
