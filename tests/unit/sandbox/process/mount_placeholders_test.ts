import { assertEquals } from "@std/assert";
import type { GuardedPath } from "../../../../lib/sandbox/policy/config_paths.ts";
import { PlaceholderRecord } from "../../../../lib/sandbox/process/mounts/placeholder_record.ts";
import { MountPlaceholders } from "../../../../lib/sandbox/process/mounts/mount_placeholders.ts";

Deno.test("MountPlaceholders removes what nobody needs any more, and only what is empty and was absent", async () => {
  const root = await Deno.makeTempDir();
  const names = (): string[] => [...Deno.readDirSync(root)].map(({ name }) => name).sort();
  const guarded = ["a", "b", "there"].map((name) => ({ path: `${root}/${name}`, placeholder: "folder" as const }));
  await Deno.mkdir(`${root}/there`);
  const [one, other] = [1, 2].map(() => new MountPlaceholders({ guarded: () => guarded, lingerMs: 0 }));
  one.acquire();
  assertEquals(names(), ["a", "b", "there"]);
  await Deno.writeTextFile(`${root}/b/file`, "");
  one.acquire();
  other.acquire();
  one.release();
  assertEquals(names(), ["a", "b", "there"]);
  one.release();
  assertEquals(names(), ["a", "b", "there"]);
  other.release();
  assertEquals(names(), ["b", "there"]);
  await Deno.remove(root, { recursive: true });
});

Deno.test("MountPlaceholders keeps placeholders for the next command, and removes them at the end", async () => {
  const root = await Deno.makeTempDir();
  const names = (): string[] => [...Deno.readDirSync(root)].map(({ name }) => name);
  const inode = (): number | null => Deno.lstatSync(`${root}/a`).ino;
  const guarded = [{ path: `${root}/a`, placeholder: "folder" as const }];
  const placeholders = new MountPlaceholders({ guarded: () => guarded, lingerMs: 60_000 });
  placeholders.acquire();
  const first = inode();
  placeholders.release();
  placeholders.acquire();
  assertEquals(inode(), first);
  placeholders.release();
  placeholders.clear();
  assertEquals(names(), []);
  await Deno.remove(root, { recursive: true });
});

Deno.test("MountPlaceholders puts a guarded link back in its place when a command has put something else there", async () => {
  const root = await Deno.makeTempDir();
  for (const folder of ["conf", "other"]) await Deno.mkdir(`${root}/${folder}`);
  const names = ["kept", "removed", "replaced", "turned"];
  for (const name of names) await Deno.symlink("conf", `${root}/${name}`);
  const placeholders = new MountPlaceholders({
    guarded: () => names.map((name) => ({ path: `${root}/${name}`, placeholder: "folder" as const })),
  });
  placeholders.acquire();
  for (const name of names.slice(1)) await Deno.remove(`${root}/${name}`);
  await Deno.mkdir(`${root}/replaced`);
  await Deno.writeTextFile(`${root}/replaced/settings.json`, "evil");
  await Deno.symlink("other", `${root}/turned`);
  placeholders.release();
  assertEquals(await Promise.all(names.map((name) => Deno.readLink(`${root}/${name}`))), Array(4).fill("conf"));
  const aside = [...Deno.readDirSync(root)].map(({ name }) => name.replace(/-[0-9a-f]{8}$/, "")).sort();
  assertEquals(aside, [
    "conf",
    "kept",
    "other",
    "removed",
    "replaced",
    "replaced.set-aside",
    "turned",
    "turned.set-aside",
  ]);
  await Deno.remove(root, { recursive: true });
});

Deno.test("placeholders that another process still needs stay until it has released them", async () => {
  const root = await Deno.makeTempDir();
  const path = `${root}/work/config`;
  await Deno.mkdir(`${root}/work`);
  const guarded = (): GuardedPath[] => [{ path, placeholder: { text: "" } }];
  const exists = (): Promise<boolean> => Deno.stat(path).then(() => true, () => false);
  const own = new MountPlaceholders({ guarded, lingerMs: 0, book: new PlaceholderRecord(`${root}/records`) });
  const url = (name: string): string =>
    new URL(`../../../../lib/sandbox/process/mounts/${name}.ts`, import.meta.url).href;
  const code = `
    const { MountPlaceholders } = await import(${JSON.stringify(url("mount_placeholders"))});
    const { PlaceholderRecord } = await import(${JSON.stringify(url("placeholder_record"))});
    const book = new PlaceholderRecord(${JSON.stringify(`${root}/records`)});
    const guarded = () => [{ path: ${JSON.stringify(path)}, placeholder: { text: "" } }];
    const placeholders = new MountPlaceholders({ guarded, lingerMs: 0, book });
    placeholders.acquire();
    console.log("acquired");
    await Deno.stdin.read(new Uint8Array(1));
    placeholders.release();
    console.log("released");
  `;
  own.acquire();
  assertEquals(await exists(), true);
  const config = new URL("../../../../deno.json", import.meta.url).pathname;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["eval", "--quiet", `--config=${config}`, code],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  assertEquals((await lines.read()).value, "acquired\n");
  own.release();
  assertEquals(await exists(), true);
  // A third run takes it for what it is, and not for a file of the workspace.
  own.acquire();
  const input = child.stdin.getWriter();
  await input.write(new Uint8Array(1));
  assertEquals((await lines.read()).value, "released\n");
  assertEquals(await exists(), true);
  own.release();
  assertEquals(await exists(), false);
  await input.close();
  await lines.cancel();
  assertEquals((await child.status).code, 0);
  await Deno.remove(root, { recursive: true });
});
