import type { SessionDesk } from "../../model/ports.ts";
import { type CommandCall, type CommandResult, say } from "../slash_command.ts";

const ISSUES = "https://github.com/QwenLM/qwen-code/issues/new?template=bug_report.yml";

/** `/bug`: a link to a bug report that is already filled in. */
export function bug({ args }: CommandCall, desk: SessionDesk): CommandResult {
  const { version, model, sessionId, sandbox } = desk.info();
  const facts = [
    `Version: ${version}`,
    `System: ${Deno.build.os} ${Deno.build.arch}`,
    `Model: ${model}`,
    `Sandbox: ${sandbox.backend}`,
    `Session: ${sessionId}`,
  ].join("\n");
  const query = new URLSearchParams({ title: args.trim(), info: facts });
  return say(`To report a bug, open this address:\n${ISSUES}&${query}`);
}
