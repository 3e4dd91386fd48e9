/** Ways out of the workspace through the port `Files`, tried on the real file system, with and without the worker. */
import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import type { Files } from "../../../lib/model/ports.ts";
import { QwenError } from "../../../lib/model/problem.ts";
import { openedPath } from "../../../lib/sandbox/files/paths/opened_path.ts";
import { WorkerFiles } from "../../../lib/sandbox/files/worker_files.ts";
import { WorkspaceFiles } from "../../../lib/sandbox/files/workspace_files.ts";
import type { WorkspaceOptions } from "../../../lib/sandbox/files/workspace_options.ts";

const SECRET = "the secret outside";
const encoder = new TextEncoder();

/** A workspace, a folder beside it with a secret, and links of all kinds between them. */
async function place(): Promise<AsyncDisposable & { base: string; root: string; out: string }> {
  const base = await Deno.realPath(await Deno.makeTempDir());
  const [root, out] = [`${base}/ws`, `${base}/out`];
  for (const folder of [`${root}/in/deep`, `${root}/.qwen`, `${root}/.git/hooks`, out, `${base}/ws-evil`]) {
    await Deno.mkdir(folder, { recursive: true });
  }
  await Deno.writeTextFile(`${out}/s`, SECRET);
  await Deno.writeTextFile(`${out}/only-outside`, SECRET);
  await Deno.writeTextFile(`${base}/ws-evil/s`, SECRET);
  await Deno.writeTextFile(`${root}/a`, "inside");
  const links: [string, string][] = [
    [`${out}/s`, "l_file"],
    [out, "l_folder"],
    ["../out/s", "l_relative"],
    ["l_file", "l_chain1"],
    ["l_chain1", "l_chain2"],
    ["in/../l_chain2", "l_chain3"],
    ["l_loop2", "l_loop1"],
    ["l_loop1", "l_loop2"],
    [`${out}/none`, "l_dangling"],
    ["none/none", "l_dangling_inside"],
    ["/", "l_root"],
    ["/proc/self/root", "l_proc_root"],
    ["/proc/self/environ", "l_environ"],
    ["/proc/self/cwd", "l_proc_cwd"],
    ["/dev/stdin", "l_stdin"],
    ["/dev/zero", "l_zero"],
    ["a", "l_ok"],
    ["in", "l_ok_folder"],
    ["../ws/a", "l_ok_around"],
    [".", "l_self"],
  ];
  for (const [target, name] of links) await Deno.symlink(target, `${root}/${name}`);
  await Deno.symlink(out, `${root}/in/deep/l_deep`);
  await new Deno.Command("mkfifo", { args: [`${root}/fifo`] }).output();
  return { base, root, out, [Symbol.asyncDispose]: () => Deno.remove(base, { recursive: true }) };
}

type Way = (files: Files, here: { base: string; root: string; out: string }) => Promise<unknown>;

const read = (name: string): Way => (files, { root }) => files.read(`${root}/${name}`);
const write = (name: string): Way => (files, { root }) => files.write(`${root}/${name}`, encoder.encode("x"));
const reach = (path: (here: { base: string; root: string; out: string }) => string): Way => (files, here) =>
  files.read(path(here));

