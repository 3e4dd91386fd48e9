import type { SessionDesk } from "../../model/ports.ts";
import { type CommandCall, type CommandResult, say } from "../slash_command.ts";

/** `/bug`: what whoever mends a fault will want to know. */
export function bug({ args }: CommandCall, desk: SessionDesk): CommandResult {
  const { version, model, sessionId, sandbox } = desk.info();
  const title = args.trim();
  const facts = [
    ...(title === "" ? [] : [`Title: ${title}`]),
    `Version: ${version}`,
    `System: ${Deno.build.os} ${Deno.build.arch}`,
    `Model: ${model}`,
    `Sandbox: ${sandbox.backend}`,
    `Session: ${sessionId}`,
  ].join("\n");
  return say(`To report a bug, say what you did, what came of it and what you expected, and add this:\n\n${facts}`);
}
