import { assertEquals } from "@std/assert";
import { fromFileUrl } from "../lib/path/mod.ts";
import { Collector } from "./support/collector.ts";
import { fakeModel } from "./support/fake_model.ts";
import { blocksOf } from "./support/markdown.ts";
import { Fixture } from "./support/qwen.ts";
import { command, withShim } from "./support/shim.ts";

const PAGE = await Deno.readTextFile(fromFileUrl(new URL("../docs/telemetry.md", import.meta.url)));

Deno.test({
  name: "docs/telemetry.md: its commands send spans",
  ignore: Deno.build.os === "windows",
  async fn(): Promise<void> {
    const blocks = blocksOf(PAGE).filter(({ language }) => language === "sh").map(({ text }) => text);
    assertEquals(blocks.length, 1);
    const lines = blocks[0].trim().split("\n");
    await using fixture = await Fixture.open();
    await using model = fakeModel([], { otherwise: () => "Done." });
    const env = { ...await withShim(fixture), ...model.env };
    for (const line of lines) {
      await using collector = new Collector();
      const text = line.replaceAll("http://127.0.0.1:4318", collector.url);
      const { code, stderr } = await command(["bash", "-c", text], { fixture, env });
      assertEquals([code, collector.named("invoke_agent qwen").length], [0, 1], stderr);
    }
    assertEquals(model.requests.length, lines.length);
  },
});
