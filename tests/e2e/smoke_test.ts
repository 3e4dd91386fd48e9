import { smoke } from "../smoke.ts";
import { Fixture } from "../support/qwen.ts";
import { withShim } from "../support/shim.ts";

Deno.test("smoke: the story that is told on every built executable holds for this one", async () => {
  await using fixture = await Fixture.open();
  await withShim(fixture);
  await smoke(`${fixture.home}/bin/qwen`);
});