/** Every one of these has to be refused. */
const WAYS: Record<string, Way> = {
  "an absolute path outside": reach(({ out }) => `${out}/s`),
  "a path with ..": read("../out/s"),
  "a path with .. in the middle": read("in/../../out/s"),
  "a path with many ..": read("../../../../../../../../etc/passwd"),
  "a path with ./ and ..": read("./in/.././../out/s"),
  "a path with doubled slashes": read("..//out//s"),
  "a sibling whose name begins the same": reach(({ root }) => `${root}-evil/s`),
  "the workspace's own folder above": reach(({ base }) => base),
  "a link to a file": read("l_file"),
  "a link to a folder": read("l_folder/s"),
  "a relative link": read("l_relative"),
  "a chain of links": read("l_chain2"),
  "a chain through a folder": read("l_chain3"),
  "a loop of links": read("l_loop1"),
  "a link to nothing": read("l_dangling"),
  "a link to nothing inside": read("l_dangling_inside"),
  "a link to the root": read("l_root/etc/passwd"),
  "a link to the root of the process": read("l_proc_root/etc/passwd"),
  "a link to the environment": read("l_environ"),
  "a link to the folder of the process": read("l_proc_cwd/deno.json"),
  "a link to stdin": read("l_stdin"),
  "a link to an endless device": read("l_zero"),
  "a link deep inside": read("in/deep/l_deep/s"),
  "a link after a link to the workspace itself": read("l_self/l_self/l_file"),
  "/proc/self/environ": reach(() => "/proc/self/environ"),
  "/proc/1/environ": reach(() => "/proc/1/environ"),
  "/proc through ..": read("../../../../../../../proc/self/environ"),
  "/sys": reach(() => "/sys/kernel/hostname"),
  "/dev/zero": reach(() => "/dev/zero"),
  "/dev/fd": reach(() => "/dev/fd/0"),
  "a named pipe": read("fifo"),
  "a NUL in the path": read("a\0/../../out/s"),
  "a relative path": (files) => files.read("a"),
  "a path through a file": read("a/../../out/s"),
  "a folder listed through a link": (files, { root }) => files.list(`${root}/l_folder`),
  "a folder listed outside": (files, { out }) => files.list(out),
  "a stat through a link": (files, { root }) => files.stat(`${root}/l_file`),
  "a stat outside": (files, { out }) => files.stat(`${out}/s`),
  "writing through a link to a file": write("l_file"),
  "writing into a linked folder": write("l_folder/new"),
  "writing through a dangling link": write("l_dangling"),
  "making folders through a link": write("l_folder/x/y/z"),
  "writing over a named pipe": write("fifo"),
  "writing with ..": write("in/../../out/new"),
  "writing a hook of git": write(".git/hooks/pre-commit"),
  "writing the project's settings": write(".qwen/settings.json"),
  "writing settings that are absent": write(".vscode/tasks.json"),
  "writing a denied path by another case": write(".QWEN/settings.json"),
  "reading what is denied": read("in/secret"),
};

async function every(open: (options: WorkspaceOptions) => Files & { close?(): void }): Promise<void> {
  await using here = await place();
  const { root } = here;
  const files = open({
    roots: [root],
    denyRead: [`${root}/in/secret`],
    denyWrite: [`${root}/.git/hooks`, `${root}/.qwen`, `${root}/.vscode`],
  });
  const through: string[] = [];
  for (const [name, way] of Object.entries(WAYS)) {
    await way(files, here).then((value) => through.push(`${name}: ${value}`), (error) => {
      if (!(error instanceof QwenError)) through.push(`${name}: ${error}`);
    });
  }
  assertEquals(through, []);
  assert(Object.keys(WAYS).length >= 40);
  assertEquals([...Deno.readDirSync(here.out)].map(({ name }) => name).sort(), ["only-outside", "s"]);
  assertEquals(await Deno.readTextFile(`${here.out}/s`), SECRET);
  // What stays inside still works.
  for (const name of ["a", "l_ok", "l_ok_around", "l_self/a", "in/../a", "./a"]) {
    assertEquals(new TextDecoder().decode(await files.read(`${root}/${name}`)), "inside");
  }
  for (const name of ["b", "l_ok_folder/c", "new/er/d", "nfc-\u00e9", "nfd-e\u0301"]) {
    await files.write(`${root}/${name}`, encoder.encode(name));
    assertEquals(await Deno.readTextFile(`${root}/${name}`), name);
  }
  files.close?.();
}

Deno.test("WorkspaceFiles lets nothing out by any known way", () => every((options) => new WorkspaceFiles(options)));

Deno.test("WorkerFiles lets nothing out by any known way", () => every((options) => new WorkerFiles(options)));

Deno.test("WorkspaceFiles tells names apart that look the same", async () => {
  await using here = await place();
  const files = new WorkspaceFiles({ roots: [`${here.base}/caf\u00e9`] });
  await Deno.mkdir(`${here.base}/cafe\u0301`);
  await Deno.writeTextFile(`${here.base}/cafe\u0301/s`, SECRET);
  await assertRejects(() => files.read(`${here.base}/cafe\u0301/s`), QwenError);
});

Deno.test("WorkspaceFiles refuses a file that has another name at the moment of the write", async () => {
  await using here = await place();
  const files = new WorkspaceFiles({ roots: [here.root] });
  const path = `${here.root}/hard`;
  // Whoever judged the path before saw a file of its own.
  await files.write(path, encoder.encode("mine"));
  await Deno.remove(path);
  await Deno.link(`${here.out}/s`, path);
  await assertRejects(() => files.write(path, encoder.encode("mine")), QwenError, "hard link");
  assertEquals(await Deno.readTextFile(`${here.out}/s`), SECRET);
  // Package managers link the files of their stores.
  await Deno.mkdir(`${here.root}/node_modules/p`, { recursive: true });
  await Deno.link(`${here.out}/s`, `${here.root}/node_modules/p/index.js`);
  await files.write(`${here.root}/node_modules/p/index.js`, encoder.encode("mine"));
  assertEquals(await Deno.readTextFile(`${here.out}/s`), SECRET);
});

