import type { CommandContext } from "../../../model/ports.ts";
import { type CommandCall, type CommandResult, say, type SlashCommand } from "../../slash_command.ts";

/** `/bug`: the facts that a bug report needs. */
export const bug: SlashCommand = {
  name: "bug",
  description: "Submit a bug report",
  argumentHint: "<title>",
  isSecondary: true,
  run: describeBug,
};

function describeBug({ args }: CommandCall, context: CommandContext): CommandResult {
  const { version, model, sessionId, sandbox } = context.info();
  const title = args.trim();
  const facts = [
    ...(title === "" ? [] : [`Title: ${title}`]),
    `Version: ${version}`,
    `System: ${Deno.build.os} ${Deno.build.arch}`,
    `Model: ${model}`,
    `Sandbox: ${sandbox.backend}`,
    `Session: ${sessionId}`,
  ].join("\n");
  return say(`To report a bug, describe what you did, what happened and what you expected, and add this:\n\n${facts}`);
}
