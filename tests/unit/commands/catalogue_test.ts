import { assertEquals } from "@std/assert";
import { Catalogue, type CommandsOptions } from "../../../lib/commands/catalogue.ts";
import type { OfferedPrompt } from "../../../lib/model/ports.ts";
import { inFolder, systemClock } from "../../support/command_desk.ts";

const OFFER: OfferedPrompt = {
  name: "mcp__s__greet",
  description: "Greets",
  arguments: [{ name: "who", description: "", required: true }],
  fill: () => Promise.resolve([]),
};

function open(options: Partial<CommandsOptions> = {}): Catalogue {
  return new Catalogue({ cwd: "/project", clock: systemClock, folders: [], ...options });
}

Deno.test("Catalogue lists the same commands before what they do is loaded as after", async () => {
  const catalogue = open({ disabled: ["/Docs"], offers: () => [OFFER] });
  const before = [catalogue.list(), catalogue.list("headless")];
  const loaded = await catalogue.load();
  assertEquals(before, [catalogue.list(), catalogue.list("headless")]);
  const [all, headless] = before.map((list) => list.map(({ name }) => name));
  assertEquals([all.includes("docs"), all.includes("help"), headless.includes("help")], [false, true, false]);
  assertEquals(before[1].find(({ name }) => name === OFFER.name)?.argumentHint, "<who>");
  assertEquals(await catalogue.load() === loaded, true);
  await catalogue.close();
});

Deno.test("Catalogue reads prompt files that were there from the start, and those that came later", async () => {
  await inFolder({ "home/fix.md": "Fix it." }, async (root) => {
    const folders = [{ path: `${root}/home`, source: "user", isTrusted: true }] as const;
    const early = open({ cwd: root, folders });
    await early.refresh();
    assertEquals(early.list().filter(({ name }) => name === "fix").length, 1);
    const late = open({ cwd: root, folders: [{ ...folders[0], path: `${root}/later` }] });
    await late.refresh();
    assertEquals(late.list().filter(({ name }) => name === "fix").length, 0);
    await Deno.rename(`${root}/home`, `${root}/later`);
    await late.refresh();
    assertEquals(late.list().filter(({ name }) => name === "fix").length, 1);
    await Promise.all([early.close(), late.close()]);
  });
});
