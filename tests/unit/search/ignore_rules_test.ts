import { assert, assertEquals } from "@std/assert";
import { type FolderIgnores, IgnoreRules } from "../../../lib/search/ignore_rules.ts";

/** Ignore files by folder, and paths to ask about; those of folders end with a slash. */
const CASES: readonly { files: Record<string, string>; paths: readonly string[] }[] = [
  {
    files: { "": "*.log\n/build\n!keep.log\n# comment\n\\#literal\n\\!bang\ntrailing   \nescaped\\ \n" },
    paths: [
      ...["a.log", "x/a.log", "keep.log", "x/keep.log", "build", "build/", "x/build", "# comment", "#literal", "!bang"],
      ...["trailing", "trailing   ", "escaped ", "escaped", "A.LOG"],
    ],
  },
  {
    files: { "": "dist/\ndocs/*.txt\nsrc/**/gen\n**/tmp\nall/**\nx/**/y/**/z\n" },
    paths: [
      ...["dist", "dist/", "x/dist/", "docs/a.txt", "docs/sub/a.txt", "x/docs/a.txt", "src/gen", "src/a/b/gen"],
      ...["tmp", "a/tmp", "a/b/tmp/", "all", "all/", "all/a", "x/y/z", "x/1/y/2/3/z", "x/y", "src/gent"],
    ],
  },
  {
    files: { "": "[ab].c\n[!a]x.c\nq?.c\n[[:digit:]]n\n[z\na**b\n*a*b*c\n{p,q}\n[]-]r\nback\\\\slash\nend\\\n" },
    paths: [
      ...["a.c", "c.c", "bx.c", "ax.c", "q1.c", "q.c", "5n", "xn", "[z", "z", "axxb", "xaybzc", "p", "{p,q}", "]r"],
      ...["-r", "back\\slash", "end", "end\\", "a/b"],
    ],
  },
  {
    files: { "": "*\n!*/\n!*.ts\n", "sub/": "*.ts\n!good.ts\n/only.js\n" },
    paths: ["a.ts", "a.js", "sub/", "sub/a.ts", "sub/good.ts", "sub/only.js", "sub/x/only.js", "sub/x/", "sub/x/b.ts"],
  },
  {
    // Stars behind a letter: only the form that git documents, because git drops a literal start before it matches.
    files: { "": "\uFEFFbom.txt\r\ncr.txt\r\n\n   \n/\n!\n!/\nfoo/bar\n/lead/slash/\n***/three\nq***/r\n" },
    paths: [
      ...["bom.txt", "cr.txt", "cr.txt\r", "foo/bar", "x/foo/bar", "lead/slash/", "lead/slash", "three", "a/b/three"],
      ...["q/r", "qq/r", "   "],
    ],
  },
  {
    files: { "": "data/*\n!data/keep\n", "data/": "keep2\n!other\n" },
    paths: ["data/", "data/x", "data/keep", "data/keep2", "data/other", "data/keep/"],
  },
];

/** A folder of a repository whose root is `/`. */
function level(folder: string, text: string): FolderIgnores {
  return { folder: `/${folder}`, files: { ".gitignore": text }, isRepository: folder === "" };
}

Deno.test("IgnoreRules answers as git check-ignore does", async () => {
  let count = 0;
  for (const { files, paths } of CASES) {
    const levels = Object.entries(files).map(([folder, text]) => level(folder, text));
    const rules = levels.reduce((above, next) => above.within(next), IgnoreRules.none());
    const expected = await ignoredByGit(files, paths);
    for (const path of paths) {
      count++;
      const deepest = Object.keys(files).findLast((folder) => path.startsWith(folder) && path !== folder) ?? "";
      const own = deepest === "" ? IgnoreRules.none().within(levels[0]) : rules;
      assertEquals(
        [path, own.ignores(`/${path.replace(/\/$/, "")}`, path.endsWith("/"))],
        [path, expected.has(path)],
        JSON.stringify(files),
      );
    }
  }
  assert(count > 60, `${count} cases`);
});

/** The paths of a list that git ignores in a repository with these ignore files. */
async function ignoredByGit(files: Record<string, string>, paths: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const path of paths) {
    const root = await Deno.makeTempDir();
    try {
      await git(root, ["init", "-q", "--template="]);
      for (const [folder, text] of Object.entries(files)) {
        await Deno.mkdir(`${root}/${folder}`, { recursive: true });
        await Deno.writeTextFile(`${root}/${folder}.gitignore`, text);
      }
      // What is a folder git sees on disk, not in the name.
      await Deno.mkdir(`${root}/${path.slice(0, path.lastIndexOf("/") + 1)}`, { recursive: true });
      if (!path.endsWith("/")) await Deno.writeTextFile(`${root}/${path}`, "");
      const output = await git(root, ["check-ignore", "-z", "--stdin"], { input: `${path.replace(/\/$/, "")}\0` });
      if (output !== "") found.add(path);
    } finally {
      await Deno.remove(root, { recursive: true });
    }
  }
  return found;
}

async function git(cwd: string, args: readonly string[], { input = "" } = {}): Promise<string> {
  const child = new Deno.Command("git", {
    args: ["-c", "core.excludesFile=/dev/null", ...args],
    cwd,
    env: { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input));
  await writer.close();
  const { stdout, stderr, code } = await child.output();
  assert(code <= 1, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

Deno.test("IgnoreRules reads hostile lines in linear time", () => {
  const start = performance.now();
  const lines = [`${" ".repeat(200_000)}x`, `${"\\ ".repeat(100_000)}`, "[".repeat(200_000), `${"*a".repeat(1_000)}b`];
  const rules = IgnoreRules.none().within(level("", lines.join("\n")));
  assert(!rules.ignores(`/${"a".repeat(250)}`, false));
  assert(performance.now() - start < 3_000);
});

Deno.test("IgnoreRules applies files of git in their repository only, and the root's file last", () => {
  const ignores = (rules: IgnoreRules, path: string): boolean => rules.ignores(path, false);
  const outside = IgnoreRules.none().within({ folder: "/", files: { ".gitignore": "*.log" }, isRepository: false });
  assert(!ignores(outside, "/a.log"));
  const files = { ".gitignore": "*.log\n!b.tmp", ".ignore": "!keep.log", ".qwenignore": "*.tmp\nsecret" };
  const outer = IgnoreRules.none().within({ folder: "/", files, isRepository: true });
  assertEquals(["/a.log", "/keep.log", "/a.tmp", "/b.tmp", "/secret"].map((path) => ignores(outer, path)), [
    ...[true, false, true, false, true],
  ]);
  // A nested repository has its own rules of git, but the other files still apply.
  const inner = outer.within({ folder: "/sub/", files: { ".git/info/exclude": "own" }, isRepository: true });
  assertEquals(["/sub/a.log", "/sub/own", "/sub/secret"].map((path) => ignores(inner, path)), [false, true, true]);
  const noGit = IgnoreRules.none({ git: false, own: true }).within({ folder: "/", files, isRepository: true });
  assertEquals(["/a.log", "/secret"].map((path) => ignores(noGit, path)), [false, true]);
});
