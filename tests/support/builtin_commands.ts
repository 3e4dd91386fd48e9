/** The built-in commands in a registry of their own, for tests. */
import type { CommandResult } from "../../lib/model/event.ts";
import { CommandRegistry } from "../../lib/commands/registry.ts";
import { systemClock, type TestContext, testContext, textMessage } from "./command_context.ts";

/** A registry of the built-in commands alone. */
export const commands = new CommandRegistry({
  cwd: "/project",
  clock: systemClock,
  folders: [],
});

/** A short conversation. */
export const TALK = [
  textMessage("1", { role: "user", text: "Hi" }),
  textMessage("2", { role: "assistant", text: "Look:\n```ts\nlet a;\n```\nDone." }),
];

/** Runs a command line. */
export function type(
  text: string,
  fixture: TestContext = testContext(),
  { approved }: { approved?: string[] } = {},
): Promise<CommandResult> {
  const parsed = commands.parse(text);
  if (!parsed) throw new Error(`${text} is no command`);
  return commands.run({ ...parsed, approved }, fixture);
}

/** A message of the level info. */
export const info = (content: string): CommandResult => ({ type: "message", level: "info", content });

/** A message of the level error. */
export const error = (content: string): CommandResult => ({ type: "message", level: "error", content });
