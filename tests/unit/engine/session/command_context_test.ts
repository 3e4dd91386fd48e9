import { assertEquals } from "@std/assert";
import type { CommandResult } from "../../../../lib/model/event.ts";
import type { Commands } from "../../../../lib/model/ports.ts";
import type { SessionParts } from "../../../../lib/engine/session/session_parts.ts";
import { SessionBench } from "../../../support/session_bench.ts";

/** Two commands that change the conversation, and nothing else. */
const COMMANDS: Commands = {
  list: () => [],
  parse: () => null,
  async run({ path: [name] }, context): Promise<CommandResult> {
    if (name === "clear") await context.clear();
    else await context.compact(null);
    return { type: "handled" };
  },
  hint: () => {
    throw new Error("not used");
  },
  cancelHint: () => false,
  exportHistory: () => "",
  suggestFiles: () => Promise.resolve([]),
  expand: ({ parts }) => Promise.resolve({ parts: [...parts], notes: [], read: [], missing: [] }),
  refresh: () => Promise.resolve(),
  ignored: [],
  close: () => Promise.resolve(),
};

Deno.test("a conversation that is cleared while it is being compressed stays clear", async () => {
  const summary = Promise.withResolvers<string>();
  const commandContext = {} as SessionParts["host"]["commandContext"];
  const text = "word ".repeat(200);
  await using bench = new SessionBench([text, () => summary.promise], { host: { commands: COMMANDS, commandContext } });
  await bench.ask(text);
  const slash = (name: string): string =>
    bench.send({ type: "slash", promptId: null, path: [name], args: "", raw: `/${name}` });
  const compress = slash("compress");
  const clear = slash("clear");
  summary.resolve("Short.");
  for (const id of [compress, clear]) await bench.when("reply", (event) => event.cause === id);
  await bench.ask("Who am I?");
  assertEquals(bench.lastMessages(9), ["user: Who am I?"]);
});

Deno.test("Session stops what its commands do in the background when it ends", async () => {
  const closed: string[] = [];
  const close = (): Promise<void> => Promise.resolve(void closed.push("commands"));
  {
    await using bench = new SessionBench(["Hi."], { host: { commands: { ...COMMANDS, close } } });
    await bench.ask("Hello");
    assertEquals(closed, []);
  }
  assertEquals(closed, ["commands"]);
});
