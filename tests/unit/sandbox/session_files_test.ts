import { assertEquals, assertRejects } from "@std/assert";
import { QwenError } from "../../../lib/model/problem.ts";
import { SessionFiles } from "../../../lib/sandbox/session_files.ts";

async function folders(): Promise<{ base: string; near: string; far: string } & AsyncDisposable> {
  const base = await Deno.realPath(await Deno.makeTempDir());
  const [near, far] = [`${base}/near`, `${base}/far`];
  for (const folder of [near, far]) {
    await Deno.mkdir(folder);
    await Deno.writeTextFile(`${folder}/a.txt`, folder);
  }
  return { base, near, far, [Symbol.asyncDispose]: () => Deno.remove(base, { recursive: true }) };
}

async function text(files: SessionFiles, path: string): Promise<string> {
  return new TextDecoder().decode(await files.read(path));
}

Deno.test("SessionFiles touches the folders that are open at the time of a call", async () => {
  await using here = await folders();
  const files = new SessionFiles({ roots: [here.near], readRoots: [here.base, here.base] });
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

Deno.test("SessionFiles opens once for calls that come together", async () => {
  await using here = await folders();
  const files = new SessionFiles({ roots: [here.near] });
  const path = `${here.near}/a.txt`;
  const [real, info, content] = await Promise.all([
    files.resolve(path, "read"),
    files.stat(path),
    text(files, path),
  ]);
  assertEquals([real, info?.size, content], [path, here.near.length, here.near]);
  files.close();
});

Deno.test("SessionFiles refuses what comes after the end, also while it is being opened", async () => {
  await using here = await folders();
  const path = `${here.near}/a.txt`;
  const early = new SessionFiles({ roots: [here.near] });
  early.close();
  await assertRejects(() => early.read(path), QwenError, "the session is over");
  const late = new SessionFiles({ roots: [here.near] });
  const reading = assertRejects(() => late.read(path), QwenError, "the session is over");
  late.close();
  await reading;
});
