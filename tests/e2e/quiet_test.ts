import { assertEquals, assertMatch } from "@std/assert";
import project from "../../deno.json" with { type: "json" };
import { Fixture, runQwen } from "../support/qwen.ts";

Deno.test("-V prints the version", async () => {
  await using fixture = await Fixture.open();
  assertEquals((await runQwen(["-V"], { fixture })).stdout, `${project.version}\n`);
});

Deno.test("-q leaves warnings out, and errors stay", async () => {
  await using fixture = await Fixture.open();
  const args = ["--provider", "demo", "-p", "say hello", "--allowed-tools", "NoSuchTool"];
  const loud = await runQwen(args, { fixture });
  assertMatch(loud.stderr, /NoSuchTool/);
  const quiet = await runQwen([...args, "-q"], { fixture });
  assertEquals([quiet.code, quiet.stdout, quiet.stderr], [0, loud.stdout, ""]);
  const failed = await runQwen(["-q", "--provider", "demo", "--resume", "no-such-session", "-p", "hi"], { fixture });
  assertEquals(failed.code !== 0, true);
  assertMatch(failed.stderr, /no-such-session/);
});
