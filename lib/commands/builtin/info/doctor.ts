import type { CommandContext } from "../../../model/ports.ts";
import { type CommandCall, type CommandResult, refuse, say, type SlashCommand } from "../../slash_command.ts";

interface Finding {
  isFine: boolean;
  text: string;
}

/** `/doctor`: checks what a session depends on. */
export const doctor: SlashCommand = {
  name: "doctor",
  description: "Check the installation and the session",
  isSecondary: true,
  run: checkSession,
};

async function checkSession(_call: CommandCall, context: CommandContext): Promise<CommandResult> {
  const findings = [...sessionFindings(context), await workspaceFinding(context)];
  const report = findings.map(({ isFine, text }) => `${isFine ? "ok" : "!!"}  ${text}`).join("\n");
  return findings.every(({ isFine }) => isFine) ? say(report) : refuse(report);
}

function sessionFindings(context: CommandContext): Finding[] {
  const { version, model, sandbox, servers, ignored } = context.info();
  return [
    { isFine: true, text: `qwen ${version}, Deno ${Deno.version.deno}, ${Deno.build.os} ${Deno.build.arch}` },
    { isFine: model !== "", text: model === "" ? "no model is chosen: set one with /model <id>" : `model ${model}` },
    {
      isFine: true,
      text: sandbox.backend === "off"
        ? "tools run without confinement (--sandbox)"
        : `tools run under ${sandbox.backend}${sandbox.verified ? ", verified" : ", not verified"}`,
    },
    ...servers.map(({ name, status, error }) => ({
      isFine: status !== "failed",
      text: `MCP server ${name}: ${status}${error ? ` (${error})` : ""}`,
    })),
    ...ignored.map(({ path, reason }) => ({ isFine: true, text: `not honoured: ${path} (${reason})` })),
  ];
}

async function workspaceFinding(context: CommandContext): Promise<Finding> {
  const { cwd } = context.info();
  try {
    const { length } = await context.files.list(cwd);
    return { isFine: true, text: `workspace ${cwd} can be read (${length} entries)` };
  } catch (error) {
    context.signal.throwIfAborted();
    return { isFine: false, text: `workspace ${cwd}: ${error instanceof Error ? error.message : String(error)}` };
  }
}
