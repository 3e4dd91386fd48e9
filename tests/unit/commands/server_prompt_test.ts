import { assertEquals } from "@std/assert";
import { openCommands } from "../../../lib/commands/mod.ts";
import type { CommandResult } from "../../../lib/model/event.ts";
import type { OfferedPrompt } from "../../../lib/model/ports.ts";
import { systemClock, testContext } from "../../support/command_context.ts";

const argument = (name: string, required: boolean): OfferedPrompt["arguments"][number] => ({
  name,
  description: "",
  required,
});

async function typed(text: string, given: OfferedPrompt["arguments"]): Promise<CommandResult> {
  const prompt: OfferedPrompt = {
    name: "mcp__s__greet",
    description: "Greets",
    arguments: given,
    fill: (input) => Promise.resolve([{ kind: "text", text: JSON.stringify(input) }]),
  };
  const commands = await openCommands({ cwd: "/", clock: systemClock, folders: [], offers: () => [prompt] });
  const parsed = commands.parse(text);
  if (!parsed) throw new Error(`${text} is no command`);
  return await commands.run(parsed, testContext());
}

Deno.test("a prompt of a server is a command with its arguments", async () => {
  const commands = await openCommands({
    ...{ cwd: "/", clock: systemClock, folders: [] },
    offers: () => [{
      ...{ name: "mcp__s__greet", description: "Greets", fill: () => Promise.resolve([]) },
      arguments: [argument("who", true), argument("how", false)],
    }],
  });
  assertEquals(commands.list("headless").filter(({ name }) => name.startsWith("mcp__")), [
    { name: "mcp__s__greet", description: "Greets", argumentHint: "<who> [how]" },
  ]);
});

Deno.test("a prompt of a server takes arguments by place and by name", async () => {
  const both = [argument("who", true), argument("how", false)];
  const cases: [string, OfferedPrompt["arguments"], object][] = [
    ["Ada", both, { who: "Ada" }],
    ["Ada with great joy", both, { who: "Ada", how: "with great joy" }],
    ["how=loudly 'Ada Lovelace'", both, { how: "loudly", who: "Ada Lovelace" }],
    ["--who=Ada how=a=b", both, { who: "Ada", how: "a=b" }],
    ["other=thing", both, { who: "other=thing" }],
    ["whatever comes", [], {}],
  ];
  for (const [args, given, input] of cases) {
    assertEquals(await typed(`/mcp__s__greet ${args}`, given), {
      type: "submit_prompt",
      content: [{ kind: "text", text: JSON.stringify(input) }],
    });
  }
  assertEquals(await typed("/mcp__s__greet", both), {
    type: "message",
    level: "error",
    content: 'Missing argument "who". Usage: /mcp__s__greet <who> [how]',
  });
});
