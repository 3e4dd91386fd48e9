import { assertEquals } from "@std/assert";
import type { CommandResult } from "../../../lib/model/event.ts";
import type { Commands, LoadedCommands } from "../../../lib/model/ports.ts";
import type { SessionParts } from "../../../lib/engine/session_parts.ts";
import { SessionBench } from "../../support/session_bench.ts";

/** Two commands that change the conversation, and nothing else. */
const LOADED: LoadedCommands = {
  parse: () => null,
  async run({ path: [name] }, desk): Promise<CommandResult> {
    if (name === "clear") await desk.clear();
    else await desk.compact(null);
    return { type: "handled" };
  },
  hint: () => {
    throw new Error("not used");
  },
  cancelHint: () => false,
};

const COMMANDS: Commands = {
  list: () => [],
  load: () => Promise.resolve(LOADED),
  suggestFiles: () => Promise.resolve([]),
  expand: ({ parts }) => Promise.resolve({ parts: [...parts], notes: [] }),
  refresh: () => Promise.resolve(),
  ignored: [],
  close: () => Promise.resolve(),
};

Deno.test("a conversation that is cleared while it is being compressed stays clear", async () => {
  const summary = Promise.withResolvers<string>();
  const desk = {} as SessionParts["desk"];
  const text = "word ".repeat(200);
  await using bench = new SessionBench([text, () => summary.promise], { commands: COMMANDS, desk });
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
    await using bench = new SessionBench(["Hi."], { commands: { ...COMMANDS, close } });
    await bench.ask("Hello");
    assertEquals(closed, []);
  }
  assertEquals(closed, ["commands"]);
});
