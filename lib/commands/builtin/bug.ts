import { type CommandResult, say, type SlashCommand } from "../slash_command.ts";

const ISSUES = "https://github.com/QwenLM/qwen-code/issues/new?template=bug_report.yml";

/** `/bug`: a link to a bug report that is already filled in. */
export const bugCommand: SlashCommand = {
  name: "bug",
  description: "Submit a bug report",
  argumentHint: "<title>",
  isSecondary: true,
  run({ args }, desk): CommandResult {
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
  },
};
