import type { SessionDesk } from "../../model/ports.ts";
import { type CommandCall, type CommandResult, say } from "../slash_command.ts";

/** `/about`: version, model, mode, sandbox. */
export function about(_call: CommandCall, desk: SessionDesk): CommandResult {
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
}
