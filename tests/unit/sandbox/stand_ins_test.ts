import { assertEquals } from "@std/assert";
import { StandIns } from "../../../lib/sandbox/stand_ins.ts";

Deno.test("StandIns removes what nobody needs any more, and only what is empty and was absent", async () => {
  const root = await Deno.makeTempDir();
  const names = (): string[] => [...Deno.readDirSync(root)].map(({ name }) => name).sort();
  const guarded = ["a", "b", "there"].map((name) => ({ path: `${root}/${name}`, isHeld: true }));
  await Deno.mkdir(`${root}/there`);
  const [one, other] = [new StandIns(() => guarded), new StandIns(() => guarded)];
  one.take();
  for (const name of ["a", "b"]) await Deno.mkdir(`${root}/${name}`);
  await Deno.writeTextFile(`${root}/b/file`, "");
  one.take();
  other.take();
  one.give();
  assertEquals(names(), ["a", "b", "there"]);
  one.give();
  assertEquals(names(), ["a", "b", "there"]);
  other.give();
  assertEquals(names(), ["b", "there"]);
  await Deno.remove(root, { recursive: true });
});

Deno.test("StandIns puts a guarded link back in its place when a command has put something else there", async () => {
  const root = await Deno.makeTempDir();
  for (const folder of ["conf", "other"]) await Deno.mkdir(`${root}/${folder}`);
  const names = ["kept", "removed", "replaced", "turned"];
  for (const name of names) await Deno.symlink("conf", `${root}/${name}`);
  const standIns = new StandIns(() => names.map((name) => ({ path: `${root}/${name}`, isHeld: true })));
  standIns.take();
  for (const name of names.slice(1)) await Deno.remove(`${root}/${name}`);
  await Deno.mkdir(`${root}/replaced`);
  await Deno.writeTextFile(`${root}/replaced/settings.json`, "evil");
  await Deno.symlink("other", `${root}/turned`);
  standIns.give();
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
