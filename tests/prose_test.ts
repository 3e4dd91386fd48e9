/** Documents and help pages are plain English: short sentences, and the usual word for each thing. */
import { assertEquals } from "@std/assert";
import { fromFileUrl } from "../lib/path/mod.ts";
import { helpText, subcommandHelp } from "../lib/cli/args/help/help.ts";
import { TOPIC_NAMES } from "../lib/cli/args/help/topics.ts";
import { allSubcommands } from "../lib/cli/commands/mod.ts";
import { retiredWords } from "./support/house_lint/vocabulary.ts";
import { type Sentence, sentencesOf, sentencesOfHelp, wordsIn } from "./support/sentences.ts";

const MAX_WORDS = 30;
const ROOT = fromFileUrl(new URL("../", import.meta.url));
const PAGES = (await Array.fromAsync(Deno.readDir(`${ROOT}docs`), ({ name }) => `docs/${name}`))
  .filter((path) => path.endsWith(".md")).sort();
const DOCUMENTS = ["README.md", ".github/ARCHITECTURE.md", ".github/CONTRIBUTING.md", "CHANGELOG.md"]
  .concat("examples/README.md", PAGES);
type Read = () => string | Promise<string>;
const HELP_PAGES: readonly [title: string, read: Read][] = [
  ["--help", () => helpText("")],
  ...TOPIC_NAMES.map((name): [string, Read] => [`--help ${name}`, () => helpText(name)]),
  ...(await allSubcommands()).map((own): [string, Read] => [`${own.name} --help`, () => subcommandHelp(own)]),
];

/** Phrases that hide the subject of a sentence. */
const STILTED = /\bwhoever\b|\bis told\b|\bis said\b|\bhas a (word|say)\b|\bin (its|their|other|these|own) words\b/gi;

function faultsIn(sentences: readonly Sentence[]): string[] {
  return sentences.filter(({ text }) => wordsIn(text) > MAX_WORDS)
    .map(({ text, line }) => `line ${line}: ${wordsIn(text)} words: ${text}`);
}

function oldWordsIn(text: string): string[] {
  return text.split("\n").flatMap((line, index) => {
    const prose = line.replace(/`[^`]*`/g, "");
    const words = [...retiredWords(prose)].map(({ word, instead }) => `"${word}": use ${instead}`);
    const phrases = [...prose.matchAll(STILTED)].map(([phrase]) => `"${phrase}": name the subject`);
    return [...words, ...phrases].map((fault) => `line ${index + 1}: ${fault}`);
  });
}

for (const path of DOCUMENTS) {
  Deno.test(`${path}: no sentence has more than ${MAX_WORDS} words, and no word is our own invention`, async () => {
    const text = await Deno.readTextFile(`${ROOT}${path}`);
    assertEquals([...faultsIn(sentencesOf(text)), ...oldWordsIn(text)], []);
  });
}

for (const [title, read] of HELP_PAGES) {
  Deno.test(`${title}: no sentence has more than ${MAX_WORDS} words, and no word is our own invention`, async () => {
    const text = await read();
    assertEquals([...faultsIn(sentencesOfHelp(text)), ...oldWordsIn(text)], []);
  });
}

Deno.test("sentences are found in paragraphs, lists and columns, and long ones are counted", () => {
  const long = `Long ${"word ".repeat(MAX_WORDS)}end.`;
  const document = `# Title\n\nOne \`a b. c\` two.\nThree\nfour. ${long}\n\n| a. B |\n\n- item\n  one\n- item two\n`;
  const texts = sentencesOf(document).map(({ text }) => text);
  assertEquals(texts, ["One `a_b·_c` two.", "Three four.", long, "item one", "item two"]);
  assertEquals(faultsIn(sentencesOf(document)).length, 1);
  const page =
    "Usage here.\n\nGroup:\n  --flag X   One two\n             three. Four (default: 1; one of 1,\n             2)\n  --other    Five\n";
  const parts = sentencesOfHelp(page).map(({ text }) => text);
  assertEquals(parts, ["Usage here.", "Group:", "One two three.", "Four", "Five"]);
  assertEquals(oldWordsIn(`The ${"cr" + "ew"}\nis told so.\n`).length, 2);
});
