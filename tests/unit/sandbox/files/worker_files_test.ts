import { assertEquals, assertRejects } from "@std/assert";
import { QwenError } from "../../../../lib/model/problem.ts";
import { WorkerFiles } from "../../../../lib/sandbox/files/worker_files.ts";

async function folders(): Promise<{ base: string; near: string; far: string } & AsyncDisposable> {
  const base = await Deno.realPath(await Deno.makeTempDir());
  const [near, far] = [`${base}/near`, `${base}/far`];
  for (const folder of [near, far]) {
    await Deno.mkdir(folder);
    await Deno.writeTextFile(`${folder}/a.txt`, folder);
  }
  return { base, near, far, [Symbol.asyncDispose]: () => Deno.remove(base, { recursive: true }) };
}

async function text(files: WorkerFiles, path: string): Promise<string> {
  return new TextDecoder().decode(await files.read(path));
}

Deno.test("WorkerFiles accesses the folders that are roots at the time of a call", async () => {
  await using here = await folders();
  const files = new WorkerFiles({ roots: [here.near], readRoots: [here.base, here.base] });
  files.addRoot(here.far);
  files.removeRoot(here.near);
  assertEquals([files.roots, files.readRoots], [[here.far], [here.base]]);
  await files.write(`${here.far}/b.txt`, new TextEncoder().encode("b"));
  await assertRejects(() => files.write(`${here.near}/b.txt`, new Uint8Array()), QwenError, "outside the workspace");
  files.addRoot(here.near);
  await files.write(`${here.near}/b.txt`, new TextEncoder().encode("b"));
  assertEquals(await Promise.all([text(files, `${here.near}/b.txt`), text(files, `${here.far}/b.txt`)]), ["b", "b"]);
  assertEquals((await files.list(here.far)).map(({ name }) => name), ["a.txt", "b.txt"]);
  files.close();
});

Deno.test("WorkerFiles answers concurrent calls", async () => {
  await using here = await folders();
  const files = new WorkerFiles({ roots: [here.near] });
  const path = `${here.near}/a.txt`;
  const [real, info, content] = await Promise.all([
    files.resolve(path, "read"),
    files.stat(path),
    text(files, path),
  ]);
  assertEquals([real, info?.size, content], [path, here.near.length, here.near]);
  files.close();
});

Deno.test("WorkerFiles refuses calls after close, also those under way", async () => {
  await using here = await folders();
  const path = `${here.near}/a.txt`;
  const closed = new WorkerFiles({ roots: [here.near] });
  closed.close();
  await assertRejects(() => closed.read(path), QwenError, "the session is over");
  await assertRejects(() => closed.ready(), QwenError, "the session is over");
  const open = new WorkerFiles({ roots: [here.near] });
  const reading = assertRejects(() => open.read(path), QwenError, "the session is over");
  open.close();
  await reading;
});

Deno.test("WorkerFiles gives up a call that exceeds its deadline", async () => {
  await using here = await folders();
  // Starting the worker takes longer than this.
  const files = new WorkerFiles({ roots: [here.near], deadlineMs: 1 });
  await assertRejects(() => files.read(`${here.near}/a.txt`), QwenError, "it took longer than 0.001 seconds");
  files.close();
});

Deno.test("WorkerFiles lists and searches the same folder many times at once as one at a time", async () => {
  await using here = await folders();
  for (let i = 0; i < 20; i++) await Deno.writeTextFile(`${here.near}/file${i}.txt`, "needle\n");
  const files = new WorkerFiles({ roots: [here.near] });
  try {
    const request = { path: here.near, globs: [], ignores: { git: true, own: true } };
    const query = { pattern: "needle", ignoreCase: true, multiline: false, before: 0, after: 0, limit: 100 };
    const { signal } = new AbortController();
    const search = async (): Promise<string[]> => {
      const found: string[] = [];
      await files.search.lines(request, query, {
        signal,
        onFiles: (some) => found.push(...some.map(({ path }) => path)),
      });
      return found;
    };
    const list = async (): Promise<string[]> => (await files.list(here.near)).map(({ name }) => name);
    const [oneSearch, oneList] = [await search(), await list()];
    assertEquals(oneSearch.length, 20);
    const rounds = await Promise.all(Array.from({ length: 60 }, () => Promise.all([search(), list()])));
    for (const [found, listed] of rounds) assertEquals([found, listed], [oneSearch, oneList]);
  } finally {
    files.close();
  }
});

Deno.test("WorkerFiles ends a cancelled search within 100 ms and goes on with the next call", async () => {
  await using here = await folders();
  // A pattern that is slow on this text: the search ends by its flag, not by itself.
  const text = Array.from({ length: 400_000 }, (_, i) => "ab"[(i * 2_654_435_761 >>> 7) & 1]).join("");
  for (let i = 0; i < 20; i++) await Deno.writeTextFile(`${here.near}/slow${i}.txt`, text);
  const files = new WorkerFiles({ roots: [here.near] });
  try {
    await files.stat(here.near);
    const times: number[] = [];
    // Other work of the machine may delay single rounds, but a search that does not heed its flag is late in all.
    const inTime = (): number => times.filter((ms) => ms < 100).length;
    for (let round = 0; inTime() < 3 && round < 40; round++) {
      const abort = new AbortController();
      const running = files.search.lines(
        { path: here.near, globs: [], ignores: { git: true, own: true } },
        { pattern: "(a|b)*a(a|b){40}c", ignoreCase: false, multiline: false, before: 0, after: 0, limit: 10 },
        { signal: abort.signal, onFiles: () => {} },
      );
      const rejected = assertRejects(() => running, DOMException);
      await new Promise((resolve) => setTimeout(resolve, 20));
      const cancelledAt = performance.now();
      abort.abort();
      await rejected;
      // The worker answers the next call only when it has left the search.
      await files.stat(here.near);
      times.push(performance.now() - cancelledAt);
    }
    assertEquals(inTime(), 3, `${times}`);
  } finally {
    files.close();
  }
});
