import { assert, assertEquals } from "@std/assert";
import { soakServer } from "../soak/soak.ts";

// The second run, on the executable, would only take another minute.
const isFirstForm = !/qwen-\w+-unknown-linux/.test(Deno.env.get("QWEN_BIN") ?? "");

Deno.test({
  name: "a server holds no more after a minute of clients that come, stall and die",
  ignore: Deno.build.os !== "linux" || !isFirstForm,
  fn: async (): Promise<void> => {
    const { clients, answers, before, after } = await soakServer({ ms: 60_000 });
    assert(clients >= 80 && answers >= 10, `${clients} clients, ${answers} answers`);
    assert(after.descriptors <= before.descriptors, `${before.descriptors} descriptors, then ${after.descriptors}`);
    assertEquals(after.children, 0);
    // Garbage that is not collected yet, not growth with each client.
    assert(after.megabytes < before.megabytes + 64, `${before.megabytes} MB before, ${after.megabytes} MB after`);
  },
});