Deno.test("WorkspaceFiles refuses sockets", async () => {
  await using here = await place();
  using _listener = Deno.listen({ transport: "unix", path: `${here.root}/socket` });
  const files = new WorkspaceFiles({ roots: [here.root] });
  await assertRejects(() => files.read(`${here.root}/socket`), QwenError, "neither a file nor a folder");
  await assertRejects(() => files.write(`${here.root}/socket`, encoder.encode("x")), QwenError);
});

// Another process swaps a folder for a link to the outside as fast as it can.
const SWAPPER = `
import ctypes, os, sys
root, out = sys.argv[1], sys.argv[2]
libc = ctypes.CDLL(None, use_errno=True)
os.symlink(out, root + "/evil")
print("on", flush=True)
while True:
    libc.renameat2(-100, (root + "/dir").encode(), -100, (root + "/evil").encode(), 2)
`;

/** A tally of what was had from a folder that is swapped all the time. */
async function race(open: (options: WorkspaceOptions) => WorkspaceFiles | WorkerFiles): Promise<void> {
  await using here = await place();
  const { root, out } = here;
  await Deno.mkdir(`${root}/dir`);
  await Deno.writeTextFile(`${root}/dir/s`, "inside");
  const swapper = new Deno.Command("python3", { args: ["-c", SWAPPER, root, out], stdout: "piped", stderr: "null" })
    .spawn();
  const reader = swapper.stdout.getReader();
  assert(new TextDecoder().decode((await reader.read()).value).startsWith("on"));
  const files = open({ roots: [root] });
  const tally = { read: 0, listed: 0, refused: 0, leaked: 0 };
  const until = performance.now() + 2_000;
  const refuse = (): void => void tally.refused++;
  const tell = (entries: { name: string }[]): void => {
    if (entries.some(({ name }) => name === "only-outside")) tally.leaked++;
    else tally.listed++;
  };
  while (performance.now() < until) {
    await files.read(`${root}/dir/s`).then((bytes) => {
      if (new TextDecoder().decode(bytes) === SECRET) tally.leaked++;
      else tally.read++;
    }, refuse);
    await files.list(`${root}/dir`).then(tell, refuse);
    if (files instanceof WorkspaceFiles) await files.look(`${root}/dir`).then(tell, refuse);
    await files.write(`${root}/dir/w`, encoder.encode("x")).catch(refuse);
  }
  swapper.kill("SIGKILL");
  await reader.cancel();
  await swapper.status;
  if (files instanceof WorkerFiles) files.close();
  assertEquals(tally.leaked, 0);
  assertEquals([...Deno.readDirSync(out)].map(({ name }) => name).sort(), ["only-outside", "s"]);
  assert(tally.refused > 0);
}

Deno.test("WorkspaceFiles loses no race against a swapper", () => race((options) => new WorkspaceFiles(options)));

Deno.test("WorkerFiles loses no race against a swapper", () => race((options) => new WorkerFiles(options)));

Deno.test({
  name: "WorkspaceFiles lists the folder that it opened, wherever its path leads by then",
  ignore: Deno.build.os !== "linux",
  async fn(): Promise<void> {
    await using here = await place();
    const { root, out } = here;
    await Deno.mkdir(`${root}/dir/only-inside`, { recursive: true });
    const files = new WorkspaceFiles({ roots: [root] });
    const held = files.hold(`${root}/dir`);
    const opened = openedPath(held);
    assert(opened);
    await Deno.rename(`${root}/dir`, `${root}/moved`);
    await Deno.symlink(out, `${root}/dir`);
    const listed = await files.listOpened(`${root}/dir`, opened);
    assertEquals(listed.map(({ name }) => name), ["only-inside"]);
    await Deno.rename(`${root}/moved`, `${here.base}/moved`);
    const away = openedPath(held);
    assert(away);
    assertThrows(() => files.listOpened(`${root}/dir`, away), QwenError, "replaced");
    files.release(held.handle);
    assertThrows(() => files.hold(`${root}/dir`), QwenError, "outside the workspace");
    const { bytes: _bytes, ...reading } = await files.readHeld(`${root}/a`, { maxBytes: 10 });
    await Deno.rename(`${root}/a`, `${out}/a`);
    const gone = openedPath(reading);
    assert(gone);
    assertThrows(() => files.admit(`${root}/a`, gone), QwenError, "replaced");
    assertThrows(() => files.confirm(`${root}/a`, reading.handle), QwenError, "replaced");
    files.release(reading.handle);
  },
});
