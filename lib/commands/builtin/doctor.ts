import type { SessionDesk } from "../../model/ports.ts";
import { type CommandCall, type CommandResult, complain, say } from "../slash_command.ts";

interface Finding {
  isFine: boolean;
  text: string;
}

/** `/doctor`: looks at what a session depends on. */
export async function doctor(_call: CommandCall, desk: SessionDesk): Promise<CommandResult> {
  const findings = [...sessionFindings(desk), await workspaceFinding(desk)];
  const report = findings.map(({ isFine, text }) => `${isFine ? "ok" : "!!"}  ${text}`).join("\n");
  return findings.every(({ isFine }) => isFine) ? say(report) : complain(report);
}

function sessionFindings(desk: SessionDesk): Finding[] {
  const { version, model, sandbox, servers, ignored } = desk.info();
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

async function workspaceFinding(desk: SessionDesk): Promise<Finding> {
  const { cwd } = desk.info();
  try {
    const { length } = await desk.files.list(cwd);
    return { isFine: true, text: `workspace ${cwd} can be read (${length} entries)` };
  } catch (error) {
    desk.signal.throwIfAborted();
    return { isFine: false, text: `workspace ${cwd}: ${error instanceof Error ? error.message : String(error)}` };
  }
}
