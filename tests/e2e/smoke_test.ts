import { smoke } from "../smoke.ts";
import { Desk } from "../support/qwen.ts";
import { withShim } from "../support/shim.ts";

Deno.test("smoke: the story that is told on every built executable holds for this one", async () => {
  await using desk = await Desk.open();
  await withShim(desk);
  await smoke(`${desk.home}/bin/qwen`);
});
