import { assert, assertEquals, assertRejects } from "@std/assert";
import { QwenError } from "../../../../lib/model/problem.ts";
import { realPathNow } from "../../../../lib/sandbox/files/paths/real_path.ts";
import { WorkspaceFiles } from "../../../../lib/sandbox/files/workspace_files.ts";

interface Place {
  base: string;
  root: string;
  files: WorkspaceFiles;
  [Symbol.asyncDispose](): Promise<void>;
}

async function place(): Promise<Place> {
  const base = await Deno.realPath(await Deno.makeTempDir());
  const root = `${base}/ws`;
  for (const folder of ["ws/in", "ws-evil", "out", "ws/sub/deep"]) {
    await Deno.mkdir(`${base}/${folder}`, { recursive: true });
  }
  for (const file of ["ws/a", "ws-evil/s", "out/s"]) await Deno.writeTextFile(`${base}/${file}`, file);
  const links: Record<string, string> = {
    file: `${base}/out/s`,
    folder: `${base}/out`,
    dangling: `${base}/out/new`,
    chain: "file",
    loop: "loop",
    up: "../out",
    root: "/proc/self/root",
    inside: "a",
    infolder: "in",
  };
  for (const [name, target] of Object.entries(links)) await Deno.symlink(target, `${root}/l_${name}`);
  return {
    base,
    root,
    files: new WorkspaceFiles({ roots: [root] }),
    [Symbol.asyncDispose]: () => Deno.remove(base, { recursive: true }),
  };
}

Deno.test("WorkspaceFiles lets nothing out of the workspace, to be read or written", async () => {
  await using here = await place();
  const { base, root, files } = here;
  const escapes = [
    ...[`${base}/out/s`, `${root}/../out/s`, `${base}/ws-evil/s`, `${root}/in/../../out/s`, "/etc/passwd", "/"],
    ...[`${root}/l_file`, `${root}/l_folder/s`, `${root}/l_dangling`, `${root}/l_chain`, `${root}/l_loop`],
    ...[`${root}/l_up/s`, `${root}/l_root/etc/passwd`, `${root}/l_folder/new/deep`, `${root}/none/../../out/s`],
    ...["/proc/self/environ", `/proc/self/root${root}/a`, "/sys/kernel", "/dev/null", "/dev/stdin", "relative"],
    ...[`${root}/a\0b`, "", `${base}`, `${root}/l_dangling/x`, `${root}/l_folder`],
  ];
  for (const path of escapes) {
    await assertRejects(() => files.read(path), QwenError, `Cannot access ${path}`);
    await assertRejects(() => files.write(path, new Uint8Array([1])), QwenError, `Cannot access ${path}`);
    await assertRejects(() => files.stat(path), QwenError, `Cannot access ${path}`);
  }
  assertEquals(await Deno.readTextFile(`${base}/out/s`), "out/s");
  assertEquals([...Deno.readDirSync(`${base}/out`)].length, 1);
});

Deno.test("WorkspaceFiles follows links that stay inside", async () => {
  await using here = await place();
  const { root, files } = here;
  assertEquals(new TextDecoder().decode(await files.read(`${root}/l_inside`)), "ws/a");
  await files.write(`${root}/l_inside`, new TextEncoder().encode("new"));
  assertEquals(await Deno.readTextFile(`${root}/a`), "new");
  assert((await Deno.lstat(`${root}/l_inside`)).isSymlink);
  await files.write(`${root}/l_infolder/x/y`, new Uint8Array());
  assertEquals((await Deno.stat(`${root}/in/x/y`)).size, 0);
});

Deno.test("WorkspaceFiles refuses pipes and sockets without opening them", async () => {
  await using here = await place();
  const fifo = `${here.root}/fifo`;
  await new Deno.Command("mkfifo", { args: [fifo] }).output();
  await assertRejects(() => here.files.read(fifo), QwenError, "neither a file nor a folder");
  await assertRejects(() => here.files.write(fifo, new Uint8Array()), QwenError, "neither a file nor a folder");
});

Deno.test("WorkspaceFiles writes as a whole, keeps the mode and leaves nothing behind", async () => {
  await using here = await place();
  const { root, files } = here;
  await Deno.chmod(`${root}/a`, 0o640);
  using reader = await Deno.open(`${root}/a`);
  await files.write(`${root}/a`, new TextEncoder().encode("new"));
  assertEquals(((await Deno.stat(`${root}/a`)).mode ?? 0) & 0o7777, 0o640);
  const buffer = new Uint8Array(16);
  const count = await reader.read(buffer);
  assertEquals(new TextDecoder().decode(buffer.subarray(0, count ?? 0)), "ws/a");
  await assertRejects(() => files.write(`${root}/in`, new Uint8Array()), QwenError, "it is a folder");
  await assertRejects(() => files.write(`${root}/a/b`, new Uint8Array()), QwenError, "a/b");
  assertEquals([...Deno.readDirSync(root)].filter((entry) => entry.name.endsWith(".tmp")), []);
});

Deno.test("WorkspaceFiles reads heads, tells what is there and lists in order", async () => {
  await using here = await place();
  const { root, files } = here;
  assertEquals(new TextDecoder().decode(await files.read(`${root}/a`, { maxBytes: 2 })), "ws");
  assertEquals(await files.stat(`${root}/none`), null);
  assertEquals((await files.stat(`${root}/in`))?.isDirectory, true);
  assertEquals(await files.list(`${root}/sub`), [{ name: "deep", isDirectory: true, isSymlink: false }]);
  await assertRejects(() => files.read(`${root}/none`), QwenError, "File not found");
  await assertRejects(() => files.read(`${root}/in`), QwenError, "it is a folder");
});

Deno.test("WorkspaceFiles opens and closes folders, some for reading only", async () => {
  await using here = await place();
  const { base, root } = here;
  const files = new WorkspaceFiles({ roots: [root], readRoots: [`${base}/out`] });
  assertEquals(new TextDecoder().decode(await files.read(`${base}/out/s`)), "out/s");
  await assertRejects(() => files.write(`${base}/out/s`, new Uint8Array()), QwenError, "outside the workspace");
  files.addRoot(`${base}/out`);
  await files.write(`${base}/out/s`, new Uint8Array());
  files.removeRoot(`${base}/out`);
  await assertRejects(() => files.write(`${base}/out/s`, new Uint8Array()), QwenError, "outside the workspace");
});

Deno.test("realPathNow follows links as far as the path is there", async () => {
  await using here = await place();
  assertEquals(realPathNow(`${here.root}/l_folder/x/y`), `${here.base}/out/x/y`);
  assertEquals(realPathNow("/none/such"), "/none/such");
});
