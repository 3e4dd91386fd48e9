import { assertEquals, assertMatch } from "@std/assert";
import { fromFileUrl } from "../lib/path/mod.ts";
import { blocksOf } from "./support/markdown.ts";
import { hasNats, NatsServer } from "./support/nats.ts";
import { Fixture } from "./support/qwen.ts";
import { command, isInstalled, withShim } from "./support/shim.ts";

const PAGE = await Deno.readTextFile(fromFileUrl(new URL("../docs/fleet.md", import.meta.url)));
const hasTools = isInstalled("jq") && isInstalled("git");

Deno.test({
  name: "docs/fleet.md: its commands do what it says",
  ignore: !hasTools,
  async fn(): Promise<void> {
    await using fixture = await Fixture.open();
    const env = await withShim(fixture);
    const shell = blocksOf(PAGE).filter(({ language, info }) => language === "sh" && info === "");
    const blocks = shell.map(({ text }) => text);
    const outputs = [];
    for (const block of blocks) outputs.push(await command(["bash", "-c", block], { fixture, env }));
    assertEquals(outputs.map(({ code }) => code), blocks.map(() => 0), JSON.stringify(outputs));
    assertEquals(outputs[0].stdout.trim().split("\n").sort(), ["one succeeded", "two succeeded"]);
    assertMatch(outputs[1].stdout, /notes\.txt/);
  },
});

/** What the blocks with a queue print, in their order. */
const PRINTED = [
  /"type":"ready"[^]*hello\tsucceeded/,
  /"jobs":1[^]*after\tsucceeded[^]*during\tsucceeded/,
  /session\.ended[^]*"id":"broken"[^]*broken is queued[^]*session\.ended[^]*long is cancelled[^]*"state":"cancelled"/,
];

const queued = blocksOf(PAGE).filter(({ info }) => info === "queue").map(({ text }) => text);

for (const [index, block] of queued.entries()) {
  Deno.test({
    name: `docs/fleet.md: its queue works as it says (${index + 1})`,
    ignore: !hasNats,
    async fn(): Promise<void> {
      await using fixture = await Fixture.open();
      await using nats = await NatsServer.start();
      const text = block.replaceAll("nats://127.0.0.1:4222", nats.url);
      const { code, stdout, stderr } = await command(["bash", "-c", text], { fixture, env: await withShim(fixture) });
      assertMatch(stdout, PRINTED[index], stderr);
      assertEquals(code, 0, stderr);
    },
  });
}

Deno.test("docs/fleet.md: every block of commands is run", () => {
  const shown = blocksOf(PAGE).filter(({ language }) => language === "sh");
  assertEquals(shown.every(({ info }) => info === "" || info === "queue"), true);
  assertEquals(queued.length, PRINTED.length);
});
