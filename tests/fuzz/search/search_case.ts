import type { Random } from "./random.ts";

/** A generated folder: file contents by path, and links by path with their targets. */
export interface SearchTree {
  files: Map<string, Uint8Array>;
  links: Map<string, string>;
}

const FOLDERS = ["", "src/", "src/deep/", "build/", "a b/", "ünï/", "docs/[x]/", "vendor/", "vendor/lib/"];
const NAMES = [
  "main.ts",
  "a.log",
  "b.log",
  "keep.log",
  "x.tmp",
  "README",
  "日本.md",
  "-dash",
  "sp ace.txt",
  ".hidden",
  "a.b.c",
  "[1].js",
];
const WORDS = [
  "foo",
  "bar",
  "Foo",
  "BAR",
  "foo_bar",
  "x1",
  "über",
  "Ü",
  "the",
  "error:",
  "(call)",
  "a.b",
  "{}",
  "--",
  "K",
  "ſ",
  "日本",
  "tab\there",
  "\\d",
  "12-34",
];
const RULES = [
  "*.log",
  "!keep.log",
  "/build",
  "build/",
  "*.tmp",
  "!x.tmp",
  "src/deep",
  "src/*.ts",
  "**/lib",
  "docs/**",
  "!docs/[[]x]",
  "vendor/*",
  "!vendor/lib",
  "a b",
  "README",
  "/README",
  ".hidden",
  "*",
  "!*/",
  "!*.ts",
  "?.log",
  "[ab].log",
  "[!a].log",
  "a.*",
  "# comment",
  "",
  "deep/",
  "!deep/",
  "**/deep/**",
  "*.md",
  "ünï/",
  "\\-dash",
  "src/**/main.ts",
  "!src/",
  "main.ts  ",
  "x.tmp/",
];

/** Makes a folder with nested ignore files, odd names, several encodings and line endings, binary files and links. */
export function makeTree(random: Random): SearchTree {
  const files = new Map<string, Uint8Array>();
  const links = new Map<string, string>();
  const folders = FOLDERS.filter((folder) => folder === "" || random.chance(0.6));
  for (const folder of folders) {
    for (const name of NAMES) if (random.chance(0.35)) files.set(folder + name, makeContent(random));
    if (random.chance(0.35)) files.set(`${folder}.gitignore`, makeRules(random));
    if (random.chance(0.12)) files.set(`${folder}.ignore`, makeRules(random));
    if (random.chance(0.05)) links.set(`${folder}link`, random.pick(["src", "main.ts", "/etc"]));
  }
  files.set("anchor.txt", makeContent(random));
  if (random.chance(0.8)) {
    files.set(".git/HEAD", text("ref: refs/heads/main\n"));
    if (random.chance(0.4)) files.set(".git/info/exclude", makeRules(random));
  }
  if (random.chance(0.1)) files.set("vendor/.git/HEAD", text("ref: refs/heads/main\n"));
  if (random.chance(0.3)) files.set(".qwenignore", makeRules(random));
  return { files, links };
}

function makeRules(random: Random): Uint8Array {
  const ending = random.chance(0.2) ? "\r\n" : "\n";
  return text(Array.from({ length: random.below(5) + 1 }, () => random.pick(RULES)).join(ending) + ending);
}

function makeContent(random: Random): Uint8Array {
  const ending = random.chance(0.3) ? "\r\n" : "\n";
  const lines = Array.from(
    { length: random.below(6) },
    () => Array.from({ length: random.below(5) }, () => random.pick(WORDS)).join(random.pick([" ", "", "  "])),
  );
  const body = lines.join(ending) + (random.chance(0.7) && lines.length > 0 ? ending : "");
  switch (random.below(12)) {
    case 0:
      return text(`\uFEFF${body}`);
    case 1:
      return utf16(`\uFEFF${body}`, "little");
    case 2:
      return utf16(`\uFEFF${body}`, "big");
    case 3:
      return text(`${body}\0${body}`);
    case 4:
      return joined([text(`${body}foo`), new Uint8Array([0xff, 0xfe, 0xc3]), text(`bar\n${body}`)]);
    default:
      return text(body);
  }
}

const ATOMS = [
  "foo",
  "bar",
  "o",
  "b",
  "Ü",
  "ü",
  "k",
  "s",
  "\\d",
  "\\w",
  "\\s",
  ".",
  "[a-f]",
  "[^a-f]",
  "[[:alpha:]_]",
  "\\.",
  "\\(",
  "\\b",
  "\\W",
  "\\S",
  "日",
  "-",
  ":",
  "[-:]",
  "\\x41",
  "\\p{L}",
  "error",
];
const REPEATS = ["", "", "", "", "*", "+", "?", "{2}", "{1,3}", "*?", "+?", "{2,}"];

/** Makes a regular expression in the syntax that both programs know. */
export function makePattern(random: Random, depth = 0): string {
  const pieces = Array.from({ length: random.below(4) + 1 }, () => makePiece(random, depth));
  // Only where anchors make sense: ripgrep misses lines with `$^` and `(^\b){2}`.
  const start = depth === 0 && random.chance(0.15) ? "^" : "";
  const end = depth === 0 && random.chance(0.15) ? "$" : "";
  return `${start}${pieces.join(random.chance(0.15) ? "|" : "")}${end}`;
}

function makePiece(random: Random, depth: number): string {
  if (depth < 2 && random.chance(0.2)) {
    const open = random.pick(["(", "(?:", "(?i:", "(?-i:"]);
    return `${open}${makePattern(random, depth + 1)})${random.pick(REPEATS)}`;
  }
  const atom = random.pick(ATOMS);
  return atom === "\\b" || (atom.length > 1 && /^\w+$/.test(atom)) ? atom : atom + random.pick(REPEATS);
}

function text(value: string): Uint8Array {
  return new TextEncoder().encode(value);
}

function utf16(value: string, order: "little" | "big"): Uint8Array {
  const bytes = new Uint8Array(value.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < value.length; at++) view.setUint16(at * 2, value.charCodeAt(at), order === "little");
  return bytes;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
