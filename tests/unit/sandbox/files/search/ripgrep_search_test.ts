import { assertEquals } from "@std/assert";
import type { LineMatch, LineQuery, MatchedFile, SearchRequest } from "../../../../../lib/model/ports.ts";
import { FairSelection } from "../../../../../lib/search/fair_selection.ts";
import { WorkerFiles } from "../../../../../lib/sandbox/files/worker_files.ts";

const hasRipgrep = await new Deno.Command("rg", { args: ["--version"], stdout: "null" }).output()
  .then(({ success }) => success, () => false);

const FILES: Readonly<Record<string, string>> = {
  ".git/HEAD": "",
  ".gitignore": "*.log\n",
  ".qwenignore": "secret.txt\n",
  "a.ts": "one\ntwo foo\nthree\nfour\nfive FOO\nsix\n",
  "b/c.ts": "foo\r\nbar\r\n",
  "b/d.js": "x\nfoo {}\n",
  "b/bin": "foo\0foo\n",
  "x.log": "foo\n",
  "secret.txt": "foo\n",
  "denied.txt": "foo\n",
};

const QUERY: LineQuery = { pattern: "foo", ignoreCase: true, multiline: false, before: 0, after: 0, limit: 100 };

/** The totals of all files, and the matches that a tool shows. */
async function found(
  files: WorkerFiles,
  { request, query }: { request: SearchRequest; query: LineQuery },
): Promise<unknown> {
  const all: MatchedFile[] = [];
  const { signal } = new AbortController();
  const { ignored } = await files.search.lines(request, query, { signal, onFiles: (some) => all.push(...some) });
  const shown = new FairSelection<LineMatch>(query.limit);
  for (const { path, matches } of all) {
    matches.forEach((match, round) => shown.offer({ path, round }, () => match));
  }
  return { ignored, totals: all.map(({ path, count }) => `${path} ${count}`).sort(), shown: shown.files() };
}

Deno.test({
  name: "ripgrep and the built-in search give the same answer",
  ignore: !hasRipgrep,
  async fn(): Promise<void> {
    const root = await Deno.realPath(await Deno.makeTempDir());
    let calls = 0;
    const forbids = (path: string): boolean => path.endsWith("denied.txt");
    const builtin = new WorkerFiles({ roots: [root], forbids });
    const ripgrep = new WorkerFiles({
      roots: [root],
      forbids,
      ripgrep: (args) => {
        calls++;
        return Promise.resolve(["rg", ...args]);
      },
    });
    const without = new WorkerFiles({ roots: [root], forbids, ripgrep: () => Promise.resolve(null) });
    try {
      for (const [name, text] of Object.entries(FILES)) {
        await Deno.mkdir(`${root}/${name.slice(0, name.lastIndexOf("/") + 1)}`, { recursive: true });
        await Deno.writeTextFile(`${root}/${name}`, text);
      }
      const ignores = { git: true, own: true };
      const requests: SearchRequest[] = [
        { path: root, globs: [], ignores },
        { path: root, globs: ["*.ts"], ignores },
        { path: `${root}/b`, globs: [], ignores },
        { path: `${root}/x.log`, globs: [], ignores },
        { path: root, globs: ["b/*.ts"], ignores },
      ];
      const queries = [
        QUERY,
        { ...QUERY, before: 2, after: 1 },
        { ...QUERY, pattern: "foo {}|\\btwo" },
        { ...QUERY, ignoreCase: false, limit: 2 },
      ];
      for (const request of requests) {
        for (const query of queries) {
          const asked = { request, query };
          const expected = await found(builtin, asked);
          assertEquals(await found(ripgrep, asked), expected, JSON.stringify(asked));
          assertEquals(await found(without, asked), expected);
        }
      }
      // A single file and a pattern with folders are searched by the built-in search.
      assertEquals(calls, 3 * queries.length);
    } finally {
      for (const files of [builtin, ripgrep, without]) files.close();
      await Deno.remove(root, { recursive: true });
    }
  },
});

Deno.test({
  name: "ripgrep and the built-in search agree on whether an ignore rule left something out",
  ignore: !hasRipgrep,
  async fn(): Promise<void> {
    const cases: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      "a rule without a match": { ".git/HEAD": "", ".gitignore": "*.log\n", "a.txt": "foo\n" },
      "a nested rule": { ".git/HEAD": "", "a/.gitignore": "*.log\n", "a/b.log": "foo\n", "a/c.txt": "foo\n" },
      "rules of git outside a repository": { ".gitignore": "*.log\n", "b.log": "foo\n" },
      "an ignored folder": { ".git/HEAD": "", ".git/info/exclude": "out\n", "out/a.txt": "foo\n", "b.txt": "foo\n" },
      "the own ignore file": { ".qwenignore": "secret\n", "secret": "foo\n" },
      "no rule": { "a.txt": "foo\n" },
    };
    const expected = [false, true, false, true, true, false];
    for (const [index, [name, files]] of Object.entries(cases).entries()) {
      const root = await Deno.realPath(await Deno.makeTempDir());
      const builtin = new WorkerFiles({ roots: [root] });
      const ripgrep = new WorkerFiles({ roots: [root], ripgrep: (args) => Promise.resolve(["rg", ...args]) });
      try {
        for (const [path, text] of Object.entries(files)) {
          await Deno.mkdir(`${root}/${path.slice(0, path.lastIndexOf("/") + 1)}`, { recursive: true });
          await Deno.writeTextFile(`${root}/${path}`, text);
        }
        const asked = { request: { path: root, globs: [], ignores: { git: true, own: true } }, query: QUERY };
        const own = await found(builtin, asked) as { ignored: boolean };
        assertEquals(own.ignored, expected[index], name);
        assertEquals(await found(ripgrep, asked), own, name);
      } finally {
        for (const files of [builtin, ripgrep]) files.close();
        await Deno.remove(root, { recursive: true });
      }
    }
  },
});

Deno.test({
  name: "a file whose name is not UTF-8 is found with ripgrep, and counted as left out without it",
  ignore: !hasRipgrep || Deno.build.os !== "linux",
  async fn(): Promise<void> {
    const root = await Deno.realPath(await Deno.makeTempDir());
    const builtin = new WorkerFiles({ roots: [root] });
    const ripgrep = new WorkerFiles({ roots: [root], ripgrep: (args) => Promise.resolve(["rg", ...args]) });
    try {
      // Deno itself cannot write such a name.
      await new Deno.Command("bash", { args: ["-c", "printf 'foo\\n' > $'odd\\xff.txt'"], cwd: root }).output();
      const request = { path: root, globs: [], ignores: { git: true, own: true } };
      const search = async (files: WorkerFiles): Promise<unknown> => {
        const paths: string[] = [];
        const { signal } = new AbortController();
        const onFiles = (some: readonly MatchedFile[]): void => void paths.push(...some.map(({ path }) => path));
        const { leftOut } = await files.search.lines(request, QUERY, { signal, onFiles });
        return { paths, leftOut };
      };
      assertEquals(await search(ripgrep), { paths: [`${root}/odd\uFFFD.txt`], leftOut: {} });
      assertEquals(await search(builtin), { paths: [], leftOut: { name: 1 } });
    } finally {
      for (const files of [builtin, ripgrep]) files.close();
      await Deno.remove(root, { recursive: true });
    }
  },
});
