import type { CommandContext } from "../../../model/ports.ts";
import { type CommandCall, type CommandResult, say, type SlashCommand } from "../../slash_command.ts";

/** `/about`: version, model, approval mode and sandbox. */
export const about: SlashCommand = {
  name: "about",
  description: "Show version info",
  aliases: ["version"],
  run: showVersion,
};

function showVersion(_call: CommandCall, context: CommandContext): CommandResult {
  const { version, model, mode, cwd, sessionId, sandbox } = context.info();
  return say([
    `qwen ${version}`,
    `System: ${Deno.build.os} ${Deno.build.arch}, Deno ${Deno.version.deno}`,
    `Model: ${model}`,
    `Approval mode: ${mode}`,
    `Sandbox: ${sandbox.backend}${sandbox.verified ? " (verified)" : ""}`,
    `Session: ${sessionId}`,
    `Folder: ${cwd}`,
  ].join("\n"));
}
