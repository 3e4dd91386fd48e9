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
