import { type CommandResult, say, type SlashCommand } from "../slash_command.ts";

/** `/about`: version, model, mode, sandbox. */
export const aboutCommand: SlashCommand = {
  name: "about",
  description: "Show version info",
  aliases: ["version"],
  run(_call, desk): CommandResult {
    const { version, model, mode, cwd, sessionId, sandbox } = desk.info();
    return say([
      `qwen ${version}`,
      `System: ${Deno.build.os} ${Deno.build.arch}, Deno ${Deno.version.deno}`,
      `Model: ${model}`,
      `Approval mode: ${mode}`,
      `Sandbox: ${sandbox.backend}${sandbox.verified ? " (verified)" : ""}`,
      `Session: ${sessionId}`,
      `Folder: ${cwd}`,
    ].join("\n"));
  },
};
