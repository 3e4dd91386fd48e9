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

Deno.test({
  name: "docs/fleet.md: its queue works as it says",
  ignore: !hasNats,
  async fn(): Promise<void> {
    await using fixture = await Fixture.open();
    await using nats = await NatsServer.start();
    const block = blocksOf(PAGE).find(({ info }) => info === "queue")?.text ?? "";
    const text = block.replace("nats://127.0.0.1:4222", nats.url);
    const { code, stdout, stderr } = await command(["bash", "-c", text], { fixture, env: await withShim(fixture) });
    assertMatch(stdout, /"type":"ready"[^]*hello\tsucceeded/, stderr);
    assertEquals(code, 0, stderr);
    assertMatch(await Deno.readTextFile(`${fixture.cwd}/answers.ndjson`), /"status":"succeeded"/);
  },
});
